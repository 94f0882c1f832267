// SPDX-License-Identifier: MIT
// Buffers, numbers that differ between replicas, and the vertices of one step.
#include "emit/Emitter.hpp"

#include "emit/VertexNames.hpp"
#include "support/Operators.hpp"

#include <algorithm>

namespace gcl::detail {

using poplar::ComputeSet;
using poplar::Tensor;
using poplar::VertexRef;

namespace {

/// Calls f(part, the part's elements of each tensor).
template <class F>
void forEachPart(const std::vector<Part> &parts, const std::vector<Tensor> &tensors, F &&f) {
  std::size_t begin = 0;
  for (const Part &part : parts) {
    std::vector<Tensor> slices;
    for (const Tensor &tensor : tensors)
      slices.push_back(tensor.slice(begin, begin + part.size));
    begin += part.size;
    f(part, slices);
  }
}

} // namespace

std::vector<unsigned> arriving(const Step &step) {
  std::vector<unsigned> pieces(step.to.size());
  for (unsigned member = 0; member < step.to.size(); ++member)
    pieces[step.to[member]] = step.piece[member];
  return pieces;
}

Tensor Emitter::addBuffer(const std::vector<Part> &parts, const char *name) const {
  const Tensor buffer = graph_.addVariable(type_, {pieceSize(parts)}, {debugContext_, name});
  forEachPart(parts, {buffer}, [&](const Part &part, const std::vector<Tensor> &slices) {
    graph_.setTileMapping(slices[0], part.tile);
  });
  return buffer;
}

Tensor Emitter::memberValue(unsigned tile, const std::vector<unsigned> &ofMember) {
  const unsigned tilesPerIpu = graph_.getTarget().getTilesPerIPU();
  const unsigned ipu = tile / tilesPerIpu;
  Tensor &value = memberValues_[{ipu, ofMember}];
  if (value.valid()) return value;
  if (std::all_of(ofMember.begin(), ofMember.end(), [&](unsigned n) { return n == ofMember[0]; })) {
    value = graph_.addConstant(poplar::UNSIGNED_INT, {1}, ofMember[0], {debugContext_, "piece"});
  } else {
    std::map<unsigned, unsigned> ofReplica;
    for (const auto &group : groups_.replicas)
      for (unsigned i = 0; i < groups_.size; ++i)
        ofReplica[group[i]] = ofMember[i];
    value = graph_.addVariable(poplar::UNSIGNED_INT, {1}, {debugContext_, "piece"});
    graph_.setInitialValue(value, ofReplica);
  }
  graph_.setTileMapping(
      value, static_cast<unsigned>(ipu * tilesPerIpu + memberValues_.size() % tilesPerIpu));
  return value;
}

ComputeSet Emitter::addComputeSet(const std::string &name) const {
  return graph_.addComputeSet({debugContext_, name});
}

void Emitter::copyAcross(const Tensor &from, const Tensor &to, const Step &step) {
  prog_.add(poplar::program::CrossReplicaCopy(from, to, groups_.spreadMap(step.to),
                                              {debugContext_, "send"}));
}

void Emitter::addSelect(ComputeSet cs, const std::vector<Part> &parts, const Tensor &out,
                        const std::vector<unsigned> &pieces) {
  const poplar::Type carrier = carrierOf(graph_.getTarget(), type_);
  const std::string name = nameOfVertex("SelectPiece", carrier);
  forEachPart(parts, {out}, [&](const Part &part, const std::vector<Tensor> &slices) {
    const VertexRef vertex = graph_.addVertex(cs, name,
                                              {{"out", slices[0].reinterpret(carrier)},
                                               {"elements", part.source.reinterpret(carrier)},
                                               {"piece", memberValue(part.tile, pieces)[0]}});
    graph_.setTileMapping(vertex, part.tile);
  });
}

void Emitter::addCombine(ComputeSet cs, const std::vector<Part> &parts, const Tensor &sum,
                         const std::vector<unsigned> &pieces, CollectiveOperator op) {
  const std::string name = nameOfVertex("CombinePiece", op, type_);
  forEachPart(parts, {sum}, [&](const Part &part, const std::vector<Tensor> &slices) {
    const VertexRef vertex = graph_.addVertex(cs, name,
                                              {{"sum", slices[0]},
                                               {"elements", part.source},
                                               {"piece", memberValue(part.tile, pieces)[0]}});
    graph_.setTileMapping(vertex, part.tile);
  });
}

void Emitter::addSumOf(ComputeSet cs, const std::vector<Part> &parts, const Tensor &sum,
                       const Tensor &other, CollectiveOperator op) {
  const std::string name = nameOfVertex("CombinePiece", op, type_);
  forEachPart(parts, {sum, other}, [&](const Part &part, const std::vector<Tensor> &slices) {
    const VertexRef vertex = graph_.addVertex(
        cs, name,
        {{"sum", slices[0]}, {"elements", slices[1]}, {"piece", memberValue(part.tile, {0})[0]}});
    graph_.setTileMapping(vertex, part.tile);
  });
}

void Emitter::addPlace(ComputeSet cs, const std::vector<Part> &parts,
                       const std::vector<std::pair<Tensor, std::vector<unsigned>>> &pieces) {
  const poplar::Type carrier = carrierOf(graph_.getTarget(), type_);
  const std::string name = nameOfVertex("PlacePieces", carrier);
  std::vector<Tensor> data;
  for (const auto &[tensor, numbers] : pieces)
    data.push_back(tensor.reinterpret(carrier));
  forEachPart(parts, data, [&](const Part &part, const std::vector<Tensor> &slices) {
    std::vector<Tensor> numbers;
    for (const auto &[tensor, values] : pieces)
      numbers.push_back(memberValue(part.tile, values));
    const VertexRef vertex = graph_.addVertex(cs, name,
                                              {{"elements", part.target.reinterpret(carrier)},
                                               {"in", slices},
                                               {"piece", concat(numbers)}});
    graph_.setTileMapping(vertex, part.tile);
  });
}

std::vector<Tensor> Emitter::combineAll(const LaneParts &parts, CollectiveOperator op) {
  const std::string name = nameOfVertex("CombineAllPieces", op, type_);
  const ComputeSet cs = addComputeSet("combine all");
  std::vector<Tensor> sums;
  for (const std::vector<Part> &lane : parts) {
    sums.push_back(addBuffer(lane, "sum"));
    forEachPart(lane, {sums.back()}, [&](const Part &part, const std::vector<Tensor> &slices) {
      const VertexRef vertex =
          graph_.addVertex(cs, name, {{"sum", slices[0]}, {"elements", part.source}});
      graph_.setTileMapping(vertex, part.tile);
    });
  }
  prog_.add(poplar::program::Execute(cs));
  return sums;
}

void Emitter::square(const std::vector<Part> &parts, const Tensor &data) {
  const ComputeSet cs = addComputeSet("square");
  forEachPart(parts, {data}, [&](const Part &part, const std::vector<Tensor> &slices) {
    graph_.setTileMapping(
        graph_.addVertex(cs, nameOfVertex("Square", type_), {{"data", slices[0]}}), part.tile);
  });
  prog_.add(poplar::program::Execute(cs));
}

void Emitter::scale(const LaneParts &parts, const std::vector<Tensor> &data, float by) {
  const ComputeSet cs = addComputeSet("mean");
  for (std::size_t lane = 0; lane < parts.size(); ++lane)
    forEachPart(parts[lane], {data[lane]},
                [&](const Part &part, const std::vector<Tensor> &slices) {
                  const VertexRef vertex =
                      graph_.addVertex(cs, nameOfVertex("Scale", type_), {{"data", slices[0]}});
                  graph_.setInitialValue(vertex["by"], by);
                  graph_.setTileMapping(vertex, part.tile);
                });
  prog_.add(poplar::program::Execute(cs));
}

} // namespace gcl::detail
