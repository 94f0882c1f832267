// SPDX-License-Identifier: MIT
// Random numbers of replicas and IPUs, groups, sizes and maps: all functions against the oracle.
#include "Harness.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace {

using namespace gcl_test;
using gcl::CommGroup;
using gcl::CommGroupType;
using poplar::Tensor;
using Op = CollectiveOperator;

class Case {
 public:
  explicit Case(unsigned seed) : random_(seed) {
    const unsigned size = pick(1, 5), stride = size == 1 ? 1 : pick(1, 3);
    replicas = size * stride * pick(1, 2);
    ipus = pick(1, 3);
    group = {CommGroup(CommGroupType::CONSECUTIVE, size, stride), groupsOf(replicas, size, stride)};
    method = kMethods[pick(0, static_cast<unsigned>(kMethods.size()) - 1)];
    layout = pick(0, 1) ? "true" : "false";
    elements = pick(1, 90);
  }

  unsigned pick(unsigned lowest, unsigned highest) {
    return std::uniform_int_distribution<unsigned>(lowest, highest)(random_);
  }

  /// A tensor with a random tile for every run of random length, and the IPU of each element.
  std::pair<Tensor, std::vector<unsigned>> tensor(Harness &h, std::size_t n) {
    const Tensor t = h.graph.addVariable(poplar::INT, {n});
    std::vector<unsigned> ipu(n);
    for (std::size_t begin = 0; begin < n;) {
      const std::size_t end = std::min<std::size_t>(n, begin + pick(1, 12));
      const unsigned tile = pick(0, ipus * kTiles - 1);
      h.graph.setTileMapping(t.slice(begin, end), tile);
      for (; begin < end; ++begin)
        ipu[begin] = tile / kTiles;
    }
    return {t, ipu};
  }

  static constexpr unsigned kTiles = 4;
  unsigned replicas, ipus;
  Grouping group;
  std::string method, layout;
  std::size_t elements;

 private:
  std::mt19937 random_;
};

TEST(Random, EveryFunction) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Case c(seed);
    std::ostringstream trace;
    trace << "seed " << seed << ": " << c.replicas << " replicas of " << c.ipus << " IPUs, "
          << c.group.group << ", " << c.method << ", " << c.elements << " elements";
    SCOPED_TRACE(trace.str());
    Harness h(c.replicas, Case::kTiles, c.ipus);
    const poplar::OptionFlags options = {{"method", c.method},
                                         {"syncful.useOptimisedLayout", c.layout}};
    std::vector<std::pair<std::size_t, Values<int>>> checks;
    const Op ops[] = {Op::ADD, Op::MUL, Op::MIN, Op::MAX, Op::SQUARE_ADD, Op::LOCAL};
    for (const Op op : ops) {
      const Values<int> x = samples<int>(c.replicas, c.elements, seed);
      auto [t, ipu] = c.tensor(h, c.elements);
      h.write(t, x);
      checks.emplace_back(h.read(gcl::reduceScatterCrossReplica(h.graph, t, op, h.prog,
                                                                c.group.group, "", options)),
                          gcl_test::reduceScatter(x, op, c.group.members, ipu));
      checks.emplace_back(
          h.read(gcl::allGatherCrossReplica(h.graph, t, h.prog, c.group.group, "", options)),
          gcl_test::allGather(x, c.group.members));
      if (c.pick(0, 1)) {
        gcl::allReduceInPlaceCrossReplica(h.graph, t, op, h.prog, c.group.group, "", options);
      } else {
        Tensor destination = c.tensor(h, c.elements).first;
        gcl::allReduceToDestinationCrossReplica(h.graph, t, destination, op, h.prog, c.group.group,
                                                "", options);
        t = destination;
      }
      checks.emplace_back(h.read(t), gcl_test::allReduce(x, op, c.group.members));
    }
    const std::size_t members = c.group.members[0].size();
    const Values<int> blocks = samples<int>(c.replicas, members * c.elements, seed + 1);
    const Tensor t = c.tensor(h, members * c.elements).first;
    h.write(t, blocks);
    checks.emplace_back(h.read(gcl::allToAllCrossReplica(h.graph, t.reshape({members, c.elements}),
                                                         h.prog, c.group.group)),
                        gcl_test::allToAll(blocks, c.group.members));
    h.run({{"poplar_emu.exchange", seed % 3 == 0 ? "copy" : "inplace"},
           {"poplar_emu.collectives", seed % 3 == 1 ? "steps" : "pass"}});
    for (std::size_t i = 0; i < checks.size(); ++i)
      ASSERT_EQ(difference(h.result<int>(checks[i].first), checks[i].second), "") << "check " << i;
  }
}

} // namespace
