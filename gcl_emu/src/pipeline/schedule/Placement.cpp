// SPDX-License-Identifier: MIT
// PopART's rules for virtual graphs and pipeline stages.
#include <gcl/pipeline/Placement.hpp>

#include "pipeline/Errors.hpp"
#include "pipeline/schedule/ScheduleChecks.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace gcl::pipeline {
namespace {

using Layers = std::vector<LayerInfo>;

/// All layers carry the annotation, or none does. Returns whether they do.
template <class Get>
bool allOrNone(const Layers &layers, const std::string &what, const std::string &setter,
               Get &&get) {
  std::vector<std::string> with, without;
  for (const LayerInfo &layer : layers)
    (get(layer) >= 0 ? with : without).push_back(layer.name);
  if (!with.empty() && !without.empty())
    Complaint("some layers have a " + what + " and some have none")
        .note("with: " + listed(with))
        .note("without: " + listed(without))
        .fix("call " + setter + "() on every layer, or on none")
        .raise();
  return without.empty();
}

std::vector<unsigned> virtualGraphs(const Layers &layers, ScheduleKind kind, unsigned numIpus) {
  const bool given = allOrNone(layers, "virtual graph", "onVirtualGraph",
                               [](const LayerInfo &layer) { return layer.virtualGraph; });
  if (!given && kind != ScheduleKind::Sequential)
    Complaint("the " + kindName(kind) + " schedule needs virtual graphs, and no layer has one")
        .fix("call onVirtualGraph(ipu) on every layer, or use the sequential schedule")
        .raise();
  std::vector<unsigned> ids;
  for (const LayerInfo &layer : layers) {
    ids.push_back(given ? static_cast<unsigned>(layer.virtualGraph) : 0);
    if (ids.back() >= numIpus)
      Complaint("invalid virtual graph " + std::to_string(ids.back()) + " of layer " +
                quoted(layer.name))
          .note("a replica has " + counted(numIpus, "IPU", "IPUs") + ": 0 to " +
                std::to_string(numIpus - 1))
          .fix("use a smaller id, or a device with more IPUs")
          .raise();
  }
  return ids;
}

std::vector<unsigned> inferredStages(const std::vector<unsigned> &ipus, ScheduleKind kind) {
  std::vector<unsigned> stages;
  if (kind == ScheduleKind::Sequential) {
    for (std::size_t i = 0; i < ipus.size(); ++i)
      stages.push_back(i == 0 ? 0 : stages.back() + (ipus[i] == ipus[i - 1] ? 0 : 1));
    return stages;
  }
  const std::set<unsigned> used(ipus.begin(), ipus.end());
  for (const unsigned ipu : ipus)
    stages.push_back(static_cast<unsigned>(std::distance(used.begin(), used.find(ipu))));
  return stages;
}

void checkGaps(const std::vector<unsigned> &stages) {
  const std::set<unsigned> used(stages.begin(), stages.end());
  if (*used.rbegin() + 1 == used.size()) return;
  unsigned missing = 0;
  while (used.count(missing) != 0)
    ++missing;
  Complaint("no layer is in stage " + std::to_string(missing))
      .note("stages in use: " + listed(std::vector<unsigned>(used.begin(), used.end())) +
            "; they must be 0 to " + std::to_string(used.size() - 1))
      .fix("number the stages without gaps")
      .raise();
}

std::vector<unsigned> ipuOfStages(const Layers &layers, const Placement &placement,
                                  const std::vector<unsigned> &ipus) {
  std::map<unsigned, std::size_t> firstLayer;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const auto [first, isNew] = firstLayer.emplace(placement.stageOfLayer[i], i);
    if (isNew || ipus[first->second] == ipus[i]) continue;
    Complaint("stage " + std::to_string(first->first) + " lies on two virtual graphs")
        .note("layer " + quoted(layers[first->second].name) + " is on IPU " +
              std::to_string(ipus[first->second]) + ", layer " + quoted(layers[i].name) +
              " on IPU " + std::to_string(ipus[i]))
        .fix("give one of them another stage, or put both on one IPU")
        .raise();
  }
  std::vector<unsigned> result;
  for (const auto &[stage, layer] : firstLayer)
    result.push_back(ipus[layer]);
  return result;
}

class Flow {
 public:
  Flow(const Layers &layers, const Placement &placement, bool inferred)
      : layers_(layers), placement_(placement), inferred_(inferred) {}

  void check(const std::vector<std::string> &modelInputs) {
    for (const std::string &name : modelInputs)
      define(name, kModel);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      for (const std::string &name : layers_[i].inputs)
        use(name, i);
      for (const std::string &name : layers_[i].outputs)
        define(name, i);
    }
  }

 private:
  static constexpr std::size_t kModel = ~std::size_t{0};

  std::string producer(std::size_t layer) const {
    return layer == kModel ? "an input of the model" : "layer " + quoted(layers_[layer].name);
  }
  std::string place(std::size_t layer) const {
    const unsigned stage = placement_.stageOfLayer[layer];
    return stageOn(stage, placement_.virtualGraphOfStage[stage]);
  }

  void define(const std::string &name, std::size_t layer) {
    const auto [first, isNew] = producer_.emplace(name, layer);
    if (isNew) return;
    Complaint("tensor " + quoted(name) + " is produced twice")
        .note("by " + producer(first->second) + " and by " + producer(layer))
        .fix("use two names")
        .raise();
  }

  void use(const std::string &name, std::size_t layer) {
    const auto found = producer_.find(name);
    if (found == producer_.end())
      Complaint("layer " + quoted(layers_[layer].name) + " reads " + quoted(name) +
                ", which nothing before it produces")
          .fix("declare it with Model::input(), or add the layer that produces it first")
          .raise();
    if (found->second == kModel) return;
    const unsigned from = placement_.stageOfLayer[found->second];
    const unsigned to = placement_.stageOfLayer[layer];
    if (from <= to) return;
    Complaint complaint("tensor " + quoted(name) +
                        " is consumed in an earlier stage than it is produced in");
    complaint.note(producer(found->second) + " produces it in " + place(found->second) +
                   ", layer " + quoted(layers_[layer].name) + " reads it in " + place(layer));
    if (inferred_)
      complaint
          .note("stages follow from virtual graph ids, since no layer has one: data may only flow "
                "to the same or a higher IPU")
          .fix("call inPipelineStage() on every layer: then the order of IPUs is free");
    else
      complaint.fix("give " + quoted(layers_[layer].name) + " stage " + std::to_string(from) +
                    " or a later one");
    complaint.raise();
  }

  const Layers &layers_;
  const Placement &placement_;
  bool inferred_;
  std::map<std::string, std::size_t> producer_;
};

void checkWeights(const Layers &layers, const std::vector<unsigned> &ipus) {
  std::map<std::string, std::size_t> firstUser;
  for (std::size_t i = 0; i < layers.size(); ++i)
    for (const std::string &weight : layers[i].weights) {
      const auto [first, isNew] = firstUser.emplace(weight, i);
      if (isNew || ipus[first->second] == ipus[i]) continue;
      Complaint("weight " + quoted(weight) + " is used on two IPUs")
          .note("by layer " + quoted(layers[first->second].name) + " on IPU " +
                std::to_string(ipus[first->second]) + " and by layer " + quoted(layers[i].name) +
                " on IPU " + std::to_string(ipus[i]) + "; weights are never copied between IPUs")
          .fix("put both layers on one IPU, in two stages (tied weights), or use two weights")
          .raise();
    }
}

void checkNames(const Layers &layers) {
  std::set<std::string> names;
  for (const LayerInfo &layer : layers)
    if (!names.insert(layer.name).second)
      Complaint("two layers are called " + quoted(layer.name)).fix("use two names").raise();
}

} // namespace

Placement placeLayers(const std::vector<LayerInfo> &layers,
                      const std::vector<std::string> &modelInputs, ScheduleKind kind,
                      unsigned numIpus) {
  if (layers.empty())
    Complaint("a model without layers").fix("add layers with Model::layer()").raise();
  checkNames(layers);
  const std::vector<unsigned> ipus = virtualGraphs(layers, kind, numIpus);
  const bool staged = allOrNone(layers, "pipeline stage", "inPipelineStage",
                                [](const LayerInfo &layer) { return layer.pipelineStage; });
  Placement placement;
  if (staged)
    for (const LayerInfo &layer : layers)
      placement.stageOfLayer.push_back(static_cast<unsigned>(layer.pipelineStage));
  else
    placement.stageOfLayer = inferredStages(ipus, kind);
  checkGaps(placement.stageOfLayer);
  placement.virtualGraphOfStage = ipuOfStages(layers, placement, ipus);
  Flow(layers, placement, !staged).check(modelInputs);
  checkWeights(layers, ipus);
  return placement;
}

std::vector<unsigned> virtualGraphsFromCounts(const std::vector<int> &counts, unsigned numLayers) {
  unsigned fixed = 0, open = 0;
  for (const int count : counts) {
    if (count < -1)
      Complaint("a count of " + std::to_string(count) + " layers")
          .fix("use a number of layers, or -1 for a share of what remains")
          .raise();
    count == -1 ? ++open : fixed += static_cast<unsigned>(count);
  }
  if (fixed > numLayers || (open == 0 && fixed != numLayers))
    Complaint("the counts do not add up to the number of layers")
        .note("they give " + counted(fixed, "layer", "layers") + " to IPUs; the model has " +
              std::to_string(numLayers))
        .fix("change a count, or use -1 for what remains")
        .raise();
  std::vector<unsigned> ipus;
  const unsigned rest = numLayers - fixed;
  unsigned shares = 0;
  for (unsigned ipu = 0; ipu < counts.size(); ++ipu) {
    auto size = static_cast<unsigned>(counts[ipu]);
    if (counts[ipu] == -1) {
      size = rest / open + (shares < rest % open ? 1 : 0);
      ++shares;
    }
    ipus.insert(ipus.end(), size, ipu);
  }
  return ipus;
}

} // namespace gcl::pipeline
