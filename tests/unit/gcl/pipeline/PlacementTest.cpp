// SPDX-License-Identifier: MIT
// The rules for virtual graphs and pipeline stages, one by one.
#include "ErrorText.hpp"

#include <gcl/pipeline/Placement.hpp>

#include <gtest/gtest.h>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;
using Numbers = std::vector<unsigned>;

/// A chain x -> t0 -> t1 ...: one layer for each (virtual graph, stage), -1 for none.
std::vector<LayerInfo> chain(const std::vector<std::pair<int, int>> &places) {
  std::vector<LayerInfo> layers;
  for (std::size_t i = 0; i < places.size(); ++i) {
    LayerInfo layer;
    layer.name = "layer" + std::to_string(i);
    layer.virtualGraph = places[i].first;
    layer.pipelineStage = places[i].second;
    layer.inputs = {i == 0 ? "x" : "t" + std::to_string(i - 1)};
    layer.outputs = {"t" + std::to_string(i)};
    layers.push_back(layer);
  }
  return layers;
}

Placement place(const std::vector<LayerInfo> &layers, ScheduleKind kind = ScheduleKind::Popart,
                unsigned ipus = 4) {
  return placeLayers(layers, {"x"}, kind, ipus);
}

std::string errorOfPlacing(const std::vector<LayerInfo> &layers,
                           ScheduleKind kind = ScheduleKind::Popart, unsigned ipus = 4) {
  return errorOf([&] { place(layers, kind, ipus); });
}

TEST(Placement, StagesFollowFromVirtualGraphs) {
  const Placement placement = place(chain({{0, -1}, {0, -1}, {2, -1}, {3, -1}}));
  EXPECT_EQ(placement.stageOfLayer, (Numbers{0, 0, 1, 2}));
  EXPECT_EQ(placement.virtualGraphOfStage, (Numbers{0, 2, 3}));
}

TEST(Placement, TheOrderOfIpusIsFreeWithStages) {
  const Placement placement = place(chain({{1, 0}, {0, 1}}));
  EXPECT_EQ(placement.virtualGraphOfStage, (Numbers{1, 0}));
  EXPECT_EQ(place(chain({{0, 0}, {1, 1}, {0, 2}})).virtualGraphOfStage, (Numbers{0, 1, 0}));
}

TEST(Placement, ShardingTakesTurns) {
  const Placement placement =
      place(chain({{1, -1}, {0, -1}, {0, -1}, {1, -1}}), ScheduleKind::Sequential);
  EXPECT_EQ(placement.stageOfLayer, (Numbers{0, 1, 1, 2}));
  EXPECT_EQ(placement.virtualGraphOfStage, (Numbers{1, 0, 1}));
  EXPECT_EQ(place(chain({{-1, -1}, {-1, -1}}), ScheduleKind::Sequential).virtualGraphOfStage,
            (Numbers{0}));
}

TEST(Placement, PipeliningNeedsVirtualGraphs) {
  EXPECT_PART(errorOfPlacing(chain({{-1, -1}, {-1, -1}})), "needs virtual graphs");
}

TEST(Placement, MixedAnnotations) {
  const std::string graphs = errorOfPlacing(chain({{0, -1}, {-1, -1}}));
  EXPECT_PART(graphs, "some layers have a virtual graph and some have none");
  EXPECT_PART(graphs, "with: 'layer0'");
  EXPECT_PART(graphs, "without: 'layer1'");
  EXPECT_PART(errorOfPlacing(chain({{0, 0}, {1, -1}})), "some layers have a pipeline stage");
}

TEST(Placement, VirtualGraphOutOfRange) {
  const std::string text = errorOfPlacing(chain({{0, -1}, {10, -1}}), ScheduleKind::Popart, 2);
  EXPECT_PART(text, "invalid virtual graph 10 of layer 'layer1'");
  EXPECT_PART(text, "2 IPUs: 0 to 1");
}

TEST(Placement, StageOnTwoIpus) {
  const std::string text = errorOfPlacing(chain({{0, 0}, {1, 0}}));
  EXPECT_PART(text, "stage 0 lies on two virtual graphs");
  EXPECT_PART(text, "layer 'layer0' is on IPU 0, layer 'layer1' on IPU 1");
}

TEST(Placement, StageNumbersHaveNoGaps) {
  const std::string text = errorOfPlacing(chain({{0, 0}, {1, 2}}));
  EXPECT_PART(text, "no layer is in stage 1");
  EXPECT_PART(text, "stages in use: 0, 2");
}

TEST(Placement, DataFlowsForwards) {
  const std::string inferred = errorOfPlacing(chain({{1, -1}, {0, -1}}));
  EXPECT_PART(inferred, "tensor 't0' is consumed in an earlier stage than it is produced in");
  EXPECT_PART(inferred, "layer 'layer0' produces it in stage 1 on IPU 1");
  EXPECT_PART(inferred, "call inPipelineStage() on every layer");
  const std::string given = errorOfPlacing(chain({{0, 1}, {1, 0}}));
  EXPECT_PART(given, "give 'layer1' stage 1 or a later one");
}

TEST(Placement, WeightsStayOnOneIpu) {
  std::vector<LayerInfo> layers = chain({{0, 0}, {1, 1}, {0, 2}});
  layers[0].weights = layers[2].weights = {"embedding"};
  EXPECT_NO_THROW(place(layers));
  layers[1].weights = {"embedding"};
  const std::string text = errorOfPlacing(layers);
  EXPECT_PART(text, "weight 'embedding' is used on two IPUs");
  EXPECT_PART(text, "'layer0' on IPU 0 and by layer 'layer1' on IPU 1");
}

TEST(Placement, NamesOfTensors) {
  std::vector<LayerInfo> layers = chain({{0, 0}, {1, 1}});
  layers[1].inputs = {"nothing"};
  EXPECT_PART(errorOfPlacing(layers), "reads 'nothing', which nothing before it produces");
  layers = chain({{0, 0}, {1, 1}});
  layers[1].outputs = {"t0"};
  EXPECT_PART(errorOfPlacing(layers), "tensor 't0' is produced twice");
  layers = chain({{0, 0}, {1, 1}});
  layers[1].name = "layer0";
  EXPECT_PART(errorOfPlacing(layers), "two layers are called 'layer0'");
  EXPECT_PART(errorOfPlacing({}), "a model without layers");
}

TEST(Placement, SplitByCounts) {
  EXPECT_EQ(virtualGraphsFromCounts({2, -1, 1}, 6), (Numbers{0, 0, 1, 1, 1, 2}));
  EXPECT_EQ(virtualGraphsFromCounts({1, -1, -1}, 6), (Numbers{0, 1, 1, 1, 2, 2}));
  EXPECT_PART(errorOf([] { virtualGraphsFromCounts({2, 2}, 5); }), "do not add up");
  EXPECT_PART(errorOf([] { virtualGraphsFromCounts({4, -1}, 3); }), "do not add up");
  EXPECT_PART(errorOf([] { virtualGraphsFromCounts({-2}, 3); }), "a count of -2 layers");
}

} // namespace
