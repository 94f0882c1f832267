// SPDX-License-Identifier: MIT
// Integers of JSON documents from outside, never converted: the library casts 7e22 to an integer
// when asked for one, which is undefined.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace poplar_emu::model {

/// Throws the library's type_error unless `value` is an integer that T holds.
template <class T, class Json>
T integerOf(const Json &value) {
  const bool fits =
      value.is_number_unsigned()
          ? std::in_range<T>(value.template get<std::uint64_t>())
          : value.is_number_integer() && std::in_range<T>(value.template get<std::int64_t>());
  if (!fits) throw Json::type_error::create(302, "an integer is missing or out of range", &value);
  return value.template get<T>();
}

/// The enumerator with that number; `last` is the enumeration's last one.
template <class Enum, class Json>
Enum enumeratorOf(const Json &value, Enum last) {
  const auto number = integerOf<unsigned>(value);
  if (number > static_cast<unsigned>(last))
    throw Json::type_error::create(302, "no such enumerator", &value);
  return static_cast<Enum>(number);
}

template <class T, class Json>
std::vector<T> integersOf(const Json &array) {
  if (!array.is_array()) throw Json::type_error::create(302, "a list is missing", &array);
  std::vector<T> values;
  for (const Json &value : array)
    values.push_back(integerOf<T>(value));
  return values;
}

} // namespace poplar_emu::model
