// SPDX-License-Identifier: MIT
// What memory holds after load(): constants, initial values, the replica's index.
#pragma once

#include "compile/storage/StorageMap.hpp"
#include "plan/Memory.hpp"

namespace poplar_emu::compile {

/// Fills memory.initialData and memory.replicaIndexAddresses for all used variables. Values of one
/// variable come in one piece wherever storage allows it.
void addInitialData(const Input &input, const Usage &usage, const StorageMap &storage,
                    plan::Memory &memory);

} // namespace poplar_emu::compile
