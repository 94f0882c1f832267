// SPDX-License-Identifier: MIT
// Estimators of random numbers. The machine draws 64 bits in a slot, however the emulator makes
// them.
#include "estimators/Random.hpp"

#include "estimators/Table.hpp"

#include <poplar/Type.hpp>

namespace poprand::estimators {

using namespace popops::estimators;

namespace {

// Worker code and slots of a 64-bit word of results. Source of all: poplibs; those of EXPONENT are
// added for LogUniform, and Bernoulli, Dropout and Normal have the prologue of Uniform.
constexpr Cycles kUniformPrologue = 22, kSignedPrologue = 24;
constexpr Cycles kUniformWord = 4, kNormalWord = 4, kBernoulliWord = 1, kDropoutWord = 2;
constexpr Cycles kTruncatedTry = 11, kTruncatedWord = 5;
constexpr Cycles kExponentWord = 4, kHalfExponentWord = 8, kRoundWord = 2;
constexpr Cycles kSeedSupervisor = 14, kSeedWorker = 27;
/// Two loads, comparison and product in one bundle each, the store.
constexpr Cycles kMaskWord = 4;

Estimate fill(const Vertex &vertex, const Target &target, const Type &type, Cycles prologue,
              Cycles perWord) {
  const Cycles n = sizeOf(vertex, "out");
  return onWorkers(target, prologue + share(target, words(target, n, type)) * perWord);
}

void addFill(Table &table, const char *name, const Type &type, Cycles prologue, Cycles perWord) {
  add(
      table, name,
      [=](const Vertex &vertex, const Target &target) {
        return fill(vertex, target, type, prologue, perWord);
      },
      type);
}

} // namespace

void registerAll(poplar::Graph &graph) {
  static const Table table = [] {
    Table t;
    for (const Type &type : {poplar::FLOAT, poplar::HALF, poplar::INT}) {
      const Cycles exponent = (type == poplar::HALF ? kHalfExponentWord : kExponentWord) +
                              (type == poplar::INT ? kRoundWord : 0);
      addFill(t, "poprand::Uniform", type, kUniformPrologue, kUniformWord);
      addFill(t, "poprand::LogUniform", type, kUniformPrologue, kUniformWord + exponent);
      addFill(t, "poprand::Bernoulli", type, kUniformPrologue, kBernoulliWord);
      addFill(t, "poprand::Normal", type, kUniformPrologue, kNormalWord);
      addFill(t, "poprand::Dropout", type, kUniformPrologue, kDropoutWord);
      addFill(t, "poprand::ApplyMask", type, kPrologue, kMaskWord);
      add(
          t, "poprand::TruncatedNormal",
          [type](const Vertex &vertex, const Target &target) {
            const Cycles tries = valueOf(vertex, target, "tries");
            return fill(vertex, target, type, kUniformPrologue,
                        kTruncatedTry * tries + kTruncatedWord);
          },
          type);
    }
    add(t, "poprand::UniformInt", [](const Vertex &vertex, const Target &target) {
      return fill(vertex, target, poplar::INT, kSignedPrologue, kUniformWord);
    });
    add(t, "poprand::SetSeed", [](const Vertex &, const Target &target) {
      return Estimate(kSeedSupervisor + kSeedWorker * target.getNumWorkerContexts());
    });
    return t;
  }();
  poputil::internal::registerPerfFunctions(graph, table);
}

} // namespace poprand::estimators
