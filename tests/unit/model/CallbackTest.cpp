// SPDX-License-Identifier: MIT
// Callbacks of streams and host functions; getters of streams.
#include "model/Access.hpp"
#include "model/StreamState.hpp"

#include <poplar/DataStream.hpp>
#include <poplar/HostFunctionCallback.hpp>
#include <poplar/StreamCallback.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace poplar {
namespace {

struct Counting : StreamCallback {
  explicit Counting(int &fetches) : fetches_(fetches) {}
  Result prefetch(void *) override { return Result::Success; }
  void fetch(void *) override { ++fetches_; }
  void complete() override {}
  int &fetches_;
};

TEST(StreamCallbackHandle, OwnsObjects) {
  int fetches = 0;
  StreamCallbackHandle handle(std::make_unique<Counting>(fetches));
  StreamCallbackHandle moved(std::move(handle));
  const std::unique_ptr<StreamCallback> callback = std::move(moved);
  EXPECT_EQ(callback->prefetch(nullptr), StreamCallback::Result::Success);
  callback->fetch(nullptr);
  callback->invalidatePrefetched();
  EXPECT_EQ(fetches, 1);
}

TEST(StreamCallbackHandle, OwnsFunctions) {
  int value = 0;
  const std::unique_ptr<StreamCallback> callback =
      StreamCallbackHandle([&value](void *p) { value = *static_cast<int *>(p); });
  EXPECT_EQ(callback->prefetch(nullptr), StreamCallback::Result::NotAvailable);
  int seven = 7;
  callback->fetch(&seven);
  callback->complete();
  EXPECT_EQ(value, 7);
}

TEST(StreamCallbackHandle, NullIsRefused) {
  EXPECT_THROW(StreamCallbackHandle(std::unique_ptr<StreamCallback>()), poplar_error);
  EXPECT_THROW(HostCallbackHandle(std::unique_ptr<HostCallback>()), poplar_error);
}

TEST(HostCallbackHandle, PassesTheBuffersOn) {
  const std::unique_ptr<HostCallback> callback =
      HostCallbackHandle([](ArrayRef<const void *> in, ArrayRef<void *> out) {
        *static_cast<int *>(out[0]) = *static_cast<const int *>(in[0]) + 1;
      });
  const int in = 4;
  int out = 0;
  const void *inputs[] = {&in};
  void *outputs[] = {&out};
  (*callback)(ArrayRef<const void *>(inputs), ArrayRef<void *>(outputs));
  EXPECT_EQ(out, 5);
}

struct Resumable : ResumableStreamCallback {
  Result prefetch(void *) override { return Result::NotAvailable; }
  void fetch(void *p) override {
    wait();
    *static_cast<int *>(p) = 1;
  }
  void complete() override {}
};

TEST(ResumableStreamCallback, WaitsUntilNotified) {
  Resumable callback;
  int value = 0;
  std::thread fetcher([&] { callback.fetch(&value); });
  while (!callback.isAwaiting())
    std::this_thread::yield();
  callback.notify();
  fetcher.join();
  EXPECT_EQ(value, 1);
  EXPECT_FALSE(callback.isAwaiting());
}

TEST(DataStream, GettersShowTheState) {
  using poplar_emu::model::Access;
  poplar_emu::model::StreamState state;
  state.handle = "in";
  state.numElements = 12;
  state.elementType = poplar_emu::ElementType::Half;
  const DataStream stream =
      Access::stream(std::make_shared<const poplar_emu::model::StreamState>(state));
  EXPECT_EQ(stream.handle(), "in");
  EXPECT_EQ(stream.numElements(), 12U);
  EXPECT_EQ(stream.elementType(), HALF);
  EXPECT_EQ(stream.type(), DataStreamType::HostToDeviceFIFO);
  EXPECT_THROW(DataStream().handle(), poplar_error);

  poplar_emu::model::RemoteBufferState rows;
  rows.handle = "rb";
  rows.repeats = 3;
  const RemoteBuffer buffer =
      Access::remoteBuffer(std::make_shared<const poplar_emu::model::RemoteBufferState>(rows));
  EXPECT_EQ(buffer.getRepeats(), 3U);
  EXPECT_EQ(buffer.getHostToIpuStream().type(), DataStreamType::HostToDeviceBuffer);
  EXPECT_EQ(buffer.getIpuToHostStream().handle(), "rb");
  EXPECT_NE(buffer, RemoteBuffer());
}

} // namespace
} // namespace poplar
