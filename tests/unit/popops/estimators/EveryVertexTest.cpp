// SPDX-License-Identifier: MIT
// Every vertex type of the libraries' codelet files has an estimator, and what it says grows with
// the sizes of the instance.
#include "Estimates.hpp"
#include "MapProgram.hpp"

#include <poplar/Engine.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <set>
#include <sstream>

using namespace poplar;
using estimators_test::Estimates;
using estimators_test::Field;
using estimators_test::Fields;
using estimators_test::typesOf;
using estimators_test::VertexType;

namespace {

/// sum[i] = a[i] + b[i].
std::vector<unsigned> additionProgram() {
  using namespace popops::program;
  return {2,
          0,
          1,
          0,
          256,
          1,
          operandWord(2, 0, false),
          operandWord(2, 1, false),
          operandWord(2, 0, false),
          actionWord(Kind::Float, Action::Binary, 0),
          registerWord(2, 0, 1, 0)};
}

std::uint64_t cyclesOf(Estimates &estimates, const VertexType &type, unsigned size) {
  Fields fields;
  bool isProgram = false;
  for (const Field &field : type.fields) {
    if (type.name == "popops::MapExpression" && field.name != "elements") {
      isProgram = true;
      continue;
    }
    if (field.kind == "vector" || field.kind == "states")
      fields.vectors[field.name] = size;
    else if (field.kind == "rows")
      fields.rows[field.name] = {size, size};
    else if (field.kind == "state" && field.type == "bool")
      fields.states[field.name] = 1;
    else if (field.kind == "state" && field.type != "half" && field.type != "float")
      fields.states[field.name] = size;
    else
      EXPECT_TRUE(field.kind == "edge" || field.kind == "state")
          << type.name << "." << field.name << " is of a kind that this test does not know";
  }
  const VertexRef vertex = estimates.vertex(type.name, fields);
  if (isProgram) estimates.graph.setInitialValue(vertex["code"], additionProgram());
  return estimates.graph.getPerfEstimate(vertex).cycles;
}

class EveryVertex : public testing::TestWithParam<const char *> {};

TEST_P(EveryVertex, HasAnEstimator) {
  Estimates estimates;
  const std::vector<VertexType> types = typesOf(GetParam());
  ASSERT_GT(types.size(), 10u);
  const ComputeSet cs = estimates.graph.addComputeSet("bare");
  std::string without;
  std::size_t withOne = 0;
  for (const VertexType &type : types) {
    const VertexRef vertex = estimates.graph.addVertex(cs, type.name);
    try {
      estimates.graph.getPerfEstimate(vertex);
      ++withOne;
    } catch (const missing_perf_estimate &) {
      without += "  " + type.name + "\n";
    } catch (const poplar_error &) { // that the vertex has no sizes yet
      ++withOne;
    }
  }
  EXPECT_EQ(withOne, types.size());
  EXPECT_EQ(without, "") << "vertex types of " << GetParam() << " without an estimator";
}

TEST_P(EveryVertex, CostsMoreWhenItIsLarger) {
  // Those whose work does not depend on their sizes.
  const std::set<std::string> constant = {
      "popops::ForLoopCounter<int>", "popops::ForLoopCounter<unsigned int>", "poprand::SetSeed"};
  Estimates estimates;
  for (const VertexType &type : typesOf(GetParam())) {
    std::uint64_t last = 0;
    for (const unsigned size : {2u, 8u, 24u, 96u}) {
      std::uint64_t cycles = 0;
      ASSERT_NO_THROW(cycles = cyclesOf(estimates, type, size)) << type.name;
      EXPECT_GT(cycles, 10u) << type.name << ", size " << size;
      EXPECT_LT(cycles, 100'000'000u) << type.name << ", size " << size;
      if (constant.count(type.name) == 0) {
        EXPECT_GE(cycles, last) << type.name << ", size " << size;
      }
      last = cycles;
    }
    const std::uint64_t small = cyclesOf(estimates, type, 2);
    if (constant.count(type.name) == 0) {
      EXPECT_GT(last, small) << type.name;
    } else {
      EXPECT_EQ(last, small) << type.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Libraries, EveryVertex,
                         testing::Values("popops", "poplin", "popnn", "poprand"),
                         [](const auto &library) { return std::string(library.param); });

// What the first test looks for does happen without an estimator.
TEST(Estimators, AreMissedWhereThereIsNone) {
  Estimates estimates;
  std::stringstream source("#include <poplar/Vertex.hpp>\n"
                           "class Plain : public poplar::Vertex { public: float x;"
                           " void compute() {} };");
  estimates.graph.addCodelets(source);
  const VertexRef vertex = estimates.graph.addVertex(estimates.graph.addComputeSet("cs"), "Plain");
  EXPECT_THROW(estimates.graph.getPerfEstimate(vertex), missing_perf_estimate);
}

TEST(Estimators, OfUsersWin) {
  Estimates estimates;
  const VertexRef vertex = estimates.vertex("popops::Fill<float>", {{{"out", 8}}, {}, {}});
  estimates.graph.setPerfEstimate(vertex, 7);
  EXPECT_EQ(estimates.graph.getPerfEstimate(vertex).cycles, 7u);
}

// A vertex without all that its estimator asks for is an error where it runs, or none at all.
TEST(Estimators, DoNotSpeakForIncompleteVertices) {
  const Target target = Target::createIPUTarget(1, "ipu2");
  const auto compile = [&](bool isExecuted) {
    Graph graph(target);
    popops::addCodelets(graph);
    const ComputeSet cs = graph.addComputeSet("cs");
    graph.setTileMapping(graph.addVertex(cs, "popops::Fill<float>"), 0);
    program::Sequence prog;
    if (isExecuted) prog.add(program::Execute(cs));
    compileGraph(graph, {prog});
  };
  EXPECT_NO_THROW(compile(false));
  try {
    compile(true);
    FAIL() << "no error";
  } catch (const graph_connection_error &error) {
    EXPECT_NE(std::string(error.what()).find("is not connected"), std::string::npos)
        << error.what();
  }
}

TEST(Estimators, SurviveASecondCallOfAddCodelets) {
  Graph graph(Target::createIPUTarget(1, "ipu2"));
  EXPECT_FALSE(graph.hasCodelet("popops::Fill<float>"));
  popops::addCodelets(graph);
  popops::addCodelets(graph);
  const VertexRef vertex = graph.addVertex(graph.addComputeSet("cs"), "popops::Fill<float>");
  const Tensor out = graph.addVariable(FLOAT, {8});
  graph.connect(vertex["out"], out);
  EXPECT_GT(graph.getPerfEstimate(vertex).cycles, 0u);
}

} // namespace
