// SPDX-License-Identifier: MIT
// Programs that do not fit the tiles: what the error says depends on what fills them.
#include "Diagnostics.hpp"

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;
using testing::HasSubstr;

using MemoryErrors = DiagnosticsTest;

TEST_F(MemoryErrors, NamesTheStepAndHowMuchIsTooMuch) {
  Tensor first = variable(FLOAT, {100000}, "first"), second = variable(FLOAT, {60000}, "second");
  DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 100000),
             more = graph.addHostToDeviceFIFO("more", FLOAT, 60000),
             out = graph.addDeviceToHostFIFO("out", FLOAT, 100000),
             rest = graph.addDeviceToHostFIFO("rest", FLOAT, 60000);
  const Sequence program(Copy(in, first), Copy(more, second, false, "fetch the second"),
                         Copy(first, out), Copy(second, rest));
  EXPECT_DIAGNOSTIC(
      graph_memory_allocation_error, "PE0407",
      ({"Out of memory on tile 0: 640128 bytes used", "640000 bytes of variables",
        "128 bytes of stacks", "holds 1152 bytes too much",
        "fullest at step 1 of 4, 'fetch the second'", "live at steps 0 to 2", "over more tiles"}),
      compile(program));
  const Sequence apart(Copy(in, first), Copy(first, out), Copy(more, second), Copy(second, rest));
  EXPECT_NO_THROW(compile(apart)) << "they never live together";
}

TEST_F(MemoryErrors, OperandsOfOtherTilesNeedABuffer) {
  Tensor in = graph.addVariable(FLOAT, {180000}, "in"), out = variable(FLOAT, {1}, "out");
  graph.setTileMapping(in.slice(0, 90000), 2);
  graph.setTileMapping(in.slice(90000, 180000), 3);
  ComputeSet all = graph.addComputeSet("read all");
  VertexRef v = graph.addVertex(all, "Scale", {{"in", in}, {"out", out.reshape({1})}});
  graph.setInitialValue(v["factor"], 2);
  graph.setTileMapping(v, 1);
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(graph_memory_allocation_error, "PE0407",
                                 ({"tile 1", "720004 bytes of operands of other tiles",
                                   "'read all'", "availableMemoryProportion"}),
                                 compile(Sequence(Execute(all), Copy(out, in.slice(0, 1)))));
}

TEST_F(MemoryErrors, FullTilesNeedMoreIpusOrLess) {
  Tensor all = graph.addVariable(FLOAT, {4, 160000}, "all");
  for (unsigned tile = 0; tile < 4; ++tile)
    graph.setTileMapping(all[tile], tile);
  graph.setInitialValue(all, ArrayRef<float>(std::vector<float>(640000, 1.f)));
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(graph_memory_allocation_error, "PE0407",
                                 ({"4 of 4 tiles too full", "always live", "more IPUs", "half"}),
                                 compile(PrintTensor(all)));
}

TEST_F(MemoryErrors, WhatIsAllowedRunsWithAWarning) {
  Tensor big = variable(INT, {200000}, "big");
  graph.createHostRead("last", big.slice(199999, 200000));
  ComputeSet cs = graph.addComputeSet("cs");
  VertexRef v = graph.addVertex(cs, "Store", {{"out", big[199999]}});
  graph.setInitialValue(v["index"], 0);
  graph.setTileMapping(v, 0);
  testing::internal::CaptureStderr();
  Engine engine(graph, Execute(cs), {{"debug.allowOutOfMemory", "true"}});
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("warning[PE0407]: Out of memory on tile 0: "));
  engine.load(device);
  engine.run();
  int last = 0;
  engine.readTensor("last", &last, &last + 1);
  EXPECT_EQ(last, 1);
}

} // namespace
} // namespace diagnostics
