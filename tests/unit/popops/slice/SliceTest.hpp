// SPDX-License-Identifier: MIT
// Plain references of slices and updates, element by element, and the shapes that tests go through.
#pragma once

#include "../Harness.hpp"

#include <functional>

namespace popops_test {

/// A slice of a tensor: the sliced dimensions and the sizes in them.
struct SliceCase {
  Shape shape, dims, sizes;

  Shape sliceShape() const {
    Shape result = shape;
    for (std::size_t i = 0; i < dims.size(); ++i)
      result[dims[i]] = sizes[i];
    return result;
  }
  /// "[3,4] dims [1] sizes [2]".
  std::string text() const {
    std::string result;
    for (const Shape *list : {&shape, &dims, &sizes}) {
      for (const std::size_t n : *list)
        result += std::to_string(n) + ' ';
      result += "| ";
    }
    return result;
  }
};

inline const std::vector<SliceCase> kSliceCases = {
    {{7}, {0}, {1}},
    {{13}, {0}, {5}},
    {{9, 5}, {0}, {1}},
    {{9, 5}, {1}, {2}},
    {{6, 5, 4}, {1}, {1}},
    {{6, 5, 4}, {2, 0}, {3, 2}},
    {{2, 3, 4, 5}, {1, 3}, {2, 1}},
    {{3, 2, 2, 3, 2}, {3}, {2}},
    {{31, 67}, {0}, {3}},
    {{5, 200}, {0}, {1}},
    {{300, 3}, {0}, {1}},
    {{300, 8}, {0}, {2}},
    {{4, 4}, {0, 1}, {4, 4}},
};

/// Calls f(element of the tensor, element of the slice) for the slice at the offsets, which wraps.
/// Does nothing if an offset is outside.
inline void forEachSliced(const SliceCase &c, const unsigned *offsets,
                          const std::function<void(std::size_t, std::size_t)> &f) {
  for (std::size_t i = 0; i < c.dims.size(); ++i)
    if (offsets[i] >= c.shape[c.dims[i]]) return;
  const Shape slice = c.sliceShape();
  Shape index(slice.size(), 0);
  for (std::size_t element = 0; element < volume(slice); ++element) {
    std::size_t rest = element;
    for (std::size_t d = slice.size(); d-- > 0;) {
      index[d] = rest % slice[d];
      rest /= slice[d];
    }
    for (std::size_t i = 0; i < c.dims.size(); ++i)
      index[c.dims[i]] = (index[c.dims[i]] + offsets[i]) % c.shape[c.dims[i]];
    std::size_t at = 0;
    for (std::size_t d = 0; d < slice.size(); ++d)
      at = at * c.shape[d] + index[d];
    f(at, element);
  }
}

/// Offsets inside their dimensions, and one outside now and then if allowed.
inline std::vector<unsigned> someOffsets(const SliceCase &c, std::size_t count, unsigned seed,
                                         bool mayBeOutside) {
  std::vector<unsigned> offsets;
  for (std::size_t i = 0; i < count * c.dims.size(); ++i) {
    const std::uint64_t r = ((i + 1 + seed * 7919) * 0x9e3779b97f4a7c15ULL) >> 33;
    const auto size = static_cast<unsigned>(c.shape[c.dims[i % c.dims.size()]]);
    if (mayBeOutside && r % 5 == 0)
      offsets.push_back(r % 2 ? size : 0xffffffffu);
    else
      offsets.push_back(static_cast<unsigned>(r / 16 % size));
  }
  return offsets;
}

/// Small numbers, all different from their neighbours, exact in every type.
template <class T>
std::vector<T> countingValues(std::size_t n, unsigned first = 1) {
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i) {
    const auto value = static_cast<unsigned>((first + i * 7) % 97);
    if constexpr (std::is_same_v<T, bool>)
      values.push_back(value % 3 == 0);
    else
      values.push_back(static_cast<T>(static_cast<float>(value)));
  }
  return values;
}

} // namespace popops_test
