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

void Description::add(const Chains &chains, const Tensor &source, const Tensor &destination) {
  Tensors &tensors = forEveryone_[chains];
  tensors.sources.push_back(source);
  tensors.destinations.push_back(destination);
}

std::size_t Description::addDestination(const Tensor &destination) {
  destinations_.push_back(destination);
  written_ += destination.numElements();
  return written_ - destination.numElements();
}

void Description::addFor(unsigned member, const Chains &chains, const Tensor &source,
                         std::size_t begin) {
  description_.pieces.push_back({read_, begin, source.numElements(), chains, {member}});
  sources_.push_back(source);
  read_ += source.numElements();
}

void Description::addZerosFor(unsigned member, std::size_t begin, std::size_t elements) {
  description_.pieces.push_back({0, begin, elements, {}, {member}});
}

void Description::addParts(const Schedule &schedule, const LaneParts &parts) {
  for (std::size_t lane = 0; lane < parts.size(); ++lane)
    for (unsigned piece = 0; piece < members_; ++piece) {
      const Chains chains = chainsOf(schedule, lane, members_, piece);
      for (const Part &part : parts[lane]) {
        const std::size_t begin = piece * part.size;
        const std::size_t end = std::min(begin + part.size, part.source.numElements());
        if (begin < end) add(chains, part.source.slice(begin, end), part.target.slice(begin, end));
      }
    }
}

void Description::addMatrix(const Schedule &schedule, const Blocks &blocks, const Tensor &source,
                            const Tensor &destination) {
  const std::size_t width = blocks.matrix.dim(1), elements = source.numElements();
  for (const Columns &run : blocks.columns)
    for (unsigned piece = 0; piece < members_; ++piece) {
      const std::size_t begin = std::min(piece * width + run.begin, elements);
      const std::size_t end = std::min(piece * width + run.end, elements);
      if (begin < end)
        add(chainsOf(schedule, run.lane, members_, piece), source.slice(begin, end),
            destination.slice(begin, end));
    }
}

void Description::addRows(const Schedule &schedule, const Blocks &blocks, const Tensor &source,
                          const Tensor &destination, CollectiveOperator op) {
  const std::size_t width = blocks.matrix.dim(1);
  for (unsigned lane = 0;; ++lane) {
    // The columns of the lane, ascending: what a member has of them comes before its padding.
    std::vector<Tensor> columns;
    std::vector<std::vector<Tensor>> rows(members_);
    bool isLast = true;
    for (const Columns &run : blocks.columns) {
      isLast = isLast && run.lane <= lane;
      if (run.lane != lane) continue;
      columns.push_back(destination.slice(run.begin, run.end));
      for (unsigned piece = 0; piece < members_; ++piece) {
        const std::size_t begin = std::min(piece * width + run.begin, source.numElements());
        const std::size_t end = std::min(piece * width + run.end, source.numElements());
        if (begin < end) rows[piece].push_back(source.slice(begin, end));
      }
    }
    if (!columns.empty()) {
      const Tensor all = concat(columns);
      const std::size_t begin = addDestination(all);
      for (unsigned piece = 0; piece < members_; ++piece) {
        std::size_t present = 0;
        if (!rows[piece].empty()) {
          const Tensor row = concat(rows[piece]);
          present = row.numElements();
          addFor(piece,
                 op == CollectiveOperator::LOCAL ? Chains{{piece}}
                                                 : chainsOf(schedule, lane, members_, piece),
                 row, begin);
        }
        if (present < all.numElements())
          addZerosFor(piece, begin + present, all.numElements() - present);
      }
    }
    if (isLast) return;
  }
}

poplar_emu::CollectiveDescription Description::finish() const {
  poplar_emu::CollectiveDescription result = description_;
  std::vector<Tensor> sources = sources_, destinations = destinations_;
  std::size_t read = read_, written = written_;
  for (const auto &[chains, tensors] : forEveryone_) {
    std::size_t elements = 0;
    for (const Tensor &destination : tensors.destinations)
      elements += destination.numElements();
    result.pieces.push_back({read, written, elements, chains, everyone(members_)});
    read += elements;
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
