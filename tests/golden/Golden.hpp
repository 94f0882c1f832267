// SPDX-License-Identifier: MIT
// Compares a text with a golden file, in which placeholders stand for what may differ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace golden {

/// One line of a golden text against one of an actual text. In golden lines `<number>` stands for
/// an unsigned decimal number, `<path>` for a file's absolute name, and `<any>` for any text.
bool matchesLine(std::string_view golden, std::string_view actual);

/// How two texts differ.
struct Comparison {
  bool equal = true;
  /// All lines in the manner of diff: "  " both, "- " only golden, "+ " only actual.
  std::string diff;
  /// The actual text, with the golden lines, placeholders and all, where they match.
  std::string updated;
};
/// Cost: lines of one text times lines of the other.
Comparison compare(std::string_view golden, std::string_view actual);

/// Compares with the file texts/`name` of this folder and returns what a failing test shows; empty
/// if they match. With POPLAR_EMU_UPDATE_GOLDEN=1 in the environment the file is rewritten first,
/// so that every text matches: look at what changed before committing.
std::string differenceFrom(const std::string &name, std::string_view actual);

} // namespace golden

/// Fails with the differences between the file texts/NAME and the text.
#define EXPECT_GOLDEN(name, text) EXPECT_EQ(::golden::differenceFrom(name, text), "")
