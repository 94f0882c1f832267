// SPDX-License-Identifier: MIT
// Makes targets.
#include "model/Access.hpp"
#include "model/Sites.hpp"
#include "model/machine/Machine.hpp"
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"

#include <limits>

namespace poplar_emu::model {
namespace {

void requirePositive(unsigned value, const char *field) {
  if (value == 0) Diagnostic(Code::PE0704, "{} of a machine must not be 0", field).raise();
}

} // namespace

poplar::Target makeTarget(TargetState state) {
  const poplar::IPUModel &machine = state.machine;
  requirePositive(machine.numIPUs, "numIPUs");
  requirePositive(machine.tilesPerIPU, "tilesPerIPU");
  requirePositive(machine.numWorkerContexts, "numWorkerContexts");
  requirePositive(machine.memoryBytesPerTile, "memoryBytesPerTile");
  requirePositive(machine.exchangeBytesPerCycle, "exchangeBytesPerCycle");
  requirePositive(machine.memcpyBytesPerCycle, "memcpyBytesPerCycle");
  requirePositive(machine.dataPathWidth, "dataPathWidth");
  requirePositive(machine.atomicStoreGranularity, "atomicStoreGranularity");
  if (!(machine.tileClockFrequency > 0))
    Diagnostic(Code::PE0704, "tileClockFrequency of a machine must be positive, not {}",
               machine.tileClockFrequency)
        .raise();
  if (state.type != poplar::TargetType::CPU && !isArchitecture(machine.IPUVersion))
    Diagnostic(Code::PE0704, "IPUVersion of a machine cannot be '{}'", machine.IPUVersion)
        .note("known are ipu1, ipu2 and ipu21")
        .fix("make the model with IPUModel(\"ipu2\"), so that all its numbers fit")
        .raise();
  constexpr unsigned kMaxTiles = std::numeric_limits<unsigned>::max();
  if (machine.tilesPerIPU > kMaxTiles / machine.numIPUs)
    Diagnostic(Code::PE0704, "a machine of {} IPUs with {} tiles each is too large",
               machine.numIPUs, machine.tilesPerIPU)
        .raise();

  state.memoryElementOffsets.clear();
  if (state.type == poplar::TargetType::CPU) {
    state.memoryElementOffsets.push_back(0);
  } else {
    for (unsigned offset = 0; offset < machine.memoryBytesPerTile; offset += kMemoryElementBytes)
      state.memoryElementOffsets.push_back(offset);
  }
  return Access::target(std::make_shared<const TargetState>(std::move(state)));
}

} // namespace poplar_emu::model

namespace poplar {
namespace {

using namespace poplar_emu;
using namespace poplar_emu::model;

struct Size {
  unsigned numIPUs = 0;     ///< 0: as the system has
  unsigned tilesPerIPU = 0; ///< 0: as the system has
};

Target makeIpuTarget(StringRef systemType, Size size, const OptionFlags &options) {
  TargetState state;
  state.system = systemType.cloneAsString();
  const NamedSystem system = systemOf(state.system);
  state.machine = machineOf(system.architecture);
  state.machine.numIPUs = size.numIPUs ? size.numIPUs : system.numIPUs;
  if (system.tilesPerIPU) state.machine.tilesPerIPU = system.tilesPerIPU;
  if (system.tileClockFrequency > 0) state.machine.tileClockFrequency = system.tileClockFrequency;
  if (size.tilesPerIPU) {
    if (size.tilesPerIPU > state.machine.tilesPerIPU)
      Diagnostic(Code::PE0705, "an IPU of '{}' has {} tiles, not {}", state.system,
                 state.machine.tilesPerIPU, size.tilesPerIPU)
          .raise();
    state.machine.tilesPerIPU = size.tilesPerIPU;
  }
  applyTargetOptions(state, options);
  return makeTarget(std::move(state));
}

unsigned requireCount(unsigned count, const char *what) {
  if (count == 0) Diagnostic(Code::PE0705, "a target needs at least one {}", what).raise();
  return count;
}

} // namespace

Target Target::createCPUTarget(bool accurateHalf, unsigned numIPUs) {
  TargetState state;
  state.type = TargetType::CPU;
  state.system = "cpu";
  state.machine = machineOf("ipu2");
  state.machine.IPUVersion = "cpu";
  state.machine.numIPUs = requireCount(numIPUs, "IPU");
  state.machine.tilesPerIPU = 1;
  state.machine.numWorkerContexts = 1;
  state.machine.supportsSuperTileSendReceive = false;
  state.machine.memoryBytesPerTile = std::numeric_limits<unsigned>::max();
  state.machine.interleavedMemoryElementIndex = 1;
  state.machine.tileClockFrequency = 1e9;
  state.machine.fp16InFp16OutConvUnitsPerTile = 0;
  state.machine.fp16InFp32OutConvUnitsPerTile = 0;
  state.machine.fp32InFp32OutConvUnitsPerTile = 0;
  state.accurateHalf = accurateHalf;
  state.linkDomainSize = numIPUs;
  state.gatewayMode = false;
  return makeTarget(std::move(state));
}

Target Target::createIPUTarget(StringRef systemType, const OptionFlags &options,
                               SourceLocation loc) {
  const CallSite call(siteOf(loc));
  return makeIpuTarget(systemType, {}, options);
}

Target Target::createIPUTarget(unsigned numIPUs, StringRef systemType, const OptionFlags &options,
                               SourceLocation loc) {
  const CallSite call(siteOf(loc));
  return makeIpuTarget(systemType, {requireCount(numIPUs, "IPU"), 0}, options);
}

Target Target::createIPUTarget(unsigned numIPUs, unsigned tilesPerIPU, StringRef systemType,
                               const OptionFlags &options, SourceLocation loc) {
  const CallSite call(siteOf(loc));
  return makeIpuTarget(systemType,
                       {requireCount(numIPUs, "IPU"), requireCount(tilesPerIPU, "tile")}, options);
}

Target Target::createVirtualTarget(unsigned numIPUs, unsigned tilesPerIPU,
                                   SourceLocation loc) const {
  const CallSite call(siteOf(loc));
  TargetState state = need(*this);
  requireCount(numIPUs, "IPU");
  requireCount(tilesPerIPU, "tile");
  if (numIPUs > state.machine.numIPUs || tilesPerIPU > state.machine.tilesPerIPU)
    Diagnostic(
        Code::PE0705,
        "a virtual target of {} IPUs with {} tiles does not fit one of {} IPUs with {} tiles",
        numIPUs, tilesPerIPU, state.machine.numIPUs, state.machine.tilesPerIPU)
        .raise();
  state.machine.numIPUs = numIPUs;
  state.machine.tilesPerIPU = tilesPerIPU;
  return makeTarget(std::move(state));
}

} // namespace poplar
