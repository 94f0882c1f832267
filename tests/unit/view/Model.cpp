// SPDX-License-Identifier: MIT
// The model's operations, the evaluation of views, and random views.
#include "Model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace poplar_emu::view::test {

std::uint64_t product(const Extents &shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t(1), std::multiplies<>());
}

std::uint64_t flatIndex(const Extents &shape, const Extents &index) {
  std::uint64_t flat = 0;
  for (std::size_t d = 0; d < shape.size(); ++d)
    flat = flat * shape[d] + index[d];
  return flat;
}

Model modelVariable(std::uint32_t variable, const Extents &shape) {
  Model out{shape, {}};
  for (std::uint64_t i = 0; i < product(shape); ++i)
    out.elements.push_back({variable, static_cast<std::int64_t>(i)});
  return out;
}

Model modelSlice(const Model &model, std::uint64_t begin, std::uint64_t end, std::size_t dim) {
  Extents shape = model.shape;
  shape[dim] = end - begin;
  return gather(model, shape, [&](Extents index) {
    index[dim] += begin;
    return index;
  });
}

Model modelShuffle(const Model &model, const std::vector<unsigned> &permutation) {
  Extents shape;
  for (unsigned d : permutation)
    shape.push_back(model.shape[d]);
  return gather(model, shape, [&](const Extents &index) {
    Extents source(index.size());
    for (std::size_t d = 0; d < index.size(); ++d)
      source[permutation[d]] = index[d];
    return source;
  });
}

Model modelReshape(const Model &model, const Extents &shape) {
  return {shape, model.elements};
}

Model modelReverse(const Model &model, std::size_t dim) {
  return gather(model, model.shape, [&](Extents index) {
    index[dim] = model.shape[dim] - 1 - index[dim];
    return index;
  });
}

Model modelSubSample(const Model &model, std::uint64_t stride, std::size_t dim) {
  Extents shape = model.shape;
  shape[dim] = (shape[dim] + stride - 1) / stride;
  return gather(model, shape, [&](Extents index) {
    index[dim] *= stride;
    return index;
  });
}

Model modelBroadcast(const Model &model, std::uint64_t n, std::size_t dim) {
  Extents shape = model.shape;
  shape[dim] *= n;
  return gather(model, shape, [&](Extents index) {
    index[dim] %= model.shape[dim];
    return index;
  });
}

Model modelUpsample(const Model &model, std::uint64_t scale, std::size_t dim) {
  Extents shape = model.shape;
  shape[dim] *= scale;
  return gather(model, shape, [&](Extents index) {
    index[dim] /= scale;
    return index;
  });
}

Model modelConcat(const std::vector<Model> &models, std::size_t dim) {
  Model out{models[0].shape, {}};
  out.shape[dim] = 0;
  for (const Model &model : models)
    out.shape[dim] += model.shape[dim];
  forEachIndex(out.shape, [&](Extents index) {
    for (const Model &model : models) {
      if (index[dim] < model.shape[dim]) {
        out.elements.push_back(model.elements[flatIndex(model.shape, index)]);
        return;
      }
      index[dim] -= model.shape[dim];
    }
  });
  return out;
}

Model modelIndex(const Model &model, std::uint64_t i) {
  Model out = modelSlice(model, i, i + 1, 0);
  out.shape.erase(out.shape.begin());
  return out;
}

Model evaluate(const View &view) {
  Model out{Extents(view.shape().begin(), view.shape().end()), {}};
  const Element kUnset{~0u, -1};
  out.elements.assign(product(out.shape), kUnset);
  EXPECT_EQ(view.numElements(), out.elements.size());
  std::uint64_t lastOrigin = 0;
  for (const Piece &piece : view.pieces()) {
    EXPECT_EQ(piece.axes.size(), view.rank());
    Extents box, origin;
    std::size_t digits = 0;
    for (std::size_t d = 0; d < view.rank(); ++d) {
      std::uint64_t extent = 1;
      const auto axis = piece.axisDigits(d);
      for (std::size_t k = 0; k < axis.size(); ++k) {
        EXPECT_GE(axis[k].extent, 2u) << "digit of extent 1";
        if (k > 0) {
          EXPECT_NE(axis[k - 1].stride, static_cast<std::int64_t>(axis[k].extent) * axis[k].stride)
              << "digits not merged";
        }
        extent *= axis[k].extent;
      }
      digits += axis.size();
      box.push_back(extent);
      origin.push_back(piece.axes[d].origin);
    }
    EXPECT_EQ(digits, piece.digits.size());
    const std::uint64_t flatOrigin = flatIndex(out.shape, origin);
    EXPECT_TRUE(&piece == view.pieces().data() || flatOrigin > lastOrigin) << "pieces not sorted";
    lastOrigin = flatOrigin;
    forEachIndex(box, [&](const Extents &within) {
      std::int64_t offset = piece.offset;
      Extents index = origin;
      for (std::size_t d = 0; d < box.size(); ++d) {
        index[d] += within[d];
        EXPECT_LT(index[d], out.shape[d]);
        std::uint64_t rest = within[d];
        const auto axis = piece.axisDigits(d);
        for (std::size_t k = axis.size(); k-- > 0;) {
          offset += static_cast<std::int64_t>(rest % axis[k].extent) * axis[k].stride;
          rest /= axis[k].extent;
        }
      }
      Element &slot = out.elements[flatIndex(out.shape, index)];
      EXPECT_EQ(slot, kUnset) << "pieces overlap";
      slot = {piece.variable.value, offset};
    });
  }
  for (const Element &element : out.elements)
    EXPECT_NE(element, kUnset) << "hole in the view";
  return out;
}

Extents Generator::factorise(std::uint64_t n) {
  Extents out;
  while (n > 1 && chance(80)) {
    std::uint64_t factor = between(1, std::min<std::uint64_t>(n, 12));
    while (n % factor)
      --factor;
    out.push_back(factor);
    n /= factor;
  }
  if (n > 1 || chance(30)) out.push_back(n);
  if (chance(15)) out.insert(out.begin() + static_cast<std::ptrdiff_t>(below(out.size() + 1)), 1);
  std::shuffle(out.begin(), out.end(), random_);
  return out;
}

std::vector<unsigned> Generator::permutation(std::size_t rank) {
  std::vector<unsigned> out(rank);
  std::iota(out.begin(), out.end(), 0u);
  std::shuffle(out.begin(), out.end(), random_);
  return out;
}

std::vector<Interval> Generator::intervals(std::uint64_t n) {
  std::vector<Interval> out;
  if (chance(50)) { // disjoint, ascending
    for (std::uint64_t at = below(4); at < n;) {
      const std::uint64_t end = std::min(n, at + between(0, 9));
      out.push_back({at, end});
      at = end + below(5) + (end == at);
    }
  } else {
    for (std::uint64_t k = between(1, 4); k > 0; --k) {
      const std::uint64_t begin = below(n + 1);
      out.push_back({begin, begin + below(n - begin + 1)});
    }
  }
  return out;
}

Pair Generator::variable() {
  Extents shape;
  std::uint64_t room = 200;
  for (std::uint64_t rank = chance(10) ? below(2) : between(1, 4); rank > 0; --rank) {
    shape.push_back(chance(2) ? 0 : between(1, std::min<std::uint64_t>(room, rank == 1 ? 40 : 9)));
    room /= std::max<std::uint64_t>(1, shape.back());
  }
  const std::uint32_t id = nextVariable_++;
  return {wholeVariable(VariableId(id), shape), modelVariable(id, shape)};
}

Pair Generator::flat(std::uint64_t n) {
  const std::uint32_t id = nextVariable_++;
  const std::uint64_t size = std::max<std::uint64_t>(1, n + below(20));
  const Extents shape{size};
  const Pair whole{wholeVariable(VariableId(id), shape), modelVariable(id, shape)};
  Pair out{slice(whole.view, 0, 0), modelSlice(whole.model, 0, 0, 0)};
  while (out.view.numElements() < n) {
    const std::uint64_t left = n - out.view.numElements();
    Pair part = whole;
    const std::uint64_t begin = below(size);
    part = {slice(part.view, begin, size), modelSlice(part.model, begin, size, 0)};
    for (unsigned k = 0; k < 3; ++k) {
      Pair next = step(part);
      if (next.view.numElements() > 0 && next.view.numElements() < 300) part = std::move(next);
    }
    part = {flatten(part.view), modelReshape(part.model, {part.view.numElements()})};
    const std::uint64_t take = std::min(left, part.view.numElements());
    part = {slice(part.view, 0, take), modelSlice(part.model, 0, take, 0)};
    out = {concat({out.view, part.view}), modelConcat({out.model, part.model}, 0)};
  }
  return out;
}

Pair Generator::step(const Pair &in) {
  const std::size_t rank = in.view.rank();
  const auto dim = static_cast<unsigned>(below(rank));
  const std::uint64_t extent = rank ? in.view.dim(dim) : 0;
  switch (rank == 0 ? 12 + below(2) : below(15)) {
  case 0:
  case 1: {
    const std::uint64_t begin = below(extent + 1), end = begin + below(extent - begin + 1);
    return {slice(in.view, begin, end, dim), modelSlice(in.model, begin, end, dim)};
  }
  case 2: {
    const auto order = permutation(rank);
    return {dimShuffle(in.view, order), modelShuffle(in.model, order)};
  }
  case 3:
    return {reverse(in.view, dim), modelReverse(in.model, dim)};
  case 4: {
    const std::uint64_t stride = between(1, 4);
    return {subSample(in.view, stride, dim), modelSubSample(in.model, stride, dim)};
  }
  case 5: {
    const std::uint64_t n = chance(5) ? 0 : between(1, 3);
    return {broadcast(in.view, n, dim), modelBroadcast(in.model, n, dim)};
  }
  case 6: {
    const std::uint64_t n = chance(5) ? 0 : between(1, 3);
    return {upsample(in.view, n, dim), modelUpsample(in.model, n, dim)};
  }
  case 7:
    if (extent == 0) return in;
    {
      const std::uint64_t i = below(in.view.dim(0));
      if (in.view.dim(0) == 0) return in;
      return {index(in.view, i), modelIndex(in.model, i)};
    }
  case 8: // cut along a dimension and join in another order, some parts twice
  case 9: {
    std::vector<View> views;
    std::vector<Model> models;
    for (std::uint64_t k = between(1, 3); k > 0; --k) {
      const std::uint64_t begin = below(extent + 1), end = begin + below(extent - begin + 1);
      views.push_back(slice(in.view, begin, end, dim));
      models.push_back(modelSlice(in.model, begin, end, dim));
      if (chance(30)) {
        views.back() = reverse(views.back(), dim);
        models.back() = modelReverse(models.back(), dim);
      }
    }
    return {concat(views, dim), modelConcat(models, dim)};
  }
  case 10: { // join with a variable of the same shape
    Extents shape(in.view.shape().begin(), in.view.shape().end());
    shape[dim] = between(0, 3);
    const std::uint32_t id = nextVariable_++;
    const View fresh = wholeVariable(VariableId(id), shape);
    return {concat({in.view, fresh}, dim), modelConcat({in.model, modelVariable(id, shape)}, dim)};
  }
  case 11: {
    const auto end = static_cast<unsigned>(between(dim, rank));
    Extents shape(in.model.shape.begin(), in.model.shape.begin() + dim);
    shape.push_back(product({in.model.shape.begin() + dim, in.model.shape.begin() + end}));
    shape.insert(shape.end(), in.model.shape.begin() + end, in.model.shape.end());
    return {flatten(in.view, dim, end), modelReshape(in.model, shape)};
  }
  case 12: {
    const std::uint64_t at = below(rank + 1);
    Extents shape = in.model.shape;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(at), 1);
    return {expand(in.view, Indices(&at, 1)), modelReshape(in.model, shape)};
  }
  default: {
    const std::uint64_t n = in.view.numElements();
    const Extents shape = n == 0 ? Extents{0, 2} : factorise(n);
    return {reshape(in.view, shape), modelReshape(in.model, shape)};
  }
  }
}

bool Generator::isWorthKeeping(const Pair &before, const Pair &after) {
  if (after.view.numElements() == 0) return chance(3);
  return after.view.numElements() >= std::min<std::uint64_t>(30, before.view.numElements()) ||
         chance(15);
}

Pair Generator::chain(unsigned steps, std::uint64_t limit) {
  Pair out = variable();
  for (unsigned k = 0; k < steps; ++k) {
    Pair next = step(out);
    if (next.view.numElements() <= limit && next.view.rank() <= 7 && isWorthKeeping(out, next))
      out = std::move(next);
  }
  return out;
}

} // namespace poplar_emu::view::test
