// SPDX-License-Identifier: MIT
// A matrix-vector product in two steps on a model, in the manner of tutorials: its summary is
// printed, read back, and must add up.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace poplar;
using namespace poplar::program;

// The number behind a label, which may have thousands separators.
static double numberAfter(const std::string &text, const std::string &label) {
  std::size_t at = text.find(label);
  if (at == std::string::npos) {
    std::cerr << "no line '" << label << "'\n";
    std::exit(1);
  }
  std::string digits;
  for (at = text.find_first_of("0123456789", at + label.size());
       at < text.size() && std::string("0123456789.,").find(text[at]) != std::string::npos; ++at)
    if (text[at] != ',') digits += text[at];
  return std::atof(digits.c_str());
}

int main() {
  const unsigned numRows = 40, numCols = 600, numParts = 3;
  IPUModel ipuModel;
  ipuModel.minIPUSyncDelay = 0;
  ipuModel.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
  Device device = ipuModel.createDevice();
  Graph graph(device.getTarget());
  std::stringstream source("#include <poplar/Vertex.hpp>\n"
                           "using namespace poplar;\n"
                           "class PartialDot : public Vertex { public:\n"
                           "  Input<Vector<float>> a, b; Output<float> out;\n"
                           "  void compute() { float s = 0;\n"
                           "    for (unsigned i = 0; i < a.size(); ++i) s += a[i] * b[i];\n"
                           "    *out = s; } };\n"
                           "class AddParts : public Vertex { public:\n"
                           "  Input<Vector<float>> parts; Output<float> out;\n"
                           "  void compute() { float s = 0;\n"
                           "    for (unsigned i = 0; i < parts.size(); ++i) s += parts[i];\n"
                           "    *out = s; } };\n");
  graph.addCodelets(source);

  Tensor matrix = graph.addVariable(FLOAT, {numRows, numCols}, "matrix");
  Tensor in = graph.addVariable(FLOAT, {numCols}, "in");
  Tensor partials = graph.addVariable(FLOAT, {numRows, numParts}, "partials");
  Tensor out = graph.addVariable(FLOAT, {numRows}, "out");
  poputil::mapTensorLinearly(graph, in);
  ComputeSet mul = graph.addComputeSet("mulCS"), reduce = graph.addComputeSet("reduceCS");
  for (unsigned row = 0; row < numRows; ++row) {
    for (unsigned part = 0; part < numParts; ++part) {
      const unsigned tile = row * numParts + part;
      const unsigned begin = part * numCols / numParts, end = (part + 1) * numCols / numParts;
      graph.setTileMapping(matrix[row].slice(begin, end), tile);
      graph.setTileMapping(partials[row][part], tile);
      VertexRef v = graph.addVertex(mul, "PartialDot",
                                    {{"a", matrix[row].slice(begin, end)},
                                     {"b", in.slice(begin, end)},
                                     {"out", partials[row][part]}});
      graph.setTileMapping(v, tile);
      graph.setPerfEstimate(v, 5 + (end - begin + 1) / 2);
    }
    graph.setTileMapping(out[row], row);
    VertexRef v =
        graph.addVertex(reduce, "AddParts", {{"parts", partials[row]}, {"out", out[row]}});
    graph.setTileMapping(v, row);
    graph.setPerfEstimate(v, 9);
  }
  DataStream matrixStream = graph.addHostToDeviceFIFO("matrix", FLOAT, numRows * numCols);
  DataStream inStream = graph.addHostToDeviceFIFO("in", FLOAT, numCols);
  DataStream outStream = graph.addDeviceToHostFIFO("out", FLOAT, numRows);
  Engine engine(graph, Sequence({Copy(matrixStream, matrix), Copy(inStream, in), Execute(mul),
                                 Execute(reduce), Copy(out, outStream)}));
  std::vector<float> hostMatrix(numRows * numCols, 1), hostIn(numCols, 2), hostOut(numRows);
  engine.connectStream("matrix", hostMatrix.data());
  engine.connectStream("in", hostIn.data());
  engine.connectStream("out", hostOut.data());
  engine.load(device);
  engine.run();

  std::stringstream summary;
  engine.printProfileSummary(summary, {{"showExecutionSteps", "true"}, {"showVarStorage", "true"}});
  std::cout << summary.str();
  const std::string text = summary.str();

  const double total = numberAfter(text, "Total cycles:");
  const double compute = numberAfter(text, "compute cycles (including idle threads):");
  const double parts = compute + numberAfter(text, "Tile average IPU exchange cycles:") +
                       numberAfter(text, "Tile average global exchange cycles:") +
                       numberAfter(text, "Tile average host exchange cycles:") +
                       numberAfter(text, "Tile average sync cycles:");
  // One vertex a tile: six times its cycles with idle threads, and these without.
  const double active = (numRows * numParts * 105.0 + numRows * 9.0) / 1472;
  if (std::fabs(compute - 6 * active) > 0.05 ||
      std::fabs(numberAfter(text, "compute cycles (excluding idle threads):") - active) > 0.05)
    return 2;
  if (std::fabs(parts - total) > 0.3) return 3;
  for (float x : hostOut)
    if (x != 2.0f * numCols) return 4;
  std::cout << "the summary adds up\n";
}
