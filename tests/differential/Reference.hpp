// SPDX-License-Identifier: MIT
// The reference: a tensor is a list of elements, memory an array of numbers. Obviously right, and
// slow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace reference {

using Shape = std::vector<std::size_t>;

struct Element {
  unsigned variable = 0;
  std::size_t index = 0;
  friend bool operator==(const Element &, const Element &) = default;
  friend auto operator<=>(const Element &, const Element &) = default;
};

/// Row-major list of elements.
struct Tensor {
  Shape shape;
  std::vector<Element> elements;
};

std::size_t product(const Shape &shape);
Tensor variable(unsigned id, const Shape &shape);

Tensor slice(const Tensor &t, std::size_t begin, std::size_t end, unsigned dim);
Tensor dimShuffle(const Tensor &t, const std::vector<unsigned> &permutation);
Tensor reshape(const Tensor &t, const Shape &shape);
Tensor broadcast(const Tensor &t, unsigned count, unsigned dim);
Tensor reverse(const Tensor &t, unsigned dim);
Tensor subSample(const Tensor &t, unsigned stride, unsigned dim);
Tensor concat(const Tensor &a, const Tensor &b, unsigned dim);

bool hasDuplicates(const Tensor &t);

/// Values of all variables on one replica; all element types hold small numbers exactly.
struct Memory : std::vector<std::vector<unsigned>> {
  unsigned replica = 0;
};
/// The memories of all replicas.
using World = std::vector<Memory>;

inline unsigned &at(Memory &memory, const Element &element) {
  return memory[element.variable][element.index];
}

/// What a vertex does to its replica, and what a program does to all.
using Effect = std::function<void(Memory &)>;
using WorldEffect = std::function<void(World &)>;

/// Every replica does the same.
inline WorldEffect everywhere(Effect effect) {
  return [effect = std::move(effect)](World &world) {
    for (Memory &memory : world)
      effect(memory);
  };
}

} // namespace reference
