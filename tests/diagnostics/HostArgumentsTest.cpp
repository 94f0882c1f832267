// SPDX-License-Identifier: MIT
// Bad arguments that only C++ can make: null pointers, empty functions, reversed and endless
// ranges.
#include "Diagnostics.hpp"

#include <functional>

namespace diagnostics {
namespace {

using namespace poplar;
using namespace poplar::program;

class HostArguments : public DiagnosticsTest {
 protected:
  Engine makeEngine() {
    Tensor t = variable(FLOAT, {4}, "t");
    DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 4);
    RemoteBuffer rows = graph.addRemoteBuffer("rows", FLOAT, 4, 2);
    HostFunction f = graph.addHostFunction("f", {}, {});
    graph.createHostRead("read", t);
    graph.createHostWrite("write", t);
    return Engine(graph, Sequence(Copy(in, t), Copy(rows, t), Call(f, {}, {})));
  }
  float values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
};

TEST_F(HostArguments, EmptyFunctions) {
  Engine engine = makeEngine();
  const std::function<void(void *)> empty;
  void (*null)(void *) = nullptr;
  EXPECT_DIAGNOSTIC(poplar_error, "PE0511", ({"stream callback"}),
                    engine.connectStreamToCallback("in", empty));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0511", ({"stream callback"}),
                    engine.connectStreamToCallback("in", 0, std::function<void(void *)>()));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0511", ({"null"}), engine.connectStreamToCallback("in", null));
  using Host = std::function<void(ArrayRef<const void *>, ArrayRef<void *>)>;
  void (*nullHost)(ArrayRef<const void *>, ArrayRef<void *>) = nullptr;
  EXPECT_DIAGNOSTIC(poplar_error, "PE0511", ({"host callback"}),
                    engine.connectHostFunction("f", 0, Host()));
  EXPECT_DIAGNOSTIC(poplar_error, "PE0511", ({"null"}),
                    engine.connectHostFunction("f", 0, nullHost));
}

TEST_F(HostArguments, HandlesThatWereMovedFrom) {
  Engine engine = makeEngine();
  StreamCallbackHandle stream([](void *) {});
  engine.connectStreamToCallback("in", std::move(stream));
  // NOLINTNEXTLINE(bugprone-use-after-move)
  EXPECT_DIAGNOSTIC(poplar_error, "PE0511", ({"moved from"}),
                    engine.connectStreamToCallback("in", std::move(stream)));
  HostCallbackHandle host([](ArrayRef<const void *>, ArrayRef<void *>) {});
  engine.connectHostFunction("f", 0, std::move(host));
  // NOLINTNEXTLINE(bugprone-use-after-move)
  EXPECT_DIAGNOSTIC(poplar_error, "PE0511", ({"moved from"}),
                    engine.connectHostFunction("f", 0, std::move(host)));
}

TEST_F(HostArguments, NullTextIsRefused) {
  const char *null = nullptr;
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0710", ({"null"}), graph.addCodelets(null));
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0710", ({"null"}), IPUModel model(null));
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0710", ({"null"}),
                                 graph.addVariable(FLOAT, {1}, null));
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(poplar_error, "PE0710", ({"null"}), Abort abort(null));
}

TEST_F(HostArguments, NullValues) {
  const float *null = nullptr;
  EXPECT_DIAGNOSTIC(poplar_error, "PE0710", ({"'k'", "[3]"}),
                    graph.addConstant(FLOAT, {3}, null, "k"));
  Tensor none = graph.addConstant(FLOAT, {0}, null, "none");
  EXPECT_EQ(none.numElements(), 0u);
}

TEST_F(HostArguments, NullBuffers) {
  Engine engine = makeEngine();
  engine.load(device);
  float *null = nullptr;
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"read", "16 bytes"}),
                    engine.readTensor("read", null));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"write", "16 bytes"}),
                    engine.writeTensor("write", null));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"rows", "16 bytes"}),
                    engine.copyToRemoteBuffer(null, "rows", 0));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"rows", "16 bytes"}),
                    engine.copyFromRemoteBuffer("rows", null, 0));
}

TEST_F(HostArguments, BuffersThatEndBeforeTheyBegin) {
  Engine engine = makeEngine();
  engine.load(device);
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"read", "ends before it begins"}),
                    engine.readTensor("read", values + 4, values));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"write", "ends before it begins"}),
                    engine.writeTensor("write", values + 4, values));
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"in", "ends before it begins"}),
                    engine.connectStream("in", values + 4, values));
}

TEST_F(HostArguments, NothingFitsStreamsWithoutElements) {
  Tensor none = variable(FLOAT, {0}, "none");
  DataStream in = graph.addHostToDeviceFIFO("in", FLOAT, 0);
  DataStream out = graph.addDeviceToHostFIFO("out", FLOAT, 0);
  Engine engine(graph, Sequence(Copy(in, none), Copy(none, out)));
  float *null = nullptr;
  engine.connectStream("in", null, null);
  engine.connectStream("out", values, values);
  engine.load(device);
  engine.run();
  EXPECT_DIAGNOSTIC(stream_connection_error, "PE0503", ({"0 bytes"}),
                    engine.connectStream("in", values, values + 1));
}

TEST_F(HostArguments, CodeletFilesWithoutName) {
  EXPECT_DIAGNOSTIC(file_load_error, "PE0302", ({"''"}), graph.addCodelets(""));
}

TEST_F(HostArguments, ViewsLargerThanTheHost) {
  constexpr std::size_t kSide = std::size_t{1} << 20;
  Tensor t = graph.addVariable(FLOAT, {kSide, kSide}, "huge").transpose();
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(graph_memory_allocation_error, "PE0407",
                                 ({"getContiguousRegions", "huge"}), t.getContiguousRegions());
  EXPECT_DIAGNOSTIC_WITHOUT_LINE(graph_memory_allocation_error, "PE0407",
                                 ({"getVarRegions", "huge"}), t.getVarRegions());
}

} // namespace
} // namespace diagnostics
