// SPDX-License-Identifier: MIT
// The text form of a plan names everything that it holds.
#include "SamplePlan.hpp"

#include "plan/Print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace poplar_emu::plan::test {
namespace {

using testing::HasSubstr;

TEST(Print, ShowsMemoryHostObjectsAndPrograms) {
  std::ostringstream out;
  print(samplePlan(), out);
  const std::string text = out.str();
  for (
      const char *line : {
          "machine: 2 IPUs of 4 tiles, 6 workers, 2 replicas, 638976 bytes a tile\n",
          "variable 0 'in': 64 x float at 0, in order\n",
          "[4, +4) x 8 every 8 on tile 1\n",
          "initial data at 64: 1 x 1 bytes, by replica\n",
          "stream 'feed': to device, 64 bytes of float\n",
          "program 1: sequence 1\n",
          "sequence 0 main\n",
          "  compute 0 'halo': 2 vertices on 1 tiles, 1 chunks\n",
          "tile 1: 2 x ns::Vertex<float,true>\n",
          "0 -> 256: 4 bytes x 4 (32, 4) x 2 (4, 16)\n",
          "64 -> 352: 2 x 4 bytes, pairs\n",
          "exchange: 64 bytes on 4 tiles, 32 sent at most, 16 received at most, 8 between IPUs\n",
          "link: 8 bytes over IPU 0 -> IPU 1 (card)\n",
          "switch 0: int@24, -3: sequence 1, 7: sequence 2\n",
          "cross-replica copy 0 'swap': 1 moves, 64 bytes, 0 patterns, 0 words, 1 chunks, staged: ",
          ", 16 bytes, 0 patterns, 0 words, 1 chunks 0->1 1->0\n",
          "collective 0 'sum': all-reduce, max of half, 1 groups, 2 pieces, 96 bytes, in place of ",
          "while 0: sequence 1, while bool@16 is false, sequence 2\n",
      })
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(Print, CutsLongTables) {
  Plan plan = samplePlan();
  plan.memory.initialData.resize(20);
  std::ostringstream out;
  print(plan, out);
  EXPECT_THAT(out.str(), HasSubstr("... 4 more\n"));
}

} // namespace
} // namespace poplar_emu::plan::test
