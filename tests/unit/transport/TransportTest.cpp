// SPDX-License-Identifier: MIT
// Messages between processes. Every process runs all tests of a run, in step with the others.
#include "transport/Connect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace poplar_emu::transport {
namespace {

using plan::Incoming;
using plan::Meeting;
using plan::Outgoing;
using testing::HasSubstr;

plan::Transport &all() {
  return *connect();
}

Meeting next() {
  static std::uint64_t ordinal = 0;
  return {0x1234, ordinal++, 7};
}

/// Byte i of message n from a process to another.
std::byte content(unsigned from, unsigned to, unsigned n, std::size_t i) {
  return static_cast<std::byte>(from * 31 + to * 17 + n * 7 + i * (i >> 8U) + i);
}

std::vector<std::byte> message(unsigned from, unsigned to, unsigned n, std::size_t bytes) {
  std::vector<std::byte> result(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    result[i] = content(from, to, n, i);
  return result;
}

TEST(Messages, ProcessesOfThisHostAreCounted) {
  EXPECT_EQ(world().size, all().size());
  EXPECT_EQ(world().sizeHere, all().size());
}

TEST(Messages, EveryoneSendsToEveryone) {
  const unsigned me = all().rank(), size = all().size();
  for (const std::size_t bytes : {0UL, 1UL, 4096UL, 100001UL, 8UL << 20U}) {
    constexpr unsigned kEach = 3; // messages of different sizes between the same two, in order
    std::vector<std::vector<std::byte>> buffers, results;
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    buffers.reserve(size * kEach);
    results.reserve(size * kEach);
    for (unsigned other = 0; other < size; ++other)
      for (unsigned n = 0; n < kEach && other != me; ++n) {
        outgoing.push_back({other, buffers.emplace_back(message(me, other, n, bytes + n))});
        incoming.push_back({other, results.emplace_back(bytes + n)});
      }
    all().exchange(next(), outgoing, incoming);
    for (std::size_t i = 0; i < results.size(); ++i)
      EXPECT_TRUE(results[i] == message(incoming[i].rank, me, i % kEach, results[i].size()))
          << bytes << " bytes from " << incoming[i].rank;
  }
}

TEST(Messages, SomeOnlySendOrOnlyReceive) {
  std::vector<std::byte> word(4);
  const Meeting meeting = next();
  if (all().rank() == 0) {
    for (std::byte &byte : word)
      byte = std::byte{42};
    for (unsigned other = 1; other < all().size(); ++other)
      all().exchange(meeting, std::vector<Outgoing>{{other, word}}, {});
  } else {
    all().exchange(meeting, {}, std::vector<Incoming>{{0, word}});
    EXPECT_EQ(word[3], std::byte{42});
  }
}

TEST(Messages, GatherGivesAllValuesByRank) {
  for (std::uint64_t round = 0; round < 100; ++round) {
    const std::vector<std::uint64_t> values = all().gather(next(), all().rank() * 1000 + round);
    ASSERT_EQ(values.size(), all().size());
    for (unsigned rank = 0; rank < values.size(); ++rank)
      ASSERT_EQ(values[rank], rank * 1000 + round);
  }
}

/// What gather() complains of; the time that it took must be short.
std::string complaint(const Meeting &meeting, std::uint64_t value = 0) {
  const auto start = std::chrono::steady_clock::now();
  std::string text = "no complaint";
  try {
    all().gather(meeting, value);
  } catch (const plan::TransportFault &fault) {
    text = fault.what();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  try {
    all().gather(meeting, value);
    ADD_FAILURE() << "a transport that failed goes on";
  } catch (const plan::TransportFault &fault) {
    EXPECT_EQ(text, fault.what());
  }
  return text;
}

// The end of this process ends all others, so it gives them time to look at their complaint.
[[noreturn]] void endAfterFault() {
  if (!testing::Test::HasFailure())
    std::printf("instance %u complained as expected\n", all().rank());
  std::fflush(stdout);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::exit(0);
}

TEST(Fault, OtherFails) {
  if (all().rank() == 1)
    all().fail("division by zero in compute set 'loss'");
  else
    EXPECT_THAT(complaint(next()), HasSubstr("instance 1 failed: division by zero"));
  endAfterFault();
}

// Process 1 ends: that ends the wait of 2 for it, but not the messages between 0 and 2 before.
TEST(Fault, OtherEnds) {
  if (all().rank() == 1) return;
  std::vector<std::byte> word(4);
  const unsigned other = 2 - all().rank();
  std::this_thread::sleep_for(std::chrono::milliseconds(all().rank() == 0 ? 1500 : 100));
  all().exchange(next(), std::vector<Outgoing>{{other, word}},
                 std::vector<Incoming>{{other, word}});
  EXPECT_THAT(complaint(next()), testing::AnyOf(HasSubstr("instance 1 ended its program"),
                                                HasSubstr("failed: instance 1 ended")));
  endAfterFault();
}

TEST(Fault, OtherIsElsewhere) {
  Meeting meeting = next();
  meeting.step += all().rank();
  EXPECT_THAT(complaint(meeting), testing::AnyOf(HasSubstr("is at step"), HasSubstr("failed:")));
  endAfterFault();
}

TEST(Fault, OtherRunsAnotherProgram) {
  Meeting meeting = next();
  meeting.plan += all().rank();
  EXPECT_THAT(complaint(meeting), HasSubstr("runs another program"));
  endAfterFault();
}

TEST(Fault, OtherIsSilent) {
  all().setTimeout(0.3);
  if (all().rank() == 0) {
    EXPECT_THAT(complaint(next()), HasSubstr("instance 0 waited 0.3 s for instance 1"));
    endAfterFault();
  }
  std::this_thread::sleep_for(std::chrono::seconds(30));
}

} // namespace
} // namespace poplar_emu::transport

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
