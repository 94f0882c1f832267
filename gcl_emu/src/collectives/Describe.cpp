// SPDX-License-Identifier: MIT
// Descriptions of collectives from the same schedules and parts that their steps are made of.
#include "collectives/Describe.hpp"

#include <algorithm>
#include <numeric>

namespace gcl::detail {

using poplar::Tensor;
using poplar_emu::Combination;

namespace {

Combination combinationOf(CollectiveOperator op) {
  switch (op) {
  case CollectiveOperator::SQUARE_ADD:
    return Combination::SquareAdd;
  case CollectiveOperator::MUL:
    return Combination::Mul;
  case CollectiveOperator::MIN:
    return Combination::Min;
  case CollectiveOperator::MAX:
    return Combination::Max;
  case CollectiveOperator::LOGICAL_AND:
    return Combination::LogicalAnd;
  case CollectiveOperator::LOGICAL_OR:
    return Combination::LogicalOr;
  default:
    return Combination::Add;
  }
}

/// Calls f(piece, first element, elements, padding) for a run's share of each row of a matrix.
template <class F>
void forEachShare(const Blocks &blocks, const Columns &run, std::size_t elements, F f) {
  const std::size_t width = run.end - run.begin;
  for (unsigned piece = 0; piece < blocks.matrix.dim(0); ++piece) {
    const std::size_t begin = piece * blocks.matrix.dim(1) + run.begin;
    const std::size_t present = begin < elements ? std::min(width, elements - begin) : 0;
    f(piece, begin, present, width - present);
  }
}

} // namespace

Members everyone(unsigned members) {
  Members all(members);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

Chains chainsOf(const Schedule &schedule, std::size_t lane, unsigned members, unsigned piece) {
  const Lane &way = schedule.lanes[lane % schedule.lanes.size()];
  if (way.direct || way.streams.empty()) return {everyone(members)};
  return combinationOrder(way, piece);
}

Description::Description(const Call &call, poplar_emu::CollectiveKind kind)
    : members_(call.members()) {
  description_.kind = kind;
  description_.groups = call.groups.replicas;
}

Description::Description(const Call &call, poplar_emu::CollectiveKind kind, CollectiveOperator op)
    : Description(call, kind) {
  description_.combination = combinationOf(op);
  if (op == CollectiveOperator::MEAN) description_.scale = 1.0f / static_cast<float>(members_);
}

void Description::add(const Chains &chains, const Members &receivers, const Tensor &source,
                      const Tensor &destination) {
  Tensors &tensors = pieces_[{chains, receivers}];
  tensors.sources.push_back(source);
  tensors.destinations.push_back(destination);
}

void Description::addZeros(const Members &receivers, const Tensor &destination) {
  pieces_[{Chains(), receivers}].destinations.push_back(destination);
}

void Description::addParts(const Schedule &schedule, const LaneParts &parts) {
  for (std::size_t lane = 0; lane < parts.size(); ++lane)
    for (unsigned piece = 0; piece < members_; ++piece) {
      const Chains chains = chainsOf(schedule, lane, members_, piece);
      for (const Part &part : parts[lane]) {
        const std::size_t begin = piece * part.size;
        const std::size_t end = std::min(begin + part.size, part.source.numElements());
        if (begin < end)
          add(chains, everyone(members_), part.source.slice(begin, end),
              part.target.slice(begin, end));
      }
    }
}

void Description::addMatrix(const Schedule &schedule, const Blocks &blocks, const Tensor &source,
                            const Tensor &destination) {
  for (const Columns &run : blocks.columns)
    forEachShare(blocks, run, source.numElements(),
                 [&](unsigned piece, std::size_t begin, std::size_t present, std::size_t) {
                   if (present > 0)
                     add(chainsOf(schedule, run.lane, members_, piece), everyone(members_),
                         source.slice(begin, begin + present),
                         destination.slice(begin, begin + present));
                 });
}

void Description::addRows(const Schedule &schedule, const Blocks &blocks, const Tensor &source,
                          const Tensor &destination, CollectiveOperator op) {
  for (const Columns &run : blocks.columns)
    forEachShare(
        blocks, run, source.numElements(),
        [&](unsigned piece, std::size_t begin, std::size_t present, std::size_t padding) {
          const std::size_t end = run.begin + present;
          if (present > 0)
            add(op == CollectiveOperator::LOCAL ? Chains{{piece}}
                                                : chainsOf(schedule, run.lane, members_, piece),
                {piece}, source.slice(begin, begin + present), destination.slice(run.begin, end));
          if (padding > 0) addZeros({piece}, destination.slice(end, end + padding));
        });
}

poplar_emu::CollectiveDescription Description::finish() const {
  poplar_emu::CollectiveDescription result = description_;
  std::vector<Tensor> sources, destinations;
  std::size_t read = 0, written = 0;
  for (const auto &[how, tensors] : pieces_) {
    std::size_t elements = 0;
    for (const Tensor &destination : tensors.destinations)
      elements += destination.numElements();
    result.pieces.push_back({read, written, elements, how.first, how.second});
    if (!how.first.empty()) read += elements;
    written += elements;
    sources.insert(sources.end(), tensors.sources.begin(), tensors.sources.end());
    destinations.insert(destinations.end(), tensors.destinations.begin(),
                        tensors.destinations.end());
  }
  result.source = concat(sources);
  result.destination = concat(destinations);
  return result;
}

} // namespace gcl::detail
