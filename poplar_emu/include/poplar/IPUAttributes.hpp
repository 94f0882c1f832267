// SPDX-License-Identifier: MIT
// Properties of a device that can be asked for one by one.
#ifndef POPLAR_IPU_ATTRIBUTES_HPP
#define POPLAR_IPU_ATTRIBUTES_HPP

namespace poplar {
namespace IPUAttributes {

enum class AttributeId {
  DriverVersion,
  FirmwareVersion,
  IpuArchitecture,
  NumTiles,
  MemoryPerTile,
  TileClockFrequency,
  PciId
};

} // namespace IPUAttributes
} // namespace poplar

#endif
