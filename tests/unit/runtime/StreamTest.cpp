// SPDX-License-Identifier: MIT
// Streams: circular and fixed buffers, the protocol of callbacks, prefetching, replicas, errors.
#include "PlanBuilder.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <stdexcept>

namespace poplar_emu::runtime::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto kIn = plan::StreamDirection::HostToDevice;
constexpr auto kOut = plan::StreamDirection::DeviceToHost;

/// Writes what happens to a log, delivers 1, 2, 3, ... and remembers what arrives.
class Recorder : public StreamEndpoint {
 public:
  explicit Recorder(std::vector<std::string> &log, std::string name = {})
      : log_(log), name_(std::move(name)) {}

  PrefetchResult prefetch(void *buffer) override {
    log_.push_back(name_ + "prefetch");
    if (available <= 0) return PrefetchResult::NotAvailable;
    --available;
    deliver(buffer);
    return PrefetchResult::Success;
  }
  void fetch(void *buffer) override {
    log_.push_back(name_ + "fetch");
    if (failing) throw std::runtime_error("callback failed");
    if (receiving)
      received.push_back(*static_cast<std::int32_t *>(buffer));
    else
      deliver(buffer);
  }
  void complete() override { log_.push_back(name_ + "complete"); }
  void invalidatePrefetched() override { log_.push_back(name_ + "invalidate"); }

  int available = 0; ///< successful prefetches left
  bool failing = false, receiving = false;
  std::int32_t next = 1;
  std::vector<std::int32_t> received;

 private:
  void deliver(void *buffer) { *static_cast<std::int32_t *>(buffer) = next++; }

  std::vector<std::string> &log_;
  std::string name_;
};

/// in -> a -> out, one int per transfer and replica.
class Echo {
 public:
  explicit Echo(std::uint32_t numReplicas = 1,
                plan::StreamReplication replication = plan::StreamReplication::Replicate,
                Prefetch prefetch = Prefetch::Off, std::uint64_t depth = 1) {
    PlanBuilder b(1, numReplicas);
    address = b.allocate(4);
    const plan::Step in = b.stream("in", kIn, address, 4, replication, depth);
    b.program({in, b.stream("out", kOut, address, 4)});
    RuntimeSettings settings = PlanBuilder::serialSettings();
    settings.prefetch = prefetch;
    runtime = b.build(settings);
  }

  std::unique_ptr<Runtime> runtime;
  plan::Address address = 0;
};

TEST(StreamBuffer, CircularBuffersWrapAround) {
  Echo echo;
  std::vector<std::int32_t> in{1, 2, 3}, out(2);
  echo.runtime->connectStream("in", in.data(), in.data() + 3);
  echo.runtime->connectStream("out", out.data(), out.data() + 2);
  echo.runtime->load();
  const std::vector<std::vector<std::int32_t>> expected{{1, 0}, {1, 2}, {3, 2}, {3, 1}, {2, 1}};
  for (const std::vector<std::int32_t> &after : expected) {
    echo.runtime->run(0);
    EXPECT_EQ(out, after);
  }
}

TEST(StreamBuffer, FixedBuffersStay) {
  Echo echo;
  std::int32_t in = 5, out = 0;
  echo.runtime->load();
  echo.runtime->connectStream("in", &in);
  echo.runtime->connectStream("out", &out);
  echo.runtime->run(0);
  EXPECT_EQ(out, 5);
  in = 6;
  echo.runtime->run(0);
  EXPECT_EQ(out, 6);
}

TEST(StreamBuffer, ConnectionsMayChangeBetweenRuns) {
  Echo echo;
  std::vector<std::int32_t> first{1, 2}, second{10, 20}, out(1);
  echo.runtime->connectStream("out", out.data());
  echo.runtime->connectStream("in", first.data(), first.data() + 2);
  echo.runtime->load();
  echo.runtime->run(0);
  echo.runtime->connectStream("in", second.data(), second.data() + 2);
  echo.runtime->run(0);
  EXPECT_EQ(out[0], 10);
  echo.runtime->run(0);
  EXPECT_EQ(out[0], 20);
}

TEST(StreamBuffer, ReplicasTakeConsecutiveBlocks) {
  Echo echo(3);
  std::vector<std::int32_t> in{1, 2, 3, 4, 5, 6}, out(3);
  echo.runtime->connectStream("in", in.data(), in.data() + 6);
  echo.runtime->connectStream("out", out.data(), out.data() + 3);
  echo.runtime->load();
  echo.runtime->run(0);
  EXPECT_THAT(out, ElementsAre(1, 2, 3));
  echo.runtime->run(0);
  EXPECT_THAT(out, ElementsAre(4, 5, 6));
}

TEST(StreamBuffer, BroadcastGivesAllReplicasTheSame) {
  Echo echo(3, plan::StreamReplication::Broadcast);
  std::vector<std::int32_t> in{1, 2}, out(3);
  echo.runtime->connectStream("in", in.data(), in.data() + 2);
  echo.runtime->connectStream("out", out.data());
  echo.runtime->load();
  echo.runtime->run(0);
  EXPECT_THAT(out, ElementsAre(1, 1, 1));
  echo.runtime->run(0);
  EXPECT_THAT(out, ElementsAre(2, 2, 2));
}

TEST(StreamErrors, WrongSizesAndNames) {
  Echo echo(2);
  std::vector<std::int32_t> in(8);
  const auto connect = [&](const char *handle, std::size_t bytes) {
    return messageOf([&] {
      echo.runtime->connectStream(handle, in.data(), reinterpret_cast<char *>(in.data()) + bytes);
    });
  };
  EXPECT_THAT(connect("in", 4), testing::AllOf(HasSubstr("PE0503"), HasSubstr("takes 8 bytes")));
  EXPECT_THAT(connect("in", 12), HasSubstr("PE0503"));
  EXPECT_THAT(connect("in", 0), HasSubstr("PE0503"));
  EXPECT_EQ(connect("in", 16), "");
  EXPECT_THAT(connect("inn", 16), testing::AllOf(HasSubstr("PE0502"), HasSubstr("'in'")));
  EXPECT_THROW(echo.runtime->connectStream("in", static_cast<void *>(nullptr)),
               poplar::stream_connection_error);
  EXPECT_THAT(
      messageOf([&] { echo.runtime->connectStream("in", std::shared_ptr<StreamEndpoint>()); }),
      HasSubstr("PE0511"));
}

TEST(StreamErrors, UnconnectedStreamsCanBeConnectedLater) {
  Echo echo;
  echo.runtime->load();
  EXPECT_THAT(messageOf([&] { echo.runtime->run(0); }),
              testing::AllOf(HasSubstr("PE0501"), HasSubstr("'in'")));
  std::int32_t in = 3, out = 0;
  echo.runtime->connectStream("in", &in);
  EXPECT_THAT(messageOf([&] { echo.runtime->run(0); }),
              testing::AllOf(HasSubstr("PE0501"), HasSubstr("'out'")));
  echo.runtime->connectStream("out", &out);
  echo.runtime->run(0);
  EXPECT_EQ(out, 3);
}

TEST(StreamCallbacks, FetchThenComplete) {
  Echo echo;
  std::vector<std::string> log;
  const auto in = std::make_shared<Recorder>(log, "in ");
  const auto out = std::make_shared<Recorder>(log, "out ");
  in->available = 100; // not asked for by default
  out->receiving = true;
  echo.runtime->connectStream("in", in);
  echo.runtime->connectStream("out", out);
  echo.runtime->load();
  echo.runtime->run(0);
  EXPECT_THAT(log, ElementsAre("in fetch", "in complete", "out fetch", "out complete"));
  EXPECT_THAT(out->received, ElementsAre(1));
}

TEST(StreamCallbacks, PrefetchFollowsCompleteAndSparesFetch) {
  Echo echo(1, plan::StreamReplication::Replicate, Prefetch::On);
  std::vector<std::string> log, other;
  const auto in = std::make_shared<Recorder>(log);
  const auto out = std::make_shared<Recorder>(other);
  out->receiving = true;
  in->available = 2;
  echo.runtime->connectStream("in", in);
  echo.runtime->connectStream("out", out);
  echo.runtime->load();
  for (int run = 0; run < 4; ++run)
    echo.runtime->run(0);
  EXPECT_THAT(log, ElementsAre("fetch", "complete", "prefetch", // Success
                               "complete", "prefetch",          // Success
                               "complete", "prefetch",          // NotAvailable
                               "fetch", "complete", "prefetch"));
  EXPECT_THAT(out->received, ElementsAre(1, 2, 3, 4));
}

TEST(StreamCallbacks, DeeperBuffersPrefetchFurther) {
  Echo echo(1, plan::StreamReplication::Replicate, Prefetch::On, 3);
  std::vector<std::string> log, other;
  const auto in = std::make_shared<Recorder>(log);
  const auto out = std::make_shared<Recorder>(other);
  out->receiving = true;
  in->available = 100;
  echo.runtime->connectStream("in", in);
  echo.runtime->connectStream("out", out);
  echo.runtime->load();
  for (int run = 0; run < 3; ++run)
    echo.runtime->run(0);
  EXPECT_THAT(log, ElementsAre("fetch", "complete", "prefetch", "prefetch", "prefetch", "complete",
                               "prefetch", "complete", "prefetch"));
  EXPECT_THAT(out->received, ElementsAre(1, 2, 3));
}

TEST(StreamCallbacks, PrefetchedDataOfAnOldCallbackIsNotUsed) {
  Echo echo(1, plan::StreamReplication::Replicate, Prefetch::On);
  std::vector<std::string> log;
  const auto first = std::make_shared<Recorder>(log, "first ");
  const auto second = std::make_shared<Recorder>(log, "second ");
  first->available = 100;
  second->next = 50;
  std::int32_t out = 0;
  echo.runtime->connectStream("in", first);
  echo.runtime->connectStream("out", &out);
  echo.runtime->load();
  echo.runtime->run(0);
  echo.runtime->connectStream("in", second);
  echo.runtime->run(0);
  EXPECT_EQ(out, 50);
  EXPECT_THAT(log,
              ElementsAre("first fetch", "first complete", "first prefetch", "first invalidate",
                          "second fetch", "second complete", "second prefetch"));
}

TEST(StreamCallbacks, LoadInvalidates) {
  Echo echo(1, plan::StreamReplication::Replicate, Prefetch::On);
  std::vector<std::string> log;
  const auto in = std::make_shared<Recorder>(log);
  in->available = 100;
  std::int32_t out = 0;
  echo.runtime->connectStream("in", in);
  echo.runtime->connectStream("out", &out);
  echo.runtime->load();
  echo.runtime->run(0);
  log.clear();
  echo.runtime->load();
  EXPECT_THAT(log, ElementsAre("invalidate"));
}

TEST(StreamCallbacks, OneCallbackServesReplicasInOrder) {
  Echo echo(2, plan::StreamReplication::Replicate, Prefetch::On);
  std::vector<std::string> log;
  const auto in = std::make_shared<Recorder>(log);
  in->available = 3;
  std::vector<std::int32_t> out(2);
  echo.runtime->connectStream("in", in);
  echo.runtime->connectStream("out", out.data());
  echo.runtime->load();
  for (const std::int32_t first : {1, 3, 5, 7}) {
    echo.runtime->run(0);
    EXPECT_THAT(out, ElementsAre(first, first + 1));
  }
}

TEST(StreamCallbacks, CallbacksOfReplicas) {
  Echo echo(2);
  std::vector<std::string> log;
  const auto r0 = std::make_shared<Recorder>(log, "r0 ");
  const auto r1 = std::make_shared<Recorder>(log, "r1 ");
  r1->next = 100;
  std::vector<std::int32_t> out(2);
  echo.runtime->connectStream("out", out.data());
  echo.runtime->connectStream("in", 1, r1);
  echo.runtime->load();
  EXPECT_THAT(messageOf([&] { echo.runtime->run(0); }),
              testing::AllOf(HasSubstr("PE0501"), HasSubstr("1 of 2 replicas")));
  echo.runtime->connectStream("in", 0, r0);
  echo.runtime->run(0);
  EXPECT_THAT(out, ElementsAre(1, 100));
  EXPECT_THAT(log, ElementsAre("r0 fetch", "r0 complete", "r1 fetch", "r1 complete"));
  EXPECT_THAT(messageOf([&] { echo.runtime->connectStream("in", 2, r0); }), HasSubstr("PE0502"));
}

TEST(StreamCallbacks, BroadcastFetchesOnce) {
  Echo echo(3, plan::StreamReplication::Broadcast);
  std::vector<std::string> log;
  const auto in = std::make_shared<Recorder>(log);
  std::vector<std::int32_t> out(3);
  echo.runtime->connectStream("in", 0, in);
  echo.runtime->connectStream("out", out.data());
  echo.runtime->load();
  echo.runtime->run(0);
  EXPECT_THAT(log, ElementsAre("fetch", "complete"));
  EXPECT_THAT(out, ElementsAre(1, 1, 1));
}

TEST(StreamCallbacks, OneThatThrowsLeavesTheEngineToBeLoaded) {
  Echo echo;
  std::vector<std::string> log;
  const auto in = std::make_shared<Recorder>(log);
  in->failing = true;
  std::vector<std::int32_t> out(2);
  echo.runtime->connectStream("in", in);
  echo.runtime->connectStream("out", out.data(), out.data() + 2);
  echo.runtime->load();
  EXPECT_EQ(messageOf([&] { echo.runtime->run(0); }), "callback failed");
  EXPECT_THAT(messageOf([&] { echo.runtime->run(0); }), HasSubstr("PE0509"));
  EXPECT_THAT(log, ElementsAre("fetch"));
  in->failing = false;
  echo.runtime->load();
  echo.runtime->run(0);
  EXPECT_THAT(out, ElementsAre(1, 0));
}

} // namespace
} // namespace poplar_emu::runtime::test
