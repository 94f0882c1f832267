// SPDX-License-Identifier: MIT
// What all replicas must agree on: the values that steer control flow, and assumptions.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/distributed/Instances.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <string_view>

namespace poplar_emu::runtime {

/// Who needs the replicas to agree: "If 'solve'", and the user's line, which may be empty.
struct Deciding {
  std::string_view what, line;
};

/// A scalar on one replica.
std::int64_t readScalar(const std::byte *memory, const plan::Scalar &scalar);

/// The value that all replicas have. PE0605 names all of them with their values.
std::int64_t agreedValue(const Replicas &replicas, Instances &instances, const plan::Scalar &scalar,
                         const Deciding &deciding);
/// Whether it is not zero: different values that are not zero are the same truth.
bool agreedTruth(const Replicas &replicas, Instances &instances, const plan::Scalar &scalar,
                 const Deciding &deciding);

/// PE0605 unless all replicas hold the same bits.
void checkAssumption(const plan::AssumeEqualStep &step, const Replicas &replicas,
                     plan::Executor &executor, std::string_view line);

} // namespace poplar_emu::runtime
