// SPDX-License-Identifier: MIT
// What stands behind poplar::VertexIntrospector and poplar::FieldData.
#pragma once

#include "api/GraphCore.hpp"

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
};

} // namespace poplar_emu::api
