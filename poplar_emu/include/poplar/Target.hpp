// SPDX-License-Identifier: MIT
// What a graph is built for: how many tiles, how large, how fast.
#ifndef POPLAR_TARGET_HPP
#define POPLAR_TARGET_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/GlobalExchangeConstraints.hpp>
#include <poplar/IpuLinkConfiguration.hpp>
#include <poplar/IpuLinkTopology.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/StringRef.hpp>
#include <poplar/TargetType.hpp>
#include <poplar/Type.hpp>
#include <poplar/TypeTraits.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <vector>

namespace poplar {

/// An immutable description of a machine. A default-constructed one describes nothing; its getters
/// throw poplar_error.
class POPLAR_EMU_EXPORT Target {
 public:
  Target();
  Target(const Target &);
  Target(Target &&) noexcept;
  /// Reads what serialize() wrote.
  explicit Target(std::istream &in);
  Target &operator=(const Target &);
  Target &operator=(Target &&) noexcept;
  ~Target();

  /// `numIPUs` IPUs of one tile with one worker each, executed on the host.
  static Target createCPUTarget(bool accurateHalf = false, unsigned numIPUs = 1);
  /// A system by name, such as "ipu2" or "IPU-POD16". Throws poplar_error for an unknown name.
  static Target createIPUTarget(StringRef systemType, const OptionFlags &options = {},
                                SourceLocation loc = SourceLocation::Current());
  static Target createIPUTarget(unsigned numIPUs, StringRef systemType,
                                const OptionFlags &options = {},
                                SourceLocation loc = SourceLocation::Current());
  static Target createIPUTarget(unsigned numIPUs, unsigned tilesPerIPU, StringRef systemType,
                                const OptionFlags &options = {},
                                SourceLocation loc = SourceLocation::Current());
  /// The same machine with fewer IPUs or tiles.
  Target createVirtualTarget(unsigned numIPUs, unsigned tilesPerIPU,
                             SourceLocation loc = SourceLocation::Current()) const;

  TargetType getTargetType() const;
  StringRef getTargetSystemString() const;
  StringRef getTargetArchString() const;
  OptionFlags getTargetOptions() const;

  unsigned getNumIPUs() const;
  unsigned getTilesPerIPU() const;
  unsigned getNumTiles() const;
  unsigned getNumWorkerContexts() const;

  unsigned getBytesPerTile() const;
  std::uint64_t getMemoryBytes() const;
  /// First byte of each memory element of a tile.
  const std::vector<unsigned> &getMemoryElementOffsets() const;
  unsigned getInterleavedMemoryElementIndex() const;

  unsigned getExchangeBytesPerCycle() const;
  unsigned getMemcpyBytesPerCycle() const;
  unsigned getMinIPUSyncDelay() const;
  unsigned getMaxIPUSyncDelay() const;
  unsigned getGlobalSyncCycles() const;
  const std::vector<GlobalExchangeConstraint> &getGlobalExchangeConstraints() const;
  bool supportsExchangeBusSharing() const;
  unsigned getTilesPerSharedExchangeBus() const;

  unsigned getNumStrideBits() const;
  /// Bits.
  unsigned getDataPathWidth() const;
  /// Elements that one load moves.
  unsigned getVectorWidth(const Type &type) const;
  unsigned getFloatVectorWidth() const;
  unsigned getHalfVectorWidth() const;
  unsigned getQuarterVectorWidth() const;
  /// Bytes of one element on the device.
  std::size_t getTypeSize(const Type &type) const;
  std::size_t getAtomicStoreGranularity() const;
  unsigned getRptCountMax() const;

  unsigned getFp8ConvUnitMaxPipelineDepth() const;
  unsigned getFp16ConvUnitMaxPipelineDepth() const;
  unsigned getFp32ConvUnitMaxPipelineDepth() const;
  unsigned getConvUnitMaxPipelineDepth(const Type &type) const;
  unsigned getFp8ConvUnitInputLoadElemsPerCycle() const;
  unsigned getFp16ConvUnitInputLoadElemsPerCycle() const;
  unsigned getFp32ConvUnitInputLoadElemsPerCycle() const;
  unsigned getConvUnitInputLoadElemsPerCycle(const Type &type) const;
  unsigned getConvUnitInputLoadElemsPerCycle(bool isFloat) const;
  unsigned getFp8InFp16OutConvUnitsPerTile() const;
  unsigned getFp16InFp16OutConvUnitsPerTile() const;
  unsigned getFp16InFp32OutConvUnitsPerTile() const;
  unsigned getFp32InFp32OutConvUnitsPerTile() const;
  unsigned getNumConvUnits(const Type &inputType, const Type &partialsType) const;
  unsigned getWeightsPerConvUnit(const Type &type) const;
  unsigned getWeightsPerConvUnit(bool isFloat) const;
  unsigned getConvUnitCoeffLoadBytesPerCycle() const;

  /// Hz.
  double getTileClockFrequency() const;

  unsigned getNumTilesPerXBContext() const;
  unsigned getNumContextsPerXB() const;
  unsigned getTileHostExchangeXB(unsigned tile) const;
  unsigned getTileHostExchangeContext(unsigned tile) const;
  unsigned getTileHostExchangeContextPosition(unsigned tile) const;

  std::uint32_t makeFpIctlValue(bool inv, bool div0, bool oflo, bool esr, bool nanoo) const;
  unsigned getFpIctlRegIndex() const;
  unsigned getDbgDataRegIndex() const;

  IpuLinkConfiguration getIpuLinkConfiguration() const;
  IpuLinkTopology getIpuLinkTopology() const;
  unsigned getIpuLinkDomainSize() const;
  unsigned getInstanceSize() const;
  bool getGatewayMode() const;

  double getTypeLimitsMax(const Type &type) const;
  double getTypeLimitsLowest(const Type &type) const;
  /// The largest value of a type. Throws poplar_error when T cannot hold it exactly.
  template <class T>
  T getTypeLimitsMaxAs(const Type &type) const {
    T value;
    storeTypeMax(type, &value, TypeTraits::make<T>());
    return value;
  }
  /// The lowest value of a type. Throws poplar_error when T cannot hold it exactly.
  template <class T>
  T getTypeLimitsLowestAs(const Type &type) const {
    T value;
    storeTypeLowest(type, &value, TypeTraits::make<T>());
    return value;
  }

  void serialize(std::ostream &out) const;
  std::size_t hash() const;

  bool operator==(const Target &other) const;
  bool operator!=(const Target &other) const { return !(*this == other); }
  bool operator<(const Target &other) const;

 private:
  friend struct poplar_emu::api::Access;
  friend struct poplar_emu::model::Access;

  void storeTypeMax(const Type &type, void *value, const TypeTraits &traits) const;
  void storeTypeLowest(const Type &type, void *value, const TypeTraits &traits) const;

  std::shared_ptr<const poplar_emu::model::TargetState> state_;
};

/// Converts numbers to the 2-byte halves of the device and back. Rounds to nearest, ties to even.
POPLAR_EMU_EXPORT void copyFloatToDeviceHalf(const Target &target, const float *src, void *dst,
                                             std::size_t numElements);
POPLAR_EMU_EXPORT void copyDeviceHalfToFloat(const Target &target, const void *src, float *dst,
                                             std::size_t numElements);
POPLAR_EMU_EXPORT void copyDoubleToDeviceHalf(const Target &target, const double *src, void *dst,
                                              std::size_t numElements);
POPLAR_EMU_EXPORT void copyDeviceHalfToDouble(const Target &target, const void *src, double *dst,
                                              std::size_t numElements);

} // namespace poplar

namespace std {
template <>
struct hash<poplar::Target> {
  size_t operator()(const poplar::Target &target) const { return target.hash(); }
};
} // namespace std

#endif
