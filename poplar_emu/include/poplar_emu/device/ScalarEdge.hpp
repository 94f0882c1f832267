// SPDX-License-Identifier: MIT
// A scalar edge: a pointer to one element that behaves as the element in expressions.
#ifndef POPLAR_EMU_DEVICE_SCALAR_EDGE_HPP
#define POPLAR_EMU_DEVICE_SCALAR_EDGE_HPP

#include <type_traits>

namespace poplar_emu {
namespace device {

struct ScalarEdgeTag {};

template <class T_>
struct IsScalarEdge : std::is_base_of<ScalarEdgeTag, T_> {};

// Values pass through; edges give what they point to.
template <class T_>
const T_ &unwrapEdge(const T_ &value, std::false_type) {
  return value;
}
template <class Edge>
const typename Edge::EmuElement &unwrapEdge(const Edge &edge, std::true_type) {
  return *edge;
}
template <class T_>
auto unwrap(const T_ &value) -> decltype(unwrapEdge(value, IsScalarEdge<T_>())) {
  return unwrapEdge(value, IsScalarEdge<T_>());
}

// Trivial default construction: codelets are laid out, never constructed.
template <class T_>
struct ReadEdge : ScalarEdgeTag {
  typedef T_ EmuElement;
  T_ *emuData;

  operator const T_ &() const { return *emuData; }
  const T_ &operator*() const { return *emuData; }
  const T_ *operator->() const { return emuData; }
};

/// Assignment goes to the element, from whatever side: for a Vector of edges, f[i] = f[j] must move
/// the value.
template <class T_>
struct WriteEdge : ScalarEdgeTag {
  typedef T_ EmuElement;
  T_ *emuData;

  WriteEdge() = default;
  WriteEdge(const WriteEdge &) = default;
  WriteEdge &operator=(const WriteEdge &other) {
    *emuData = *other.emuData;
    return *this;
  }

  operator T_ &() const { return *emuData; }
  T_ &operator*() const { return *emuData; }
  T_ *operator->() const { return emuData; }

  T_ &operator++() const { return ++*emuData; }
  T_ &operator--() const { return --*emuData; }
  T_ operator++(int) const { return (*emuData)++; }
  T_ operator--(int) const { return (*emuData)--; }

#define POPLAR_EMU_COMPOUND(op)                                                                    \
  template <class U_>                                                                              \
  T_ &operator op(const U_ & value) const {                                                        \
    return *emuData op unwrap(value);                                                              \
  }
  POPLAR_EMU_COMPOUND(+=)
  POPLAR_EMU_COMPOUND(-=)
  POPLAR_EMU_COMPOUND(*=)
  POPLAR_EMU_COMPOUND(/=)
  POPLAR_EMU_COMPOUND(%=)
  POPLAR_EMU_COMPOUND(&=)
  POPLAR_EMU_COMPOUND(|=)
  POPLAR_EMU_COMPOUND(^=)
  POPLAR_EMU_COMPOUND(<<=)
  POPLAR_EMU_COMPOUND(>>=)
#undef POPLAR_EMU_COMPOUND
};

// The built-in operators are ambiguous for half behind a conversion, so edges bring their own.
#define POPLAR_EMU_BINARY(op)                                                                      \
  template <class A_, class B_,                                                                    \
            class =                                                                                \
                typename std::enable_if<IsScalarEdge<A_>::value || IsScalarEdge<B_>::value>::type> \
  auto operator op(const A_ &a, const B_ &b)->decltype(unwrap(a) op unwrap(b)) {                   \
    return unwrap(a) op unwrap(b);                                                                 \
  }
POPLAR_EMU_BINARY(+)
POPLAR_EMU_BINARY(-)
POPLAR_EMU_BINARY(*)
POPLAR_EMU_BINARY(/)
POPLAR_EMU_BINARY(%)
POPLAR_EMU_BINARY(&)
POPLAR_EMU_BINARY(|)
POPLAR_EMU_BINARY(^)
POPLAR_EMU_BINARY(<<)
POPLAR_EMU_BINARY(>>)
POPLAR_EMU_BINARY(<)
POPLAR_EMU_BINARY(>)
POPLAR_EMU_BINARY(<=)
POPLAR_EMU_BINARY(>=)
POPLAR_EMU_BINARY(==)
POPLAR_EMU_BINARY(!=)
#undef POPLAR_EMU_BINARY

#define POPLAR_EMU_UNARY(op)                                                                       \
  template <class A_, class = typename std::enable_if<IsScalarEdge<A_>::value>::type>              \
  auto operator op(const A_ &a)->decltype(op unwrap(a)) {                                          \
    return op unwrap(a);                                                                           \
  }
POPLAR_EMU_UNARY(-)
POPLAR_EMU_UNARY(+)
POPLAR_EMU_UNARY(~)
POPLAR_EMU_UNARY(!)
#undef POPLAR_EMU_UNARY

// Compound assignment to an ordinary variable: x += f[i], with x half too.
#define POPLAR_EMU_COMPOUND(op)                                                                    \
  template <class T_, class Edge,                                                                  \
            class = typename std::enable_if<!IsScalarEdge<T_>::value &&                            \
                                            IsScalarEdge<Edge>::value>::type>                      \
  auto operator op(T_ &target, const Edge &edge)->decltype(target op unwrap(edge)) {               \
    return target op unwrap(edge);                                                                 \
  }
POPLAR_EMU_COMPOUND(+=)
POPLAR_EMU_COMPOUND(-=)
POPLAR_EMU_COMPOUND(*=)
POPLAR_EMU_COMPOUND(/=)
#undef POPLAR_EMU_COMPOUND

} // namespace device
} // namespace poplar_emu

#endif
