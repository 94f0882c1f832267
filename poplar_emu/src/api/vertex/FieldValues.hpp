// SPDX-License-Identifier: MIT
// Initial values of fields.
#pragma once

#include "api/GraphState.hpp"
#include "api/tensor/ElementValues.hpp"
#include "api/vertex/Fields.hpp"

namespace poplar_emu::api {

/// A single number: the state `T x`, an element of `Vector<T>`, or an edge. An edge that is
/// connected hands its value on to the tensor; one that is not gets a variable (an Input: a
/// constant) of its own. PE0206, PE0210, PE0214.
void setFieldValue(const GraphState &graph, const Field &field, const HostValues &value);

/// Several numbers; they size a `Vector<T>` or a row of `Vector<Vector<T>>`. PE0213 if the size was
/// set to something else.
void setFieldValues(const GraphState &graph, const Field &field, const HostValues &values);

/// Puts the variables behind the vertex's edges on its tile.
void mapOwnedVariables(GraphCore &core, VertexId vertex, TileId tile);

} // namespace poplar_emu::api
