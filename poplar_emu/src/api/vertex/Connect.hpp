// SPDX-License-Identifier: MIT
// The rules of what may be connected to which field.
//
//     declaration                      argument
//     Input<T> ...                     a tensor of one element; a number, if it is an Input
//     Input<Vector<T>> ...             a tensor of rank 1
//     Vector<Input<T>> ...             a tensor of rank 1, a list of scalars, or element by element
//     Vector<Input<Vector<T>>>         a list of tensors of rank 1, the rows of a tensor of rank 2,
//     or Input<VectorList<T>> ...         row by row T, Vector<T>                     nothing: they
//     take initial values
#pragma once

#include "api/tensor/ElementValues.hpp"
#include "api/vertex/Fields.hpp"
#include "view/View.hpp"

#include <poplar/Tensor.hpp>

#include <span>

namespace poplar_emu::api {

/// Errors of all: PE0206 (shape, kind, connected twice), PE0207 (type), PE0211 (constant written).
void connectTensor(const Field &field, const poplar::Tensor &tensor,
                   const poplar::SourceLocation &loc);
/// Also sets the size of the field.
void connectTensors(const Field &field, std::span<const poplar::Tensor> tensors,
                    const poplar::SourceLocation &loc);
/// A number becomes part of the vertex.
void connectImmediate(const Field &field, const HostValues &value);

/// Adds the edge, without asking whether it may be.
void addEdge(const Field &field, const view::View &view);
/// Stores values with the vertex, in place of earlier ones.
void storeValues(const Field &field, const HostValues &values);

} // namespace poplar_emu::api
