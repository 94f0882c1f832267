// SPDX-License-Identifier: MIT
// Converts values between host types and the types of the device.
#ifndef POPLAR_TYPE_CONVERSION_HPP
#define POPLAR_TYPE_CONVERSION_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/Half.hpp>
#include <poplar/Quarter.hpp>
#include <poplar/Type.hpp>
#include <poplar/TypeTraits.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

namespace poplar {

/// What calculateMetadataForConversion makes small.
enum class CostMetric { MEAN_SQUARE_ERROR };

} // namespace poplar

namespace poplar_emu {

// The conversions behind the templates of poplar; `traits` describes the host's values. Their names
// in the library are given here, since only those of namespace poplar leave it otherwise.

POPLAR_EMU_EXPORT void
convertValuesToDevice(const poplar::Type &type, const poplar::QuarterMetadata *metadata,
                      const void *src, const poplar::TypeTraits &traits, std::size_t numElements,
                      void *dst, bool nanoo) __asm__("poplar_emu_convert_values_to_device");
POPLAR_EMU_EXPORT void
convertValuesFromDevice(const poplar::Type &type, const poplar::QuarterMetadata *metadata,
                        const void *src, void *dst, const poplar::TypeTraits &traits,
                        std::size_t numElements) __asm__("poplar_emu_convert_values_from_device");
POPLAR_EMU_EXPORT poplar::QuarterMetadata
calculateMetadata(const void *values, const poplar::TypeTraits &traits, std::size_t numElements,
                  const poplar::QuarterMetadata::Format *format,
                  poplar::CostMetric metric) __asm__("poplar_emu_calculate_metadata");

} // namespace poplar_emu

namespace poplar {

/// Stores host values as elements of a device type. Floating-point values are rounded to nearest,
/// ties to even. Integers that do not fit throw poplar_error. Quarters that overflow become NaN
/// with nanoo, the largest value without.
template <class T>
void convertToDeviceType(const Type &type, ArrayRef<T> src, void *dst, bool nanoo = false) {
  poplar_emu::convertValuesToDevice(type, nullptr, src.data(),
                                    TypeTraits::make<typename std::remove_cv<T>::type>(),
                                    src.size(), dst, nanoo);
}

template <class T>
void convertToDeviceType(const Type &type, QuarterMetadata metadata, ArrayRef<T> src, void *dst,
                         bool nanoo = false) {
  poplar_emu::convertValuesToDevice(type, &metadata, src.data(),
                                    TypeTraits::make<typename std::remove_cv<T>::type>(),
                                    src.size(), dst, nanoo);
}

/// Loads elements of a device type into host values. The destination is written although it is
/// passed as an ArrayRef.
template <class T>
void convertFromDeviceType(const Type &type, const void *src, ArrayRef<T> dst) {
  poplar_emu::convertValuesFromDevice(type, nullptr, src, const_cast<T *>(dst.data()),
                                      TypeTraits::make<T>(), dst.size());
}

template <class T>
void convertFromDeviceType(const Type &type, QuarterMetadata metadata, const void *src,
                           ArrayRef<T> dst) {
  poplar_emu::convertValuesFromDevice(type, &metadata, src, const_cast<T *>(dst.data()),
                                      TypeTraits::make<T>(), dst.size());
}

template <class T>
void convertFromDeviceType(const Type &type, const void *src, std::vector<T> &dst) {
  convertFromDeviceType(type, src, ArrayRef<T>(dst));
}

template <class T>
void convertFromDeviceType(const Type &type, QuarterMetadata metadata, const void *src,
                           std::vector<T> &dst) {
  convertFromDeviceType(type, metadata, src, ArrayRef<T>(dst));
}

/// The format and scale that store some values with the smallest error.
template <class T>
QuarterMetadata calculateMetadataForConversion(ArrayRef<T> values,
                                               CostMetric metric = CostMetric::MEAN_SQUARE_ERROR) {
  return poplar_emu::calculateMetadata(values.data(),
                                       TypeTraits::make<typename std::remove_cv<T>::type>(),
                                       values.size(), nullptr, metric);
}

/// The scale for a given format.
template <class T>
QuarterMetadata calculateMetadataForConversion(QuarterMetadata::Format format, ArrayRef<T> values,
                                               CostMetric metric = CostMetric::MEAN_SQUARE_ERROR) {
  return poplar_emu::calculateMetadata(values.data(),
                                       TypeTraits::make<typename std::remove_cv<T>::type>(),
                                       values.size(), &format, metric);
}

} // namespace poplar

#endif
