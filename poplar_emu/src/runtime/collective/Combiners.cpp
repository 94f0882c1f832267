// SPDX-License-Identifier: MIT
// Loops over vectors of the compiler, compiled for what the processor offers.
#include "runtime/collective/Combiners.hpp"

#include "runtime/collective/HalfCombiners.hpp"
#include "runtime/collective/Operations.hpp"

#include <cstring>

namespace poplar_emu::runtime {
namespace {

constexpr std::size_t kVector = 64;

#define POPLAR_EMU_INLINE __attribute__((always_inline)) inline

template <class Operation, class T>
POPLAR_EMU_INLINE void combineLoop(std::byte *out, const std::byte *sum, const std::byte *next,
                                   std::size_t bytes) {
  typedef T Vector __attribute__((vector_size(kVector)));
  std::size_t i = 0;
  for (; i + kVector <= bytes; i += kVector) {
    Vector a, b;
    std::memcpy(&a, sum + i, kVector);
    std::memcpy(&b, next + i, kVector);
    Operation::apply(a, b);
    std::memcpy(out + i, &a, kVector);
  }
  for (; i < bytes; i += sizeof(T)) {
    T a, b;
    std::memcpy(&a, sum + i, sizeof a);
    std::memcpy(&b, next + i, sizeof b);
    Operation::apply(a, b);
    std::memcpy(out + i, &a, sizeof a);
  }
}

template <class Operation, class T>
void combineBlock(std::byte *out, const std::byte *sum, const std::byte *next, std::size_t bytes) {
  combineLoop<Operation, T>(out, sum, next, bytes);
}
#if defined(__x86_64__)
template <class Operation, class T>
__attribute__((target("avx2"))) void combineBlockAvx2(std::byte *out, const std::byte *sum,
                                                      const std::byte *next, std::size_t bytes) {
  combineLoop<Operation, T>(out, sum, next, bytes);
}
template <class Operation, class T>
__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))) void
combineBlockAvx512(std::byte *out, const std::byte *sum, const std::byte *next, std::size_t bytes) {
  combineLoop<Operation, T>(out, sum, next, bytes);
}
#endif

template <class Operation, class T>
Combiner::Binary best() {
#if defined(__x86_64__)
  if (hasAvx512()) return combineBlockAvx512<Operation, T>;
  if (__builtin_cpu_supports("avx2")) return combineBlockAvx2<Operation, T>;
#endif
  return combineBlock<Operation, T>;
}

template <class T>
void squareBlock(std::byte *out, const std::byte *in, std::size_t bytes) {
  static const Combiner::Binary multiply = best<Multiply, T>();
  multiply(out, in, in, bytes);
}

void scaleFloats(std::byte *values, float scale, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += sizeof(float)) {
    float value;
    std::memcpy(&value, values + i, sizeof value);
    value *= scale;
    std::memcpy(values + i, &value, sizeof value);
  }
}

/// Arithmetic of integers is that of their unsigned kin: it wraps.
template <class T, class Unsigned>
Combiner combinerFor(Combine combine) {
  switch (combine) {
  case Combine::Add:
    return {best<Plus, Unsigned>(), nullptr, nullptr};
  case Combine::SquareAdd:
    return {best<Plus, Unsigned>(), squareBlock<Unsigned>, nullptr};
  case Combine::Mul:
    return {best<Multiply, Unsigned>(), nullptr, nullptr};
  case Combine::Min:
    return {best<Smaller, T>(), nullptr, nullptr};
  case Combine::Max:
    return {best<Larger, T>(), nullptr, nullptr};
  default:
    return {};
  }
}

} // namespace

Combiner combinerOf(Combine combine, ElementType type) {
  if (combine == Combine::LogicalAnd) return {best<BitAnd, std::uint8_t>(), nullptr, nullptr};
  if (combine == Combine::LogicalOr) return {best<BitOr, std::uint8_t>(), nullptr, nullptr};
  if (type == ElementType::Half) return halfCombiner(combine);
  if (type == ElementType::Float) {
    Combiner combiner = combinerFor<float, float>(combine);
    combiner.scale = scaleFloats;
    return combiner;
  }
  switch (sizeInBytes(type)) {
  case 1:
    return isSigned(type) ? combinerFor<std::int8_t, std::uint8_t>(combine)
                          : combinerFor<std::uint8_t, std::uint8_t>(combine);
  case 2:
    return isSigned(type) ? combinerFor<std::int16_t, std::uint16_t>(combine)
                          : combinerFor<std::uint16_t, std::uint16_t>(combine);
  case 4:
    return isSigned(type) ? combinerFor<std::int32_t, std::uint32_t>(combine)
                          : combinerFor<std::uint32_t, std::uint32_t>(combine);
  default:
    return isSigned(type) ? combinerFor<std::int64_t, std::uint64_t>(combine)
                          : combinerFor<std::uint64_t, std::uint64_t>(combine);
  }
}

} // namespace poplar_emu::runtime
