// SPDX-License-Identifier: MIT
// A machine whose properties can be chosen.
#ifndef POPLAR_IPU_MODEL_HPP
#define POPLAR_IPU_MODEL_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Device.hpp>
#include <poplar/GlobalExchangeConstraints.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar_emu/Export.hpp>

#include <limits>
#include <string>
#include <vector>

namespace poplar {

/// The numbers of an IPU system. Set what differs, then call createDevice().
struct POPLAR_EMU_EXPORT IPUModel {
  /// How long before the last tile each tile is released by a sync.
  enum class RelativeSyncDelayType { AUTO, NO_DELAY };

  /// Values of "ipu1", "ipu2" or "ipu21". Throws poplar_error for another name.
  explicit IPUModel(const char *IPUVersion = "ipu2",
                    SourceLocation loc = SourceLocation::Current());

  std::string IPUVersion;
  unsigned numIPUs;
  unsigned tilesPerSuperTile;
  unsigned tilesPerIPU;
  unsigned numWorkerContexts;
  unsigned memoryBytesPerTile;
  double tileClockFrequency;
  unsigned exchangeBytesPerCycle;
  unsigned memcpyBytesPerCycle;
  unsigned instructionBytes;
  bool supportsSuperTileSendReceive;
  unsigned interleavedMemoryElementIndex;
  RelativeSyncDelayType relativeSyncDelay;
  unsigned minIPUSyncDelay;
  unsigned globalSyncCycles;
  std::vector<GlobalExchangeConstraint> globalExchangeConstraints;
  unsigned globalExchangePacketBytes;
  unsigned tileLocalSyncSyncDelay;
  unsigned tileLocalSyncExitDelay;
  unsigned numStrideBits;
  unsigned dataPathWidth;
  unsigned fp8ConvUnitMaxPipelineDepth;
  unsigned fp16ConvUnitMaxPipelineDepth;
  unsigned fp32ConvUnitMaxPipelineDepth;
  unsigned fp8ConvUnitInputLoadElemsPerCycle;
  unsigned fp16ConvUnitInputLoadElemsPerCycle;
  unsigned fp32ConvUnitInputLoadElemsPerCycle;
  unsigned fp8InFp16OutConvUnitsPerTile;
  unsigned fp16InFp16OutConvUnitsPerTile;
  unsigned fp16InFp32OutConvUnitsPerTile;
  unsigned fp32InFp32OutConvUnitsPerTile;
  unsigned convUnitCoeffLoadBytesPerCycle;
  unsigned supervisorInstrFetchDelay;
  unsigned workerInstrFetchDelay;
  unsigned rptCountMax;
  unsigned atomicStoreGranularity;
  bool compileIPUCode;

  /// A device with these numbers. Throws invalid_machine_model when they contradict each other.
  Device createDevice(OptionFlags options = {}, bool accurateHalf = false,
                      unsigned deviceManagerId = std::numeric_limits<unsigned>::max(),
                      SourceLocation loc = SourceLocation::Current()) const;

  bool operator==(const IPUModel &other) const;
  bool operator!=(const IPUModel &other) const { return !(*this == other); }
};

} // namespace poplar

#endif
