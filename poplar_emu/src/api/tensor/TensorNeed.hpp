// SPDX-License-Identifier: MIT
// Tensors as arguments: valid ones, of this graph; and new tensors from views of old ones.
#pragma once

#include "api/Access.hpp"
#include "api/Sites.hpp"
#include "support/Diagnostic.hpp"
#include "support/HostMemory.hpp"

#include <poplar/Tensor.hpp>
#include <poplar/exceptions.hpp>

#include <utility>

namespace poplar_emu::api {

/// PE0101 for a default-constructed tensor. `what` names the call or the argument.
inline const TensorRef &need(const poplar::Tensor &tensor, const char *what,
                             const poplar::SourceLocation &loc = {}) {
  const TensorRef &state = Access::state(tensor);
  if (!state) {
    Diagnostic(Code::PE0101, "{}: the tensor is invalid", what)
        .at(siteOf(loc))
        .fix("assign it from addVariable or another tensor first")
        .raise();
  }
  return state;
}

/// PE0115 unless the tensor belongs to the graph.
inline const TensorRef &needOf(const GraphCore &core, const poplar::Tensor &tensor,
                               const char *what, const poplar::SourceLocation &loc = {}) {
  const TensorRef &state = need(tensor, what, loc);
  if (state->core.get() != &core) {
    Diagnostic(Code::PE0115, "{}: {} belongs to another graph", what, describeTensor(*state))
        .at(siteOf(loc))
        .raise();
  }
  return state;
}

inline poplar::Tensor makeTensor(std::shared_ptr<GraphCore> core, ElementType type, view::View view,
                                 TensorRef metadata = nullptr) {
  return Access::tensor(std::make_shared<const TensorState>(
      TensorState{std::move(core), type, std::move(view), std::move(metadata)}));
}

/// A tensor of the same kind over another view.
inline poplar::Tensor withView(const TensorState &tensor, view::View view) {
  return makeTensor(tensor.core, tensor.type, std::move(view), tensor.metadata);
}

/// Runs `f`; an error of the user's gets the tensor's name, shape and line added.
template <class F>
auto namingTensor(const TensorState &tensor, const poplar::SourceLocation &loc, F &&f) {
  try {
    return std::forward<F>(f)();
  } catch (poplar::poplar_error &error) {
    error.attachSourceLocation(poplar::DebugContext(describeTensor(tensor), loc));
    throw;
  } catch (const std::bad_alloc &) {
    const CallSite call(siteOf(loc));
    raiseHostMemory(describeTensor(tensor));
  } catch (const std::length_error &) {
    const CallSite call(siteOf(loc));
    raiseHostMemory(describeTensor(tensor));
  }
}

} // namespace poplar_emu::api
