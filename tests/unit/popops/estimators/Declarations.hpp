// SPDX-License-Identifier: MIT
// The vertex types of the libraries' codelet files, and their fields.
#pragma once

#include <poplar/Type.hpp>

#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace estimators_test {

struct Field {
  std::string name;
  /// As list_vertices says: edge, vector, rows, state, states.
  std::string kind;
  std::string type;
};
struct VertexType {
  std::string name;
  std::vector<Field> fields;
};

inline poplar::Type typeNamed(const std::string &name) {
  using namespace poplar;
  for (const Type &type : {BOOL, CHAR, SIGNED_CHAR, UNSIGNED_CHAR, SHORT, UNSIGNED_SHORT, INT,
                           UNSIGNED_INT, LONGLONG, UNSIGNED_LONGLONG, QUARTER, HALF, FLOAT})
    if (std::string(type.toString()) == name) return type;
  return Type();
}

inline std::string outputOf(const std::string &command) {
  struct Close {
    void operator()(std::FILE *file) const { pclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> pipe(popen(command.c_str(), "r"));
  std::string text;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe.get()))
    text.append(buffer, n);
  return text;
}

/// Empty if the file cannot be read.
inline std::vector<VertexType> typesOf(const std::string &library) {
  std::istringstream lines(
      outputOf(std::string(LIST_VERTICES) + " '" + LIBRARIES + library + ".gp'"));
  std::vector<VertexType> types;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string what, name, kind, type;
    std::getline(words, what, '\t');
    std::getline(words, name, '\t');
    std::getline(words, kind, '\t');
    std::getline(words, type, '\t');
    if (what == "type")
      types.push_back({name, {}});
    else
      types.back().fields.push_back({name, kind, type});
  }
  return types;
}

/// Those of all libraries, by name.
inline const VertexType &declarationOf(const std::string &vertexType) {
  static const std::map<std::string, VertexType> all = [] {
    std::map<std::string, VertexType> types;
    for (const char *library : {"popops", "poplin", "popnn", "poprand"})
      for (const VertexType &type : typesOf(library))
        types[type.name] = type;
    return types;
  }();
  return all.at(vertexType);
}

} // namespace estimators_test
