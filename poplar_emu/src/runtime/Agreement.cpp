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

[[noreturn]] void raiseDivergence(const Replicas &replicas, const plan::Scalar &scalar,
                                  const Deciding &deciding) {
  // By value, in order of the first replica that has it.
  std::vector<std::pair<std::int64_t, std::vector<std::uint32_t>>> values;
  for (std::uint32_t replica = 0; replica < replicas.count(); ++replica) {
    const std::int64_t value = readScalar(replicas.memory(replica), scalar);
    auto known = std::find_if(values.begin(), values.end(),
                              [value](const auto &entry) { return entry.first == value; });
    if (known == values.end()) known = values.insert(values.end(), {value, {}});
    known->second.push_back(replica);
  }
  Diagnostic diagnostic(Code::PE0605, "replicas diverge at {}", deciding.what);
  if (!deciding.line.empty()) diagnostic.at({}, "{}", deciding.line);
  for (const auto &[value, holders] : values)
    diagnostic.note("{} {} {}", listOf(holders), holders.size() == 1 ? "has" : "have", value);
  diagnostic
      .fix("all replicas run the same steps: reduce the value across replicas before it decides")
      .raise();
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

std::int64_t agreedValue(const Replicas &replicas, const plan::Scalar &scalar,
                         const Deciding &deciding) {
  const std::int64_t first = readScalar(replicas.memory(0), scalar);
  for (std::uint32_t replica = 1; replica < replicas.count(); ++replica)
    if (readScalar(replicas.memory(replica), scalar) != first)
      raiseDivergence(replicas, scalar, deciding);
  return first;
}

bool agreedTruth(const Replicas &replicas, const plan::Scalar &scalar, const Deciding &deciding) {
  const bool first = readScalar(replicas.memory(0), scalar) != 0;
  for (std::uint32_t replica = 1; replica < replicas.count(); ++replica)
    if ((readScalar(replicas.memory(replica), scalar) != 0) != first)
      raiseDivergence(replicas, scalar, deciding);
  return first;
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
