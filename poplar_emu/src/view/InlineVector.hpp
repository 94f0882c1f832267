// SPDX-License-Identifier: MIT
// A vector of trivial values that keeps its first few elements in place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace poplar_emu::view {

/// Grows like std::vector; up to N elements cost no allocation. For the short lists that every view
/// is made of: extents, digits, axes.
template <class T, std::uint32_t N>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  InlineVector() noexcept {}
  InlineVector(std::span<const T> values) { append(values); }
  InlineVector(std::initializer_list<T> values) { append({values.begin(), values.size()}); }
  InlineVector(std::size_t count, const T &value) { resize(count, value); }
  InlineVector(const InlineVector &other) { append(other); }
  InlineVector(InlineVector &&other) noexcept { take(other); }
  ~InlineVector() { release(); }

  InlineVector &operator=(const InlineVector &other) {
    if (this != &other) {
      size_ = 0;
      append(other);
    }
    return *this;
  }
  InlineVector &operator=(InlineVector &&other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return isInline() ? inlined() : heap_; }
  const T *data() const { return isInline() ? inlined() : heap_; }
  T *begin() { return data(); }
  T *end() { return data() + size_; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + size_; }
  T &operator[](std::size_t i) { return data()[i]; }
  const T &operator[](std::size_t i) const { return data()[i]; }
  T &front() { return data()[0]; }
  const T &front() const { return data()[0]; }
  T &back() { return data()[size_ - 1]; }
  const T &back() const { return data()[size_ - 1]; }

  void clear() { size_ = 0; }
  void pop_back() { --size_; }
  void push_back(const T &value) {
    const T copy = value; // the value may live in this vector
    if (size_ == capacity_) grow(size_ + 1);
    new (data() + size_) T(copy);
    ++size_;
  }
  /// `values` must not lie in this vector.
  void append(std::span<const T> values) {
    if (values.empty()) return;
    if (size_ + values.size() > capacity_) grow(size_ + values.size());
    std::memcpy(static_cast<void *>(data() + size_), values.data(), values.size_bytes());
    size_ += static_cast<std::uint32_t>(values.size());
  }
  void resize(std::size_t count, const T &value = T()) {
    while (size_ < count)
      push_back(value);
    size_ = static_cast<std::uint32_t>(count);
  }
  void insert(std::size_t position, const T &value) {
    push_back(value);
    std::rotate(begin() + position, end() - 1, end());
  }
  void erase(std::size_t first, std::size_t last) {
    std::copy(begin() + last, end(), begin() + first);
    size_ -= static_cast<std::uint32_t>(last - first);
  }

  friend bool operator==(const InlineVector &a, const InlineVector &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  bool isInline() const { return capacity_ == N; }
  T *inlined() { return reinterpret_cast<T *>(storage_); }
  const T *inlined() const { return reinterpret_cast<const T *>(storage_); }

  void grow(std::size_t atLeast) {
    const auto capacity =
        static_cast<std::uint32_t>(std::max<std::size_t>(atLeast, std::size_t(capacity_) * 2));
    T *fresh = static_cast<T *>(::operator new(capacity * sizeof(T)));
    if (size_) std::memcpy(static_cast<void *>(fresh), data(), size_ * sizeof(T));
    release();
    heap_ = fresh;
    capacity_ = capacity;
  }
  void release() {
    if (!isInline()) ::operator delete(heap_);
    capacity_ = N;
  }
  void take(InlineVector &other) {
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (other.isInline()) {
      if (size_) std::memcpy(storage_, other.storage_, size_ * sizeof(T));
    } else {
      heap_ = other.heap_;
    }
    other.size_ = 0;
    other.capacity_ = N;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = N;
  union {
    alignas(T) std::byte storage_[N * sizeof(T)];
    T *heap_;
  };
};

} // namespace poplar_emu::view
