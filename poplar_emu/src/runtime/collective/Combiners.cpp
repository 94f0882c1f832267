// SPDX-License-Identifier: MIT
// Loops over vectors of the compiler, compiled for what the processor offers.
#include "runtime/collective/Combiners.hpp"

#include "runtime/collective/HalfCombiners.hpp"
#include "runtime/collective/InstructionSets.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace poplar_emu::runtime {
namespace {

namespace plain {
#include "runtime/collective/Loops.inc"

#include "runtime/collective/Bands.inc"
} // namespace plain

#if defined(__x86_64__)
POPLAR_EMU_AVX2_BEGIN
namespace avx2 {
#include "runtime/collective/Loops.inc"

#include "runtime/collective/Bands.inc"
} // namespace avx2
POPLAR_EMU_REGION_END

POPLAR_EMU_AVX512_BEGIN
namespace avx512 {
/// Of the first bytes of a vector; the others are zero and stay in memory as they are.
struct MaskedAccess {
  explicit MaskedAccess(std::size_t bytes) : mask((__mmask64{1} << bytes) - 1) {}

  template <class Value>
  POPLAR_EMU_INLINE void load(Value &value, const std::byte *place) const {
    value = reinterpret_cast<Value>(_mm512_maskz_loadu_epi8(mask, place));
  }
  template <class Value>
  POPLAR_EMU_INLINE void store(std::byte *place, const Value &value) const {
    _mm512_mask_storeu_epi8(place, mask, reinterpret_cast<__m512i>(value));
  }

  __mmask64 mask;
};
#define POPLAR_EMU_MASKED
#include "runtime/collective/Loops.inc"

#include "runtime/collective/Bands.inc"
#undef POPLAR_EMU_MASKED
} // namespace avx512
POPLAR_EMU_REGION_END

#define POPLAR_EMU_BEST(Operation, T)                                                              \
  (hasAvx512() ? avx512::combineRow<avx512::Operation, T>                                          \
   : hasAvx2() ? avx2::combineRow<avx2::Operation, T>                                              \
               : plain::combineRow<plain::Operation, T>)
#define POPLAR_EMU_BEST_BAND(Operation)                                                            \
  (hasAvx512() ? avx512::combineBand<avx512::Operation>                                            \
   : hasAvx2() ? avx2::combineBand<avx2::Operation>                                                \
               : plain::combineBand<plain::Operation>)
#else
#define POPLAR_EMU_BEST(Operation, T) (plain::combineRow<plain::Operation, T>)
#define POPLAR_EMU_BEST_BAND(Operation) (plain::combineBand<plain::Operation>)
#endif

template <class T>
void squareRow(std::byte *out, const std::byte *in, std::size_t bytes) {
  static const Combiner::Rows multiply = POPLAR_EMU_BEST(Multiply, T);
  const std::byte *const both[] = {in, in};
  multiply({both, 2}, {&out, 1}, bytes);
}

Combiner floatCombiner(Combine combine) {
  switch (combine) {
  case Combine::Add:
    return {POPLAR_EMU_BEST(Plus, float), nullptr, POPLAR_EMU_BEST_BAND(Plus)};
  case Combine::SquareAdd:
    return {POPLAR_EMU_BEST(Plus, float), squareRow<float>, nullptr};
  case Combine::Mul:
    return {POPLAR_EMU_BEST(Multiply, float), nullptr, POPLAR_EMU_BEST_BAND(Multiply)};
  case Combine::Min:
    return {POPLAR_EMU_BEST(Smaller, float), nullptr, POPLAR_EMU_BEST_BAND(Smaller)};
  case Combine::Max:
    return {POPLAR_EMU_BEST(Larger, float), nullptr, POPLAR_EMU_BEST_BAND(Larger)};
  default:
    return {};
  }
}

/// Arithmetic of integers is that of their unsigned kin: it wraps.
template <class T, class Unsigned>
Combiner integerCombiner(Combine combine) {
  switch (combine) {
  case Combine::Add:
    return {POPLAR_EMU_BEST(Plus, Unsigned), nullptr, nullptr};
  case Combine::SquareAdd:
    return {POPLAR_EMU_BEST(Plus, Unsigned), squareRow<Unsigned>, nullptr};
  case Combine::Mul:
    return {POPLAR_EMU_BEST(Multiply, Unsigned), nullptr};
  case Combine::Min:
    return {POPLAR_EMU_BEST(Smaller, T), nullptr};
  case Combine::Max:
    return {POPLAR_EMU_BEST(Larger, T), nullptr};
  default:
    return {};
  }
}

} // namespace

Combiner combinerOf(Combine combine, ElementType type) {
  if (combine == Combine::LogicalAnd) return {POPLAR_EMU_BEST(BitAnd, std::uint8_t), nullptr};
  if (combine == Combine::LogicalOr) return {POPLAR_EMU_BEST(BitOr, std::uint8_t), nullptr};
  if (type == ElementType::Half) return halfCombiner(combine);
  if (type == ElementType::Float) return floatCombiner(combine);
  switch (sizeInBytes(type)) {
  case 1:
    return isSigned(type) ? integerCombiner<std::int8_t, std::uint8_t>(combine)
                          : integerCombiner<std::uint8_t, std::uint8_t>(combine);
  case 2:
    return isSigned(type) ? integerCombiner<std::int16_t, std::uint16_t>(combine)
                          : integerCombiner<std::uint16_t, std::uint16_t>(combine);
  case 4:
    return isSigned(type) ? integerCombiner<std::int32_t, std::uint32_t>(combine)
                          : integerCombiner<std::uint32_t, std::uint32_t>(combine);
  default:
    return isSigned(type) ? integerCombiner<std::int64_t, std::uint64_t>(combine)
                          : integerCombiner<std::uint64_t, std::uint64_t>(combine);
  }
}

} // namespace poplar_emu::runtime
