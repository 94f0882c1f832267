// SPDX-License-Identifier: MIT
// Histograms: counts of each tile's workers, added in a tree.
#include "support/Errors.hpp"
#include "support/Regions.hpp"

#include <poplar/exceptions.hpp>
#include <popops/GatherStatistics.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/OptionParsing.hpp>
#include <poputil/TileMapping.hpp>
#include <poputil/VertexTemplates.hpp>

#include <algorithm>
#include <cmath>

namespace popops {

using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Execute;
using poplar::program::Sequence;
using poputil::PoplibsOpDebugInfo;

namespace {

enum class Update { No, Yes };

poplar::Type outputType(const OptionFlags &options) {
  bool useFloat = false, useFloatWithUnsigned = false;
  const poplibs::OptionSpec spec{
      {"useFloatArithmetic", poplibs::OptionHandler::createWithBool(useFloat)},
      {"useFloatArithmeticWithUnsignedIntOutput",
       poplibs::OptionHandler::createWithBool(useFloatWithUnsigned)}};
  for (const auto &option : options)
    spec.parse(option.first, option.second);
  if (useFloat && useFloatWithUnsigned)
    throw poplar::invalid_option("histogram: useFloatArithmetic and "
                                 "useFloatArithmeticWithUnsignedIntOutput are both true; fix: "
                                 "leave one of them out");
  return useFloat ? poplar::FLOAT : poplar::UNSIGNED_INT;
}

void check(const Tensor &input, const Tensor &levels) {
  const poplar::Type type = input.elementType();
  if ((type != poplar::FLOAT && type != poplar::HALF) || levels.elementType() != type ||
      levels.rank() != 1)
    support::fail("histogram",
                  "the input is " + support::describe(input) + ", the levels " +
                      support::describe(levels),
                  "pass float or half for both, and levels of rank 1");
}

class Counter {
 public:
  Counter(Graph &graph, const Tensor &levels, Sequence &prog, const PoplibsOpDebugInfo &info)
      : graph_(graph), levels_(levels), prog_(prog), info_(info), bins_(levels.numElements() + 1) {}

  void count(const Tensor &input, const char *isAbsolute, const Tensor &output, Update update) {
    const std::string name =
        "popops::HistogramCount<" + support::nameOf(input.elementType()) + "," + isAbsolute + ">";
    const std::size_t workers = graph_.getTarget().getNumWorkerContexts();
    const poplar::ComputeSet cs = addStep("count");
    support::forEachTile(graph_, {input}, [&](unsigned tile, std::vector<Tensor> &parts) {
      const Tensor found = addHistograms(workers, tile);
      const poplar::VertexRef vertex = graph_.addVertex(
          cs, name, {{"data", parts[0]}, {"levels", levels_}, {"histograms", found}});
      graph_.setTileMapping(vertex, tile);
    });
    if (found_.size() > 16) join();
    finish(output, update);
  }

 private:
  poplar::ComputeSet addStep(const char *what) {
    const poplar::ComputeSet cs = graph_.addComputeSet({info_, what});
    prog_.add(Execute(cs, {info_}));
    return cs;
  }

  Tensor addHistograms(std::size_t n, unsigned tile) {
    const Tensor t = graph_.addVariable(poplar::UNSIGNED_INT, {n * bins_}, {info_, "histograms"});
    graph_.setTileMapping(t, tile);
    found_.push_back(t);
    tiles_.push_back(tile);
    return t;
  }

  void addSum(poplar::ComputeSet cs, const char *vertexType, const Tensor &in, const Tensor &out,
              unsigned tile) {
    const poplar::VertexRef vertex =
        graph_.addVertex(cs, poputil::templateVertex(vertexType, out.elementType()),
                         {{"histograms", in}, {"out", out}});
    graph_.setTileMapping(vertex, tile);
  }

  void join() {
    const std::vector<Tensor> found = std::move(found_);
    const std::vector<unsigned> tiles = std::move(tiles_);
    found_.clear();
    tiles_.clear();
    const poplar::ComputeSet cs = addStep("join");
    const auto width = static_cast<std::size_t>(std::sqrt(static_cast<double>(found.size())));
    for (std::size_t i = 0; i < found.size(); i += width) {
      const std::vector<Tensor> some(
          found.begin() + static_cast<std::ptrdiff_t>(i),
          found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), i + width)));
      addSum(cs, "popops::HistogramSum", concat(some), addHistograms(1, tiles[i]), tiles[i]);
    }
  }

  void finish(const Tensor &output, Update update) {
    if (found_.empty()) {
      const Tensor none = graph_.addConstant(poplar::UNSIGNED_INT, {bins_}, 0u, {info_, "nothing"});
      graph_.setTileMapping(none, 0);
      found_.push_back(none);
      tiles_.push_back(0);
    }
    addSum(addStep("sum"),
           update == Update::Yes ? "popops::HistogramUpdate" : "popops::HistogramSum",
           concat(found_), output, tiles_[0]);
  }

  Graph &graph_;
  const Tensor &levels_;
  Sequence &prog_;
  const PoplibsOpDebugInfo &info_;
  std::size_t bins_;
  std::vector<Tensor> found_;
  std::vector<unsigned> tiles_;
};

const char *nameOf(bool value) {
  return value ? "true" : "false";
}

} // namespace

Tensor histogram(Graph &graph, const Tensor &input, const Tensor &levels, bool absoluteOfInput,
                 Sequence &prog, const DebugContext &debugContext, const OptionFlags &options) {
  PoplibsOpDebugInfo info(debugContext, DI_ARGS(input, levels, absoluteOfInput, options));
  const poplar::Type type = outputType(options);
  check(input, levels);
  const Tensor output = graph.addVariable(type, {levels.numElements() + 1}, {info, "histogram"});
  poputil::mapTensorLinearly(graph, output);
  Counter(graph, levels, prog, info).count(input, nameOf(absoluteOfInput), output, Update::No);
  info.addOutput(output);
  return output;
}

void histogram(Graph &graph, const Tensor &input, Tensor &output, bool updateOutput,
               const Tensor &levels, bool absoluteOfInput, Sequence &prog,
               const DebugContext &debugContext, const OptionFlags &options) {
  const PoplibsOpDebugInfo info(
      debugContext, DI_ARGS(input, output, updateOutput, levels, absoluteOfInput, options));
  const poplar::Type type = outputType(options);
  check(input, levels);
  if (output.elementType() != type || output.rank() != 1 ||
      output.numElements() != levels.numElements() + 1)
    support::fail("histogram",
                  "the output is " + support::describe(output) + " for levels " +
                      support::describe(levels),
                  "pass " + support::nameOf(type) + " with an element more than there are levels");
  support::requireWriteable("histogram", output);
  Counter(graph, levels, prog, info)
      .count(input, nameOf(absoluteOfInput), output, updateOutput ? Update::Yes : Update::No);
}

} // namespace popops
