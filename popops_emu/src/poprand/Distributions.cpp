// SPDX-License-Identifier: MIT
// Uniform, log-uniform, Bernoulli and normal distributions.
#include "Limits.hpp"
#include "Vertices.hpp"
#include "support/Errors.hpp"
#include "support/Types.hpp"

#include <poprand/RandomGen.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>

namespace poprand {

using poplar::DebugContext;
using poplar::Graph;
using poplar::Tensor;
using poplar::Type;
using poplar::VertexRef;
using poplar::program::Sequence;
using popops::support::fail;
using poputil::templateVertex;

namespace {

using Parts = std::vector<Tensor>;

enum class Integers { Yes, No };

void checkType(const std::string &operation, const Type &type, Integers integers) {
  if (popops::support::isReal(type)) return;
  if (integers == Integers::Yes && type == poplar::INT) return;
  fail(operation, "results cannot be of type " + popops::support::nameOf(type),
       integers == Integers::Yes ? "choose FLOAT, HALF or INT" : "choose FLOAT or HALF");
}

/// A clone of the reference, filled by vertices.
template <class F>
Tensor fill(Graph &graph, const std::string &vertexType, const Seed &seed, const Tensor &reference,
            const Type &type, Sequence &prog, poputil::PoplibsOpDebugInfo &di, F set) {
  const Tensor out = graph.clone(type, reference, {di, "out"});
  addRandomVertices(graph, vertexType, seed, out, {},
                    [&](const VertexRef &vertex, const Parts &) { set(vertex); }, prog, {di});
  di.addOutput(out);
  return out;
}

} // namespace

Tensor uniform(Graph &graph, const Tensor *seed, std::uint32_t seedModifier,
               const Tensor &reference, const Type &outType, double minVal, double maxVal,
               Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(seed, seedModifier, reference, outType, minVal, maxVal));
  const std::string operation = "poprand::uniform";
  checkSeed(operation, seed);
  checkType(operation, outType, Integers::Yes);
  const Limits limits = limitsIn(operation, outType, minVal, maxVal);
  if (outType == poplar::INT)
    return fill(graph, "poprand::UniformInt", {seed, seedModifier}, reference, outType, prog, di,
                [&](const VertexRef &vertex) {
                  const auto count =
                      static_cast<std::uint64_t>(limits.high - limits.low) + 1; // at most 2^32
                  graph.setInitialValue(vertex["low"], static_cast<int>(limits.low));
                  graph.setInitialValue(vertex["count"], static_cast<std::uint32_t>(count));
                });
  return fill(graph, templateVertex("poprand::Uniform", outType), {seed, seedModifier}, reference,
              outType, prog, di, [&](const VertexRef &vertex) {
                graph.setInitialValue(vertex["low"], static_cast<float>(limits.low));
                graph.setInitialValue(vertex["high"], static_cast<float>(limits.high));
              });
}

Tensor logUniform(Graph &graph, const Tensor *seed, std::uint32_t seedModifier,
                  const Tensor &reference, const Type &outType, double minVal, double maxVal,
                  Sequence &prog, double base, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(
      debugContext, DI_ARGS(seed, seedModifier, reference, outType, minVal, maxVal, base));
  const std::string operation = "poprand::logUniform";
  checkSeed(operation, seed);
  checkType(operation, outType, Integers::Yes);
  const std::string interval = "[" + std::to_string(minVal) + ", " + std::to_string(maxVal) + "]";
  if (!(minVal >= 1) || !(maxVal > minVal))
    fail(operation, "the interval is " + interval, "choose 1 <= minVal < maxVal");
  if (!(base > 1))
    fail(operation, "the base of the logarithm is " + std::to_string(base),
         "choose a base above 1");
  if (outType == poplar::INT && (std::floor(minVal) != minVal || std::floor(maxVal) != maxVal))
    fail(operation, "the interval " + interval + " of INT has an end that is no integer",
         "choose integral ends");
  const Limits limits = limitsIn(operation, outType, minVal, maxVal);
  return fill(graph, templateVertex("poprand::LogUniform", outType), {seed, seedModifier},
              reference, outType, prog, di, [&](const VertexRef &vertex) {
                graph.setInitialValue(vertex["low"], static_cast<float>(std::log(limits.low)));
                graph.setInitialValue(vertex["high"], static_cast<float>(std::log(limits.high)));
                graph.setInitialValue(vertex["least"], limits.low);
                graph.setInitialValue(vertex["most"], limits.high);
              });
}

Tensor bernoulli(Graph &graph, const Tensor *seed, std::uint32_t seedModifier,
                 const Tensor &reference, const Type &outType, double prob, Sequence &prog,
                 const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(seed, seedModifier, reference, outType, prob));
  const std::string operation = "poprand::bernoulli";
  checkSeed(operation, seed);
  checkType(operation, outType, Integers::Yes);
  const std::uint32_t ones = of65536(operation, "prob", prob);
  return fill(graph, templateVertex("poprand::Bernoulli", outType), {seed, seedModifier}, reference,
              outType, prog, di,
              [&](const VertexRef &vertex) { graph.setInitialValue(vertex["ones"], ones); });
}

Tensor normal(Graph &graph, const Tensor *seed, std::uint32_t seedModifier, const Tensor &reference,
              const Type &outType, double mean, double stdDev, Sequence &prog,
              const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(debugContext,
                                 DI_ARGS(seed, seedModifier, reference, outType, mean, stdDev));
  const std::string operation = "poprand::normal";
  checkSeed(operation, seed);
  checkType(operation, outType, Integers::No);
  return fill(graph, templateVertex("poprand::Normal", outType), {seed, seedModifier}, reference,
              outType, prog, di, [&](const VertexRef &vertex) {
                graph.setInitialValue(vertex["mean"], static_cast<float>(mean));
                graph.setInitialValue(vertex["stdDev"], static_cast<float>(stdDev));
              });
}

Tensor truncatedNormal(Graph &graph, const Tensor *seed, std::uint32_t seedModifier,
                       const Tensor &reference, const Type &outType, double mean, double stdDev,
                       double alpha, Sequence &prog, const DebugContext &debugContext) {
  poputil::PoplibsOpDebugInfo di(
      debugContext, DI_ARGS(seed, seedModifier, reference, outType, mean, stdDev, alpha));
  const std::string operation = "poprand::truncatedNormal";
  checkSeed(operation, seed);
  checkType(operation, outType, Integers::No);
  if (!(alpha > 0) || !(stdDev >= 0))
    fail(operation, "alpha is " + std::to_string(alpha) + " and stdDev " + std::to_string(stdDev),
         "choose alpha > 0 and stdDev >= 0");
  const Limits limits = limitsIn(operation, outType, mean - alpha * stdDev, mean + alpha * stdDev);
  // As many tries as leave one element in 10000 to the triangular distribution.
  const double outside = std::erfc(alpha / std::sqrt(2.0));
  const double tries = outside > 0 ? std::ceil(-4 / std::log10(outside)) : 1;
  return fill(graph, templateVertex("poprand::TruncatedNormal", outType), {seed, seedModifier},
              reference, outType, prog, di, [&](const VertexRef &vertex) {
                graph.setInitialValue(vertex["mean"], static_cast<float>(mean));
                graph.setInitialValue(vertex["stdDev"], static_cast<float>(stdDev));
                graph.setInitialValue(vertex["alpha"], static_cast<float>(alpha));
                graph.setInitialValue(vertex["low"], static_cast<float>(limits.low));
                graph.setInitialValue(vertex["high"], static_cast<float>(limits.high));
                graph.setInitialValue(vertex["tries"], static_cast<unsigned>(std::min(tries, 1e6)));
              });
}

} // namespace poprand
