// SPDX-License-Identifier: MIT
// Adapters of stream callbacks and host functions.
#include "engine/StreamAdapters.hpp"

#include "support/Diagnostic.hpp"

namespace poplar_emu::engine {
namespace {

/// Handles refuse null pointers when they are made, so this one has lost its callback.
[[noreturn]] void raiseMovedFrom(const char *what) {
  Diagnostic(Code::PE0511, "the handle of a {} is empty", what)
      .note("it was moved from")
      .fix("connect the handle once, or make one for each connection")
      .raise();
}

class CallbackEndpoint : public runtime::StreamEndpoint {
 public:
  explicit CallbackEndpoint(std::unique_ptr<poplar::StreamCallback> callback)
      : callback_(std::move(callback)) {}

  runtime::PrefetchResult prefetch(void *buffer) override {
    return callback_->prefetch(buffer) == poplar::StreamCallback::Result::Success
               ? runtime::PrefetchResult::Success
               : runtime::PrefetchResult::NotAvailable;
  }
  void fetch(void *buffer) override { callback_->fetch(buffer); }
  void complete() override { callback_->complete(); }
  void invalidatePrefetched() override { callback_->invalidatePrefetched(); }

 private:
  std::unique_ptr<poplar::StreamCallback> callback_;
};

} // namespace

std::shared_ptr<runtime::StreamEndpoint>
adaptStream(std::unique_ptr<poplar::StreamCallback> callback) {
  if (!callback) raiseMovedFrom("stream callback");
  return std::make_shared<CallbackEndpoint>(std::move(callback));
}

runtime::HostFunctionEndpoint adaptHostFunction(std::unique_ptr<poplar::HostCallback> callback) {
  if (!callback) raiseMovedFrom("host callback");
  std::shared_ptr<poplar::HostCallback> shared = std::move(callback);
  return [shared](std::span<const void *const> inputs, std::span<void *const> outputs) {
    (*shared)(poplar::ArrayRef<const void *>(inputs.data(), inputs.size()),
              poplar::ArrayRef<void *>(outputs.data(), outputs.size()));
  };
}

} // namespace poplar_emu::engine
