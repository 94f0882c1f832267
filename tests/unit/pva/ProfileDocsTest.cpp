// SPDX-License-Identifier: MIT
// The guide's page on the profile file lists exactly the tables and columns that there are.
#include "pva/file/ProfileFile.hpp"

#include "database/Database.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace pva::internal {
namespace {

using Lines = std::vector<std::string>; // "table.column TYPE"

Lines documented() {
  std::ifstream page(POPLAR_EMU_GUIDE "/profile_file.md");
  const std::regex heading("### `(\\w+)`.*"), column("\\| `(\\w+)` \\| ([A-Z]+) \\|.*");
  Lines lines;
  std::string line, table;
  for (std::smatch match; std::getline(page, line);) {
    if (std::regex_match(line, match, heading)) table = match[1];
    if (std::regex_match(line, match, column))
      lines.push_back(table + "." + match[1].str() + " " + match[2].str());
  }
  return lines;
}

Lines real(const std::string &path) {
  using namespace poplar_emu::database;
  Database database(path, Mode::Read);
  Lines lines;
  Statement columns(database, "SELECT m.name, c.name, c.type FROM sqlite_master m,"
                              " pragma_table_info(m.name) c WHERE m.type = 'table'");
  while (columns.next())
    lines.push_back(columns.text(0) + "." + columns.text(1) + " " + columns.text(2));
  return lines;
}

TEST(ProfileFileGuide, ListsEveryTableAndColumn) {
  writeProfile("documented.pop", {});
  Lines expected = documented(), found = real("documented.pop");
  ASSERT_FALSE(expected.empty()) << "no page at " POPLAR_EMU_GUIDE;
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(expected, found);
}

TEST(ProfileFileGuide, NamesTheVersion) {
  std::ifstream page(POPLAR_EMU_GUIDE "/profile_file.md");
  const std::string text((std::istreambuf_iterator<char>(page)), {});
  EXPECT_NE(text.find("user_version` is **" + std::to_string(kSchemaVersion) + "**"),
            std::string::npos);
}

} // namespace
} // namespace pva::internal
