// SPDX-License-Identifier: MIT
// Tables of estimators by the names of vertex types. A table may have names that no vertex has;
// they are left out when it is registered.
#pragma once

#include "estimators/Model.hpp"

#include <poputil/cyclesTables.hpp>

#include <utility>

namespace popops::estimators {

using Table = poputil::internal::PerfEstimatorTable;

/// Adds the estimator of name<args...>.
template <class Function, class... Args>
void add(Table &table, const char *name, Function function, const Args &...args) {
  table.emplace_back(poputil::templateVertex(name, args...), std::move(function));
}

} // namespace popops::estimators
