// SPDX-License-Identifier: MIT
// The read-only sequence that all report getters return.
#ifndef PVA_LIST_HPP
#define PVA_LIST_HPP

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace pva {

/// An immutable sequence. Copying it copies a pointer; iterators stay valid as long as any copy of
/// the list lives. Long lists are made when they are first looked at, by any thread.
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

  List() = default;
  explicit List(std::vector<T> items) : state_(std::make_shared<State>()) {
    state_->items = std::move(items);
  }
  /// `make` is called once, on the first access.
  explicit List(std::function<std::vector<T>()> make) : state_(std::make_shared<State>()) {
    state_->make = std::move(make);
  }

  const_iterator begin() const { return state_ ? items().data() : nullptr; }
  const_iterator end() const { return state_ ? items().data() + items().size() : nullptr; }
  std::size_t size() const { return state_ ? items().size() : 0; }
  bool empty() const { return size() == 0; }
  const T &operator[](std::size_t i) const { return items()[i]; }
  /// Throws std::out_of_range.
  const T &at(std::size_t i) const { return state_ ? items().at(i) : none().at(i); }
  const T &front() const { return items().front(); }
  const T &back() const { return items().back(); }

 private:
  struct State {
    std::once_flag once;
    std::function<std::vector<T>()> make; ///< null: the items are there
    std::vector<T> items;
  };

  const std::vector<T> &items() const {
    State &state = *state_;
    std::call_once(state.once, [&state] {
      if (!state.make) return;
      state.items = state.make();
      state.make = nullptr;
    });
    return state.items;
  }
  static const std::vector<T> &none() {
    static const std::vector<T> empty;
    return empty;
  }

  std::shared_ptr<State> state_;
};

namespace internal {
/// Fills the data classes of a report; known to the library alone.
struct Access;
} // namespace internal

} // namespace pva

#endif
