// SPDX-License-Identifier: MIT
// Element types of tensors and fields.
#ifndef POPLAR_TYPE_HPP
#define POPLAR_TYPE_HPP

#include <poplar/Half.hpp>
#include <poplar/IeeeHalf.hpp>
#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <functional>
#include <iosfwd>

namespace poplar {

/// An element type of the device. Values are copies of the constants below; a default-constructed
/// one is no type at all.
class POPLAR_EMU_EXPORT Type {
 public:
  constexpr Type() : kind_(0) {}

  /// The name as it stands in vertex names, such as "unsigned int".
  StringRef toString() const;
  std::size_t hash() const { return kind_; }
  bool isFloatingPoint() const;
  /// Whether values can only be understood with metadata, which holds for QUARTER.
  bool requiresMetadata() const;

  friend constexpr bool operator==(const Type &a, const Type &b) { return a.kind_ == b.kind_; }
  friend constexpr bool operator!=(const Type &a, const Type &b) { return a.kind_ != b.kind_; }
  friend constexpr bool operator<(const Type &a, const Type &b) { return a.kind_ < b.kind_; }

 private:
  enum class Kind : unsigned char;
  friend struct poplar_emu::TypeAccess;
  friend struct poplar_emu::api::Access;

  explicit constexpr Type(Kind kind) : kind_(static_cast<unsigned char>(kind)) {}

  unsigned char kind_;
};

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const Type &type);

// Initialised before any code runs, so that tables in static storage may use them.
extern POPLAR_EMU_EXPORT const Type BOOL;
extern POPLAR_EMU_EXPORT const Type CHAR;
extern POPLAR_EMU_EXPORT const Type SIGNED_CHAR;
extern POPLAR_EMU_EXPORT const Type UNSIGNED_CHAR;
extern POPLAR_EMU_EXPORT const Type SHORT;
extern POPLAR_EMU_EXPORT const Type SIGNED_SHORT;
extern POPLAR_EMU_EXPORT const Type UNSIGNED_SHORT;
extern POPLAR_EMU_EXPORT const Type INT;
extern POPLAR_EMU_EXPORT const Type SIGNED_INT;
extern POPLAR_EMU_EXPORT const Type SIGNED;
extern POPLAR_EMU_EXPORT const Type UNSIGNED_INT;
extern POPLAR_EMU_EXPORT const Type UNSIGNED;
extern POPLAR_EMU_EXPORT const Type LONG;
extern POPLAR_EMU_EXPORT const Type UNSIGNED_LONG;
extern POPLAR_EMU_EXPORT const Type LONGLONG;
extern POPLAR_EMU_EXPORT const Type UNSIGNED_LONGLONG;
extern POPLAR_EMU_EXPORT const Type QUARTER;
extern POPLAR_EMU_EXPORT const Type QUARTER_METADATA;
extern POPLAR_EMU_EXPORT const Type HALF;
extern POPLAR_EMU_EXPORT const Type FLOAT;

/// The device type that holds values of a host type: `equivalent_device_type<int>().value`.
template <class T>
struct equivalent_device_type;

#define POPLAR_DECLARE_EQUIV_TYPE(CType, TypeConstant)                                             \
  template <>                                                                                      \
  struct equivalent_device_type<CType> {                                                           \
    const Type &value = TypeConstant;                                                              \
  };

POPLAR_DECLARE_EQUIV_TYPE(bool, BOOL)
POPLAR_DECLARE_EQUIV_TYPE(char, CHAR)
POPLAR_DECLARE_EQUIV_TYPE(signed char, SIGNED_CHAR)
POPLAR_DECLARE_EQUIV_TYPE(unsigned char, UNSIGNED_CHAR)
POPLAR_DECLARE_EQUIV_TYPE(short, SHORT)
POPLAR_DECLARE_EQUIV_TYPE(unsigned short, UNSIGNED_SHORT)
POPLAR_DECLARE_EQUIV_TYPE(int, INT)
POPLAR_DECLARE_EQUIV_TYPE(unsigned int, UNSIGNED_INT)
POPLAR_DECLARE_EQUIV_TYPE(long, LONG)
POPLAR_DECLARE_EQUIV_TYPE(unsigned long, UNSIGNED_LONG)
POPLAR_DECLARE_EQUIV_TYPE(long long, LONGLONG)
POPLAR_DECLARE_EQUIV_TYPE(unsigned long long, UNSIGNED_LONGLONG)
POPLAR_DECLARE_EQUIV_TYPE(float, FLOAT)
POPLAR_DECLARE_EQUIV_TYPE(double, FLOAT)
POPLAR_DECLARE_EQUIV_TYPE(Half, HALF)
POPLAR_DECLARE_EQUIV_TYPE(IeeeHalf, HALF)
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || __GNUC__ >= 12)
POPLAR_DECLARE_EQUIV_TYPE(_Float16, HALF)
#endif

} // namespace poplar

namespace std {
template <>
struct hash<poplar::Type> {
  size_t operator()(const poplar::Type &type) const { return type.hash(); }
};
} // namespace std

#endif
