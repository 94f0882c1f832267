// SPDX-License-Identifier: MIT
// 8-bit floating point from host to codelet and back: values with their metadata, fixed and changed
// at run time. "quarter fields: in.getMetadata() on Input<Vector<quarter>> and on the outer field
// of 2-D"; "Tensors of type QUARTER carry one metadata tensor".
#ifdef __POPC__
#include <poplar/QuarterFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;

class Rescale : public Vertex {
 public:
  Input<Vector<quarter>> in;
  Output<Vector<quarter, VectorLayout::ONE_PTR>> out;
  Output<Vector<float>> asFloat;
  const float factor;
  void compute() {
    const MetadataType from = *in.getMetadata();
    const MetadataType to = *out.getMetadata();
    for (unsigned i = 0; i < in.size(); ++i) {
      asFloat[i] = toFloat(in[i], from);
      out[i] = toQuarter(factor * asFloat[i], to);
    }
  }
};

class SetByte : public Vertex {
 public:
  Output<unsigned char> byte;
  void compute() { *byte = 0x80; }
};

class Shapes : public Vertex {
 public:
  Vector<Input<Vector<quarter>>> rows;
  Input<VectorList<quarter, VectorListLayout::DELTANELEMENTS>> list;
  Input<quarter> one;
  Vector<Input<quarter>> some;
  InOut<quarter> total;
  Output<Vector<int>> format;
  bool compute() {
    float sum = toFloat(*total, *total.getMetadata());
    for (auto &row : rows)
      for (const quarter q : row)
        sum += toFloat(q, *rows.getMetadata());
    for (unsigned i = 0; i < list.size(); ++i)
      for (unsigned j = 0; j < list[i].size(); ++j)
        sum += toFloat(list[i][j], *list.getMetadata());
    sum += toFloat(one, *one.getMetadata());
    for (unsigned i = 0; i < some.size(); ++i)
      sum += toFloat(some[i], *some.getMetadata());
    *total = toQuarter(sum, *total.getMetadata());
    const auto unpacked = unpackMetadata(rows.getMetadata());
    format[0] = unpacked.fmt == decltype(unpacked.fmt)::f143;
    format[1] = unpacked.scale;
    return true;
  }
};

#else
#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/IPUModel.hpp>
#include <poplar/MetadataCreation.hpp>
#include <poplar/Quarter.hpp>
#include <poplar/TypeConversion.hpp>

#include <cstdlib>
#include <iostream>
#include <vector>

using namespace poplar;
using namespace poplar::program;
typedef QuarterMetadata::Format Format;

static void expect(bool good, const char *what) {
  if (good) return;
  std::cerr << "failed: " << what << "\n";
  std::exit(1);
}

static std::vector<unsigned char> encode(const std::vector<float> &values,
                                         const QuarterMetadata &metadata) {
  std::vector<unsigned char> bytes(values.size());
  convertToDeviceType(QUARTER, metadata, ArrayRef<float>(values), bytes.data());
  return bytes;
}

static std::vector<float> decode(const std::vector<unsigned char> &bytes,
                                 const QuarterMetadata &metadata) {
  std::vector<float> values(bytes.size());
  convertFromDeviceType(QUARTER, metadata, bytes.data(), gccs::ArrayRef<float>(values));
  return values;
}

static void rescale(const Device &device) {
  Graph graph(device);
  graph.addCodelets(__FILE__);
  const Tensor changing = createVariableMetadataTensor(graph, Format::F152, 0);
  const Tensor fixed = createConstantMetadataTensor(graph, Format::F143, -1);
  const Tensor in = graph.addVariable(QUARTER, changing, {8}, "in");
  const Tensor out = graph.addVariable(QUARTER, fixed, {8}, "out");
  const Tensor check = graph.addVariable(FLOAT, {8}, "check");
  const ComputeSet cs = graph.addComputeSet("rescale");
  for (unsigned i = 0; i < 2; ++i) {
    const Tensor part = in.slice(4 * i, 4 * i + 4);
    const VertexRef v = graph.addVertex(cs, "Rescale",
                                        {{"in", part},
                                         {"out", out.slice(4 * i, 4 * i + 4)},
                                         {"asFloat", check.slice(4 * i, 4 * i + 4)}});
    graph.setInitialValue(v["factor"], 2.0f);
    graph.setTileMapping(v, i);
    graph.setTileMapping(part, i);
    graph.setTileMapping(out.slice(4 * i, 4 * i + 4), 1 - i);
    graph.setTileMapping(check.slice(4 * i, 4 * i + 4), i);
  }
  graph.createHostWrite("in", in);
  graph.createHostRead("in", in);
  graph.createHostWrite("out", out);
  graph.createHostRead("out", out);
  graph.createHostRead("check", check);

  Engine engine(graph, Execute(cs));
  engine.load(device);
  const std::vector<float> values = {0, 1, -1.5f, 2, 3, -4, 0.5f, 6};
  for (const QuarterMetadata metadata :
       {QuarterMetadata(Format::F143, 0), QuarterMetadata(Format::F152, 3),
        QuarterMetadata(Format::F143, -2)}) {
    std::vector<unsigned char> bytes = encode(values, metadata);
    engine.writeTensor("in", metadata, bytes.data(), bytes.data() + bytes.size());
    engine.run();

    std::vector<float> floats(8);
    engine.readTensor("check", floats.data(), floats.data() + 8);
    expect(floats == values, "the codelet sees the values that the host meant");
    QuarterMetadata read;
    engine.readTensor("out", read, bytes.data(), bytes.data() + bytes.size());
    expect(read == QuarterMetadata(Format::F143, -1), "metadata of the output");
    std::vector<float> doubled = decode(bytes, read);
    for (unsigned i = 0; i < 8; ++i)
      expect(doubled[i] == 2 * values[i], "values of the output");
    engine.readTensor("in", read, bytes.data(), bytes.data() + bytes.size());
    expect(read == metadata && decode(bytes, read) == values, "the input is unchanged");
  }
  const std::vector<unsigned char> bytes(8);
  engine.writeTensor("out", QuarterMetadata(Format::F143, -1), bytes.data(), bytes.data() + 8);
  bool refused = false;
  try {
    engine.writeTensor("out", QuarterMetadata(Format::F152, 0), bytes.data(), bytes.data() + 8);
  } catch (const tensor_metadata_error &) {
    refused = true;
  }
  expect(refused, "constant metadata stays");
}

static void withoutMetadata(const Device &device) {
  Graph graph(device);
  graph.addCodelets(__FILE__);
  const Tensor bytes = graph.addVariable(UNSIGNED_CHAR, {3}, "bytes");
  const VertexRef v = graph.addVertex(graph.addComputeSet("cs"), "Shapes");
  bool refused = false;
  try {
    graph.connect(v["one"], bytes.reinterpret(QUARTER)[0]);
  } catch (const tensor_metadata_error &) {
    refused = true;
  }
  expect(refused, "quarters without metadata have no values");
}

static void metadataWrittenMeanwhile(const Device &device) {
  Graph graph(device);
  graph.addCodelets(__FILE__);
  const Tensor metadata = createVariableMetadataTensor(graph, Format::F152, 0);
  const Tensor q = graph.addVariable(QUARTER, metadata, {2}, "q");
  const Tensor f = graph.addVariable(FLOAT, {1}, "f");
  graph.setTileMapping(q, 0);
  graph.setTileMapping(f, 0);
  const ComputeSet cs = graph.addComputeSet("cs");
  const VertexRef reader = graph.addVertex(
      cs, "Rescale", {{"in", q.slice(0, 1)}, {"out", q.slice(1, 2)}, {"asFloat", f}});
  const VertexRef writer =
      graph.addVertex(cs, "SetByte", {{"byte", metadata.reinterpret(UNSIGNED_CHAR)}});
  graph.setTileMapping(reader, 0);
  graph.setTileMapping(writer, 1);
  bool refused = false;
  try {
    Engine engine(graph, Execute(cs));
  } catch (const poplar_error &error) {
    refused = std::string(error.what()).find("SetByte") != std::string::npos;
  }
  expect(refused, "metadata is read by all vertices that have the tensor");
}

static void shapes(const Device &device) {
  Graph graph(device);
  graph.addCodelets(__FILE__);
  Sequence prog;
  const Tensor scale = graph.addVariable(INT, {}, "scale");
  graph.setTileMapping(scale, 1);
  graph.setInitialValue(scale, 2);
  const Tensor made = createVariableMetadataTensor(graph, Format::F143, scale, prog);
  const Tensor other = createConstantMetadataTensor(graph, Format::F152, 1);
  const Tensor t = graph.addVariable(QUARTER, made, {4, 3}, "t");
  const Tensor total = graph.addVariable(QUARTER, other, {}, "total");
  const Tensor format = graph.addVariable(INT, {2}, "format");
  for (const Tensor &each : {t, total, format})
    graph.setTileMapping(each, 1);
  graph.setInitialValue(total, 1.0f);

  const ComputeSet cs = graph.addComputeSet("shapes");
  const VertexRef v = graph.addVertex(cs, "Shapes");
  graph.setTileMapping(v, 1);
  graph.setFieldSize(v["rows"], 2);
  graph.connect(v["rows"][0], t[0]);
  graph.connect(v["rows"][1], t[1].slice(0, 2));
  graph.connect(v["list"], std::vector<Tensor>{t[2], t[1].slice(2, 3)});
  graph.connect(v["one"], t[3][0]);
  graph.connect(v["some"], t[3].slice(1, 3));
  graph.connect(v["total"], total);
  graph.connect(v["format"], format);
  prog.add(Execute(cs));
  graph.createHostWrite("t", t);
  graph.createHostRead("total", total);
  graph.createHostRead("format", format);

  Engine engine(graph, prog);
  engine.load(device);
  // The program sets the metadata itself: only the bytes are written.
  const std::vector<unsigned char> bytes =
      encode(std::vector<float>(12, 0.25f), QuarterMetadata(Format::F143, 2));
  engine.writeTensor("t", bytes.data(), bytes.data() + bytes.size());
  engine.run();
  std::vector<int> unpacked(2);
  engine.readTensor("format", unpacked.data(), unpacked.data() + 2);
  expect(unpacked[0] == 1 && unpacked[1] == 2, "metadata that the program made");
  QuarterMetadata read;
  std::vector<unsigned char> sum(1);
  engine.readTensor("total", read, sum.data(), sum.data() + 1);
  expect(read == QuarterMetadata(Format::F152, 1), "metadata of the total");
  expect(decode(sum, read)[0] == 4.0f, "the sum over fields of all shapes");
}

int main() {
  IPUModel model;
  model.tilesPerIPU = 2;
  const Device device = model.createDevice();
  rescale(device);
  withoutMetadata(device);
  metadataWrittenMeanwhile(device);
  shapes(device);
  std::cout << "quarters as expected\n";
}
#endif
