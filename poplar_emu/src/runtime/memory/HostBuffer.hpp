// SPDX-License-Identifier: MIT
// A buffer on the host's side of a transfer, aligned like tile memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace poplar_emu::runtime {

/// Uninitialised bytes, aligned to 64. Never null, so that callbacks get a pointer even for no
/// bytes.
class HostBuffer {
 public:
  HostBuffer() = default;
  explicit HostBuffer(std::uint64_t bytes)
      : data_(static_cast<std::byte *>(::operator new(bytes == 0 ? 1 : bytes, kAlignment))),
        bytes_(bytes) {}

  std::byte *data() const { return data_.get(); }
  std::uint64_t size() const { return bytes_; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(std::byte *data) const { ::operator delete(data, kAlignment); }
  };

  std::unique_ptr<std::byte, Free> data_;
  std::uint64_t bytes_ = 0;
};

} // namespace poplar_emu::runtime
