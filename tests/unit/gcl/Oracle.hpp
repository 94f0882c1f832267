// SPDX-License-Identifier: MIT
// What collectives mean, element by element: lists of numbers, one a replica.
#pragma once

#include <gcl/CollectiveOperator.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace gcl_test {

using gcl::CollectiveOperator;
using Groups = std::vector<std::vector<unsigned>>;
template <class T>
using Values = std::vector<std::vector<T>>; // [replica][element]

/// Blocks of size * stride replicas, of which every stride-th one is in the same group.
inline Groups groupsOf(unsigned replicas, unsigned size, unsigned stride) {
  Groups groups;
  for (unsigned block = 0; block < replicas; block += size * stride)
    for (unsigned lane = 0; lane < stride; ++lane) {
      groups.emplace_back();
      for (unsigned i = 0; i < size; ++i)
        groups.back().push_back(block + lane + i * stride);
    }
  return groups;
}

/// Calculation in a type that holds all intermediate results: unsigned for integers.
template <class T>
auto wide(T value) {
  if constexpr (std::is_same_v<T, bool>)
    return value;
  else if constexpr (std::is_integral_v<T>)
    return static_cast<std::make_unsigned_t<T>>(value);
  else
    return static_cast<double>(static_cast<float>(value));
}

template <class T>
T combine(const std::vector<T> &column, CollectiveOperator op, std::size_t me) {
  if (op == CollectiveOperator::LOCAL) return column[me];
  T extreme = column[0];
  auto sum = wide(column[0]);
  if (op == CollectiveOperator::SQUARE_ADD) sum = static_cast<decltype(sum)>(sum * sum);
  for (std::size_t i = 1; i < column.size(); ++i) {
    const auto x = wide(column[i]);
    switch (op) {
    case CollectiveOperator::MUL:
      sum = static_cast<decltype(sum)>(sum * x);
      break;
    case CollectiveOperator::SQUARE_ADD:
      sum = static_cast<decltype(sum)>(sum + x * x);
      break;
    case CollectiveOperator::MIN:
    case CollectiveOperator::LOGICAL_AND:
      if (column[i] < extreme) extreme = column[i];
      break;
    case CollectiveOperator::MAX:
    case CollectiveOperator::LOGICAL_OR:
      if (extreme < column[i]) extreme = column[i];
      break;
    default:
      sum = static_cast<decltype(sum)>(sum + x);
    }
  }
  switch (op) {
  case CollectiveOperator::MIN:
  case CollectiveOperator::MAX:
  case CollectiveOperator::LOGICAL_AND:
  case CollectiveOperator::LOGICAL_OR:
    return extreme;
  case CollectiveOperator::MEAN:
    return static_cast<T>(static_cast<float>(sum / static_cast<double>(column.size())));
  default:
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(sum);
    else
      return static_cast<T>(static_cast<float>(sum));
  }
}

template <class T>
Values<T> allReduce(const Values<T> &x, CollectiveOperator op, const Groups &groups) {
  Values<T> result(x.size());
  for (const auto &group : groups)
    for (std::size_t p = 0; p < group.size(); ++p)
      for (std::size_t i = 0; i < x[0].size(); ++i) {
        std::vector<T> column;
        for (const unsigned r : group)
          column.push_back(x[r][i]);
        result[group[p]].push_back(combine(column, op, p));
      }
  return result;
}

/// ipu[i]: which IPU holds element i of each replica.
template <class T>
Values<T> reduceScatter(const Values<T> &x, CollectiveOperator op, const Groups &groups,
                        std::vector<unsigned> ipu = {}) {
  const Values<T> reduced = allReduce(x, op, groups);
  ipu.resize(x[0].size());
  Values<T> result(x.size());
  const unsigned ipus = ipu.empty() ? 0 : *std::max_element(ipu.begin(), ipu.end()) + 1;
  for (const auto &group : groups)
    for (std::size_t p = 0; p < group.size(); ++p)
      for (unsigned u = 0; u < ipus; ++u) {
        std::vector<T> here;
        for (std::size_t i = 0; i < ipu.size(); ++i)
          if (ipu[i] == u) here.push_back(reduced[group[p]][i]);
        const std::size_t piece = (here.size() + group.size() - 1) / group.size();
        here.resize(piece * group.size());
        for (std::size_t i = p * piece; i < (p + 1) * piece; ++i)
          result[group[p]].push_back(here[i]);
      }
  return result;
}

template <class T>
Values<T> allGather(const Values<T> &x, const Groups &groups) {
  Values<T> result(x.size());
  for (const auto &group : groups)
    for (const unsigned r : group)
      for (const unsigned q : group)
        result[r].insert(result[r].end(), x[q].begin(), x[q].end());
  return result;
}

template <class T>
Values<T> allToAll(const Values<T> &x, const Groups &groups) {
  Values<T> result(x.size());
  for (const auto &group : groups)
    for (std::size_t p = 0; p < group.size(); ++p) {
      const std::size_t block = x[0].size() / group.size();
      for (const unsigned q : group)
        result[group[p]].insert(result[group[p]].end(), x[q].begin() + p * block,
                                x[q].begin() + (p + 1) * block);
    }
  return result;
}

} // namespace gcl_test
