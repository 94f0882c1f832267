// SPDX-License-Identifier: MIT
// Reports name lines of the user: that of a layer's operation, else that of build().
#include "Network.hpp"
#include "support/Locations.hpp"

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;

TEST(PipelineUserLine, OfEveryProgram) {
  poplar::Device device = makeDevice(2, 8);
  poplar::Graph graph(device.getTarget());
  Model model = chainModel(2);
  place(model, {0, 1});
  Options options;
  options.schedule = ScheduleKind::Interleaved;
  options.mode = Mode::Training;
  options.microBatches = 4;
  options.update = sgd(0.1f);
  const Pipeline pipeline = build(graph, model, options);
  const std::string line = "UserLineTest.cpp:" + std::to_string(__LINE__ - 1);
  const poplar::Engine engine(graph, pipeline.program);
  const auto locations = poplar_emu::test::locationsOf(engine);
  EXPECT_THAT(locations, testing::Contains(line));
  // The operations of layers stand in Network.hpp.
  EXPECT_THAT(locations, testing::Each(testing::AnyOf(line, testing::StartsWith("Network.hpp:"))));
  EXPECT_GT(locations.size(), 3u);
}

} // namespace
