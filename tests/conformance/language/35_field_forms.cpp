// SPDX-License-Identifier: MIT
// Fields of every kind and layout in one vertex, connected in all the ways that a graph offers, and
// worker, static and printed state beside them. "Edge fields", "State fields", "Layouts" of the
// vertex interface; "static data members live once per tile".
#ifdef __POPC__
#include <poplar/Vertex.hpp>
#include <print.h>

#include <numeric>

using namespace poplar;
static constexpr auto ONE_PTR = poplar::VectorLayout::ONE_PTR;
static constexpr auto COMPACT_DELTAN = poplar::VectorListLayout::COMPACT_DELTAN;

class Layouts : public Vertex {
 public:
  Input<Vector<float>> span;
  Input<Vector<float, VectorLayout::SHORT_SPAN>> shortSpan;
  Input<Vector<float, ONE_PTR>> onePtr;
  Input<Vector<float, VectorLayout::SCALED_PTR32>> scaled32;
  Input<Vector<float, VectorLayout::SCALED_PTR64, 8>> scaled64;
  Input<Vector<float, VectorLayout::SCALED_PTR128, 16>> scaled128;
  Input<Vector<float, VectorLayout::COMPACT_PTR, 4, true>> compact;
  Vector<Output<Vector<float, VectorLayout::SPAN, 4, false>>> rows;
  Vector<Input<Vector<float, ONE_PTR>>, ONE_PTR> inRows;
  Vector<InOut<Vector<float, ONE_PTR, 8>>, VectorLayout::SHORT_SPAN> inOutRows;
  Vector<Output<float>, ONE_PTR> sums;
  Vector<Input<half>> halves;
  Vector<InOut<int>> ints;
  Input<VectorList<float, VectorListLayout::DELTAN>> deltaN;
  Input<VectorList<float, VectorListLayout::DELTANELEMENTS>> elements;
  Input<VectorList<float, COMPACT_DELTAN, 4, false>> compactList;
  InOut<VectorList<half, VectorListLayout::ONE_PTR>> pointers;
  Output<VectorList<unsigned, VectorListLayout::SCALED_PTR64, 8>> scaledList;
  Vector<int> state;
  const Vector<unsigned short> constState;
  Vector<int, VectorLayout::COMPACT_PTR, 4> compactState;
  Vector<Vector<int>> twoLevels;
  const unsigned rowCount;

  bool compute() {
    float s = span[0] + shortSpan[0] + onePtr[0] + scaled32[0] + scaled64[0] + scaled128[0] +
              compact[0]; // 7
    s += span.size() + shortSpan.size();
    for (float x : span)
      s += x;
    for (auto x : shortSpan)
      s += x; // 23
    for (auto &row : rows)
      for (auto &x : row)
        x = s;
    for (unsigned i = 0; i < rowCount; ++i)
      s += inRows[i][0]; // 28
    for (unsigned i = 0; i < inOutRows.size(); ++i)
      inOutRows[i][1] += 1;
    sums[0] = s;
    *sums[1] = float(halves[0]) + ints[0]; // 7
    ints[0] += 2;
    ints[1] = ints[0];
    for (unsigned i = 0; i < deltaN.size(); ++i) {
      const auto &row = deltaN[i];
      for (unsigned j = 0; j < row.size(); ++j)
        s += row[j];
      if (row.empty()) s = 0;
    } // 32
    for (unsigned i = 0; i < elements.size(); ++i) {
      auto row = elements[i];
      s += std::accumulate(row.begin(), row.end(), 0.f);
    } // 37
    s += compactList[0][0];
    pointers[0][1] += half(3);
    scaledList[1][0] = 9u;
    s += state[0]++ + constState[0] + compactState[1] + twoLevels[1][0] + twoLevels.size() +
         twoLevels[0].size() + state.size(); // 1 + 65535 + 2 + 6 + 2 + 2 + 3
    sums[2] = s;
    return true;
  }
};

class OddCount : public MultiVertex {
 public:
  static unsigned part[6];
  Input<Vector<unsigned>> values;
  Output<unsigned> count;
  void compute(unsigned worker) {
    part[worker] = 0;
    for (unsigned i = worker; i < values.size(); i += numWorkers())
      part[worker] += values[i] & 1;
    if (worker == numWorkers() - 1) *count = std::accumulate(part, part + numWorkers(), 0u);
  }
};
unsigned OddCount::part[6];

class Counter : public Vertex {
  int calls; // private fields are fields

 public:
  half step;
  Output<float> out;
  bool compute() {
    static int onTile = 0;
    ++onTile;
    *out = ++calls * 10 + onTile * float(step);
    printf("call %d of %d\n", calls, onTile);
    return true;
  }
};
#else
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>

#include <iostream>
#include <sstream>
#include <vector>

using namespace poplar;
using namespace poplar::program;

static bool good = true;
static void expect(bool condition, const char *what) {
  if (!condition) std::cerr << "failed: " << what << "\n";
  good = good && condition;
}

template <class T>
static std::vector<T> read(Engine &engine, const char *handle, unsigned n) {
  std::vector<T> values(n);
  engine.readTensor(handle, values.data(), values.data() + n);
  return values;
}

int main() {
  IPUModel model;
  model.tilesPerIPU = 4;
  Device device = model.createDevice();
  Graph graph(device);
  expect(graph.addCodelets(__FILE__), "first time");
  expect(!graph.addCodelets(__FILE__), "second time");

  const auto make = [&graph](Type type, std::vector<std::size_t> shape, float value) {
    const Tensor t = graph.addVariable(type, shape);
    graph.setTileMapping(t, 1);
    graph.setInitialValue(t, value);
    return t;
  };
  const ComputeSet cs = graph.addComputeSet("forms");
  const VertexRef v = graph.addVertex(cs, "Layouts");
  graph.setTileMapping(v, 2);
  for (const char *field :
       {"span", "shortSpan", "onePtr", "scaled32", "scaled64", "scaled128", "compact"})
    graph.connect(v[field], make(FLOAT, {4}, 1));
  const Tensor rows = make(FLOAT, {2, 3}, 0), inOut = make(FLOAT, {2, 2}, 2),
               sums = make(FLOAT, {3}, 0), ints = make(INT, {2}, 5), pointers = make(HALF, {4}, 1),
               scaled = make(UNSIGNED_INT, {4}, 1);
  graph.connect(v["rows"], rows);
  graph.connect(v["inRows"], std::vector<Tensor>{make(FLOAT, {2}, 2), make(FLOAT, {1}, 3)});
  graph.setFieldSize(v["inOutRows"], 2);
  graph.connect(v["inOutRows"][1], inOut[1]);
  graph.connect(v["inOutRows"][0], inOut[0]);
  graph.connect(v["sums"], sums);
  graph.connect(v["halves"], make(HALF, {2}, 2));
  graph.connect(v["ints"], ints);
  graph.connect(v["deltaN"], make(FLOAT, {2, 2}, 1));
  graph.connect(v["elements"], std::vector<Tensor>{make(FLOAT, {3}, 1), make(FLOAT, {2}, 1)});
  graph.connect(v["compactList"], std::vector<Tensor>{make(FLOAT, {3}, 1)});
  graph.connect(v["pointers"], pointers.reshape({1, 4}));
  graph.connect(v["scaledList"], scaled.reshape({2, 2}));
  graph.setInitialValue(v["state"], std::vector<int>{1, 2, 3});
  graph.setInitialValue(v["constState"], std::vector<unsigned short>{65535});
  graph.setInitialValue(v["compactState"], std::vector<int>{1, 2});
  graph.setFieldSize(v["twoLevels"], 2);
  graph.setInitialValue(v["twoLevels"][0], std::vector<int>{4, 5});
  graph.setInitialValue(v["twoLevels"][1], std::vector<int>{6});
  graph.setInitialValue(v["rowCount"], 2u);

  const Tensor values = make(UNSIGNED_INT, {13}, 0), counts = make(UNSIGNED_INT, {2}, 0),
               outs = make(FLOAT, {3}, 0);
  for (unsigned i = 0; i < 13; ++i)
    graph.setInitialValue(values[i], i);
  for (unsigned i = 0; i < 2; ++i)
    graph.setTileMapping(
        graph.addVertex(cs, "OddCount",
                        {{"values", values.slice(0, 13 - i)}, {"count", counts[i]}}),
        i);
  for (unsigned i = 0; i < 3; ++i) { // two of them on tile 3
    const VertexRef counter = graph.addVertex(cs, "Counter", {{"out", outs[i]}});
    graph.setInitialValue(counter["step"], 0.5f);
    graph.setInitialValue(counter["calls"], i);
    graph.setTileMapping(counter, i == 0 ? 0 : 3);
  }

  graph.createHostRead("rows", rows);
  graph.createHostRead("inOut", inOut);
  graph.createHostRead("sums", sums);
  graph.createHostRead("ints", ints);
  graph.createHostRead("scaled", scaled);
  graph.createHostRead("counts", counts);
  graph.createHostRead("outs", outs);
  Engine engine(graph, Execute(cs));
  engine.load(device);
  std::ostringstream printed;
  engine.setPrintStream(printed);
  engine.run();

  expect(read<float>(engine, "rows", 6) == std::vector<float>(6, 23), "rows");
  expect(read<float>(engine, "inOut", 4) == std::vector<float>({2, 3, 2, 3}), "in-out rows");
  expect(read<float>(engine, "sums", 3) == std::vector<float>({28, 7, 38 + 65551}), "sums");
  expect(read<int>(engine, "ints", 2) == std::vector<int>({7, 7}), "ints");
  expect(read<unsigned>(engine, "scaled", 4) == std::vector<unsigned>({1, 1, 9, 1}), "scaled list");
  engine.run();
  expect(read<float>(engine, "sums", 3)[2] == 38 + 65552 + 0.f, "state persists");
  expect(read<unsigned>(engine, "counts", 2) == std::vector<unsigned>({6, 6}), "odd numbers");
  expect(read<float>(engine, "outs", 3) == std::vector<float>({21, 31.5f, 42}), "statics per tile");
  expect(printed.str() == "call 1 of 1\ncall 2 of 1\ncall 3 of 2\n"
                          "call 2 of 2\ncall 3 of 3\ncall 4 of 4\n",
         "print order");
  if (!good) return 1;
  std::cout << "fields as expected\n";
}
#endif
