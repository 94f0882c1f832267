// SPDX-License-Identifier: MIT
// A longest common subsequence of lines, where lines are equal up to placeholders.
#include "Golden.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

namespace golden {
namespace {

/// The lengths that the placeholder at the start of `golden` may take at the start of `actual`.
struct Placeholder {
  std::size_t length; ///< of itself
  std::size_t shortest, longest;
};

template <class Accept>
std::size_t lengthOf(std::string_view text, Accept accept) {
  std::size_t length = 0;
  while (length < text.size() && accept(text[length]))
    ++length;
  return length;
}

std::optional<Placeholder> placeholderAt(std::string_view golden, std::string_view actual) {
  const auto starts = [&](std::string_view name) { return golden.substr(0, name.size()) == name; };
  if (starts("<number>")) {
    const auto isDigit = [](unsigned char c) { return std::isdigit(c) != 0; };
    return Placeholder{8, 1, lengthOf(actual, isDigit)};
  }
  if (starts("<path>")) {
    const auto isPath = [](unsigned char c) {
      return std::isalnum(c) != 0 ||
             std::string_view("/._-+").find(static_cast<char>(c)) != std::string_view::npos;
    };
    const bool absolute = !actual.empty() && actual.front() == '/';
    return Placeholder{6, 2, absolute ? lengthOf(actual, isPath) : 0};
  }
  if (starts("<any>")) return Placeholder{5, 0, actual.size()};
  return std::nullopt;
}

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1)); // with its end, so that a missing one is seen
    text.remove_prefix(end + 1);
  }
  return lines;
}

void addLine(std::string &text, const char *mark, std::string_view line) {
  text.append(mark).append(line);
  if (line.back() != '\n') text.append("(no end of line)\n");
}

} // namespace

bool matchesLine(std::string_view golden, std::string_view actual) {
  while (!golden.empty()) {
    if (const auto placeholder = placeholderAt(golden, actual)) {
      golden.remove_prefix(placeholder->length);
      for (std::size_t length = placeholder->longest + 1; length-- > placeholder->shortest;)
        if (matchesLine(golden, actual.substr(length))) return true;
      return false;
    }
    if (actual.empty() || golden.front() != actual.front()) return false;
    golden.remove_prefix(1);
    actual.remove_prefix(1);
  }
  return actual.empty();
}

Comparison compare(std::string_view golden, std::string_view actual) {
  const std::vector<std::string_view> old = linesOf(golden), now = linesOf(actual);
  const std::size_t width = now.size() + 1;
  // common[g * width + a]: lines that match in old[g:) and now[a:), in order.
  std::vector<std::uint32_t> common((old.size() + 1) * width);
  for (std::size_t g = old.size(); g-- > 0;)
    for (std::size_t a = now.size(); a-- > 0;) {
      const std::uint32_t skip = std::max(common[(g + 1) * width + a], common[g * width + a + 1]);
      const std::uint32_t take = common[(g + 1) * width + a + 1] + 1;
      common[g * width + a] = take > skip && matchesLine(old[g], now[a]) ? take : skip;
    }

  Comparison result;
  for (std::size_t g = 0, a = 0; g < old.size() || a < now.size();) {
    const bool both = g < old.size() && a < now.size();
    const std::uint32_t best = common[g * width + a];
    if (both && matchesLine(old[g], now[a]) && best == common[(g + 1) * width + a + 1] + 1) {
      addLine(result.diff, "  ", now[a]);
      result.updated += old[g];
      ++g, ++a;
    } else if (g < old.size() && (a == now.size() || best == common[(g + 1) * width + a])) {
      result.equal = false;
      addLine(result.diff, "- ", old[g++]);
    } else {
      result.equal = false;
      addLine(result.diff, "+ ", now[a]);
      result.updated += now[a++];
    }
  }
  return result;
}

std::string differenceFrom(const std::string &name, std::string_view actual) {
  const std::string path = std::string(GOLDEN_FOLDER) + "/texts/" + name;
  std::stringstream golden;
  golden << std::ifstream(path, std::ios::binary).rdbuf();
  const Comparison comparison = compare(golden.str(), actual);
  if (comparison.equal) return {};
  const char *update = std::getenv("POPLAR_EMU_UPDATE_GOLDEN");
  if (update != nullptr && std::string_view(update) == "1") {
    std::ofstream out(path, std::ios::binary);
    out << comparison.updated << std::flush;
    return out ? "" : "cannot write " + path;
  }
  return "the text differs from " + path +
         " (- is the file's, + is what came; POPLAR_EMU_UPDATE_GOLDEN=1 rewrites the file):\n" +
         comparison.diff;
}

} // namespace golden
