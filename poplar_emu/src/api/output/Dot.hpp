// SPDX-License-Identifier: MIT
// Pictures in the dot language: nodes with labels and shapes, edges with labels.
#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>

#include <ostream>
#include <string>

namespace poplar_emu {

struct DotNode {
  std::string label;
  const char *shape = "box";
};

/// Edges carry their labels; an empty one is not shown.
using Dot = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, DotNode, std::string>;

/// A label as text of the language: it has no control characters but ends of lines, and a backslash
/// there begins an escape.
inline std::string dotText(const std::string &label) {
  constexpr const char *kHex = "0123456789abcdef";
  std::string text;
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\')
      text += "\\\\";
    else if ((byte >= 0x20 && byte != 0x7f) || c == '\n')
      text += c;
    else
      text += std::string("\\\\x") + kHex[byte >> 4] + kHex[byte & 15];
  }
  return boost::escape_dot_string(text);
}

inline void writeDot(const Dot &dot, std::ostream &out) {
  const auto writeNode = [&](std::ostream &o, Dot::vertex_descriptor vertex) {
    o << "[label=" << dotText(dot[vertex].label) << ", shape=" << dot[vertex].shape << ']';
  };
  const auto writeEdge = [&](std::ostream &o, const Dot::edge_descriptor &edge) {
    if (!dot[edge].empty()) o << "[label=" << dotText(dot[edge]) << ']';
  };
  boost::write_graphviz(out, dot, writeNode, writeEdge);
}

} // namespace poplar_emu
