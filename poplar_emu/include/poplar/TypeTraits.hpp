// SPDX-License-Identifier: MIT
// What a host type is made of, as plain data.
#ifndef POPLAR_TYPE_TRAITS_HPP
#define POPLAR_TYPE_TRAITS_HPP

#include <poplar/IeeeHalf.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <type_traits>

namespace poplar {

class QuarterMetadata;

/// Size, alignment and kind of a host type. Integers and floating-point numbers of any width are
/// told apart by these members alone.
struct POPLAR_EMU_EXPORT TypeTraits {
  std::size_t size;
  std::size_t align;
  bool isIntegral;
  bool isFloat;
  bool isSigned;

  template <class T>
  static TypeTraits make() {
    TypeTraits traits;
    traits.size = sizeof(T);
    traits.align = alignof(T);
    traits.isIntegral = std::is_integral<T>::value;
    traits.isFloat = isFloatType<T>();
    traits.isSigned = std::is_signed<T>::value || traits.isFloat;
    return traits;
  }

  /// Whether the described type is a number.
  bool isSimpleType() const;

  /// Whether T is a number: an arithmetic type or a 16-bit floating-point type.
  template <class T>
  static constexpr bool isSimpleType() {
    return std::is_integral<T>::value || isFloatType<T>();
  }

  /// Whether values of T need metadata to be understood; no host type does.
  template <class T>
  static constexpr bool requiresMetadata() {
    return false;
  }

 private:
  template <class T>
  static constexpr bool isFloatType() {
    return std::is_floating_point<T>::value || std::is_same<T, IeeeHalf>::value ||
           std::is_same<T, Half>::value
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || __GNUC__ >= 12)
           || std::is_same<T, _Float16>::value
#endif
        ;
  }
};

} // namespace poplar

#endif
