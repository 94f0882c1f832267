// SPDX-License-Identifier: MIT
// Four layers, of which the first and the last use the same weight.
#pragma once

#include "../11_pipeline/Network.hpp"

#include <array>

namespace network {

constexpr std::size_t kFeatures = 128;

/// The mean picture of each class less that of all, [kClasses, kPixels]; an eighth of it, so that
/// first scores are near 1.
inline std::vector<float> meanPictures(const FashionMnist &data) {
  constexpr std::size_t kPixels = FashionMnist::kPixels, kClasses = FashionMnist::kClasses;
  std::vector<float> means(kClasses * kPixels), all(kPixels);
  std::array<float, kClasses> counts{};
  for (const std::int32_t label : data.labels)
    counts[static_cast<std::size_t>(label)] += 1;
  for (std::size_t i = 0; i < data.pictures.size(); ++i) {
    const auto label = static_cast<std::size_t>(data.labels[i / kPixels]);
    means[label * kPixels + i % kPixels] += data.pictures[i] / counts[label];
    all[i % kPixels] += data.pictures[i] / static_cast<float>(data.labels.size());
  }
  for (std::size_t i = 0; i < means.size(); ++i)
    means[i] = (means[i] - all[i % kPixels]) / 8;
  return means;
}

/// In a language model each word has a vector: the first layer looks up those of a text, the last
/// one compares its result with those of all words. Here the first layer makes a vector of a
/// picture, and the last one compares its result with the vectors of each class's mean picture:
///
///     embed     h0 = relu(x E)        E [pixels, features]
///     dense1    h1 = relu(h0 w1)
///     dense2    h2 = relu(h1 w2)
///     classify  y  = h2 (M E)^T + b   M: meanPictures, which stay as they are
///
/// E gets gradients from two stages.
class Tied {
 public:
  Tied(std::size_t batch, std::vector<float> means) : batch_(batch), means_(std::move(means)) {}

  Model make(Mode mode) const {
    Model model;
    addEmbedding(model);
    addDense(model, "dense1", "h0", "h1");
    addDense(model, "dense2", "h1", "h2");
    addClasses(model, mode);
    return model;
  }

 private:
  static constexpr auto kRelu = popnn::NonLinearityType::RELU;

  /// `out` = relu(in weight), with its gradients.
  static void setFunctions(Layer &layer, const std::string &in, const std::string &weight,
                           const std::string &out) {
    layer.reads({in}).makes({out}).uses({weight});
    layer.forward([=](const Forward &at) {
      const Tensor h = poplin::matMul(at.graph(), at.input(in), at.weight(weight), at.program());
      popnn::nonLinearityInPlace(at.graph(), kRelu, h, at.program());
      at.output(out, h);
    });
    layer.backward([=](const Backward &at) {
      const Tensor dy = popnn::nonLinearityInputGradient(at.graph(), kRelu, at.output(out),
                                                         at.gradient(out), at.program());
      poplin::matMulAcc(at.graph(), at.accumulator(weight), 1.0f, at.input(in).transpose(), dy,
                        at.program());
      // Pixels need no gradient.
      if (in != "picture")
        at.inputGradient(
            in, poplin::matMul(at.graph(), dy, at.weight(weight).transpose(), at.program()));
    });
  }

  void addWeight(Model &model, const std::string &name, std::size_t in) const {
    model.weight(name, [batch = batch_, in](poplar::Graph &graph, const std::string &debugName) {
      return poplin::createMatMulInputRHS(graph, poplar::FLOAT, {batch, in}, {in, kFeatures},
                                          debugName);
    });
  }

  void addEmbedding(Model &model) const {
    model.input("picture", [batch = batch_](poplar::Graph &graph, const std::string &name) {
      return poplin::createMatMulInputLHS(graph, poplar::FLOAT, {batch, FashionMnist::kPixels},
                                          {FashionMnist::kPixels, kFeatures}, name);
    });
    addWeight(model, "E", FashionMnist::kPixels);
    setFunctions(model.layer("embed").onVirtualGraph(0).inPipelineStage(0), "picture", "E", "h0");
  }

  void addDense(Model &model, const std::string &name, const std::string &in,
                const std::string &out) const {
    addWeight(model, name + ".w", kFeatures);
    setFunctions(model.layer(name).onVirtualGraph(1).inPipelineStage(name == "dense1" ? 1 : 2), in,
                 name + ".w", out);
  }

  Tensor means(poplar::Graph &graph) const {
    const Tensor tensor =
        graph.addConstant(poplar::FLOAT, {FashionMnist::kClasses, FashionMnist::kPixels},
                          means_.data(), "meanPictures");
    poputil::mapTensorLinearly(graph, tensor);
    return tensor;
  }

  void addClasses(Model &model, Mode mode) const {
    model.weight("b", poplar::FLOAT, {FashionMnist::kClasses});
    Layer &layer = model.layer("classify").onVirtualGraph(0).inPipelineStage(3).uses({"E", "b"});
    const auto scores = [self = *this](const Forward &at) {
      poplar::Graph &graph = at.graph();
      const Tensor classes = poplin::matMul(graph, self.means(graph), at.weight("E"), at.program());
      at.keep("classes", classes);
      const Tensor y = poplin::matMul(graph, at.input("h2"), classes.transpose(), at.program());
      popops::addInPlace(graph, y, at.weight("b"), at.program());
      return y;
    };
    if (mode == Mode::Inference) {
      layer.reads({"h2"}).makes({"class"}).forward([scores](const Forward &at) {
        at.output("class", popnn::argMax(at.graph(), scores(at), at.program()));
      });
      model.output("class");
      return;
    }
    model.input("label", poplar::INT, {batch_}).output("loss", Anchor::Sum);
    layer.reads({"h2", "label"}).makes({"loss"});
    layer.forward([scores](const Forward &at) { addLoss(at, scores(at)); });
    layer.backward([self = *this](const Backward &at) {
      poplar::Graph &graph = at.graph();
      poplar::program::Sequence &program = at.program();
      const Tensor dy = at.kept("deltas");
      at.inputGradient("h2", poplin::matMul(graph, dy, at.kept("classes"), program));
      const Tensor dClasses = poplin::matMul(graph, dy.transpose(), at.input("h2"), program);
      poplin::matMulAcc(graph, at.accumulator("E"), 1.0f, self.means(graph).transpose(), dClasses,
                        program);
      at.weightGradient("b", popops::reduce(graph, dy, {0}, {popops::Operation::ADD}, program));
    });
  }

  std::size_t batch_;
  std::vector<float> means_;
};

inline Weights firstTiedWeights() {
  std::mt19937 random(1);
  constexpr std::size_t kPixels = FashionMnist::kPixels;
  return {{"E", uniform(random, kPixels * kFeatures, kPixels)},
          {"dense1.w", uniform(random, kFeatures * kFeatures, kFeatures)},
          {"dense2.w", uniform(random, kFeatures * kFeatures, kFeatures)},
          {"b", std::vector<float>(FashionMnist::kClasses)}};
}

} // namespace network
