// SPDX-License-Identifier: MIT
// An index that knows which table it belongs to.
#ifndef GCCS_GENERIC_ID_HPP
#define GCCS_GENERIC_ID_HPP

#include <cstddef>
#include <functional>
#include <ostream>

namespace gccs {

/// A strong index type: ids of different tags do not mix, but each can be used as an index.
template <class Tag, class UInt = unsigned>
class generic_id {
 public:
  typedef UInt value_type;

  constexpr generic_id() : value_(0) {}
  constexpr explicit generic_id(UInt value) : value_(value) {}

  constexpr operator UInt() const { return value_; }
  constexpr UInt value() const { return value_; }

  generic_id &operator++() {
    ++value_;
    return *this;
  }
  generic_id operator++(int) {
    generic_id before(*this);
    ++value_;
    return before;
  }

  friend constexpr bool operator==(generic_id a, generic_id b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(generic_id a, generic_id b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(generic_id a, generic_id b) { return a.value_ < b.value_; }
  friend std::ostream &operator<<(std::ostream &out, generic_id id) { return out << id.value_; }

 private:
  UInt value_;
};

} // namespace gccs

namespace std {
template <class Tag, class UInt>
struct hash<gccs::generic_id<Tag, UInt>> {
  size_t operator()(gccs::generic_id<Tag, UInt> id) const { return hash<UInt>()(id.value()); }
};
} // namespace std

#endif
