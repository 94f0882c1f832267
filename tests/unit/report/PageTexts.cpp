// SPDX-License-Identifier: MIT
// The data of a page as a whole, against the files in texts/.
#include "Golden.hpp"

#include "page/PageData.hpp"
#include "support/SyntheticProfile.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace golden {
namespace {

std::string dataOf(const poplar_emu::synthetic::Shape &shape) {
  nlohmann::json data = poplar_emu::report::pageData(poplar_emu::synthetic::makeProfile(shape));
  return data.dump(1) + "\n";
}

TEST(Report, DataOfOneIpu) {
  EXPECT_GOLDEN("one_ipu.txt", dataOf({1, 4, 6, true, false}));
}

TEST(Report, DataOfTwoIpusOutOfMemory) {
  EXPECT_GOLDEN("two_ipus.txt", dataOf({2, 4, 10, false, true}));
}

} // namespace
} // namespace golden
