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

inline void writeDot(const Dot &dot, std::ostream &out) {
  const auto writeNode = [&](std::ostream &o, Dot::vertex_descriptor vertex) {
    o << "[label=" << boost::escape_dot_string(dot[vertex].label) << ", shape=" << dot[vertex].shape
      << ']';
  };
  const auto writeEdge = [&](std::ostream &o, const Dot::edge_descriptor &edge) {
    if (!dot[edge].empty()) o << "[label=" << boost::escape_dot_string(dot[edge]) << ']';
  };
  boost::write_graphviz(out, dot, writeNode, writeEdge);
}

} // namespace poplar_emu
