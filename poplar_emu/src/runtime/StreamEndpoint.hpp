// SPDX-License-Identifier: MIT
// What the runtime needs of a stream callback and of a host function, free of the public classes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace poplar_emu::runtime {

enum class PrefetchResult : std::uint8_t { Success, NotAvailable };

/// The host's end of a stream. Host to device: fetch (or an earlier successful prefetch), complete.
/// Device to host: fetch (the buffer holds the data), complete. All on the thread that called
/// run().
class StreamEndpoint {
 public:
  virtual ~StreamEndpoint() = default;
  virtual PrefetchResult prefetch(void *buffer) = 0;
  virtual void fetch(void *buffer) = 0;
  virtual void complete() = 0;
  /// What was prefetched and not completed will not be used.
  virtual void invalidatePrefetched() = 0;
};

/// A host function of one replica: pointers in the order in which the arguments were declared.
using HostFunctionEndpoint =
    std::function<void(std::span<const void *const> inputs, std::span<void *const> outputs)>;

} // namespace poplar_emu::runtime
