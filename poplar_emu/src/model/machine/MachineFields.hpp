// SPDX-License-Identifier: MIT
// Walks the fields of poplar::IPUModel, for comparing, hashing and writing them.
#pragma once

#include <poplar/IPUModel.hpp>

namespace poplar_emu::model {

/// Calls visit(name, field) for every field but the constraints and the enumeration.
template <class Machine, class Visit>
void forEachField(Machine &machine, Visit &&visit) {
#define POPLAR_EMU_FIELD(name) visit(#name, machine.name)
  POPLAR_EMU_FIELD(IPUVersion);
  POPLAR_EMU_FIELD(numIPUs);
  POPLAR_EMU_FIELD(tilesPerSuperTile);
  POPLAR_EMU_FIELD(tilesPerIPU);
  POPLAR_EMU_FIELD(numWorkerContexts);
  POPLAR_EMU_FIELD(memoryBytesPerTile);
  POPLAR_EMU_FIELD(tileClockFrequency);
  POPLAR_EMU_FIELD(exchangeBytesPerCycle);
  POPLAR_EMU_FIELD(memcpyBytesPerCycle);
  POPLAR_EMU_FIELD(instructionBytes);
  POPLAR_EMU_FIELD(supportsSuperTileSendReceive);
  POPLAR_EMU_FIELD(interleavedMemoryElementIndex);
  POPLAR_EMU_FIELD(minIPUSyncDelay);
  POPLAR_EMU_FIELD(globalSyncCycles);
  POPLAR_EMU_FIELD(globalExchangePacketBytes);
  POPLAR_EMU_FIELD(tileLocalSyncSyncDelay);
  POPLAR_EMU_FIELD(tileLocalSyncExitDelay);
  POPLAR_EMU_FIELD(numStrideBits);
  POPLAR_EMU_FIELD(dataPathWidth);
  POPLAR_EMU_FIELD(fp8ConvUnitMaxPipelineDepth);
  POPLAR_EMU_FIELD(fp16ConvUnitMaxPipelineDepth);
  POPLAR_EMU_FIELD(fp32ConvUnitMaxPipelineDepth);
  POPLAR_EMU_FIELD(fp8ConvUnitInputLoadElemsPerCycle);
  POPLAR_EMU_FIELD(fp16ConvUnitInputLoadElemsPerCycle);
  POPLAR_EMU_FIELD(fp32ConvUnitInputLoadElemsPerCycle);
  POPLAR_EMU_FIELD(fp8InFp16OutConvUnitsPerTile);
  POPLAR_EMU_FIELD(fp16InFp16OutConvUnitsPerTile);
  POPLAR_EMU_FIELD(fp16InFp32OutConvUnitsPerTile);
  POPLAR_EMU_FIELD(fp32InFp32OutConvUnitsPerTile);
  POPLAR_EMU_FIELD(convUnitCoeffLoadBytesPerCycle);
  POPLAR_EMU_FIELD(supervisorInstrFetchDelay);
  POPLAR_EMU_FIELD(workerInstrFetchDelay);
  POPLAR_EMU_FIELD(rptCountMax);
  POPLAR_EMU_FIELD(atomicStoreGranularity);
  POPLAR_EMU_FIELD(compileIPUCode);
#undef POPLAR_EMU_FIELD
}

} // namespace poplar_emu::model
