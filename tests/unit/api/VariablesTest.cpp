// SPDX-License-Identifier: MIT
// Graph: variables, constants, initial values, metadata.
#include "ApiTestSupport.hpp"

#include <poplar/IeeeHalf.hpp>
#include <poplar/MetadataCreation.hpp>

#include <cstring>

using namespace poplar;
using namespace poplar_emu::test;

namespace {

const poplar_emu::ir::Variable &variableOf(const Graph &graph, const Tensor &tensor) {
  const auto regions = tensor.getVarRegions();
  return irOf(graph).variables[regions.at(0).var.hash()];
}

template <class T>
std::vector<T> constantValues(const Graph &graph, const Tensor &tensor) {
  const auto &bytes = variableOf(graph, tensor).constant.bytes;
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(Variables, NamesAndKinds) {
  Graph graph(smallTarget());
  Tensor a = graph.addVariable(FLOAT, {2, 3}, "a");
  EXPECT_EQ(variableOf(graph, a).name, "a");
  EXPECT_NE(describe(variableOf(graph, a).site).find("VariablesTest.cpp"), std::string::npos);
  const VariableRef ref = a.getVarRegions()[0].var;
  EXPECT_TRUE(graph.getVariable(ref) == a);
  EXPECT_FALSE(graph.isConstant(ref));
  Tensor c = graph.addConstant(FLOAT, {2}, 1.0f);
  EXPECT_TRUE(graph.isConstant(c.getVarRegions()[0].var));
  EXPECT_ERROR(poplar_error, "PE0215", graph.isConstant(VariableRef(77)));
  EXPECT_ERROR(poplar_error, "PE0215", graph.getVariable(VariableRef(77)));
}

TEST(Variables, OverloadsResolve) {
  Graph graph(smallTarget());
  const DebugNameAndId dnai("x");
  const std::vector<std::size_t> shape = {2, 3};
  const std::size_t n = 5;
  EXPECT_EQ(graph.addVariable(FLOAT, {}).rank(), 0u);
  EXPECT_EQ(graph.addVariable(FLOAT, {}, "n").rank(), 0u);
  EXPECT_EQ(graph.addVariable(FLOAT, shape, {dnai}).rank(), 2u);
  EXPECT_EQ(graph.addVariable(FLOAT, {}, shape, {dnai}).rank(), 2u);
  EXPECT_EQ(graph.addVariable(FLOAT, {n, n}, "n").numElements(), 25u);
  EXPECT_EQ(graph.addVariable(FLOAT, {2, 3}, VariableMappingMethod::LINEAR, "n").rank(), 2u);
  EXPECT_EQ(graph.addVariable(FLOAT, {n}, {dnai, "y"}).rank(), 1u);
}

TEST(Variables, TypesThatTilesDoNotHave) {
  Graph graph(smallTarget());
  EXPECT_ERROR_HERE(tensor_creation_error, "PE0221", graph.addVariable(LONG, {1}, "long"));
  EXPECT_ERROR_HERE(tensor_creation_error, "PE0221", graph.addVariable(UNSIGNED_LONG, {1}));
  EXPECT_ERROR_HERE(tensor_creation_error, "PE0221", graph.addVariable(Type(), {1}));
  EXPECT_ERROR_HERE(tensor_creation_error, "PE0221", graph.addExternalVariable(FLOAT, {1}, "h"));
  EXPECT_ERROR(poplar_error, "PE0113",
               graph.addVariable(FLOAT, {std::size_t(1) << 40, std::size_t(1) << 40}));
  EXPECT_EQ(graph.addVariable(LONGLONG, {1}).elementType(), LONGLONG);
}

TEST(Constants, ConvertToTheElementType) {
  Graph graph(smallTarget());
  EXPECT_EQ(constantValues<float>(graph, graph.addConstant<int>(FLOAT, {2}, {1, -2})),
            (std::vector<float>{1, -2}));
  const std::vector<std::size_t> sizes = {1, 4000000000u};
  EXPECT_EQ(constantValues<unsigned>(
                graph, graph.addConstant(UNSIGNED_INT, {2}, ArrayRef<std::size_t>(sizes))),
            (std::vector<unsigned>{1, 4000000000u}));
  const bool flags[] = {true, false, true};
  EXPECT_EQ(constantValues<int>(graph, graph.addConstant(INT, {3}, ArrayRef<bool>(flags))),
            (std::vector<int>{1, 0, 1}));
  EXPECT_EQ(constantValues<std::uint8_t>(graph, graph.addConstant<int>(BOOL, {2}, {0, 256})),
            (std::vector<std::uint8_t>{0, 1}));
  EXPECT_EQ(constantValues<int>(graph, graph.addConstant<double>(INT, {2}, {2.9, -2.9})),
            (std::vector<int>{2, -2}));
  EXPECT_EQ(
      constantValues<std::uint8_t>(graph, graph.addConstant<char>(UNSIGNED_CHAR, {1}, '\xff')),
      (std::vector<std::uint8_t>{255}));
  EXPECT_EQ(constantValues<std::int64_t>(graph, graph.addConstant<long>(LONGLONG, {1}, -5)),
            (std::vector<std::int64_t>{-5}));
}

TEST(Constants, HalvesRoundToNearestEven) {
  Graph graph(smallTarget());
  const auto bits = [&](auto value) {
    return constantValues<std::uint16_t>(graph, graph.addConstant(HALF, {1}, value))[0];
  };
  EXPECT_EQ(bits(1.0f), 0x3c00);
  EXPECT_EQ(bits(1), 0x3c00);
  EXPECT_EQ(bits(2049.0f), 0x6800); // tie between 2048 and 2050
  EXPECT_EQ(bits(2051.0f), 0x6802); // tie between 2050 and 2052
  EXPECT_EQ(bits(65504.0), 0x7bff);
  EXPECT_EQ(bits(1e6), 0x7c00);
  EXPECT_EQ(bits(6e-8f), 0x0001);
  // Rounding through float first would give a tie here.
  EXPECT_EQ(bits(2049.0 + 1e-9), 0x6801);
  EXPECT_EQ(constantValues<std::uint16_t>(
                graph, graph.addConstantHalf(HALF, {2}, std::uint16_t(0x1234)))[0],
            0x1234);
  const std::uint16_t raw[] = {1, 2, 3};
  EXPECT_EQ(constantValues<std::uint16_t>(graph, graph.addConstantHalf(HALF, {3}, raw)),
            (std::vector<std::uint16_t>{1, 2, 3}));
}

TEST(Constants, ValuesOutOfRange) {
  Graph graph(smallTarget());
  EXPECT_ERROR_HERE(poplar_error, "PE0214", graph.addConstant(UNSIGNED_CHAR, {1}, 256));
  EXPECT_ERROR_HERE(poplar_error, "PE0214", graph.addConstant(UNSIGNED_INT, {1}, -1));
  EXPECT_ERROR_HERE(poplar_error, "PE0214", graph.addConstant(INT, {1}, 3e9f));
  EXPECT_ERROR_HERE(poplar_error, "PE0214", graph.addConstant(INT, {1}, std::nanf("")));
  EXPECT_ERROR_HERE(poplar_error, "PE0214",
                    graph.addConstant<int>(SHORT, {3}, {1, 2, 40000}, "table"));
  const std::string text =
      errorText<poplar_error>([&] { graph.addConstant<int>(SHORT, {3}, {1, 2, 40000}, "table"); });
  EXPECT_NE(text.find("table"), std::string::npos) << text;
  EXPECT_NE(text.find("40000"), std::string::npos) << text;
  EXPECT_EQ(irOf(graph).variables.size(), 0u) << "failed constants must leave nothing behind";
}

TEST(Constants, NumberOfValues) {
  Graph graph(smallTarget());
  const std::vector<float> three = {1, 2, 3};
  EXPECT_ERROR_HERE(poplar_error, "PE0213",
                    graph.addConstant(FLOAT, {4}, ArrayRef<float>(three), "c"));
  EXPECT_EQ(graph.addConstant(FLOAT, {3}, three.data(), "c").numElements(), 3u);
  EXPECT_EQ(graph.addConstant(FLOAT, {0}, ArrayRef<float>()).numElements(), 0u);
  EXPECT_EQ(graph.addConstant<float>(FLOAT, {3}, three).numElements(), 3u);
}

TEST(Constants, LargeUniformOnesAreStoredOnce) {
  Graph graph(smallTarget());
  Tensor c = graph.addConstant(FLOAT, {1000, 1000}, 2.5f);
  EXPECT_TRUE(variableOf(graph, c).constant.uniform);
  EXPECT_EQ(variableOf(graph, c).constant.bytes.size(), 4u);
  float value = 0;
  EXPECT_FALSE(c.getConstantValue(&value));
  EXPECT_TRUE(c[999][999].getConstantValue(&value));
  EXPECT_EQ(value, 2.5f);
  const std::vector<int> same(100, 7);
  EXPECT_TRUE(
      variableOf(graph, graph.addConstant(INT, {100}, ArrayRef<int>(same))).constant.uniform);
  std::vector<int> other = same;
  other[99] = 8;
  EXPECT_FALSE(
      variableOf(graph, graph.addConstant(INT, {100}, ArrayRef<int>(other))).constant.uniform);
}

TEST(Constants, GetConstantValue) {
  Graph graph(smallTarget());
  Tensor c = graph.addConstant<float>(FLOAT, {3}, {1, 2.5f, -1});
  double d = 0;
  EXPECT_TRUE(c[1].getConstantValue(&d));
  EXPECT_EQ(d, 2.5);
  int i = 0;
  EXPECT_TRUE(c[1].getConstantValue(&i));
  EXPECT_EQ(i, 2);
  EXPECT_TRUE(c.slice(2, 3).getConstantValue(&d));
  EXPECT_EQ(d, -1);
  unsigned u = 0;
  EXPECT_ERROR(poplar_error, "PE0214", c[2].getConstantValue(&u));
  EXPECT_TRUE(c[0].reinterpret(UNSIGNED_INT).getConstantValue(&u));
  EXPECT_EQ(u, 0x3f800000u);
  EXPECT_FALSE(c.getConstantValue(&d));
  EXPECT_FALSE(graph.addVariable(FLOAT, {}).getConstantValue(&d));
  float f = 0;
  EXPECT_TRUE(graph.addConstant(HALF, {}, 0.5f).getConstantValue(&f));
  EXPECT_EQ(f, 0.5f);
  EXPECT_TRUE(c.broadcast(2, 0).containsConstant());
  EXPECT_TRUE(concat(c, graph.addVariable(FLOAT, {2})).containsConstant());
  EXPECT_FALSE(c.isParallelWriteable());
}

TEST(InitialValues, OfTensors) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(FLOAT, {2, 3}, "t");
  graph.setInitialValue(t, 0);
  ASSERT_EQ(variableOf(graph, t).initialValues.size(), 1u);
  EXPECT_TRUE(variableOf(graph, t).initialValues[0].data.uniform);
  EXPECT_EQ(variableOf(graph, t).initialValues[0].elements, 6u);

  const std::vector<float> values = {0, 1, 2, 3, 4, 5};
  graph.setInitialValue(t.transpose(), ArrayRef<float>(values));
  ASSERT_EQ(variableOf(graph, t).initialValues.size(), 2u) << "one entry for the whole variable";
  const auto &bytes = variableOf(graph, t).initialValues[1].data.bytes;
  std::vector<float> stored(6);
  std::memcpy(stored.data(), bytes.data(), bytes.size());
  EXPECT_EQ(stored, (std::vector<float>{0, 2, 4, 1, 3, 5}));

  Tensor u = graph.addVariable(UNSIGNED_INT, {2});
  graph.setInitialValue<unsigned>(u, {10, 11});
  graph.setInitialValue(u[0], 3);
  EXPECT_EQ(variableOf(graph, u).initialValues.size(), 2u);
  graph.setInitialValueHalf(graph.addVariable(HALF, {2}), {std::uint16_t(1), std::uint16_t(2)});
  const bool flags[] = {true, false};
  graph.setInitialValue(graph.addVariable(INT, {2}), ArrayRef<bool>(flags));
}

TEST(InitialValues, OfPartsOfSeveralVariables) {
  Graph graph(smallTarget());
  Tensor a = graph.addVariable(INT, {4}, "a"), b = graph.addVariable(INT, {4}, "b");
  const std::vector<int> values = {1, 2, 3, 4};
  graph.setInitialValue(concat(b.slice(2, 4), a.slice(1, 3)), ArrayRef<int>(values));
  ASSERT_EQ(variableOf(graph, a).initialValues.size(), 1u);
  EXPECT_EQ(variableOf(graph, a).initialValues[0].begin, 1u);
  int first = 0;
  std::memcpy(&first, variableOf(graph, a).initialValues[0].data.bytes.data(), 4);
  EXPECT_EQ(first, 3);
  std::memcpy(&first, variableOf(graph, b).initialValues[0].data.bytes.data(), 4);
  EXPECT_EQ(first, 1);
}

TEST(InitialValues, RefuseWhatDoesNotFit) {
  Graph graph(smallTarget());
  Tensor t = graph.addVariable(UNSIGNED_CHAR, {3}, "t");
  const std::vector<int> two = {1, 2};
  EXPECT_ERROR_HERE(poplar_error, "PE0213", graph.setInitialValue(t, ArrayRef<int>(two)));
  EXPECT_ERROR_HERE(poplar_error, "PE0214", graph.setInitialValue(t, 300));
  EXPECT_ERROR_HERE(poplar_error, "PE0218",
                    graph.setInitialValue(graph.addConstant(INT, {1}, 1), 2));
  EXPECT_TRUE(variableOf(graph, t).initialValues.empty());
}

TEST(InitialValues, PerReplica) {
  Graph graph(smallTarget(2), replication_factor(2));
  Tensor t = graph.addVariable(UNSIGNED_INT, {}, "seed");
  graph.setInitialValue(t, std::map<unsigned, unsigned>{{0, 5}, {1, 6}});
  const auto &initial = variableOf(graph, t).initialValues.at(0);
  EXPECT_EQ(initial.perReplica.size(), 2u);
  EXPECT_EQ(std::to_integer<int>(initial.perReplica.at(1)[0]), 6);
  EXPECT_ERROR_HERE(graph_replication_error, "PE0220",
                    graph.setInitialValue(t, std::map<unsigned, unsigned>{{2, 5}}));
}

TEST(Quarter, MetadataIsKeptByViews) {
  Graph graph(smallTarget());
  const Tensor m = createConstantMetadataTensor(graph, QuarterMetadata::Format::F143, 1);
  EXPECT_EQ(m.elementType(), QUARTER_METADATA);
  unsigned char bits = 0;
  EXPECT_TRUE(m.getConstantValue(&bits));
  EXPECT_EQ(bits, QuarterMetadata(QuarterMetadata::Format::F143, 1).getBinary());
  Tensor q = graph.addVariable(QUARTER, m, {4, 2}, "q");
  EXPECT_TRUE(q.hasMetadata());
  EXPECT_TRUE(q.getMetadata() == m);
  EXPECT_TRUE(q.transpose()[1].getMetadata() == m);
  EXPECT_TRUE(graph.clone(q).getMetadata() == m);
  EXPECT_TRUE(graph.getVariable(q.getVarRegions()[0].var).getMetadata() == m);
  EXPECT_FALSE(q.reinterpret(UNSIGNED_CHAR).hasMetadata());
  EXPECT_FALSE(graph.clone(HALF, q).hasMetadata());

  const Tensor n = createVariableMetadataTensor(graph, QuarterMetadata::Format::F152, 0);
  EXPECT_TRUE(graph.clone(n, q).getMetadata() == n);
  EXPECT_TRUE(concat(q, graph.clone(q)).getMetadata() == m);
  EXPECT_ERROR_HERE(tensor_metadata_error, "PE0114",
                    concat(q, graph.addVariable(QUARTER, n, {4, 2})));
  EXPECT_ERROR(tensor_metadata_error, "PE0222", m.getMetadata());
  EXPECT_ERROR_HERE(tensor_metadata_error, "PE0222", graph.addVariable(QUARTER, {2}, "q"));
  EXPECT_ERROR_HERE(tensor_metadata_error, "PE0222", graph.addVariable(FLOAT, m, {2}, "f"));
  EXPECT_ERROR_HERE(tensor_metadata_error, "PE0222", graph.addVariable(QUARTER, q, {2}, "f"));
}

TEST(Quarter, Constants) {
  Graph graph(smallTarget());
  const Tensor m = createConstantMetadataTensor(graph, QuarterMetadata::Format::F143, 0);
  Tensor one = graph.addConstant(QUARTER, m, {}, 1.0f);
  float value = 0;
  EXPECT_TRUE(one.getConstantValue(&value));
  EXPECT_EQ(value, 1.0f);
  const Tensor runtime = createVariableMetadataTensor(graph, QuarterMetadata::Format::F143, 0);
  EXPECT_ERROR_HERE(tensor_metadata_error, "PE0222", graph.addConstant(QUARTER, runtime, {}, 1.0f));
  EXPECT_EQ(graph.addConstant(QUARTER, runtime, {2}, 0.0f).numElements(), 2u);
}

TEST(Quarter, MetadataFromATensor) {
  Graph graph = graphWithTypes();
  program::Sequence prog;
  Tensor scale = graph.addVariable(INT, {}, "scale");
  const Tensor m = createVariableMetadataTensor(graph, QuarterMetadata::Format::F143, scale, prog);
  EXPECT_EQ(m.elementType(), QUARTER_METADATA);
  EXPECT_FALSE(prog.isEmpty());
  EXPECT_ERROR_HERE(type_error, "PE0412",
                    createVariableMetadataTensor(graph, QuarterMetadata::Format::F143,
                                                 graph.addVariable(FLOAT, {}), prog));
}

} // namespace
