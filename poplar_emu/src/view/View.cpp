// SPDX-License-Identifier: MIT
// Construction of views: normal form of pieces, their order, and their index.
#include "view/View.hpp"

#include "support/Diagnostic.hpp"
#include "view/Digits.hpp"

#include <algorithm>

namespace poplar_emu::view {
namespace {

std::uint64_t product(std::span<const std::uint64_t> shape) {
  std::uint64_t n = 1;
  for (std::uint64_t extent : shape)
    n *= extent;
  return n;
}

bool comesBefore(const Piece &a, const Piece &b) {
  for (std::size_t d = 0; d < a.axes.size(); ++d)
    if (a.axes[d].origin != b.axes[d].origin) return a.axes[d].origin < b.axes[d].origin;
  return false;
}

} // namespace

void Piece::addAxis(std::uint64_t origin, std::span<const Digit> axisDigits) {
  const std::size_t first = digits.size();
  appendDigits(digits, first, axisDigits);
  axes.push_back({origin, static_cast<std::uint32_t>(digits.size() - first)});
}

std::span<const Digit> Piece::axisDigits(std::size_t dim) const {
  std::size_t first = 0;
  for (std::size_t d = 0; d < dim; ++d)
    first += axes[d].digits;
  return std::span<const Digit>(digits.data() + first, axes[dim].digits);
}

std::uint64_t Piece::extent(std::size_t dim) const {
  return extentOf(axisDigits(dim));
}

std::uint64_t Piece::numElements() const {
  return extentOf(digits);
}

View::View() : shape_{0} {}

View::View(Shape shape, Piece piece)
    : shape_(std::move(shape)), numElements_(product(shape_)), single_(std::move(piece)) {}

View::View(Shape shape, std::vector<Piece> pieces)
    : shape_(std::move(shape)), numElements_(product(shape_)) {
  if (pieces.size() == 1) {
    single_ = std::move(pieces.front());
  } else if (!pieces.empty()) {
    if (!std::is_sorted(pieces.begin(), pieces.end(), comesBefore))
      std::sort(pieces.begin(), pieces.end(), comesBefore);
    std::uint64_t reach = 0;
    for (const Piece &piece : pieces)
      reach = std::max(reach, piece.extent(0));
    if (pieces.capacity() > pieces.size() * 2) pieces.shrink_to_fit();
    many_ = std::make_shared<const Many>(Many{std::move(pieces), reach});
  }
}

std::span<const Piece> View::pieces() const {
  if (many_) return many_->pieces;
  return {&single_, numElements_ ? std::size_t(1) : std::size_t(0)};
}

std::span<const Piece> View::piecesNear(std::uint64_t begin, std::uint64_t end) const {
  if (!many_) return pieces();
  const std::span<const Piece> all = many_->pieces;
  const auto startsBefore = [](const Piece &piece, std::uint64_t index) {
    return piece.axes[0].origin < index;
  };
  // A piece that ends after `begin` starts after begin - reach.
  const std::uint64_t earliest = begin + 1 > many_->reach ? begin + 1 - many_->reach : 0;
  const auto first = std::lower_bound(all.begin(), all.end(), earliest, startsBefore);
  const auto last = std::lower_bound(first, all.end(), end, startsBefore);
  return {first, last};
}

View wholeVariable(VariableId variable, std::span<const std::uint64_t> shape, SiteId site) {
  const auto numElements = checkedProduct(shape);
  if (!numElements)
    Diagnostic(Code::PE0113, "a tensor of shape {} has too many elements", shapeText(shape))
        .at(site)
        .note("the number of elements must be below 2^63")
        .fix("use a smaller shape")
        .raise();
  if (*numElements == 0) return View(Shape(shape), std::vector<Piece>{});
  Piece piece;
  piece.variable = variable;
  std::uint64_t stride = *numElements;
  for (std::uint64_t extent : shape) {
    stride /= extent;
    const Digit digit{extent, static_cast<std::int64_t>(stride)};
    piece.addAxis(0, {&digit, 1});
  }
  return View(Shape(shape), std::move(piece));
}

View withVariables(const View &view, std::span<const VariableId> ids) {
  std::vector<Piece> pieces(view.pieces().begin(), view.pieces().end());
  for (Piece &piece : pieces)
    piece.variable = ids[piece.variable.index()];
  return View(Shape(view.shape()), std::move(pieces));
}

std::string shapeText(std::span<const std::uint64_t> shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

} // namespace poplar_emu::view
