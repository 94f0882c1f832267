// SPDX-License-Identifier: MIT
// Initial values of fields that are computed when the graph is compiled.
#ifndef POPLAR_LATE_INIT_CALLBACK_HPP
#define POPLAR_LATE_INIT_CALLBACK_HPP

#include <poplar_emu/Fwd.hpp>

#include <functional>

namespace poplar {

/// What is known about a vertex and its edges when the callback is called.
class VertexEdgeInfo {
  VertexEdgeInfo() {}
  friend struct poplar_emu::api::Access;
};

template <class T>
using LateInitCallback = std::function<T(const VertexEdgeInfo &)>;

} // namespace poplar

#endif
