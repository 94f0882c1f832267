// SPDX-License-Identifier: MIT
// Pass: puts the data that goes from IPU to IPU on the links that it takes.
#pragma once

#include "compile/Pipeline.hpp"
#include "plan/Plan.hpp"

namespace poplar_emu::compile {

/// Why: an exchange between IPUs lasts as long as its busiest link, which depends on the wiring of
/// the device and on where its other data goes. Afterwards every exchange with flows lists its
/// links and the length of its longest way; Plan::links names them.
/// The limits of IPUModel::globalExchangeConstraints stand in for the links when there are any.
/// Replicas stand side by side and send within themselves over links of their own.
/// Cost: linear in flows and in the links on their ways.
void chargeLinks(const Input &input, plan::Plan &plan);

} // namespace poplar_emu::compile
