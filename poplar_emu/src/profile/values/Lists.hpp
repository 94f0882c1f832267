// SPDX-License-Identifier: MIT
// Lists as profile values, and back.
#pragma once

#include <poplar/ProfileValue.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::profile {

inline poplar::ProfileValue boolean(bool value) {
  return poplar::ProfileValue(value);
}

/// One value for each item, made by `get`.
template <class Item, class Get>
poplar::ProfileValue::Vector each(const std::vector<Item> &items, Get get) {
  poplar::ProfileValue::Vector values;
  values.reserve(items.size());
  for (const Item &item : items)
    values.emplace_back(get(item));
  return values;
}

template <class Number>
poplar::ProfileValue::Vector numbers(const std::vector<Number> &items) {
  return each(items, [](Number item) { return poplar::ProfileValue(item); });
}

// Reading: what is not there is 0, empty or false.

inline const poplar::ProfileValue *member(const poplar::ProfileValue *map, const char *key) {
  return map ? map->getOrNull(key) : nullptr;
}
inline std::uint64_t numberAt(const poplar::ProfileValue *map, const char *key) {
  const poplar::ProfileValue *value = member(map, key);
  return value ? value->asUint() : 0;
}
inline double decimalAt(const poplar::ProfileValue *map, const char *key) {
  const poplar::ProfileValue *value = member(map, key);
  return value ? value->asDouble() : 0;
}
inline std::string textAt(const poplar::ProfileValue *map, const char *key) {
  const poplar::ProfileValue *value = member(map, key);
  return value ? value->asString() : std::string();
}
inline bool truthAt(const poplar::ProfileValue *map, const char *key) {
  const poplar::ProfileValue *value = member(map, key);
  return value && value->asBool();
}
/// Calls f(i, value) for the values of a list.
template <class F>
void forEachAt(const poplar::ProfileValue *map, const char *key, F &&f) {
  const poplar::ProfileValue *list = member(map, key);
  if (!list) return;
  const poplar::ProfileValue::Vector &values = list->asVector();
  for (std::size_t i = 0; i < values.size(); ++i)
    f(i, values[i]);
}
/// The same, for a list that runs beside `items`, which grow with it.
template <class Item, class F>
void fillAt(const poplar::ProfileValue *map, const char *key, std::vector<Item> &items, F &&f) {
  forEachAt(map, key, [&](std::size_t i, const poplar::ProfileValue &value) {
    if (i >= items.size()) items.resize(i + 1);
    f(items[i], value);
  });
}

} // namespace poplar_emu::profile
