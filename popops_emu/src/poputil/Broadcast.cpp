// SPDX-License-Identifier: MIT
// Views of a common shape.
#include <poputil/Broadcast.hpp>
#include <poputil/exceptions.hpp>

#include <algorithm>

namespace poputil {

using poplar::Tensor;
using Shape = std::vector<std::size_t>;

namespace {

/// The common shape, or an empty optional-like flag.
bool commonShape(const Shape &a, const Shape &b, Shape &result) {
  const std::size_t rank = std::max(a.size(), b.size());
  result.assign(rank, 1);
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::size_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1) return false;
    result[rank - 1 - i] = x == 1 ? y : x;
  }
  return true;
}

std::string describe(const Shape &shape) {
  std::string text = "{";
  for (std::size_t size : shape)
    text += (text.size() > 1 ? "," : "") + std::to_string(size);
  return text + "}";
}

Tensor withRank(const Tensor &t, std::size_t rank) {
  return t.rank() < rank ? t.expand(Shape(rank - t.rank(), 0)) : t;
}

Shape commonShapeOf(const Shape &a, const Shape &b) {
  Shape shape;
  if (!commonShape(a, b, shape))
    throw poplibs_error("tensors of shapes " + describe(a) + " and " + describe(b) +
                        " cannot be broadcast to a common shape; fix: aligned at the right, each "
                        "pair of dimensions must be equal or contain a 1");
  return shape;
}

} // namespace

void expandToMatchRanks(Tensor &a, Tensor &b) {
  const std::size_t rank = std::max(a.rank(), b.rank());
  a = withRank(a, rank);
  b = withRank(b, rank);
}

void broadcastToMatch(Tensor &a, const Shape &shape) {
  if (commonShapeOf(a.shape(), shape) != shape)
    throw poplibs_error("a tensor of shape " + describe(a.shape()) +
                        " cannot be broadcast to the smaller shape " + describe(shape));
  a = withRank(a, shape.size());
  for (unsigned d = 0; d < shape.size(); ++d)
    if (a.dim(d) != shape[d]) a = a.broadcast(static_cast<unsigned>(shape[d]), d);
}

void broadcastToMatch(Tensor &a, Tensor &b) {
  const Shape shape = commonShapeOf(a.shape(), b.shape());
  broadcastToMatch(a, shape);
  broadcastToMatch(b, shape);
}

void broadcastToMatch(Tensor &a, Tensor &b, Tensor &c) {
  const Shape shape = commonShapeOf(commonShapeOf(a.shape(), b.shape()), c.shape());
  broadcastToMatch(a, shape);
  broadcastToMatch(b, shape);
  broadcastToMatch(c, shape);
}

bool canBroadcastToMatch(const Tensor &a, const Tensor &b) {
  Shape shape;
  return commonShape(a.shape(), b.shape(), shape);
}

} // namespace poputil
