// SPDX-License-Identifier: MIT
// Habits of public programs that the documentation does not promise and that must work all the
// same.
#ifdef __POPC__
#include <ipu_vector_math>
#include <poplar/Vertex.hpp>
#include <print.h>

using namespace poplar;

class AddTo : public Vertex {
 public:
  Input<float> in;
  Input<float> amount;
  Output<float> out;
  bool compute() {
    *out = in + amount;
    return true;
  }
};

class Accumulate : public Vertex {
 public:
  Output<float> total; // read before it is written
  int calls;
  bool compute() {
    *total = *total + 1;
    ++calls;
    *total += 0.0f * calls;
    return true;
  }
};

class Supervised : public SupervisorVertex {
 public:
  InOut<Vector<unsigned>> data;
  __attribute__((target("supervisor"))) bool compute() {
    for (unsigned i = 0; i < data.size(); ++i)
      data[i] += 1;
    return true;
  }
};

struct Ray {
  float origin[3], direction[3];
};

class Trace : public Vertex {
 public:
  InOut<Vector<unsigned char, VectorLayout::SPAN, alignof(Ray)>> raw;
  void compute() {
    auto *rays = reinterpret_cast<Ray *>(&raw[0]);
    for (unsigned i = 0; i < raw.size() / sizeof(Ray); ++i)
      rays[i].origin[0] += rays[i].direction[0];
  }
};

class [[poplar::constraint("elem(*a) != elem(*b)")]] Talk : public Vertex {
 public:
  Input<Vector<float, VectorLayout::SPAN, 16, true>> a;
  Input<Vector<float, VectorLayout::ONE_PTR, 8>> b;
  Output<float> out;
  auto compute() -> bool {
    float sum = 0;
    for (unsigned i = 0; i < a.size(); ++i)
      sum = ipu::fma(float(a[i]), float(b[i]), sum);
    *out = sum;
    printf("sum is %f\n", double(sum));
    return true;
  }
};

template <class T>
class Deltas : public Vertex {
 public:
  Vector<Input<Vector<T>>> rows;
  Input<VectorList<T, VectorListLayout::DELTANELEMENTS>> list;
  Output<T> out;
  void compute() {
    T sum = 0;
    for (unsigned r = 0; r < rows.size(); ++r)
      for (auto x : rows[r])
        sum += x;
    for (unsigned r = 0; r < list.size(); ++r)
      for (unsigned i = 0; i < list[r].size(); ++i)
        sum += list[r][i];
    *out = sum;
  }
};
template class Deltas<int>;

#else
#include <poplar/CycleCount.hpp>
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <sstream>

namespace {

using namespace poplar;
using namespace poplar::program;

class Quirks : public testing::Test {
 protected:
  Quirks() : device(IPUModel().createDevice()), graph(device.getTarget()) {
    graph.addCodelets(__FILE__);
  }

  template <class T>
  std::vector<T> read(Engine &engine, const char *handle, std::size_t n) {
    std::vector<T> values(n);
    engine.readTensor(handle, values.data(), values.data() + n);
    return values;
  }
  Tensor variable(const Type &type, std::vector<std::size_t> shape, const char *name) {
    Tensor t = graph.addVariable(type, shape, name);
    graph.setTileMapping(t, 0);
    return t;
  }

  Device device;
  Graph graph;
};

TEST_F(Quirks, ScalarConstantsConnectStraightToInputs) {
  Tensor x = variable(FLOAT, {2}, "x");
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "AddTo");
  graph.connect(v["in"], 7u / 3.0f);
  graph.connect(v["amount"], 1);
  graph.connect(v["out"], x[1]);
  graph.setTileMapping(v, 5);
  graph.createHostRead("x", x);
  Engine engine(graph, Execute(cs));
  engine.load(device);
  engine.run();
  EXPECT_FLOAT_EQ(read<float>(engine, "x", 2)[1], 7u / 3.0f + 1);
}

TEST_F(Quirks, OneTensorIsInputAndOutputOfAVertex) {
  Tensor x = variable(FLOAT, {}, "x");
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "AddTo", {{"in", x}, {"amount", 2.5f}, {"out", x}});
  graph.setTileMapping(v, 0);
  graph.createHostRead("x", x);
  Engine engine(graph, Repeat(4, Execute(cs)));
  engine.load(device);
  engine.run();
  EXPECT_EQ(read<float>(engine, "x", 1)[0], 10.0f);
}

TEST_F(Quirks, OutputsAreReadBeforeWrittenAndStatePersists) {
  Tensor x = variable(FLOAT, {}, "x");
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Accumulate", {{"total", x}});
  graph.setTileMapping(v, 3);
  graph.setInitialValue(v["calls"], 0);
  graph.createHostRead("x", x);
  Engine engine(graph, Execute(cs));
  engine.load(device);
  for (int i = 0; i < 3; ++i)
    engine.run(0);
  EXPECT_EQ(read<float>(engine, "x", 1)[0], 3.0f); // memory starts as zero
}

TEST_F(Quirks, DeprecatedFormsStillWork) {
  DeviceManager manager;
  std::vector<Device> all = manager.getDevices();
  EXPECT_GE(all.size(), 64u);
  Graph old(device); // instead of Graph(target)
  old.addCodelets(__FILE__);
  Tensor x = old.addVariable(FLOAT, {}, "x");
  old.setTileMapping(x, 0);
  ComputeSet cs = old.addComputeSet("cs");
  VertexRef v = old.addVertex(cs, "AddTo", {{"in", x}, {"amount", 1.0f}, {"out", x}});
  old.setTileMapping(v, 0);
  old.setCycleEstimate(v, 20);
  const Execute once(cs);
  Sequence both(once, once); // variadic
  Tensor cycles = cycleCount(old, both, 0);
  old.createHostRead("x", x);
  old.createHostRead("cycles", cycles);
  Engine engine(old, both);
  engine.load(device);
  engine.run(0);
  float value = 0;
  engine.readTensor("x", &value); // single pointer
  EXPECT_EQ(value, 2.0f);
  unsigned count[2] = {0, 0};
  engine.readTensor("cycles", count);
  EXPECT_GT(count[0], 40u);
  std::ostringstream json;
  serializeToJSON(json, engine.getGraphProfile());
  serializeToJSON(json, engine.getExecutionProfile());
  EXPECT_THAT(json.str(), testing::HasSubstr("numVertices"));
}

TEST_F(Quirks, StreamsAdvanceWrapAndAreConnectedAgain) {
  Tensor x = variable(INT, {2}, "x");
  DataStream in = graph.addHostToDeviceFIFO("in", INT, 2);
  graph.createHostRead("x", x);
  Engine engine(graph, Copy(in, x));
  std::vector<int> six = {1, 2, 3, 4, 5, 6}, two = {70, 80};
  engine.connectStream("in", six.data(), six.data() + six.size()); // before load
  engine.load(device);
  std::vector<int> seen;
  for (int i = 0; i < 4; ++i) {
    engine.run(0);
    seen.push_back(read<int>(engine, "x", 2)[0]);
  }
  EXPECT_EQ(seen, (std::vector<int>{1, 3, 5, 1}));
  engine.connectStream("in", two.data()); // after load, one fixed place
  engine.run(0);
  engine.run(0);
  EXPECT_EQ(read<int>(engine, "x", 2), two);
}

TEST_F(Quirks, CallbacksOfEveryKind) {
  struct Legacy final : LegacyStreamCallback {
    void fetch(void *p) override { *static_cast<int *>(p) = 11; }
  };
  struct Full final : StreamCallback {
    explicit Full(std::string &log) : log(log) {}
    Result prefetch(void *) override {
      log += 'p';
      return Result::NotAvailable;
    }
    void fetch(void *p) override {
      log += 'f';
      *static_cast<int *>(p) = 22;
    }
    void complete() override { log += 'c'; }
    std::string &log;
  };
  Tensor x = variable(INT, {3}, "x");
  Sequence prog;
  for (unsigned i = 0; i < 3; ++i) {
    DataStream in = graph.addHostToDeviceFIFO("in" + std::to_string(i), INT, 1);
    prog.add(Copy(in, x.slice(i, i + 1)));
  }
  graph.createHostRead("x", x);
  Engine engine(graph, prog);
  std::string log;
  engine.connectStreamToCallback("in0", std::unique_ptr<Legacy>(new Legacy));
  engine.connectStreamToCallback("in1", 0, std::unique_ptr<Full>(new Full(log)));
  engine.connectStreamToCallback("in2", [](void *p) { *static_cast<int *>(p) = 33; });
  engine.load(device);
  engine.run(0);
  EXPECT_EQ(read<int>(engine, "x", 3), (std::vector<int>{11, 22, 33}));
  EXPECT_EQ(log, "fc");
}

TEST_F(Quirks, InitialValuesConvert) {
  Tensor x = variable(INT, {3}, "x"), h = variable(HALF, {2}, "h");
  const bool flags[3] = {true, false, true};
  graph.setInitialValue(x, ArrayRef<bool>(flags, 3));
  graph.setInitialValue(h, ArrayRef<double>({0.1, 65504.0}));
  ComputeSet cs = graph.addComputeSet("cs");
  Tensor total = variable(FLOAT, {}, "total");
  VertexRef v = graph.addVertex(cs, "Accumulate", {{"total", total}});
  graph.setInitialValue<int>(v["calls"], 4);
  graph.setTileMapping(v, 0);
  graph.createHostRead("x", x);
  graph.createHostRead("h", h);
  Engine engine(graph, Execute(cs));
  engine.load(device);
  engine.run();
  EXPECT_EQ(read<int>(engine, "x", 3), (std::vector<int>{1, 0, 1}));
  float halves[2];
  std::vector<std::uint16_t> raw = read<std::uint16_t>(engine, "h", 2);
  copyDeviceHalfToFloat(device.getTarget(), raw.data(), halves, 2);
  EXPECT_EQ(halves[0], 0.0999755859375f);
  EXPECT_EQ(halves[1], 65504.0f);
}

TEST_F(Quirks, GraphIsUsedAgainAfterChanges) {
  Tensor x = variable(FLOAT, {}, "x");
  ComputeSet cs = graph.addComputeSet("cs");
  auto add = [&](float amount, unsigned tile) {
    VertexRef v = graph.addVertex(cs, "AddTo", {{"in", x}, {"amount", amount}, {"out", x}});
    graph.setTileMapping(v, tile);
  };
  add(1, 0);
  graph.createHostRead("x", x);
  Engine first(graph, Execute(cs));
  graph.setTileMapping(x, 9);
  ComputeSet cs2 = graph.addComputeSet("cs2");
  VertexRef v = graph.addVertex(cs2, "AddTo", {{"in", x}, {"amount", 10.0f}, {"out", x}});
  graph.setTileMapping(v, 9);
  Engine second(graph, Sequence{Execute(cs), Execute(cs2)});
  second.load(device);
  second.run();
  EXPECT_EQ(read<float>(second, "x", 1)[0], 11.0f);
  first.load(device);
  first.run();
  EXPECT_EQ(read<float>(first, "x", 1)[0], 1.0f);
}

TEST_F(Quirks, SupervisorVerticesStructsConstraintsAndPrintf) {
  Tensor d = variable(UNSIGNED_INT, {4}, "d"), raw = variable(UNSIGNED_CHAR, {48}, "raw");
  Tensor a = variable(FLOAT, {5}, "a"), out = variable(FLOAT, {}, "out");
  for (unsigned i = 0; i < 5; ++i)
    graph.setInitialValue(a[i], i);
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "Supervised", {{"data", d}}), 1);
  graph.setTileMapping(graph.addVertex(cs, "Trace", {{"raw", raw}}), 2);
  graph.setTileMapping(graph.addVertex(cs, "Talk", {{"a", a}, {"b", a}, {"out", out}}), 3);
  graph.createHostWrite("raw", raw);
  graph.createHostRead("raw", raw);
  graph.createHostRead("d", d);
  Engine engine(graph, Execute(cs));
  std::ostringstream printed;
  engine.setPrintStream(printed);
  engine.load(device);
  float rays[12] = {1, 0, 0, 0.5f, 0, 0, 2, 0, 0, 0.25f, 0, 0};
  engine.writeTensor("raw", rays, rays + 12);
  engine.run();
  engine.readTensor("raw", rays, rays + 12);
  EXPECT_EQ(rays[0], 1.5f);
  EXPECT_EQ(rays[6], 2.25f);
  EXPECT_EQ(read<unsigned>(engine, "d", 4), (std::vector<unsigned>{1, 1, 1, 1}));
  EXPECT_THAT(printed.str(), testing::HasSubstr("sum is 30.000000"));
}

TEST_F(Quirks, EdgeListsFromVectorsAndTwoDimensionalTensors) {
  Tensor x = variable(INT, {2, 3}, "x"), out = variable(INT, {}, "out");
  graph.setInitialValue(x, ArrayRef<int>({1, 2, 3, 4, 5, 6}));
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Deltas<int>");
  graph.connect(v["rows"], x);
  graph.connect(v["list"], std::vector<Tensor>{x[0], x.slice(0, 1, 1).flatten()});
  graph.connect(v["out"], out);
  graph.setTileMapping(v, 0);
  graph.createHostRead("out", out);
  Engine engine(graph, Execute(cs));
  engine.load(device);
  engine.run();
  EXPECT_EQ(read<int>(engine, "out", 1)[0], 21 + 6 + 5);
}

TEST_F(Quirks, ProfilingCallsExistOnEveryDevice) {
  Engine engine(graph, Sequence(),
                {{"debug.instrument", "true"},
                 {"target.saveArchive", "archive.a"},
                 {"profiler.format", "v3"}});
  engine.enableExecutionProfiling();
  engine.load(device);
  engine.run();
  engine.disableExecutionProfiling();
  std::ostringstream summary;
  engine.printProfileSummary(summary, OptionFlags{{"showExecutionSteps", "true"}});
  EXPECT_THAT(summary.str(), testing::HasSubstr("Memory Usage:"));
  std::ostringstream binary;
  graph.serialize(binary, SerializationFormat::Binary);
  EXPECT_FALSE(binary.str().empty());
}

TEST(QuirksOfDevices, ManySizesAreServed) {
  DeviceManager manager = DeviceManager::createDeviceManager();
  for (unsigned n : {1u, 2u, 4u, 16u, 64u}) {
    std::vector<Device> devices = manager.getDevices(TargetType::IPU, n);
    ASSERT_FALSE(devices.empty()) << n;
    EXPECT_EQ(devices[0].getTarget().getNumIPUs(), n);
    EXPECT_EQ(devices[0].getTarget().getTilesPerIPU(), 1472u);
    ASSERT_TRUE(devices[0].attach());
    devices[0].detach();
  }
  EXPECT_TRUE(manager.getDevices(TargetType::IPU_MODEL, 1).empty());
}

TEST(QuirksOfDevices, CpuDeviceRunsWithOneWorker) {
  Device device = Device::createCPUDevice();
  Graph graph(device.getTarget());
  EXPECT_EQ(graph.getTarget().getNumWorkerContexts(), 1u);
  graph.addCodelets(__FILE__);
  Tensor x = graph.addVariable(FLOAT, {}, "x"); // one tile: mapped by itself
  ComputeSet cs = graph.addComputeSet("cs");
  graph.setTileMapping(graph.addVertex(cs, "AddTo", {{"in", x}, {"amount", 3.0f}, {"out", x}}), 0);
  graph.createHostRead("x", x);
  Engine engine(graph, Execute(cs));
  engine.load(device);
  engine.run();
  float value;
  engine.readTensor("x", &value, &value + 1);
  EXPECT_EQ(value, 3.0f);
}

} // namespace
#endif
