// SPDX-License-Identifier: MIT
// Cycles of collectives: estimates are what counting reports, and no mode changes a total.
#include "Harness.hpp"

#include <gcl/codelets.hpp>
#include <poplar/CycleCount.hpp>
#include <poplar_emu/Observe.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

using namespace poplar;
using gcl::CollectiveOperator;

namespace gcl_test {
namespace {

const std::vector<Type> kNumbers = {FLOAT, HALF, INT, UNSIGNED_INT, LONGLONG, UNSIGNED_LONGLONG};
const std::vector<Type> kCarriers = {UNSIGNED_CHAR, UNSIGNED_SHORT, UNSIGNED_INT,
                                     UNSIGNED_LONGLONG};
/// Of pieces: less than a grain of 8 elements; for one worker, some and all; uneven shares.
const std::vector<std::size_t> kSizes = {1, 5, 8, 9, 16, 48, 90, 100, 1000};

/// Vertices of gcl.gp, each on a tile of its own in a compute set of its own.
class Vertices {
 public:
  explicit Vertices(const std::function<void(Graph &)> &addCodelets)
      : device_(IPUModel().createDevice()), graph_(device_.getTarget()) {
    addCodelets(graph_);
    for (const std::size_t size : kSizes) {
      for (const Type &type : kNumbers) {
        for (const char *op : {"ADD", "MUL", "MIN", "MAX", "SQUARE_ADD"})
          addCombining(op, type, size);
        add("Square", "", type, size, {{"data", size}});
      }
      for (const Type &type : {FLOAT, HALF})
        graph_.setInitialValue(add("Scale", "", type, size, {{"data", size}})["by"], 2.0f);
      for (const char *op : {"LOGICAL_AND", "LOGICAL_OR"})
        addCombining(op, BOOL, size);
      for (const Type &type : kCarriers)
        addMoves(type, size);
    }
  }

  std::map<std::string, std::uint64_t> estimated() const {
    std::map<std::string, std::uint64_t> cycles;
    for (const auto &[label, vertex] : vertices_)
      cycles[label] = graph_.getPerfEstimate(vertex).cycles;
    return cycles;
  }
  /// Of vertices of one name, the slowest.
  std::map<std::string, std::uint64_t> counted() {
    Engine engine(graph_, program_, {{"debug.instrument", "true"}});
    engine.load(device_);
    std::map<std::string, std::uint64_t> cycles;
    poplar_emu::observe(engine, [&](const poplar_emu::Superstep &step) {
      if (step.kind == poplar_emu::Superstep::Kind::Compute)
        cycles[step.name] = std::max(cycles[step.name], step.tileCycles);
    });
    engine.run();
    return cycles;
  }

 private:
  Tensor variable(const Type &type, std::size_t size) {
    const Tensor tensor = graph_.addVariable(type, {size}, "data");
    graph_.setTileMapping(tensor, tile());
    return tensor;
  }
  Tensor number(unsigned value) {
    const Tensor tensor = graph_.addConstant(UNSIGNED_INT, {1}, value);
    graph_.setTileMapping(tensor, tile());
    return tensor;
  }
  unsigned tile() const {
    return static_cast<unsigned>(vertices_.size() % graph_.getTarget().getNumTiles());
  }

  VertexRef add(const std::string &name, const std::string &op, const Type &type, std::size_t size,
                const std::vector<std::pair<const char *, std::size_t>> &fields,
                const std::string &note = "") {
    const std::string arguments = (op.empty() ? "" : "gcl::CollectiveOperator::" + op + ",") +
                                  type.toString().cloneAsString();
    const std::string codelet = "gcl::" + name + "<" + arguments + ">";
    const std::string label = codelet + " of " + std::to_string(size) + note;
    const ComputeSet set = graph_.addComputeSet(label);
    const VertexRef vertex = graph_.addVertex(set, codelet);
    graph_.setTileMapping(vertex, tile());
    for (const auto &[field, elements] : fields)
      graph_.connect(vertex[field], variable(type, elements));
    program_.add(program::Execute(set));
    vertices_.emplace_back(label, vertex);
    return vertex;
  }

  void addCombining(const char *op, const Type &type, std::size_t size) {
    const VertexRef vertex =
        add("CombinePiece", op, type, size, {{"sum", size}, {"elements", 3 * size}});
    graph_.connect(vertex["piece"], number(1)[0]);
    for (const std::size_t pieces : {1, 2, 5})
      add("CombineAllPieces", op, type, size, {{"sum", size}, {"elements", pieces * size}},
          ", pieces: " + std::to_string(pieces));
  }

  void addMoves(const Type &type, std::size_t size) {
    for (const std::size_t missing : {std::size_t{0}, size / 5, size / 2, size - 1}) {
      const std::string note = ", missing: " + std::to_string(missing);
      const std::size_t elements = 2 * size - missing;
      for (const unsigned piece : {0u, 1u}) { // as two replicas would
        const VertexRef select =
            add("SelectPiece", "", type, size, {{"out", size}, {"elements", elements}}, note);
        graph_.connect(select["piece"], number(piece)[0]);
      }
      const VertexRef place = add("PlacePieces", "", type, size, {{"elements", elements}}, note);
      graph_.connect(place["in"], std::vector<Tensor>{variable(type, size), variable(type, size)});
      graph_.connect(place["piece"], concat(number(0), number(1)));
    }
  }

  Device device_;
  Graph graph_;
  program::Sequence program_;
  std::vector<std::pair<std::string, VertexRef>> vertices_;
};

#ifdef POPLAR_EMU_SANITIZE
#define COUNTED(name) DISABLED_##name // nothing is counted there
#else
#define COUNTED(name) name
#endif

/// One slot of the six workers: the second worker computes its begin a little faster than others.
constexpr std::uint64_t kTolerance = 6;

TEST(GclEstimates, COUNTED(AreWhatCountingReports)) {
  const auto estimated = Vertices(gcl::addCodelets).estimated();
  const auto counted = Vertices([](Graph &graph) { graph.addCodelets(GCL_GP); }).counted();
  ASSERT_EQ(estimated.size(), counted.size());
  for (const auto &[label, cycles] : counted)
    EXPECT_NEAR(static_cast<double>(estimated.at(label)), static_cast<double>(cycles), kTolerance)
        << label;
}

using Collective = std::function<void(Harness &)>;

std::uint64_t cyclesOf(const Collective &collective, const OptionFlags &mode) {
  Harness h(4);
  collective(h);
  const Tensor cycles = cycleCount(h.graph, h.prog, 0, SyncType::EXTERNAL);
  const std::size_t result = h.read(cycles);
  OptionFlags options = mode;
  options.set("debug.instrument", "true");
  h.run(options);
  const Values<unsigned> words = h.result<unsigned>(result);
  return words[0][0] | std::uint64_t{words[0][1]} << 32;
}

TEST(GclEstimates, TotalsOfCollectivesDoNotDependOnHowTheyRun) {
  const auto input = [](Harness &h, std::size_t n) {
    return h.input<float>({n}, samples<float>(h.replicas(), n));
  };
  const std::vector<std::pair<const char *, Collective>> collectives = {
      {"all-reduce",
       [&](Harness &h) {
         gcl::allReduceCrossReplica(h.graph, input(h, 1003), CollectiveOperator::MEAN, h.prog);
       }},
      {"all-reduce of halves",
       [](Harness &h) {
         Tensor data = h.input<Half>({999}, samples<Half>(h.replicas(), 999));
         gcl::allReduceInPlaceCrossReplica(h.graph, data, CollectiveOperator::MAX, h.prog);
       }},
      {"reduce-scatter",
       [&](Harness &h) {
         gcl::reduceScatterCrossReplica(h.graph, input(h, 1003), CollectiveOperator::ADD, h.prog);
       }},
      {"all-gather",
       [&](Harness &h) { gcl::allGatherCrossReplica(h.graph, input(h, 501), h.prog); }},
      {"all-to-all", [](Harness &h) {
         const Tensor data = h.input<float>({4, 101}, samples<float>(h.replicas(), 404));
         gcl::allToAllCrossReplica(h.graph, data, h.prog);
       }}};
  for (const auto &[name, collective] : collectives) {
    const std::uint64_t pass = cyclesOf(collective, {});
    EXPECT_EQ(cyclesOf(collective, {{"poplar_emu.exchange", "copy"}}), pass) << name;
    EXPECT_EQ(cyclesOf(collective, {{"poplar_emu.collectives", "steps"}}), pass) << name;
    EXPECT_EQ(cyclesOf(collective,
                       {{"poplar_emu.exchange", "copy"}, {"poplar_emu.collectives", "steps"}}),
              pass)
        << name;
  }
}

} // namespace
} // namespace gcl_test
