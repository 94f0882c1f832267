// SPDX-License-Identifier: MIT
// Adapters of stream callbacks and host functions.
#include "engine/StreamAdapters.hpp"

namespace poplar_emu::engine {
namespace {

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
  return std::make_shared<CallbackEndpoint>(std::move(callback));
}

runtime::HostFunctionEndpoint adaptHostFunction(std::unique_ptr<poplar::HostCallback> callback) {
  std::shared_ptr<poplar::HostCallback> shared = std::move(callback);
  return [shared](std::span<const void *const> inputs, std::span<void *const> outputs) {
    (*shared)(poplar::ArrayRef<const void *>(inputs.data(), inputs.size()),
              poplar::ArrayRef<void *>(outputs.data(), outputs.size()));
  };
}

} // namespace poplar_emu::engine
