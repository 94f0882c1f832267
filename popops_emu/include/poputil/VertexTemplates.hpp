// SPDX-License-Identifier: MIT
// Names of vertex types that are instances of class templates, e.g. "ns::Foo<float,true,3>".
#ifndef POPUTIL_VERTEX_TEMPLATES_HPP
#define POPUTIL_VERTEX_TEMPLATES_HPP

#include <poplar/StringRef.hpp>
#include <poplar/Type.hpp>

#include <string>
#include <utility>

namespace poputil {

/// How a template argument is spelled. Specialise it for enumerations of your own.
template <typename T>
struct VertexTemplateToString {
  static std::string to_string(const T &value) { return std::to_string(value); }
};
template <>
struct VertexTemplateToString<poplar::StringRef> {
  static std::string to_string(const poplar::StringRef &ref) {
    return std::string(ref.data(), ref.size());
  }
};
template <>
struct VertexTemplateToString<std::string> {
  static std::string to_string(const std::string &text) { return text; }
};
template <>
struct VertexTemplateToString<const char *> {
  static std::string to_string(const char *text) { return text; }
};
template <>
struct VertexTemplateToString<poplar::Type> {
  static std::string to_string(const poplar::Type &type) {
    return VertexTemplateToString<poplar::StringRef>::to_string(type.toString());
  }
};
template <>
struct VertexTemplateToString<bool> {
  static std::string to_string(bool value) { return value ? "true" : "false"; }
};

inline std::string templateVertexParams(bool first) {
  return first ? "" : ">";
}

template <typename... Args>
std::string templateVertexParams(bool first, const char *value, Args &&...args);
template <typename... Args>
std::string templateVertexParams(bool first, const std::string &value, Args &&...args);

/// The argument list, from "<" (or "," if not first) to ">".
template <typename T, typename... Args>
std::string templateVertexParams(bool first, const T &value, Args &&...args) {
  return (first ? "<" : ",") + VertexTemplateToString<T>::to_string(value) +
         templateVertexParams(false, std::forward<Args>(args)...);
}
template <typename... Args>
std::string templateVertexParams(bool first, const char *value, Args &&...args) {
  return (first ? "<" : ",") + std::string(value) +
         templateVertexParams(false, std::forward<Args>(args)...);
}
template <typename... Args>
std::string templateVertexParams(bool first, const std::string &value, Args &&...args) {
  return (first ? "<" : ",") + value + templateVertexParams(false, std::forward<Args>(args)...);
}

/// A name without arguments stays as it is; `templateVertex("popops::Fill", poplar::FLOAT, true)`
/// is "popops::Fill<float,true>".
inline std::string templateVertex(const std::string &name) {
  return name;
}
template <typename... Args>
std::string templateVertex(const std::string &name, Args &&...args) {
  return name + templateVertexParams(true, std::forward<Args>(args)...);
}

} // namespace poputil

#endif
