// SPDX-License-Identifier: MIT
// Reads all replicas, and says who has what when they differ.
#include "runtime/Agreement.hpp"

#include "runtime/memory/HostBuffer.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::runtime {
namespace {

/// "replica 1" or "replicas 0, 2".
std::string listOf(const std::vector<std::uint32_t> &replicas) {
  std::string text = replicas.size() == 1 ? "replica" : "replicas";
  for (std::size_t i = 0; i < replicas.size(); ++i)
    text += fmt::format("{} {}", i == 0 ? "" : ",", replicas[i]);
  return text;
}

/// Values in order of the first replica that has each, with all that have it.
using Values = std::vector<std::pair<std::int64_t, std::vector<std::uint32_t>>>;

void add(Values &values, std::int64_t value, std::uint32_t replica) {
  auto known = std::find_if(values.begin(), values.end(),
                            [value](const auto &entry) { return entry.first == value; });
  if (known == values.end()) known = values.insert(values.end(), {value, {}});
  known->second.push_back(replica);
}

[[noreturn]] void raiseDivergence(const Values &values, const Deciding &deciding) {
  Diagnostic diagnostic(Code::PE0605, "replicas diverge at {}", deciding.what);
  if (!deciding.line.empty()) diagnostic.at({}, "{}", deciding.line);
  for (const auto &[value, holders] : values)
    diagnostic.note("{} {} {}", listOf(holders), holders.size() == 1 ? "has" : "have", value);
  diagnostic
      .fix("all replicas run the same steps: reduce the value across replicas before it decides")
      .raise();
}

/// Whether two values decide alike.
using Alike = bool (*)(std::int64_t, std::int64_t);

/// The value of the first replica of this process. Other processes are asked last: one that
/// disagrees with itself tells them so instead.
std::int64_t agreed(const Replicas &replicas, Instances &instances, const plan::Scalar &scalar,
                    const Deciding &deciding, Alike alike) {
  const std::int64_t first = readScalar(replicas.memory(0), scalar);
  bool differs = false;
  for (std::uint32_t replica = 1; replica < replicas.count(); ++replica)
    differs = differs || !alike(readScalar(replicas.memory(replica), scalar), first);
  if (!differs && instances.alone()) return first;
  Values values;
  if (differs) {
    for (std::uint32_t replica = 0; replica < replicas.count(); ++replica)
      add(values, readScalar(replicas.memory(replica), scalar), replicas.first() + replica);
    raiseDivergence(values, deciding);
  }
  const std::vector<std::uint64_t> all =
      instances.gather(std::string(deciding.what), static_cast<std::uint64_t>(first));
  for (std::uint32_t replica = 0; replica < instances.numReplicas(); ++replica) {
    const auto value = static_cast<std::int64_t>(all[instances.instanceOf(replica)]);
    differs = differs || !alike(value, first);
    add(values, value, replica);
  }
  if (differs) raiseDivergence(values, deciding);
  return first;
}

} // namespace

std::int64_t readScalar(const std::byte *memory, const plan::Scalar &scalar) {
  const std::byte *place = memory + scalar.address;
  const auto as = [&](auto value) {
    std::memcpy(&value, place, sizeof value);
    return static_cast<std::int64_t>(value);
  };
  const bool isUnsigned = !isSigned(scalar.type);
  switch (sizeInBytes(scalar.type)) {
  case 1:
    return isUnsigned ? as(std::uint8_t{}) : as(std::int8_t{});
  case 2:
    return isUnsigned ? as(std::uint16_t{}) : as(std::int16_t{});
  case 4:
    return isUnsigned ? as(std::uint32_t{}) : as(std::int32_t{});
  default:
    return as(std::int64_t{});
  }
}

std::int64_t agreedValue(const Replicas &replicas, Instances &instances, const plan::Scalar &scalar,
                         const Deciding &deciding) {
  return agreed(replicas, instances, scalar, deciding,
                [](std::int64_t a, std::int64_t b) { return a == b; });
}

bool agreedTruth(const Replicas &replicas, Instances &instances, const plan::Scalar &scalar,
                 const Deciding &deciding) {
  return agreed(replicas, instances, scalar, deciding,
                [](std::int64_t a, std::int64_t b) { return (a != 0) == (b != 0); }) != 0;
}

void checkAssumption(const plan::AssumeEqualStep &step, const Replicas &replicas,
                     plan::Executor &executor, std::string_view line) {
  const HostBuffer first(step.operand.bytes), other(step.operand.bytes);
  replicas.fromOneToHost(step.operand.moves, first.data(), 0, executor);
  for (std::uint32_t replica = 1; replica < replicas.count(); ++replica) {
    replicas.fromOneToHost(step.operand.moves, other.data(), replica, executor);
    const auto [a, b] =
        std::mismatch(first.data(), first.data() + step.operand.bytes, other.data());
    if (a == first.data() + step.operand.bytes) continue;
    Diagnostic diagnostic(Code::PE0605, "replicas differ at AssumeEqualAcrossReplicas{}",
                          step.name.empty() ? "" : fmt::format(" '{}'", step.name));
    if (!line.empty()) diagnostic.at({}, "{}", line);
    diagnostic
        .note("element {} of the flattened tensor is not the same on replicas 0 and {}",
              static_cast<std::size_t>(a - first.data()) / sizeInBytes(step.type), replica)
        .fix("reduce or broadcast the tensor across replicas first, or do not assume so")
        .raise();
  }
}

} // namespace poplar_emu::runtime
