// SPDX-License-Identifier: MIT
// Offsets on a tile: nothing that lives together overlaps, and everything lies where it may.
#include "compile/memory/Placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace poplar_emu::compile::test {
namespace {

constexpr std::uint64_t kInterleavedFrom = 13 * 16384; // 0x80000 on an ipu2

MemoryPiece always(std::uint64_t bytes, Region region = Region::Anywhere) {
  return {bytes, 8, region, true, 0, 0, 0};
}
MemoryPiece during(Position first, Position last, std::uint64_t bytes) {
  return {bytes, 8, Region::Anywhere, false, first, last, 0};
}

TEST(Placement, CodeLiesLowestAndBelowInterleavedMemory) {
  std::vector<MemoryPiece> pieces = {always(100), always(1000, Region::Interleaved),
                                     always(50, Region::Executable), always(200)};
  EXPECT_EQ(placePieces(pieces, kInterleavedFrom), kInterleavedFrom + 1000);
  EXPECT_EQ(pieces[2].offset, 0u);
  EXPECT_EQ(pieces[1].offset, kInterleavedFrom);
  EXPECT_EQ(pieces[0].offset, 56u) << "at the next multiple of 8";
  EXPECT_EQ(pieces[3].offset, 160u);
}

TEST(Placement, DataGoesAroundWhatIsInterleaved) {
  std::vector<MemoryPiece> pieces = {always(kInterleavedFrom - 8), always(64),
                                     always(32, Region::Interleaved)};
  placePieces(pieces, kInterleavedFrom);
  EXPECT_EQ(pieces[0].offset, 0u);
  EXPECT_EQ(pieces[1].offset, kInterleavedFrom + 32);
}

TEST(Placement, WhatNeverLivesTogetherShares) {
  std::vector<MemoryPiece> pieces = {during(0, 1, 100), during(2, 3, 112), during(1, 2, 40)};
  EXPECT_EQ(placePieces(pieces, kInterleavedFrom), 144u + 112);
  EXPECT_EQ(pieces[0].offset, 0u);
  EXPECT_EQ(pieces[2].offset, 104u) << "beside the first";
  EXPECT_EQ(pieces[1].offset, 144u) << "the hole that the first left is too small";
}

TEST(Placement, LargerOnesOfAStepComeFirst) {
  std::vector<MemoryPiece> pieces = {during(0, 0, 8), during(0, 0, 80), during(0, 0, 16)};
  EXPECT_EQ(placePieces(pieces, kInterleavedFrom), 104u);
  EXPECT_EQ(pieces[1].offset, 0u);
  EXPECT_EQ(pieces[2].offset, 80u);
  EXPECT_EQ(pieces[0].offset, 96u);
}

TEST(Placement, NothingNeedsNoPlace) {
  std::vector<MemoryPiece> pieces = {during(0, 5, 0), always(0)};
  EXPECT_EQ(placePieces(pieces, kInterleavedFrom), 0u);
}

bool liveTogether(const MemoryPiece &a, const MemoryPiece &b) {
  return a.alwaysLive || b.alwaysLive || (a.first <= b.last && b.first <= a.last);
}

TEST(Placement, RandomPiecesNeverOverlapWhileTheyLive) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    std::vector<MemoryPiece> pieces(1 + random() % 60);
    for (MemoryPiece &piece : pieces) {
      piece.bytes = random() % 5 == 0 ? random() % 100000 : random() % 300;
      piece.align = 8u << random() % 3;
      piece.region = static_cast<Region>(random() % 3);
      piece.alwaysLive = random() % 4 == 0;
      piece.first = random() % 20;
      piece.last = piece.first + random() % 6;
    }
    const std::uint64_t end = placePieces(pieces, kInterleavedFrom);
    std::uint64_t highest = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const MemoryPiece &a = pieces[i];
      highest = std::max(highest, a.offset + a.bytes);
      EXPECT_EQ(a.offset % a.align, 0u);
      if (a.region == Region::Interleaved && a.bytes > 0) {
        EXPECT_GE(a.offset, kInterleavedFrom);
      }
      for (std::size_t j = 0; j < i; ++j) {
        const MemoryPiece &b = pieces[j];
        if (a.bytes == 0 || b.bytes == 0 || !liveTogether(a, b)) continue;
        EXPECT_TRUE(a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset)
            << "round " << round << ": " << j << " and " << i;
      }
    }
    EXPECT_EQ(end, highest);
  }
}

} // namespace
} // namespace poplar_emu::compile::test
