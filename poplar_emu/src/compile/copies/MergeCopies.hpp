// SPDX-License-Identifier: MIT
// Pass: copies that follow each other and do not depend on each other become one.
#pragma once

#include "compile/Pipeline.hpp"
#include "compile/storage/StorageMap.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace poplar_emu::compile {

/// The programs and the bodies of functions, with each run of independent copies as one Copy whose
/// further pairs stand in Copy::joined: they share a sync and an exchange. Sequences in which
/// nothing changes stay as they are. Nothing if no copies are joined. docs/decisions/0034 says
/// which are; Options::maxMergedBytes limits them. Cost: linear in the regions that neighbouring
/// copies use.
std::optional<Input> mergeCopies(const Input &input, const Usage &usage, const StorageMap &storage,
                                 const std::vector<std::uint32_t> &ioTiles);

} // namespace poplar_emu::compile
