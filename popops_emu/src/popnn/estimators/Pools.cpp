// SPDX-License-Identifier: MIT
// Estimators of pooling: reductions over windows, whose elements have a pointer each.
#include "estimators/Networks.hpp"

#include <popnn/PoolingDef.hpp>

namespace popnn::estimators {

using namespace popops::estimators;
using poplar::FLOAT;
using poplar::HALF;

namespace {

// Of a 64-bit word of results and an element of the window: the pointer, and a load with its sum or
// maximum.
constexpr Cycles kElement = 2;
/// If only equal elements count: a second load, a comparison and a mask.
constexpr Cycles kEqualElement = 5;
/// A quotient by a count of two floats: conversions and division; halves become floats first.
constexpr Cycles kQuotient = 6, kHalfQuotient = 18;

Cycles quotient(const Type &type) {
  return type == HALF ? kHalfQuotient : kQuotient;
}

/// Workers share the words of results, each of which takes `perWord` slots.
Estimate pool(const Vertex &vertex, const Target &target, const Type &type, Cycles perWord,
              Cycles flops) {
  const Cycles mine = share(target, words(target, sizeOf(vertex, "out"), type));
  return onWorkers(target, kReducePrologue + mine * (kColumn + perWord), flops);
}

void addPools(Table &table, const Type &type) {
  struct Kind {
    const char *name;
    Cycles last;
    Cycles gradient;
  };
  for (const Kind &kind : {Kind{"popnn::PoolingType::MAX", 0, kEqualElement},
                           Kind{"popnn::PoolingType::SUM", 0, kElement},
                           Kind{"popnn::PoolingType::AVG", quotient(type), kElement}}) {
    add(
        table, "popnn::Pool",
        [type, last = kind.last](const Vertex &vertex, const Target &target) {
          const Cycles window = sizeOf(vertex, "in");
          return pool(vertex, target, type, kElement * window + last,
                      window * sizeOf(vertex, "out"));
        },
        type, kind.name);
    add(
        table, "popnn::PoolGradient",
        [type, perElement = kind.gradient](const Vertex &vertex, const Target &target) {
          const Cycles window = sizeOf(vertex, "gradients");
          return pool(vertex, target, type, perElement * window, window * sizeOf(vertex, "out"));
        },
        type, kind.name);
  }
}

} // namespace

Table poolTable() {
  Table table;
  for (const Type &type : {FLOAT, HALF}) {
    addPools(table, type);
    add(
        table, "popnn::ShareGradient",
        [type](const Vertex &vertex, const Target &target) {
          return pool(vertex, target, type, quotient(type), sizeOf(vertex, "out"));
        },
        type);
    add(
        table, "popnn::ShareMaxGradient",
        [type](const Vertex &vertex, const Target &target) {
          return pool(vertex, target, type, kEqualElement * sizeOf(vertex, "in") + quotient(type),
                      sizeOf(vertex, "out"));
        },
        type);
  }
  return table;
}

} // namespace popnn::estimators
