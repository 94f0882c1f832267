// SPDX-License-Identifier: MIT
// A non-owning, read-only view of elements that lie one after another.
#ifndef GCCS_ARRAY_REF_HPP
#define GCCS_ARRAY_REF_HPP

#include <array>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

namespace gccs {

template <class T>
class ArrayRef;

namespace detail {

/// Elements of type U may be viewed as T: the same type, or pointers where U const * fits T const
/// *.
template <class U, class T>
struct is_viewable_as
    : std::integral_constant<
          bool,
          std::is_same<typename std::remove_cv<U>::type, typename std::remove_cv<T>::type>::value ||
              (std::is_pointer<T>::value && std::is_convertible<U const *, T const *>::value)> {};

} // namespace detail

/// A pointer and a count. The viewed elements must outlive the view; a view of a braced list lives
/// until the end of the full expression.
template <class T>
class ArrayRef {
 public:
  typedef typename std::remove_cv<T>::type value_type;
  typedef const T &reference;
  typedef const T &const_reference;
  typedef std::ptrdiff_t difference_type;
  typedef std::size_t size_type;
  typedef const T *iterator;
  typedef const T *const_iterator;

  constexpr ArrayRef() : data_(nullptr), size_(0) {}
  ArrayRef(std::nullptr_t) = delete;
  constexpr ArrayRef(const T *data, std::size_t size) : data_(data), size_(size) {}

  template <class U, class Allocator,
            typename std::enable_if<detail::is_viewable_as<U, T>::value, int>::type = 0>
  ArrayRef(const std::vector<U, Allocator> &elements)
      : data_(elements.data()), size_(elements.size()) {}

  template <std::size_t N>
  constexpr ArrayRef(const std::array<value_type, N> &elements)
      : data_(elements.data()), size_(N) {}

  template <std::size_t N>
  constexpr ArrayRef(const T (&elements)[N]) : data_(elements), size_(N) {}

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 9
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winit-list-lifetime"
#endif
  constexpr ArrayRef(const std::initializer_list<value_type> &elements)
      : data_(elements.begin()), size_(elements.size()) {}
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 9
#pragma GCC diagnostic pop
#endif

  template <class U,
            typename std::enable_if<
                !std::is_same<U, T>::value && detail::is_viewable_as<U, T>::value, int>::type = 0>
  constexpr ArrayRef(const ArrayRef<U> &other) : data_(other.data()), size_(other.size()) {}

  constexpr const T *data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr std::size_t max_size() const {
    return std::numeric_limits<std::size_t>::max() / sizeof(T);
  }
  const T &front() const { return data_[0]; }
  const T &back() const { return data_[size_ - 1]; }
  const T &operator[](std::size_t i) const { return data_[i]; }

  constexpr const_iterator begin() const { return data_; }
  constexpr const_iterator end() const { return data_ + size_; }
  constexpr const_iterator cbegin() const { return data_; }
  constexpr const_iterator cend() const { return data_ + size_; }

  std::vector<value_type> cloneAsVector() const {
    return std::vector<value_type>(data_, data_ + size_);
  }

 private:
  const T *data_;
  std::size_t size_;
};

template <class T>
bool operator==(const ArrayRef<T> &a, const ArrayRef<T> &b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i != a.size(); ++i)
    if (!(a[i] == b[i])) return false;
  return true;
}

template <class T>
bool operator!=(const ArrayRef<T> &a, const ArrayRef<T> &b) {
  return !(a == b);
}

#if __cplusplus >= 201703L
template <class U, class Allocator>
ArrayRef(const std::vector<U, Allocator> &) -> ArrayRef<U>;
template <class U, std::size_t N>
ArrayRef(const std::array<U, N> &) -> ArrayRef<U>;
template <class U, std::size_t N>
ArrayRef(const U (&)[N]) -> ArrayRef<U>;
template <class U>
ArrayRef(const U *, std::size_t) -> ArrayRef<U>;
#endif

} // namespace gccs

#endif
