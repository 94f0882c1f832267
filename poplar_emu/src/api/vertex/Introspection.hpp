// SPDX-License-Identifier: MIT
// What stands behind poplar::VertexIntrospector and poplar::FieldData.
#pragma once

#include "api/GraphCore.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::api {

/// Both refer to a graph that outlives the call of the estimator.
struct VertexIntrospectorState {
  const GraphCore *core = nullptr;
  VertexId vertex;
};

struct FieldDataState {
  const GraphCore *core = nullptr;
  VertexId vertex;
  std::uint32_t field = 0;
  /// Sizes of the rows of a field of rank 2, found together when the first is asked for.
  std::vector<std::size_t> rowSizes = {};
};

} // namespace poplar_emu::api
