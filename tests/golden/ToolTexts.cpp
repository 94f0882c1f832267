// SPDX-License-Identifier: MIT
// What the tools say of themselves.
#include "Golden.hpp"

#include "codelet/system/Paths.hpp"
#include "codelet/system/Process.hpp"

#include <gtest/gtest.h>

namespace golden {
namespace {

std::string outputOf(const char *option) {
  using namespace poplar_emu::codelet;
  return runProcess({findPopc().value().string(), option}).output;
}

TEST(Tools, PopcHelp) {
  EXPECT_GOLDEN("popc_help.txt", outputOf("--help"));
}

TEST(Tools, PopcVersion) {
  EXPECT_GOLDEN("popc_version.txt", outputOf("--version"));
}

} // namespace
} // namespace golden
