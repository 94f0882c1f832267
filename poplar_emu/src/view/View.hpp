// SPDX-License-Identifier: MIT
// The tensor view: a shape and affine pieces of variables that cover it.
#pragma once

#include "support/Ids.hpp"
#include "support/SourceSite.hpp"
#include "view/InlineVector.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace poplar_emu::view {

/// Half-open range of element indices.
struct Interval {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
  friend auto operator<=>(const Interval &, const Interval &) = default;
};

using Shape = InlineVector<std::uint64_t, 4>;

/// One digit of a mixed-radix index: the value i < extent adds i * stride to the offset.
/// Stride 0 repeats (broadcast), a negative stride runs backwards (reverse).
struct Digit {
  std::uint64_t extent = 1;
  std::int64_t stride = 0;
  friend bool operator==(const Digit &, const Digit &) = default;
};

using Digits = InlineVector<Digit, 4>;

/// The part of one dimension that a piece covers: indices [origin, origin + product of its digits).
/// No digits: one index.
struct Axis {
  std::uint64_t origin = 0;
  std::uint32_t digits = 0;
  friend bool operator==(const Axis &, const Axis &) = default;
};

/// A box of the index space whose elements lie affinely in one variable. Within the box the index
/// of dimension d, counted from its origin, is written in the mixed radix of d's digits (outer to
/// inner):
///
///     element = offset + sum over all digits of (digit value * stride)
///
/// Digits of an axis are kept normal: extent at least 2, and no two neighbours that one digit could
/// express.
struct Piece {
  VariableId variable;
  std::int64_t offset = 0;
  InlineVector<Axis, 4> axes; ///< one a dimension
  Digits digits;              ///< of all axes, in order of the axes

  /// Appends an axis, bringing its digits into normal form.
  void addAxis(std::uint64_t origin, std::span<const Digit> axisDigits);
  std::span<const Digit> axisDigits(std::size_t dim) const;
  std::uint64_t extent(std::size_t dim) const;
  /// Number of elements of the box.
  std::uint64_t numElements() const;

  friend bool operator==(const Piece &, const Piece &) = default;
};

/// An immutable view of elements of variables: what poplar::Tensor means. Knows no graph and no
/// type. Copies share their pieces. Safe to read from many threads.
///
/// The boxes of the pieces partition the index space and are sorted by origin (row-major). A view
/// without elements has no pieces.
class View {
 public:
  /// Shape {0}: no elements.
  View();
  /// `piece` covers the whole of `shape`, which has elements.
  View(Shape shape, Piece piece);
  /// The pieces partition `shape`; any order. Cost: n log n when they are not sorted.
  View(Shape shape, std::vector<Piece> pieces);

  std::span<const std::uint64_t> shape() const { return shape_; }
  std::size_t rank() const { return shape_.size(); }
  std::uint64_t dim(std::size_t d) const { return shape_[d]; }
  std::uint64_t numElements() const { return numElements_; }
  std::span<const Piece> pieces() const;
  /// The pieces that may touch indices [begin, end) of dimension 0: a superset found by bisection.
  std::span<const Piece> piecesNear(std::uint64_t begin, std::uint64_t end) const;

 private:
  struct Many {
    std::vector<Piece> pieces;
    std::uint64_t reach = 0; ///< largest extent in dimension 0
  };

  Shape shape_;
  std::uint64_t numElements_ = 0;
  Piece single_;
  std::shared_ptr<const Many> many_;
};

/// The row-major view of a whole variable. Throws PE0113 when the number of elements overflows.
View wholeVariable(VariableId variable, std::span<const std::uint64_t> shape, SiteId site = {});

/// The same elements of other variables: ids[i] takes the place of VariableId(i).
View withVariables(const View &view, std::span<const VariableId> ids);

/// "[4, 6]"; "[]" for a scalar.
std::string shapeText(std::span<const std::uint64_t> shape);

} // namespace poplar_emu::view
