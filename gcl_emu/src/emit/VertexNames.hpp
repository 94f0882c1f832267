// SPDX-License-Identifier: MIT
// Names of the vertices of gcl.gp.
#pragma once

#include "support/Operators.hpp"

#include <string>

namespace gcl::detail {

inline std::string nameOfVertex(const char *name, CollectiveOperator op, const poplar::Type &type) {
  return std::string("gcl::") + name + "<gcl::CollectiveOperator::" + nameOf(op) + "," +
         type.toString().cloneAsString() + ">";
}

inline std::string nameOfVertex(const char *name, const poplar::Type &type) {
  return std::string("gcl::") + name + "<" + type.toString().cloneAsString() + ">";
}

} // namespace gcl::detail
