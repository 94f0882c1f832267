// SPDX-License-Identifier: MIT
// Lays out tensors: one row a line, long rows broken, large tensors summarised.
#include "runtime/print/TensorPrinter.hpp"

#include "runtime/print/ElementText.hpp"
#include "support/ElementType.hpp"

#include <algorithm>
#include <cstdint>

namespace poplar_emu::runtime {
namespace {

constexpr std::string_view kEllipsis = "...";

class Layout {
 public:
  Layout(const plan::PrintStep &print, std::span<const std::byte> data)
      : print_(print), format_(print.format), data_(data), elementBytes_(sizeInBytes(print.type)) {
    std::uint64_t numElements = 1;
    for (const std::uint64_t extent : print.shape)
      numElements *= extent;
    summarised_ = format_.formatting && numElements > format_.summariseThreshold;
  }

  std::string text() {
    out_ = print_.title.empty() ? std::string() : print_.title + ": ";
    if (format_.formatting && !isFloatingPoint(print_.type)) width_ = widest(0, 0);
    if (print_.shape.empty())
      out_ += element(0);
    else
      dimension(0, 0);
    out_ += '\n';
    return std::move(out_);
  }

 private:
  std::string element(std::uint64_t index) const {
    return elementText(print_.type, data_.data() + index * elementBytes_,
                       print_.quarterMetadata.value_or(0), format_);
  }

  bool isSkipped(std::uint64_t i, std::uint64_t extent) const {
    const std::uint64_t edge = format_.edgeItems;
    return summarised_ && extent > 2 * edge && i >= edge && i < extent - edge;
  }

  /// Calls item(i) for the indices that are shown and gap() once for those that are not.
  template <class Item, class Gap>
  void forEachShown(std::uint64_t extent, Item &&item, Gap &&gap) const {
    for (std::uint64_t i = 0; i < extent; ++i) {
      if (!isSkipped(i, extent)) {
        item(i);
        continue;
      }
      gap();
      i = extent - format_.edgeItems - 1;
    }
  }

  /// Characters of the longest element that is shown.
  std::size_t widest(std::size_t dim, std::uint64_t offset) const {
    if (dim == print_.shape.size()) return element(offset).size();
    std::size_t width = 0;
    const std::uint64_t extent = print_.shape[dim];
    forEachShown(
        extent,
        [&](std::uint64_t i) { width = std::max(width, widest(dim + 1, offset * extent + i)); },
        [] {});
    return width;
  }

  void dimension(std::size_t dim, std::uint64_t offset) {
    const std::uint64_t extent = print_.shape[dim];
    if (dim + 1 == print_.shape.size()) return row(dim, offset);
    out_ += format_.open;
    const auto newLine = [&](std::size_t indent) {
      out_ += '\n';
      out_.append(indent, ' ');
    };
    forEachShown(
        extent,
        [&](std::uint64_t i) {
          newLine(dim + 1);
          dimension(dim + 1, offset * extent + i);
        },
        [&] {
          newLine(dim + 1);
          out_ += kEllipsis;
        });
    if (extent != 0) newLine(dim);
    out_ += format_.close;
  }

  void row(std::size_t indent, std::uint64_t offset) {
    const std::uint64_t extent = print_.shape[indent];
    out_ += format_.open;
    bool first = true;
    const auto item = [&](std::string_view text, std::size_t width) {
      const std::size_t padding = width > text.size() ? width - text.size() : 0;
      if (!first) {
        out_ += format_.separator;
        // The separator or bracket behind the item belongs to its line.
        const std::size_t column = out_.size() - (out_.rfind('\n') + 1);
        if (format_.formatting && column + padding + text.size() + 1 > format_.maxLineWidth) {
          out_ += '\n';
          out_.append(indent + 2, ' ');
        }
      }
      first = false;
      out_.append(padding, ' ');
      out_ += text;
    };
    forEachShown(
        extent, [&](std::uint64_t i) { item(element(offset * extent + i), width_); },
        [&] { item(kEllipsis, 0); });
    out_ += format_.close;
  }

  const plan::PrintStep &print_;
  const plan::PrintFormat &format_;
  std::span<const std::byte> data_;
  std::size_t elementBytes_;
  bool summarised_ = false;
  std::size_t width_ = 0;
  std::string out_;
};

} // namespace

std::string tensorText(const plan::PrintStep &print, std::span<const std::byte> data) {
  return Layout(print, data).text();
}

} // namespace poplar_emu::runtime
