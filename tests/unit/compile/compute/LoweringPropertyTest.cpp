// SPDX-License-Identifier: MIT
// Random compute sets: a plan run by the interpreter gives what element sets give by brute force.
#include "../GraphFixture.hpp"
#include "PlanInterpreter.hpp"
#include "compile/compute/operands/Regions.hpp"
#include "compile/storage/StorageOrder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

namespace poplar_emu::compile::test {
namespace {

using ir::Direction;
using ir::FieldKind;

/// One field of the random types: how it is laid out on the host, and which elements it covers.
struct FieldUse {
  std::size_t offset = 0;
  FieldKind kind = FieldKind::VectorEdge;
  Direction direction = Direction::In;
  /// Elements of each row (one row for vectors; one element a row for scalar edges).
  std::vector<std::vector<std::pair<VariableId, std::uint64_t>>> rows;
};

struct VertexUse {
  std::uint32_t constant = 0; ///< initial value of the field "k"
  std::vector<FieldUse> fields;
};

/// What every vertex computes, given its fields as element values: a hash of all inputs and of what
/// it kept from its last run, spread over the outputs. All inputs are read before anything is
/// written.
class Kernel {
 public:
  explicit Kernel(std::uint32_t &kept) : hash_(kept * 2654435761u + 1), kept_(kept) {}
  void read(std::uint32_t value) { hash_ = (hash_ ^ value) * 16777619u + 7; }
  void endOfInputs() { kept_ = hash_ >> 8; }
  std::uint32_t output(std::uint32_t old) {
    hash_ = hash_ * 1664525u + 1013904223u;
    return hash_ % 5 == 0 ? old : hash_; // partial writes
  }

 private:
  std::uint32_t hash_;
  std::uint32_t &kept_;
};

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed), graph_(1 + below(7)) {
    graph_.options.exchange = below(3) == 0 ? Exchange::Copy : Exchange::InPlace;
    const std::uint64_t variables = 2 + below(4);
    for (std::uint64_t v = 0; v < variables; ++v)
      addVariable();
    for (std::uint64_t t = 0; t < 3; ++t)
      addType();
    computeSet_ = graph_.computeSet("random");
    addVertices();
  }

  void check() {
    const Usage usage = graph_.everything();
    const Input input = graph_.input();
    checkVertices(input, usage);
    proveNoRaces(input, usage);
    StorageMap storage(input, usage);
    chooseStorageOrder(input, usage, storage);
    for (std::size_t v = 0; v < graph_.graph.variables.size(); ++v)
      if (below(4) == 0) storage.useElementOrder(VariableId(v));
    plan::Plan plan;
    lowerComputeSets(input, usage, storage, plan);
    plan.memory.variables = storage.storage();

    PlanInterpreter interpreter(plan);
    interpreter.load();
    std::vector<std::vector<std::uint32_t>> expected;
    for (std::size_t v = 0; v < graph_.graph.variables.size(); ++v) {
      expected.emplace_back(graph_.graph.variables[v].numElements);
      for (std::uint64_t e = 0; e < expected[v].size(); ++e) {
        expected[v][e] = static_cast<std::uint32_t>(random_());
        interpreter.write<std::uint32_t>(VariableId(v), e, expected[v][e]);
      }
    }
    for (int repeat = 0; repeat < 2; ++repeat) {
      std::vector<int> runs(uses_.size());
      interpreter.execute(plan.computes.at(0), random_(),
                          [&](std::byte *instance, std::uint32_t id) {
                            ++runs.at(id);
                            runOnImage(instance, uses_.at(id));
                          });
      ASSERT_EQ(std::count(runs.begin(), runs.end(), 1), std::ptrdiff_t(runs.size()));
      runByForce(expected);
      for (std::size_t v = 0; v < expected.size(); ++v)
        for (std::uint64_t e = 0; e < expected[v].size(); ++e)
          ASSERT_EQ(interpreter.read<std::uint32_t>(VariableId(v), e), expected[v][e])
              << "variable " << v << " element " << e;
    }
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  void addVariable() {
    const std::uint64_t elements = 1 + below(below(3) == 0 ? 8 : 600);
    const VariableId id = graph_.variable(
        "v", elements, TileId(below(graph_.graph.machine.numTiles())), ElementType::UnsignedInt);
    const std::uint64_t style = below(3);
    const std::uint64_t grain = 1 + below(40);
    if (style == 0) return;
    for (std::uint64_t e = 0; e < elements; e += grain)
      graph_.graph.variable(id).mapping.set(
          e, std::min(e + grain, elements),
          TileId(style == 1 ? (e / grain) % graph_.graph.machine.numTiles()
                            : below(graph_.graph.machine.numTiles())));
  }

  void addType() {
    std::vector<ir::FieldInfo> fields;
    fields.push_back(field("k", FieldKind::ScalarState, Direction::None, ElementType::UnsignedInt));
    constexpr FieldKind kKinds[] = {FieldKind::ScalarEdge,  FieldKind::VectorEdge,
                                    FieldKind::VectorEdge,  FieldKind::ScalarEdges,
                                    FieldKind::VectorEdges, FieldKind::VectorList};
    constexpr Direction kDirections[] = {Direction::In, Direction::Out, Direction::InOut};
    const std::uint64_t number = 1 + below(4);
    for (std::uint64_t f = 0; f < number; ++f) {
      fields.push_back(field("f" + std::to_string(f), kKinds[below(6)], kDirections[below(3)],
                             ElementType::UnsignedInt));
      fields.back().minAlign = static_cast<std::uint32_t>(4u << below(4));
    }
    ir::VertexType type = vertexType("T" + std::to_string(types_.size()), std::move(fields));
    type.usesContext = below(3) == 0;
    types_.push_back(graph_.types.add(type));
  }

  /// Gives out every written element to one vertex at most, and lets others read the rest.
  void addVertices() {
    const std::uint64_t variables = graph_.graph.variables.size();
    std::vector<std::vector<ir::Region>> pool(variables); // to be written, disjoint
    std::vector<bool> written(variables);
    for (std::size_t v = 0; v < variables; ++v) {
      written[v] = below(2) == 0;
      if (!written[v]) continue;
      const std::uint64_t n = graph_.graph.variables[v].numElements;
      const std::uint64_t style = below(3);
      const std::uint64_t width = 1 + below(30);
      if (style == 0) {
        for (std::uint64_t e = 0; e < n; e += width)
          pool[v].push_back(
              run(VariableId(v), e, static_cast<std::uint32_t>(std::min(width, n - e))));
      } else { // columns, some of them backwards
        for (std::uint64_t c = 0; c < std::min(width, n); ++c) {
          const auto count = static_cast<std::uint32_t>((n - c + width - 1) / width);
          const auto stride = static_cast<std::int64_t>(width);
          pool[v].push_back(style == 1
                                ? rows(VariableId(v), c, 1, count, stride)
                                : rows(VariableId(v), c + (count - 1) * width, 1, count, -stride));
        }
      }
      std::shuffle(pool[v].begin(), pool[v].end(), random_);
    }
    const std::uint64_t number = 1 + below(40);
    for (std::uint64_t i = 0; i < number; ++i)
      addVertex(pool, written);
  }

  void addVertex(std::vector<std::vector<ir::Region>> &pool, const std::vector<bool> &written) {
    const VertexTypeId typeId = types_[below(types_.size())];
    const ir::VertexType &type = graph_.types.type(typeId);
    const VertexId vertex = graph_.vertex(
        computeSet_, typeId, static_cast<std::uint32_t>(below(graph_.graph.machine.numTiles())));
    VertexUse use;
    use.constant = static_cast<std::uint32_t>(random_());
    graph_.value<std::uint32_t>(vertex, "k", {use.constant});
    for (const ir::FieldInfo &info : type.fields) {
      if (info.kind == FieldKind::ScalarState) continue;
      const auto regions = [&] {
        return ir::isWritten(info.direction) ? takeWritten(pool) : someRead(written);
      };
      FieldUse fieldUse{info.hostOffset, info.kind, info.direction, {}};
      connect(vertex, info, fieldUse, regions);
      use.fields.push_back(std::move(fieldUse));
    }
    uses_.push_back(std::move(use));
    kept_.push_back(uses_.back().constant);
  }

  template <class F>
  void connect(VertexId vertex, const ir::FieldInfo &info, FieldUse &use, F &&regions) {
    const auto elements = [](const std::vector<ir::Region> &list) {
      std::vector<std::pair<VariableId, std::uint64_t>> all;
      for (const ir::Region &region : list)
        for (std::uint64_t row = 0; row < region.count; ++row)
          for (std::uint64_t i = 0; i < region.length; ++i)
            all.emplace_back(region.variable, rowStart(region, row) + i);
      return all;
    };
    switch (info.kind) {
    case FieldKind::ScalarEdge: {
      std::vector<ir::Region> list;
      for (int attempt = 0; list.empty(); ++attempt) {
        if (attempt > 20)
          list = someReadOf(scratchVariable());
        else
          list = regions();
      }
      const auto [variable, element] = elements(list).front();
      graph_.connect(vertex, info.name, {run(variable, element, 1)});
      use.rows = {{{variable, element}}};
      return;
    }
    case FieldKind::VectorEdge: {
      const std::vector<ir::Region> list = regions();
      graph_.connect(vertex, info.name, list);
      use.rows = {elements(list)};
      return;
    }
    case FieldKind::ScalarEdges: {
      const std::vector<ir::Region> list = regions();
      graph_.connect(vertex, info.name, list);
      for (const auto &element : elements(list))
        use.rows.push_back({element});
      return;
    }
    default: {
      const auto size = static_cast<std::uint32_t>(below(4));
      graph_.size(vertex, info.name, size);
      for (std::uint32_t row = 0; row < size; ++row) {
        const std::vector<ir::Region> list = regions();
        graph_.connect(vertex, info.name, list, row);
        use.rows.push_back(elements(list));
      }
      return;
    }
    }
  }

  /// A variable of one element for a scalar output that finds nothing left to write.
  VariableId scratchVariable() {
    return graph_.variable("s", 1, TileId(0), ElementType::UnsignedInt);
  }
  static std::vector<ir::Region> someReadOf(VariableId variable) { return {run(variable, 0, 1)}; }

  std::vector<ir::Region> takeWritten(std::vector<std::vector<ir::Region>> &pool) {
    std::vector<ir::Region> list;
    const std::uint64_t wanted = below(4);
    for (std::uint64_t i = 0; i < wanted; ++i) {
      auto &regions = pool[below(pool.size())];
      if (regions.empty()) continue;
      list.push_back(regions.back());
      regions.pop_back();
    }
    return list;
  }

  std::vector<ir::Region> someRead(const std::vector<bool> &written) {
    std::vector<ir::Region> list;
    const std::uint64_t wanted = below(4);
    for (std::uint64_t i = 0; i < wanted; ++i) {
      const std::size_t v = below(written.size());
      if (written[v]) continue;
      const std::uint64_t n = graph_.graph.variables[v].numElements;
      const auto length = static_cast<std::uint32_t>(1 + below(std::min<std::uint64_t>(n, 12)));
      ir::Region region = run(VariableId(v), below(n - length + 1), length);
      if (below(2) == 0) { // rows with any stride that stays inside
        region.count = static_cast<std::uint32_t>(1 + below(8));
        const auto room = static_cast<std::int64_t>((n - length) / region.count);
        region.stride = room == 0 ? 0 : static_cast<std::int64_t>(below(room + 1));
        region.start =
            below(n - length - (region.count - 1) * static_cast<std::uint64_t>(region.stride) + 1);
        if (below(3) == 0) {
          region.start = rowStart(region, region.count - 1);
          region.stride = -region.stride;
        }
      }
      list.push_back(region);
    }
    return list;
  }

  /// Through the pointers of an instance.
  static void runOnImage(std::byte *instance, const VertexUse &use) {
    std::vector<std::vector<std::uint32_t *>> fields;
    for (const FieldUse &field : use.fields) {
      std::vector<std::uint32_t *> pointers;
      std::byte *at = instance + field.offset;
      const auto load = [](std::byte *from) {
        std::byte *pointer;
        std::memcpy(static_cast<void *>(&pointer), from, sizeof pointer);
        return pointer;
      };
      const auto size = [](std::byte *from) {
        std::size_t number;
        std::memcpy(&number, from + 8, sizeof number);
        return number;
      };
      const auto vector = [&](std::byte *from, std::size_t expected) {
        ASSERT_EQ(size(from), expected);
        for (std::size_t i = 0; i < expected; ++i)
          pointers.push_back(reinterpret_cast<std::uint32_t *>(load(from)) + i);
      };
      switch (field.kind) {
      case FieldKind::ScalarEdge:
        pointers.push_back(reinterpret_cast<std::uint32_t *>(load(at)));
        break;
      case FieldKind::VectorEdge:
        vector(at, field.rows[0].size());
        break;
      case FieldKind::ScalarEdges:
        ASSERT_EQ(size(at), field.rows.size());
        for (std::size_t r = 0; r < field.rows.size(); ++r)
          pointers.push_back(reinterpret_cast<std::uint32_t *>(load(load(at) + 8 * r)));
        break;
      default:
        ASSERT_EQ(size(at), field.rows.size());
        for (std::size_t r = 0; r < field.rows.size(); ++r)
          vector(load(at) + 16 * r, field.rows[r].size());
        break;
      }
      fields.push_back(std::move(pointers));
    }
    std::uint32_t kept;
    std::memcpy(&kept, instance, sizeof kept);
    Kernel kernel(kept);
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (use.fields[f].direction != Direction::Out)
        for (const std::uint32_t *value : fields[f])
          kernel.read(*value);
    kernel.endOfInputs();
    for (std::size_t f = 0; f < fields.size(); ++f)
      if (ir::isWritten(use.fields[f].direction))
        for (std::uint32_t *value : fields[f])
          *value = kernel.output(*value);
    std::memcpy(instance, &kept, sizeof kept);
  }

  void runByForce(std::vector<std::vector<std::uint32_t>> &values) {
    const std::vector<std::vector<std::uint32_t>> before = values;
    for (std::size_t v = 0; v < uses_.size(); ++v) {
      Kernel kernel(kept_[v]);
      for (const FieldUse &field : uses_[v].fields)
        if (field.direction != Direction::Out)
          for (const auto &row : field.rows)
            for (const auto &[variable, element] : row)
              kernel.read(before[variable.index()][element]);
      kernel.endOfInputs();
      for (const FieldUse &field : uses_[v].fields)
        if (ir::isWritten(field.direction))
          for (const auto &row : field.rows)
            for (const auto &[variable, element] : row) {
              std::uint32_t &value = values[variable.index()][element];
              value = kernel.output(value);
            }
    }
  }

  std::mt19937_64 random_;
  TestGraph graph_;
  std::vector<VertexTypeId> types_;
  ComputeSetId computeSet_;
  std::vector<VertexUse> uses_;
  std::vector<std::uint32_t> kept_;
};

TEST(LoweringProperty, RandomComputeSetsGiveWhatBruteForceGives) {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    SCOPED_TRACE(seed);
    RandomProgram(seed).check();
    if (::testing::Test::HasFatalFailure()) return;
  }
}

} // namespace
} // namespace poplar_emu::compile::test
