// SPDX-License-Identifier: MIT
// Directions and kinds of streams.
#ifndef POPLAR_DATA_STREAM_TYPE_HPP
#define POPLAR_DATA_STREAM_TYPE_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>

namespace poplar {

enum class DataStreamType {
  HostToDeviceFIFO,
  DeviceToHostFIFO,
  HostToDeviceBuffer,
  DeviceToHostBuffer
};

inline bool isDeviceToHost(DataStreamType type) {
  return type == DataStreamType::DeviceToHostFIFO || type == DataStreamType::DeviceToHostBuffer;
}

inline bool isHostToDevice(DataStreamType type) {
  return !isDeviceToHost(type);
}

inline bool isRemoteBuffer(DataStreamType type) {
  return type == DataStreamType::HostToDeviceBuffer || type == DataStreamType::DeviceToHostBuffer;
}

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, DataStreamType type);

} // namespace poplar

#endif
