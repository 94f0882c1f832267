// SPDX-License-Identifier: MIT
// The guide's page on tracing lists exactly the tables and columns that there are.
#include "database/Database.hpp"
#include "pvti/file/TraceWriter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace pvti::internal {
namespace {

using Lines = std::vector<std::string>; // "table.column TYPE"

Lines documented() {
  std::ifstream page(POPLAR_EMU_GUIDE "/tracing.md");
  const std::regex row("\\| `(\\w+)` \\| `(\\w+)` \\| ([A-Z]+) \\|.*");
  Lines lines;
  std::string line;
  for (std::smatch match; std::getline(page, line);)
    if (std::regex_match(line, match, row))
      lines.push_back(match[1].str() + "." + match[2].str() + " " + match[3].str());
  return lines;
}

Lines real(const std::string &path) {
  using namespace poplar_emu::database;
  Database database(path, Mode::Read);
  Statement columns(database, "SELECT m.name, c.name, c.type FROM sqlite_master m,"
                              " pragma_table_info(m.name) c WHERE m.type = 'table'");
  Lines lines;
  while (columns.next())
    lines.push_back(columns.text(0) + "." + columns.text(1) + " " + columns.text(2));
  return lines;
}

TEST(TracingGuide, ListsEveryTableAndColumn) {
  std::filesystem::remove("documented.pvti");
  {
    const TraceWriter writer("documented.pvti", 0);
  }
  Lines expected = documented(), found = real("documented.pvti");
  ASSERT_FALSE(expected.empty()) << "no page at " POPLAR_EMU_GUIDE;
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(expected, found);
}

} // namespace
} // namespace pvti::internal
