// SPDX-License-Identifier: MIT
// Values of poplar::IPUModel for each generation.
#include "model/machine/Machine.hpp"
#include "model/Sites.hpp"
#include "model/cycles/Constants.hpp"

#include "support/Diagnostic.hpp"
#include "support/NearestName.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace poplar_emu::model {
namespace {

/// What differs between the generations.
struct Generation {
  std::string_view name;
  unsigned tilesPerIPU;
  unsigned memoryBytesPerTile;
  bool sharesExchangeBus;
  unsigned interleavedElement;
  unsigned fp8Depth, fp8Loads, fp8Units;
  unsigned fp16Units, fp16To32Units, fp32Units;
  unsigned coefficientBytes;
};

constexpr std::array<Generation, 3> kGenerations = {{
    {"ipu1", 1216, 262144, false, 8, 0, 0, 0, 8, 8, 4, 16},
    {"ipu2", 1472, 638976, true, 13, 0, 0, 0, 16, 8, 8, 32},
    {"ipu21", 1472, 638976, true, 13, 4, 8, 16, 16, 8, 8, 32},
}};

const Generation &generationOf(std::string_view architecture) {
  for (const Generation &generation : kGenerations)
    if (generation.name == architecture) return generation;
  std::vector<std::string> names;
  for (const Generation &generation : kGenerations)
    names.emplace_back(generation.name);
  Diagnostic diagnostic(Code::PE0705, "no IPU generation is called '{}'", architecture);
  diagnostic.note("known: ipu1, ipu2, ipu21");
  const std::string nearest = nearestName(architecture, names);
  if (!nearest.empty()) diagnostic.fix("did you mean '{}'?", nearest);
  diagnostic.raise();
}

} // namespace
} // namespace poplar_emu::model

namespace poplar {

IPUModel::IPUModel(const char *version, SourceLocation loc)
    : IPUVersion(StringRef(version)), numIPUs(1), tilesPerSuperTile(2), numWorkerContexts(6),
      exchangeBytesPerCycle(4), memcpyBytesPerCycle(8), instructionBytes(4),
      relativeSyncDelay(RelativeSyncDelayType::AUTO),
      minIPUSyncDelay(poplar_emu::model::kMinSyncDelay), globalExchangePacketBytes(1024),
      tileLocalSyncSyncDelay(0), tileLocalSyncExitDelay(0), numStrideBits(10), dataPathWidth(64),
      fp16ConvUnitMaxPipelineDepth(4), fp32ConvUnitMaxPipelineDepth(4),
      fp16ConvUnitInputLoadElemsPerCycle(4), fp32ConvUnitInputLoadElemsPerCycle(2),
      supervisorInstrFetchDelay(6), workerInstrFetchDelay(6), rptCountMax(4095),
      atomicStoreGranularity(4), compileIPUCode(true) {
  const poplar_emu::CallSite call(poplar_emu::model::siteOf(loc));
  const poplar_emu::model::Generation &generation = poplar_emu::model::generationOf(IPUVersion);
  tilesPerIPU = generation.tilesPerIPU;
  memoryBytesPerTile = generation.memoryBytesPerTile;
  const std::size_t index = poplar_emu::model::generationIndex(IPUVersion);
  tileClockFrequency = poplar_emu::model::kClocks[index];
  globalSyncCycles = poplar_emu::model::kGlobalSyncCycles[index];
  supportsSuperTileSendReceive = generation.sharesExchangeBus;
  interleavedMemoryElementIndex = generation.interleavedElement;
  fp8ConvUnitMaxPipelineDepth = generation.fp8Depth;
  fp8ConvUnitInputLoadElemsPerCycle = generation.fp8Loads;
  fp8InFp16OutConvUnitsPerTile = generation.fp8Units;
  fp16InFp16OutConvUnitsPerTile = generation.fp16Units;
  fp16InFp32OutConvUnitsPerTile = generation.fp16To32Units;
  fp32InFp32OutConvUnitsPerTile = generation.fp32Units;
  convUnitCoeffLoadBytesPerCycle = generation.coefficientBytes;
}

} // namespace poplar

namespace poplar_emu::model {

bool isArchitecture(std::string_view name) {
  return std::any_of(kGenerations.begin(), kGenerations.end(),
                     [&](const Generation &generation) { return generation.name == name; });
}

poplar::IPUModel machineOf(std::string_view architecture) {
  return poplar::IPUModel(std::string(architecture).c_str());
}

} // namespace poplar_emu::model
