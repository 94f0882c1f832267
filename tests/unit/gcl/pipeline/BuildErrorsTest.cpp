// SPDX-License-Identifier: MIT
// Models whose functions do not do what their layers declare.
#include "ErrorText.hpp"
#include "Network.hpp"

#include <gtest/gtest.h>

namespace {

using namespace gcl::pipeline;
using namespace pipeline_test;

std::string errorOfBuilding(const Model &model, const Options &options, unsigned tiles = 4) {
  return errorOf([&] {
    const poplar::Device device = makeDevice(2, tiles);
    poplar::Graph graph(device.getTarget());
    build(graph, model, options);
  });
}

Options training() {
  Options options;
  options.microBatches = 4;
  options.update = sgd(0.5f);
  return options;
}

Model twoStages() {
  Model model = chainModel(2);
  place(model, {0, 1});
  return model;
}

TEST(BuildErrors, TheModelItselfIsFine) {
  EXPECT_EQ(errorOfBuilding(twoStages(), training()), "");
}

TEST(BuildErrors, RulesOfPlacementAndDepth) {
  Model model = chainModel(2);
  EXPECT_PART(errorOfBuilding(model, training()), "needs virtual graphs");
  model = twoStages();
  model.layers[1].pipelineStage = -1;
  EXPECT_PART(errorOfBuilding(model, training()), "some layers have a pipeline stage");
  model = twoStages();
  model.layers[0].virtualGraph = 7;
  EXPECT_PART(errorOfBuilding(model, training()), "invalid virtual graph 7");
  Options options = training();
  options.microBatches = 2;
  EXPECT_PART(errorOfBuilding(twoStages(), options), "needs at least 3");
}

TEST(BuildErrors, NamesThatALayerDoesNotDeclare) {
  Model model = twoStages();
  model.layers[0].forward([](const Forward &at) { at.input("y1"); });
  EXPECT_PART(errorOfBuilding(model, training()), "layer 'square0' has no input 'y1'");
  model.layers[0].forward([](const Forward &at) { at.weight("w1"); });
  const std::string text = errorOfBuilding(model, training());
  EXPECT_PART(text, "layer 'square0' has no weight 'w1'");
  EXPECT_PART(text, "it declares 'w0'");
  model.layers[0].forward([](const Forward &at) { at.output("z", at.input("x")); });
  EXPECT_PART(errorOfBuilding(model, training()), "layer 'square0' has no output 'z'");
  model = twoStages();
  model.layers[1].backward([](const Backward &at) { at.kept("cubed"); });
  EXPECT_PART(errorOfBuilding(model, training()), "keeps no activation called 'cubed'");
}

TEST(BuildErrors, OutputsThatAreNotSet) {
  Model model = twoStages();
  model.layers[0].forward([](const Forward &) {});
  EXPECT_PART(errorOfBuilding(model, training()), "layer 'square0' did not set its output 'y0'");
  model.layers[0].forward([](const Forward &at) {
    at.output("y0", at.input("x"));
    at.output("y0", at.input("x"));
  });
  EXPECT_PART(errorOfBuilding(model, training()), "set its output 'y0' twice");
  model.layers[0].forward({});
  EXPECT_PART(errorOfBuilding(model, training()), "has no forward function");
  model = twoStages();
  model.output("x");
  EXPECT_PART(errorOfBuilding(model, training()), "output 'x' is no output of a layer");
}

TEST(BuildErrors, GradientsThatNobodyGives) {
  Model model = twoStages();
  model.layers[1].backward({});
  const std::string text = errorOfBuilding(model, training());
  EXPECT_PART(text, "nothing gives a gradient for output 'y0' of layer 'square0'");
  EXPECT_PART(text, "it is read by 'square1'");
  Options inference = training();
  inference.mode = Mode::Inference;
  EXPECT_EQ(errorOfBuilding(model, inference), "");
}

TEST(BuildErrors, GradientsOfAnotherShape) {
  Model model = twoStages();
  model.layers[2].backward(
      [](const Backward &at) { at.inputGradient("y1", at.kept("difference").slice(0, 2)); });
  const std::string text = errorOfBuilding(model, training());
  EXPECT_PART(text, "the gradient by input 'y1' of layer 'loss' has shape [2]");
  EXPECT_PART(text, "the input has shape [6]");
  model = twoStages();
  model.layers[1].backward(
      [](const Backward &at) { at.weightGradient("w1", at.gradient("y1").slice(0, 3)); });
  EXPECT_PART(errorOfBuilding(model, training()),
              "the gradient of weight 'w1' from layer 'square1' has shape [3]");
}

TEST(BuildErrors, WeightsWithoutAnUpdate) {
  Options options = training();
  options.update = {};
  EXPECT_PART(errorOfBuilding(twoStages(), options), "weight 'w0' has a gradient");
  Model model = twoStages();
  for (Layer &layer : model.layers)
    layer.update(sgd(0.5f));
  EXPECT_EQ(errorOfBuilding(model, options), "");
}

TEST(BuildErrors, WeightsAndInputsThatNothingUses) {
  Model model = twoStages();
  model.weight("idle", poplar::FLOAT, {1});
  EXPECT_PART(errorOfBuilding(model, training()), "no layer uses weight 'idle'");
  model = twoStages();
  model.input("idle", poplar::FLOAT, {1});
  EXPECT_PART(errorOfBuilding(model, training()), "no layer reads the model's input 'idle'");
  model = twoStages();
  model.layers[0].uses({"w0", "ghost"});
  EXPECT_PART(errorOfBuilding(model, training()), "uses weight 'ghost'");
  model = twoStages();
  model.weight("w1", poplar::FLOAT, {1});
  EXPECT_PART(errorOfBuilding(model, training()), "two weights are called 'w1'");
}

TEST(BuildErrors, SharedWeightsNeedAccumulation) {
  Model model;
  model.input("x", poplar::FLOAT, {kWidth}).input("target", poplar::FLOAT, {kWidth});
  model.weight("w0", poplar::FLOAT, {kWidth}).weight("w1", poplar::FLOAT, {kWidth});
  addSquare(model, "embedding", "x", "a", "w0");
  addSquare(model, "middle", "a", "b", "w1");
  addSquare(model, "projection", "b", "c", "w0");
  addLoss(model, "c");
  place(model, {0, 1, 0});
  Options options = training();
  options.microBatches = 5;
  EXPECT_EQ(errorOfBuilding(model, options), "");
  options.accumulation = Accumulation::Off;
  EXPECT_PART(errorOfBuilding(model, options), "gets gradients in two timing slots");
}

TEST(BuildErrors, IoTiles) {
  Options options = training();
  options.numIoTiles = 33;
  const std::string odd = errorOfBuilding(twoStages(), options, 40);
  EXPECT_PART(odd, "33 I/O tiles on each IPU");
  EXPECT_PART(odd, "an even number from 32 to 39");
  options.numIoTiles = 40;
  EXPECT_PART(errorOfBuilding(twoStages(), options, 40), "40 I/O tiles on each IPU");
  options.numIoTiles = 32;
  const std::string few = errorOfBuilding(twoStages(), options, 40);
  EXPECT_PART(few, "it needs at least 5");
  EXPECT_PART(few, "the stages take 3 timing slots");
  options.microBatches = 5;
  EXPECT_EQ(errorOfBuilding(twoStages(), options, 40), "");
  options.schedule = ScheduleKind::Sequential;
  EXPECT_PART(errorOfBuilding(twoStages(), options, 40), "I/O tiles with the sequential schedule");
}

TEST(BuildErrors, TensorParallelReplicasDivide) {
  const auto errorWith = [](unsigned tensorParallel) {
    return errorOf([&] {
      const poplar::Device device = makeDevice(8);
      poplar::Graph graph(device.getTarget(), poplar::replication_factor(4));
      Options options = training();
      options.tensorParallel = tensorParallel;
      build(graph, twoStages(), options);
    });
  };
  const std::string three = errorWith(3);
  EXPECT_PART(three, "3 tensor-parallel replicas in a graph of 4");
  EXPECT_PART(three, "4 = 1 x 3 + 1");
  EXPECT_PART(errorWith(0), "a copy of the model takes at least one");
  EXPECT_EQ(errorWith(2), "");
}

} // namespace
