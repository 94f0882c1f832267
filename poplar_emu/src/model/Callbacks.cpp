// SPDX-License-Identifier: MIT
// Base classes and owners of the callbacks of streams and host functions.
#include "model/Sites.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/HostFunctionCallback.hpp>
#include <poplar/StreamCallback.hpp>

#include <condition_variable>
#include <mutex>

namespace poplar_emu::model {

struct ResumableState {
  mutable std::mutex mutex;
  std::condition_variable resumed;
  bool isAwaiting = false;
  bool isNotified = false;
};

} // namespace poplar_emu::model

namespace poplar {
namespace {

void requireCallback(const void *callback, const char *what, const SourceLocation &loc) {
  if (!callback)
    poplar_emu::Diagnostic(poplar_emu::Code::PE0511, "a null pointer or empty function is no {}",
                           what)
        .at(poplar_emu::model::siteOf(loc))
        .fix("pass a std::unique_ptr that owns a callback, or a function object")
        .raise();
}

} // namespace

StreamCallbackBase::~StreamCallbackBase() = default;
void StreamCallbackBase::complete() {}
void StreamCallbackBase::invalidatePrefetched() {}

StreamCallback::~StreamCallback() = default;

LegacyStreamCallback::~LegacyStreamCallback() = default;
void LegacyStreamCallback::complete() {}
void LegacyStreamCallback::invalidatePrefetched() {}

StreamCallbackBase::Result LegacyStreamCallback::prefetch(void *) {
  return Result::NotAvailable;
}

StreamCallbackWithMetadata::~StreamCallbackWithMetadata() = default;

ResumableStreamCallback::ResumableStreamCallback()
    : state_(std::make_unique<poplar_emu::model::ResumableState>()) {}

ResumableStreamCallback::~ResumableStreamCallback() = default;

void ResumableStreamCallback::notify() {
  {
    std::lock_guard lock(state_->mutex);
    state_->isNotified = true;
  }
  state_->resumed.notify_all();
}

bool ResumableStreamCallback::isAwaiting() const {
  std::lock_guard lock(state_->mutex);
  return state_->isAwaiting;
}

void ResumableStreamCallback::wait() {
  std::unique_lock lock(state_->mutex);
  state_->isAwaiting = true;
  state_->resumed.wait(lock, [this] { return state_->isNotified; });
  state_->isNotified = false;
  state_->isAwaiting = false;
}

StreamCallbackHandle::StreamCallbackHandle(StreamCallbackHandle &&) noexcept = default;
StreamCallbackHandle &StreamCallbackHandle::operator=(StreamCallbackHandle &&) noexcept = default;
StreamCallbackHandle::~StreamCallbackHandle() = default;

std::unique_ptr<StreamCallback>
StreamCallbackHandle::checked(std::unique_ptr<StreamCallback> callback, const SourceLocation &loc) {
  requireCallback(callback.get(), "stream callback", loc);
  return callback;
}

HostCallback::~HostCallback() = default;

HostCallbackHandle::HostCallbackHandle(HostCallbackHandle &&) noexcept = default;
HostCallbackHandle &HostCallbackHandle::operator=(HostCallbackHandle &&) noexcept = default;
HostCallbackHandle::~HostCallbackHandle() = default;

std::unique_ptr<HostCallback> HostCallbackHandle::checked(std::unique_ptr<HostCallback> callback,
                                                          const SourceLocation &loc) {
  requireCallback(callback.get(), "host callback", loc);
  return callback;
}

} // namespace poplar
