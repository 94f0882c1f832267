// SPDX-License-Identifier: MIT
// Lexicographic comparison of structs by a list of their data members.
#ifndef GCCS_STRUCT_HELPER_HPP
#define GCCS_STRUCT_HELPER_HPP

#include <type_traits>

namespace gccs {

/// Holds pointers to data members and compares two structs member by member, in the listed order.
template <class... Ps>
struct StructHelper;

template <>
struct StructHelper<> {
  constexpr StructHelper() {}

  template <class T>
  constexpr bool lt(const T &, const T &) const {
    return false;
  }

  template <class T>
  constexpr bool eq(const T &, const T &) const {
    return true;
  }
};

template <class P, class... Ps>
struct StructHelper<P, Ps...> {
  constexpr explicit StructHelper(P first, Ps... rest) : first_(first), rest_(rest...) {}

  template <class T>
  constexpr bool lt(const T &a, const T &b) const {
    return a.*first_ < b.*first_ || (!(b.*first_ < a.*first_) && rest_.lt(a, b));
  }

  template <class T>
  constexpr bool eq(const T &a, const T &b) const {
    return a.*first_ == b.*first_ && rest_.eq(a, b);
  }

 private:
  P first_;
  StructHelper<Ps...> rest_;
};

#if __cplusplus >= 201703L
template <class... Ps>
StructHelper(Ps...) -> StructHelper<Ps...>;
#endif

template <class... Ps>
constexpr StructHelper<typename std::decay<Ps>::type...> makeStructHelper(Ps... members) {
  return StructHelper<typename std::decay<Ps>::type...>(members...);
}

} // namespace gccs

#endif
