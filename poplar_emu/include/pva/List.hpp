// SPDX-License-Identifier: MIT
// The read-only sequence that all report getters return.
#ifndef PVA_LIST_HPP
#define PVA_LIST_HPP

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace pva {

/// An immutable sequence. Copying it copies a pointer; iterators stay valid as long as any copy of
/// the list lives.
template <class T>
class List {
 public:
  using value_type = T;
  using const_iterator = const T *;
  using iterator = const_iterator;
  using const_reference = const T &;
  using reference = const_reference;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;

  List() : items_(std::make_shared<const std::vector<T>>()) {}
  explicit List(std::vector<T> items)
      : items_(std::make_shared<const std::vector<T>>(std::move(items))) {}

  const_iterator begin() const { return items_->data(); }
  const_iterator end() const { return items_->data() + items_->size(); }
  std::size_t size() const { return items_->size(); }
  bool empty() const { return items_->empty(); }
  const T &operator[](std::size_t i) const { return (*items_)[i]; }
  /// Throws std::out_of_range.
  const T &at(std::size_t i) const { return items_->at(i); }
  const T &front() const { return items_->front(); }
  const T &back() const { return items_->back(); }

 private:
  std::shared_ptr<const std::vector<T>> items_;
};

namespace internal {
/// Fills the data classes of a report; known to the library alone.
struct Access;
} // namespace internal

} // namespace pva

#endif
