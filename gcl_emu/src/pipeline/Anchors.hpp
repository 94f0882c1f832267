// SPDX-License-Identifier: MIT
// Outputs of the model on their way to the host.
#pragma once

#include "pipeline/Values.hpp"

#include <gcl/pipeline/Model.hpp>

namespace gcl::pipeline {

void addAnchor(const NamedAnchor &anchor, Value &value, Machine &machine,
               const Positions &positions, Programs &programs, Values &values);

} // namespace gcl::pipeline
