// SPDX-License-Identifier: MIT
// Collectives executed in one pass against their steps: equal bit for bit, whatever is described.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar_emu/Collective.hpp>
#include <poplar_emu/HalfBits.hpp>
#include <poplar_emu/Observe.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace differential {
namespace {

using namespace poplar;
using namespace poplar::program;
using poplar_emu::Combination;

using Bytes = std::vector<unsigned char>;

struct Element {
  Type type;
  std::size_t bytes;
};

const std::vector<Element> kArithmetic = {{FLOAT, 4},
                                          {HALF, 2},
                                          {INT, 4},
                                          {UNSIGNED_INT, 4},
                                          {LONGLONG, 8},
                                          {SHORT, 2},
                                          {UNSIGNED_SHORT, 2},
                                          {UNSIGNED_LONGLONG, 8},
                                          {SIGNED_CHAR, 1},
                                          {UNSIGNED_CHAR, 1}};

/// A random collective on a random graph of N replicas, and its steps: all replicas' sources are
/// sent round, then one vertex a piece folds them.
class RandomCollective {
 public:
  explicit RandomCollective(unsigned seed) : random_(seed) {
    replicas_ = 1 + pick(6);
    IPUModel model;
    model.numIPUs = replicas_;
    model.tilesPerIPU = 3;
    device_ = model.createDevice();
    graph_ = Graph(device_.getTarget(), replication_factor(replicas_));
    graph_.addCodelets(DIFFERENTIAL_COLLECTIVE_CODELETS);
    choose();
    build();
  }

  struct Outcome {
    Bytes data, rows;
    std::uint64_t supersteps = 0;
  };

  Outcome run(OptionFlags options) {
    options.set("debug.allowOutOfMemory", "true"); // tiles are few here
    Engine engine(graph_, program_, options);
    engine.load(device_);
    engine.writeTensor("data", input_.data(), input_.data() + input_.size());
    Outcome outcome;
    poplar_emu::observe(engine, [&](const poplar_emu::Superstep &) { ++outcome.supersteps; });
    engine.run(0);
    outcome.data.resize(input_.size());
    engine.readTensor("data", outcome.data.data(), outcome.data.data() + outcome.data.size());
    outcome.rows.resize(replicas_ * replicas_ * source_.numElements() * element_.bytes);
    if (options.find("poplar_emu.checks") == options.end())
      engine.readTensor("rows", outcome.rows.data(), outcome.rows.data() + outcome.rows.size());
    return outcome;
  }

  bool isInPlace() const { return inPlace_; }
  bool writes() const { return writes_; }
  const Bytes &input() const { return input_; }

 private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }

  void choose() {
    const bool logical = pick(8) == 0;
    element_ = logical ? Element{BOOL, 1} : kArithmetic[pick(kArithmetic.size())];
    description_.combination = static_cast<Combination>(logical ? 5 + pick(2) : pick(5));
    if ((element_.type == FLOAT || element_.type == HALF) && pick(2) == 0)
      description_.scale = 0.3F;

    std::vector<unsigned> order(replicas_);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), random_);
    groupSize_ = 1 + pick(replicas_);
    const unsigned numGroups = 1 + pick(replicas_ / groupSize_);
    for (unsigned g = 0; g < numGroups; ++g)
      description_.groups.emplace_back(order.begin() + g * groupSize_,
                                       order.begin() + (g + 1) * groupSize_);
    // Sometimes large enough for several chunks and threads.
    elements_ = pick(6) == 0 ? 20000 + pick(20000) : 1 + pick(600);
  }

  Tensor variable(const char *name, std::size_t elements) {
    Tensor t = graph_.addVariable(element_.type, {elements}, name);
    std::size_t done = 0;
    while (done < elements) {
      const std::size_t n = std::min<std::size_t>(elements - done, 1 + pick(elements));
      graph_.setTileMapping(t.slice(done, done + n), pick(3));
      done += n;
    }
    return t;
  }

  void addPieces() {
    std::size_t done = 0;
    while (done < elements_) {
      poplar_emu::CollectivePiece piece{};
      piece.elements = std::min<std::size_t>(elements_ - done, 1 + pick(elements_));
      piece.source = piece.destination = done;
      if (!inPlace_) piece.source = pick(elements_ - piece.elements + 1);
      const unsigned numChains = pick(8) == 0 ? 0 : 1 + pick(3);
      for (unsigned c = 0; c < numChains; ++c) {
        std::vector<unsigned> chain(1 + pick(groupSize_ + 1));
        for (unsigned &position : chain)
          position = pick(groupSize_);
        piece.chains.push_back(chain);
      }
      for (unsigned position = 0; position < groupSize_; ++position)
        if (pick(4) != 0) piece.receivers.push_back(position);
      writes_ = writes_ || !piece.receivers.empty();
      description_.pieces.push_back(piece);
      done += piece.elements;
    }
  }

  void addFold(const ComputeSet &cs, const poplar_emu::CollectivePiece &piece,
               const std::vector<Tensor> &rows, const Tensor &index) {
    std::vector<unsigned> groups, chains;
    for (const std::vector<unsigned> &group : description_.groups)
      groups.insert(groups.end(), group.begin(), group.end());
    for (const std::vector<unsigned> &chain : piece.chains) {
      chains.push_back(static_cast<unsigned>(chain.size()));
      chains.insert(chains.end(), chain.begin(), chain.end());
    }
    std::vector<Tensor> slices;
    for (const Tensor &row : rows)
      slices.push_back(row.slice(piece.source, piece.source + piece.elements));
    const std::string type = element_.type.toString();
    VertexRef v = graph_.addVertex(
        cs, "Fold<" + type + "," + std::to_string(static_cast<unsigned>(description_.combination)) +
                ">");
    graph_.connect(v["rows"], slices);
    graph_.connect(v["replica"], index);
    const auto list = [&](const char *field, const std::vector<unsigned> &values) {
      graph_.setFieldSize(v[field], values.size());
      if (!values.empty()) graph_.setInitialValue(v[field], ArrayRef<unsigned>(values));
    };
    list("groups", groups);
    list("chains", chains);
    list("receivers", piece.receivers);
    graph_.setInitialValue(v["groupSize"], groupSize_);
    graph_.setInitialValue(v["scale"], piece.chains.empty() ? 1.0F : description_.scale);
    graph_.connect(v["out"], description_.destination.slice(piece.destination,
                                                            piece.destination + piece.elements));
    graph_.setTileMapping(v, pick(3));
  }

  void build() {
    inPlace_ = pick(2) == 0;
    source_ = variable("source", elements_);
    // Views that neither lie in order nor in one stretch.
    if (pick(3) == 0)
      source_ = concat(source_.slice(elements_ / 2, elements_), source_.slice(0, elements_ / 2));
    if (pick(4) == 0) source_ = source_.reverse(0);
    Tensor destination = inPlace_ ? source_ : variable("destination", elements_);
    description_.source = source_;
    description_.destination = destination;
    addPieces();

    const Tensor index = graph_.addReplicationIndexConstant();
    graph_.setTileMapping(index, 0);
    Sequence steps;
    std::vector<Tensor> rows;
    for (unsigned distance = 0; distance < replicas_; ++distance) {
      rows.push_back(variable("row", elements_));
      if (distance == 0) {
        steps.add(Copy(source_, rows[0]));
        continue;
      }
      std::map<unsigned, unsigned> shift;
      for (unsigned r = 0; r < replicas_; ++r)
        shift[r] = (r + distance) % replicas_;
      steps.add(CrossReplicaCopy(source_, rows[distance], shift));
    }
    const ComputeSet cs = graph_.addComputeSet("fold");
    for (const poplar_emu::CollectivePiece &piece : description_.pieces)
      addFold(cs, piece, rows, index);
    steps.add(Execute(cs));
    program_ = poplar_emu::fusedCollective(steps, description_, "collective");

    const Tensor data = inPlace_ ? source_ : concat(source_, destination);
    graph_.createHostWrite("data", data);
    graph_.createHostRead("data", data);
    graph_.createHostRead("rows", concat(rows));
    fill(data.numElements() * replicas_);
  }

  void fill(std::size_t n) {
    input_.resize(n * element_.bytes);
    for (std::size_t i = 0; i < n; ++i) {
      const double value = std::normal_distribution<double>(0, 3)(random_);
      if (element_.type == FLOAT) {
        const float x = static_cast<float>(value);
        std::memcpy(input_.data() + 4 * i, &x, 4);
      } else if (element_.type == HALF) {
        const std::uint16_t x = poplar_emu::halfBitsFromFloat(static_cast<float>(value));
        std::memcpy(input_.data() + 2 * i, &x, 2);
      } else if (element_.type == BOOL) {
        input_[i] = random_() % 2;
      } else {
        const std::uint64_t x = (std::uint64_t{random_()} << 32) | random_();
        std::memcpy(input_.data() + element_.bytes * i, &x, element_.bytes);
      }
    }
  }

  std::mt19937 random_;
  unsigned replicas_ = 1, groupSize_ = 1;
  std::size_t elements_ = 0;
  Element element_{FLOAT, 4};
  bool inPlace_ = false, writes_ = false;
  Device device_;
  Graph graph_;
  Tensor source_;
  poplar_emu::CollectiveDescription description_;
  Program program_;
  Bytes input_;
};

TEST(Collective, OnePassEqualsTheStepsBitForBit) {
  unsigned changed = 0;
  for (unsigned seed = 0; seed < 250; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomCollective random(seed);
    const auto steps = random.run({{"poplar_emu.collectives", "steps"}});
    const auto fused = random.run({}), staged = random.run({{"poplar_emu.exchange", "copy"}});
    ASSERT_EQ(fused.data, steps.data);
    ASSERT_EQ(staged.data, steps.data);
    changed += steps.data != random.input();
    // Only the steps touch the rows, but the reports tell of steps in any case.
    EXPECT_NE(steps.rows, Bytes(steps.rows.size()));
    EXPECT_EQ(fused.rows, Bytes(fused.rows.size()));
    EXPECT_EQ(staged.rows, Bytes(staged.rows.size()));
    EXPECT_EQ(fused.supersteps, steps.supersteps);
  }
  EXPECT_GT(changed, 200U);
}

TEST(Collective, AllExecutorsAgree) {
  for (unsigned seed = 1000; seed < 1040; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomCollective random(seed);
    const auto steps = random.run({{"poplar_emu.collectives", "steps"}});
    for (const char *executor : {"serial", "thread"})
      ASSERT_EQ(random.run({{"poplar_emu.executor", executor}}).data, steps.data);
  }
}

TEST(Collective, StepsAreExecutedUnderChecks) {
  for (unsigned seed = 2000; seed < 2040; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomCollective random(seed);
    ASSERT_EQ(random.run({{"poplar_emu.checks", "true"}}).data,
              random.run({{"poplar_emu.collectives", "steps"}}).data);
  }
}

} // namespace
} // namespace differential
