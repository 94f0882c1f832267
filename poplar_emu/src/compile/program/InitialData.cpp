// SPDX-License-Identifier: MIT
// Brings the bytes of constants and initial values into storage order.
#include "compile/program/InitialData.hpp"

#include "support/Diagnostic.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::compile {
namespace {

/// A stretch of storage and the first byte of the values that belongs there.
struct Target {
  plan::Address address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t valueByte = 0;
};

/// Where consecutive elements lie, sorted by address.
std::vector<Target> targetsOf(const StorageMap &storage, VariableId variable, std::uint64_t begin,
                              std::uint64_t elements) {
  const StorageMap::Layout &layout = storage.layout(variable);
  if (layout.identity) return {{layout.address + begin * layout.width, elements * layout.width, 0}};
  std::vector<Target> targets;
  const std::uint64_t end = begin + elements;
  std::size_t span = layout.find(begin);
  for (std::uint64_t at = begin; at < end; ++span) {
    const StorageMap::TileSpan &s = layout.spans[span];
    const std::uint64_t to = std::min(end, s.end);
    targets.push_back({layout.address + (s.packed + (at - s.begin)) * layout.width,
                       (to - at) * layout.width, (at - begin) * layout.width});
    at = to;
  }
  std::sort(targets.begin(), targets.end(),
            [](const Target &a, const Target &b) { return a.address < b.address; });
  return targets;
}

void addUniform(const std::vector<Target> &targets, const std::vector<std::byte> &element,
                const std::map<unsigned, std::vector<std::byte>> &perReplica,
                plan::Memory &memory) {
  for (std::size_t i = 0; i < targets.size();) {
    const plan::Address begin = targets[i].address;
    plan::Address end = begin + targets[i].bytes;
    for (++i; i < targets.size() && targets[i].address == end; ++i)
      end += targets[i].bytes;
    memory.initialData.push_back({begin, (end - begin) / element.size(), element, perReplica});
  }
}

void addValues(const std::vector<Target> &targets, const std::vector<std::byte> &bytes,
               plan::Memory &memory) {
  for (std::size_t i = 0; i < targets.size();) {
    plan::InitialData data;
    data.address = targets[i].address;
    for (plan::Address end = data.address; i < targets.size() && targets[i].address == end; ++i) {
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(targets[i].valueByte);
      data.bytes.insert(data.bytes.end(), first,
                        first + static_cast<std::ptrdiff_t>(targets[i].bytes));
      end += targets[i].bytes;
    }
    memory.initialData.push_back(std::move(data));
  }
}

void addData(const StorageMap &storage, VariableId variable, std::uint64_t begin,
             std::uint64_t elements, const ir::ElementData &data,
             const std::map<unsigned, std::vector<std::byte>> &perReplica, plan::Memory &memory) {
  if (elements == 0) return;
  const std::uint64_t width = storage.elementBytes(variable);
  const std::vector<Target> targets = targetsOf(storage, variable, begin, elements);
  const bool uniform = data.uniform || elements == 1;
  POPLAR_EMU_CHECK(data.bytes.size() == (uniform ? width : elements * width));
  POPLAR_EMU_CHECK(perReplica.empty() || uniform);
  if (uniform)
    addUniform(targets, data.bytes, perReplica, memory);
  else
    addValues(targets, data.bytes, memory);
}

} // namespace

void addInitialData(const Input &input, const Usage &usage, const StorageMap &storage,
                    plan::Memory &memory) {
  for (std::size_t i = 0; i < input.graph.variables.size(); ++i) {
    if (!usage.variables[i]) continue;
    const ir::Variable &variable = input.graph.variables[i];
    const VariableId id(i);
    switch (variable.kind) {
    case ir::VariableKind::Constant:
      addData(storage, id, 0, variable.numElements, variable.constant, {}, memory);
      break;
    case ir::VariableKind::ReplicationIndex:
      memory.replicaIndexAddresses.push_back(storage.layout(id).address);
      break;
    case ir::VariableKind::Variable:
      for (const ir::InitialValue &value : variable.initialValues)
        addData(storage, id, value.begin, value.elements, value.data, value.perReplica, memory);
      break;
    }
  }
}

} // namespace poplar_emu::compile
