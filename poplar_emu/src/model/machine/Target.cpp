// SPDX-License-Identifier: MIT
// Queries of poplar::Target.
#include "model/Access.hpp"
#include "model/cycles/Constants.hpp"
#include "model/machine/Machine.hpp"
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"
#include "support/TypeAccess.hpp"

#include <algorithm>

namespace poplar_emu::model {

const TargetState &need(const poplar::Target &target) {
  const auto &state = Access::state(target);
  if (!state)
    Diagnostic(Code::PE0215, "a default-constructed or moved-from Target is used")
        .fix("take it from a device, or make it with Target::createIPUTarget")
        .raise();
  return *state;
}

bool hostServesIpusAlone(const poplar::Target &target) {
  const poplar::OptionFlags &options = need(target).options;
  return std::any_of(options.begin(), options.end(), [](const auto &option) {
    return option.first == "syncConfiguration" && option.second == "ipuAndAll";
  });
}

std::vector<std::uint32_t> relativeSyncDelays(const poplar::Target &target) {
  const std::uint32_t last = std::max(target.getTilesPerIPU(), 1u) - 1;
  const std::uint32_t spread = target.getMaxIPUSyncDelay() - target.getMinIPUSyncDelay();
  std::vector<std::uint32_t> delays;
  for (std::uint32_t tile = 0; tile <= last; ++tile)
    delays.push_back(last == 0 ? 0 : (spread * tile + last / 2) / last);
  return delays;
}

std::uint64_t localSyncDelay(const poplar::Target &target) {
  const poplar::IPUModel &machine = need(target).machine;
  return std::uint64_t{machine.tileLocalSyncSyncDelay} + machine.tileLocalSyncExitDelay;
}

std::uint64_t interleavedFrom(const poplar::Target &target) {
  const std::vector<unsigned> &offsets = need(target).memoryElementOffsets;
  const unsigned first = need(target).machine.interleavedMemoryElementIndex;
  return first < offsets.size() ? offsets[first] : 0;
}

namespace {

/// Host exchange blocks of an IPU and the contexts of each.
constexpr unsigned kExchangeBlocks = 16, kContextsPerBlock = 4;
/// As in <poplar/TileConstants.hpp>.
constexpr unsigned kFpIctlRegister = 72, kDebugDataRegister = 32;

[[noreturn]] void refuseType(const poplar::Type &type, const char *what) {
  Diagnostic(Code::PE0109, "{} has no {}", type.toString().cloneAsString(), what).raise();
}

unsigned tilesPerContext(const poplar::IPUModel &machine) {
  constexpr unsigned kContexts = kExchangeBlocks * kContextsPerBlock;
  return (machine.tilesPerIPU + kContexts - 1) / kContexts;
}

const poplar::IPUModel &numbersOf(const poplar::Target &target) {
  return need(target).machine;
}

} // namespace
} // namespace poplar_emu::model

namespace poplar {

using namespace poplar_emu;
using poplar_emu::model::need;
using poplar_emu::model::numbersOf;

Target::Target() = default;
Target::Target(const Target &) = default;
Target::Target(Target &&) noexcept = default;
Target &Target::operator=(const Target &) = default;
Target &Target::operator=(Target &&) noexcept = default;
Target::~Target() = default;

TargetType Target::getTargetType() const {
  return need(*this).type;
}

StringRef Target::getTargetSystemString() const {
  return need(*this).system;
}

StringRef Target::getTargetArchString() const {
  return numbersOf(*this).IPUVersion;
}

OptionFlags Target::getTargetOptions() const {
  return need(*this).options;
}

unsigned Target::getNumIPUs() const {
  return numbersOf(*this).numIPUs;
}

unsigned Target::getTilesPerIPU() const {
  return numbersOf(*this).tilesPerIPU;
}

unsigned Target::getNumTiles() const {
  return getNumIPUs() * getTilesPerIPU();
}

unsigned Target::getNumWorkerContexts() const {
  return numbersOf(*this).numWorkerContexts;
}

unsigned Target::getBytesPerTile() const {
  return numbersOf(*this).memoryBytesPerTile;
}

std::uint64_t Target::getMemoryBytes() const {
  return std::uint64_t{getNumTiles()} * getBytesPerTile();
}

const std::vector<unsigned> &Target::getMemoryElementOffsets() const {
  return need(*this).memoryElementOffsets;
}

unsigned Target::getInterleavedMemoryElementIndex() const {
  return numbersOf(*this).interleavedMemoryElementIndex;
}

unsigned Target::getExchangeBytesPerCycle() const {
  return numbersOf(*this).exchangeBytesPerCycle;
}

unsigned Target::getMemcpyBytesPerCycle() const {
  return numbersOf(*this).memcpyBytesPerCycle;
}

unsigned Target::getMinIPUSyncDelay() const {
  return numbersOf(*this).minIPUSyncDelay;
}

unsigned Target::getMaxIPUSyncDelay() const {
  const IPUModel &machine = numbersOf(*this);
  const bool hasSpread = machine.relativeSyncDelay == IPUModel::RelativeSyncDelayType::AUTO;
  return machine.minIPUSyncDelay + (hasSpread ? model::kSyncSpread : 0);
}

unsigned Target::getGlobalSyncCycles() const {
  return numbersOf(*this).globalSyncCycles;
}

const std::vector<GlobalExchangeConstraint> &Target::getGlobalExchangeConstraints() const {
  return numbersOf(*this).globalExchangeConstraints;
}

bool Target::supportsExchangeBusSharing() const {
  return numbersOf(*this).supportsSuperTileSendReceive;
}

unsigned Target::getTilesPerSharedExchangeBus() const {
  return supportsExchangeBusSharing() ? numbersOf(*this).tilesPerSuperTile : 1;
}

unsigned Target::getNumStrideBits() const {
  return numbersOf(*this).numStrideBits;
}

unsigned Target::getDataPathWidth() const {
  return numbersOf(*this).dataPathWidth;
}

unsigned Target::getVectorWidth(const Type &type) const {
  return std::max(1U, getDataPathWidth() / static_cast<unsigned>(8 * getTypeSize(type)));
}

unsigned Target::getFloatVectorWidth() const {
  return getVectorWidth(FLOAT);
}

unsigned Target::getHalfVectorWidth() const {
  return getVectorWidth(HALF);
}

unsigned Target::getQuarterVectorWidth() const {
  return getVectorWidth(QUARTER);
}

std::size_t Target::getTypeSize(const Type &type) const {
  const std::size_t size = sizeInBytes(elementType(type));
  if (size == 0) model::refuseType(type, "size");
  return size;
}

std::size_t Target::getAtomicStoreGranularity() const {
  return numbersOf(*this).atomicStoreGranularity;
}

unsigned Target::getRptCountMax() const {
  return numbersOf(*this).rptCountMax;
}

unsigned Target::getFp8ConvUnitMaxPipelineDepth() const {
  return numbersOf(*this).fp8ConvUnitMaxPipelineDepth;
}

unsigned Target::getFp16ConvUnitMaxPipelineDepth() const {
  return numbersOf(*this).fp16ConvUnitMaxPipelineDepth;
}

unsigned Target::getFp32ConvUnitMaxPipelineDepth() const {
  return numbersOf(*this).fp32ConvUnitMaxPipelineDepth;
}

unsigned Target::getConvUnitMaxPipelineDepth(const Type &type) const {
  if (type == QUARTER) return getFp8ConvUnitMaxPipelineDepth();
  if (type == HALF) return getFp16ConvUnitMaxPipelineDepth();
  if (type == FLOAT) return getFp32ConvUnitMaxPipelineDepth();
  model::refuseType(type, "convolution units");
}

unsigned Target::getFp8ConvUnitInputLoadElemsPerCycle() const {
  return numbersOf(*this).fp8ConvUnitInputLoadElemsPerCycle;
}

unsigned Target::getFp16ConvUnitInputLoadElemsPerCycle() const {
  return numbersOf(*this).fp16ConvUnitInputLoadElemsPerCycle;
}

unsigned Target::getFp32ConvUnitInputLoadElemsPerCycle() const {
  return numbersOf(*this).fp32ConvUnitInputLoadElemsPerCycle;
}

unsigned Target::getConvUnitInputLoadElemsPerCycle(const Type &type) const {
  if (type == QUARTER) return getFp8ConvUnitInputLoadElemsPerCycle();
  if (type == HALF) return getFp16ConvUnitInputLoadElemsPerCycle();
  if (type == FLOAT) return getFp32ConvUnitInputLoadElemsPerCycle();
  model::refuseType(type, "convolution units");
}

unsigned Target::getConvUnitInputLoadElemsPerCycle(bool isFloat) const {
  return getConvUnitInputLoadElemsPerCycle(isFloat ? FLOAT : HALF);
}

unsigned Target::getFp8InFp16OutConvUnitsPerTile() const {
  return numbersOf(*this).fp8InFp16OutConvUnitsPerTile;
}

unsigned Target::getFp16InFp16OutConvUnitsPerTile() const {
  return numbersOf(*this).fp16InFp16OutConvUnitsPerTile;
}

unsigned Target::getFp16InFp32OutConvUnitsPerTile() const {
  return numbersOf(*this).fp16InFp32OutConvUnitsPerTile;
}

unsigned Target::getFp32InFp32OutConvUnitsPerTile() const {
  return numbersOf(*this).fp32InFp32OutConvUnitsPerTile;
}

unsigned Target::getNumConvUnits(const Type &inputType, const Type &partialsType) const {
  if (inputType == QUARTER && partialsType == HALF) return getFp8InFp16OutConvUnitsPerTile();
  if (inputType == HALF && partialsType == HALF) return getFp16InFp16OutConvUnitsPerTile();
  if (inputType == HALF && partialsType == FLOAT) return getFp16InFp32OutConvUnitsPerTile();
  if (inputType == FLOAT && partialsType == FLOAT) return getFp32InFp32OutConvUnitsPerTile();
  return 0;
}

unsigned Target::getWeightsPerConvUnit(const Type &type) const {
  return getConvUnitInputLoadElemsPerCycle(type) * getConvUnitMaxPipelineDepth(type);
}

unsigned Target::getWeightsPerConvUnit(bool isFloat) const {
  return getWeightsPerConvUnit(isFloat ? FLOAT : HALF);
}

unsigned Target::getConvUnitCoeffLoadBytesPerCycle() const {
  return numbersOf(*this).convUnitCoeffLoadBytesPerCycle;
}

double Target::getTileClockFrequency() const {
  return numbersOf(*this).tileClockFrequency;
}

unsigned Target::getNumTilesPerXBContext() const {
  return model::tilesPerContext(numbersOf(*this));
}

unsigned Target::getNumContextsPerXB() const {
  need(*this);
  return model::kContextsPerBlock;
}

unsigned Target::getTileHostExchangeXB(unsigned tile) const {
  return tile % getTilesPerIPU() / (getNumTilesPerXBContext() * model::kContextsPerBlock);
}

unsigned Target::getTileHostExchangeContext(unsigned tile) const {
  return tile % getTilesPerIPU() / getNumTilesPerXBContext() % model::kContextsPerBlock;
}

unsigned Target::getTileHostExchangeContextPosition(unsigned tile) const {
  return tile % getTilesPerIPU() % getNumTilesPerXBContext();
}

std::uint32_t Target::makeFpIctlValue(bool inv, bool div0, bool oflo, bool esr, bool nanoo) const {
  need(*this);
  return static_cast<std::uint32_t>(inv) | static_cast<std::uint32_t>(div0) << 1 |
         static_cast<std::uint32_t>(oflo) << 2 | static_cast<std::uint32_t>(esr) << 3 |
         static_cast<std::uint32_t>(nanoo) << 4;
}

unsigned Target::getFpIctlRegIndex() const {
  need(*this);
  return model::kFpIctlRegister;
}

unsigned Target::getDbgDataRegIndex() const {
  need(*this);
  return model::kDebugDataRegister;
}

IpuLinkConfiguration Target::getIpuLinkConfiguration() const {
  return need(*this).linkConfiguration;
}

IpuLinkTopology Target::getIpuLinkTopology() const {
  return need(*this).linkTopology;
}

unsigned Target::getIpuLinkDomainSize() const {
  return need(*this).linkDomainSize;
}

unsigned Target::getInstanceSize() const {
  return getNumIPUs();
}

bool Target::getGatewayMode() const {
  return need(*this).gatewayMode;
}

} // namespace poplar
