// SPDX-License-Identifier: MIT
// concat, append and the identity of tensors.
#include "api/tensor/TensorNeed.hpp"
#include "support/HostMemory.hpp"
#include "view/Ops.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

bool sameMetadata(const TensorRef &a, const TensorRef &b) {
  if (!a || !b) return !a && !b;
  return a->core == b->core && view::equal(a->view, b->view);
}

void checkJoinable(const TensorState &first, const TensorState &other, const char *what,
                   const SourceLocation &loc) {
  if (other.core != first.core) {
    Diagnostic(Code::PE0115, "{}: tensors of different graphs", what)
        .at(siteOf(loc))
        .note("{}", describeTensor(first))
        .note("{}", describeTensor(other))
        .raise();
  }
  if (other.type != first.type) {
    Diagnostic(Code::PE0109, "{}: {} and {} have different element types", what,
               describeTensor(first), describeTensor(other))
        .at(siteOf(loc))
        .raise();
  }
  if (first.type == ElementType::Quarter && !sameMetadata(first.metadata, other.metadata)) {
    Diagnostic(Code::PE0114, "{}: {} and {} have different metadata", what, describeTensor(first),
               describeTensor(other))
        .at(siteOf(loc))
        .fix("make both with one metadata tensor")
        .raise();
  }
}

/// Each piece of a view is kept, so joins of joins grow without end.
void requirePieces(const TensorState &tensor, const char *what, std::uint64_t pieces) {
  requireHostMemory(fmt::format("{} of {}", what, describeTensor(tensor)),
                    pieces * sizeof(view::Piece));
}

template <class F>
Tensor join(const Tensor &first, const Tensor &second, const char *what, const SourceLocation &loc,
            F &&f) {
  const TensorRef &a = need(first, what, loc);
  const TensorRef &b = need(second, what, loc);
  checkJoinable(*a, *b, what, loc);
  requirePieces(*a, what, a->view.pieces().size() + b->view.pieces().size());
  return namingTensor(*a, loc, [&] {
    return namingTensor(*b, loc, [&] { return withView(*a, f(a->view, b->view)); });
  });
}

} // namespace

Tensor concat(ArrayRef<Tensor> tensors, unsigned dimension, SourceLocation loc) {
  if (tensors.empty()) {
    Diagnostic(Code::PE0108, "concat of no tensors")
        .at(siteOf(loc))
        .note("nothing would tell the element type of the result")
        .raise();
  }
  const TensorRef &first = need(tensors[0], "concat", loc);
  std::vector<const view::View *> views;
  views.reserve(tensors.size());
  std::uint64_t pieces = 0;
  for (const Tensor &tensor : tensors) {
    const TensorRef &state = need(tensor, "concat", loc);
    checkJoinable(*first, *state, "concat", loc);
    views.push_back(&state->view);
    pieces += state->view.pieces().size();
  }
  requirePieces(*first, "concat", pieces);
  return namingTensor(*first, loc, [&] {
    return withView(*first, view::concat(std::span<const view::View *const>(views), dimension));
  });
}

Tensor concat(const Tensor &first, const Tensor &second, unsigned dimension, SourceLocation loc) {
  return join(first, second, "concat", loc, [&](const view::View &a, const view::View &b) {
    const view::View *const both[] = {&a, &b};
    return view::concat(std::span<const view::View *const>(both), dimension);
  });
}

Tensor append(const Tensor &first, const Tensor &second, unsigned dimension, SourceLocation loc) {
  return join(first, second, "append", loc, [&](const view::View &a, const view::View &b) {
    return view::append(a, b, dimension);
  });
}

Tensor append(const Tensor &first, const Tensor &second, SourceLocation loc) {
  return append(first, second, 0, loc);
}

bool operator==(const Tensor &a, const Tensor &b) {
  const TensorRef &left = Access::state(a);
  const TensorRef &right = Access::state(b);
  if (left == right) return true;
  if (!left || !right) return false;
  return left->core == right->core && left->type == right->type &&
         view::equal(left->view, right->view);
}

bool operator!=(const Tensor &a, const Tensor &b) {
  return !(a == b);
}

} // namespace poplar
