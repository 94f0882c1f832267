// SPDX-License-Identifier: MIT
// Half-open ranges of numbers.
#ifndef POPLAR_INTERVAL_HPP
#define POPLAR_INTERVAL_HPP

#include <cassert>
#include <cstddef>
#include <ostream>

namespace poplar {

/// All values from begin() up to but not including end(); may be empty.
template <class T>
class GenericInterval {
 public:
  GenericInterval() : begin_(), end_() {}
  GenericInterval(T begin, T end) : begin_(begin), end_(end) { assert(!(end < begin)); }

  const T &begin() const { return begin_; }
  const T &end() const { return end_; }
  const T &lower() const { return begin_; }
  const T &upper() const { return end_; }
  T size() const { return end_ - begin_; }

  friend bool operator==(const GenericInterval &a, const GenericInterval &b) {
    return a.begin_ == b.begin_ && a.end_ == b.end_;
  }
  friend bool operator!=(const GenericInterval &a, const GenericInterval &b) { return !(a == b); }
  friend bool operator<(const GenericInterval &a, const GenericInterval &b) {
    return a.begin_ < b.begin_ || (a.begin_ == b.begin_ && a.end_ < b.end_);
  }
  friend bool operator<=(const GenericInterval &a, const GenericInterval &b) { return !(b < a); }
  friend bool operator>(const GenericInterval &a, const GenericInterval &b) { return b < a; }
  friend bool operator>=(const GenericInterval &a, const GenericInterval &b) { return !(a < b); }
  friend std::ostream &operator<<(std::ostream &out, const GenericInterval &interval) {
    return out << '[' << interval.begin_ << ',' << interval.end_ << ')';
  }

 private:
  T begin_;
  T end_;
};

typedef GenericInterval<std::size_t> Interval;

} // namespace poplar

#endif
