// SPDX-License-Identifier: MIT
// Memory of tiles: totals, categories, a histogram, the fullest tiles; and what variables take.
#include "profile/print/Sections.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace poplar_emu::profile {
namespace {

using pva::internal::Profile;
using pva::internal::TileMemory;

constexpr std::size_t kBars = 10, kBarWidth = 40, kVariablesShown = 50;

/// Labels of the published summaries, in the order of MemoryCategory.
constexpr std::array<const char *, kNumMemoryCategories> kLabels = {
    "Variables:",
    "Constants:",
    "Vertex Instance State:",
    "Vertex Field Data:",
    "Vector List Descriptors:",
    "Vertex Code:",
    "Control Code:",
    "Control Table:",
    "Copy Descriptors:",
    "Internal Exchange Code:",
    "Global Exchange Code:",
    "Host Exchange Code:",
    "Global Exchange Packet Buffers:",
    "Host Exchange Packet Buffers:",
    "Exchange and Rearrangement Buffers:",
    "Stack:",
    "Instrumentation Results:",
};

void printTotal(Lines &lines, int depth, const TileMemory *begin, const TileMemory *end) {
  CategoryBytes categories{};
  std::uint64_t including = 0, excluding = 0, always = 0;
  for (const TileMemory *tile = begin; tile != end; ++tile) {
    including += tile->includingGaps();
    excluding += tile->excludingGaps();
    always += tile->alwaysLive;
    for (std::size_t c = 0; c < kNumMemoryCategories; ++c)
      categories[c] += tile->bytes[c];
  }
  lines.number(depth, "Including Gaps:", including, " B");
  lines.text(depth, "Excluding Gaps:");
  lines.text(depth + 1, "By Data:");
  for (std::size_t c = 0; c < kNumMemoryCategories; ++c)
    if (categories[c] != 0) lines.number(depth + 2, kLabels[c], categories[c], " B");
  lines.number(depth + 1, "Always Live:", always, " B");
  lines.number(depth + 1, "Not Always Live:", excluding - always, " B");
  lines.number(depth + 1, "Total:", excluding, " B");
}

/// Tiles by kilobytes, in ranges of equal width.
void printHistogram(Lines &lines, const std::vector<TileMemory> &tiles) {
  std::uint64_t most = 0;
  for (const TileMemory &tile : tiles)
    most = std::max(most, tile.excludingGaps());
  const std::uint64_t width = std::max<std::uint64_t>((most / 1024 + kBars) / kBars, 1); // KB
  std::vector<std::uint64_t> counts(most / 1024 / width + 1);
  for (const TileMemory &tile : tiles)
    ++counts[tile.excludingGaps() / 1024 / width];
  const std::uint64_t highest = *std::max_element(counts.begin(), counts.end());
  lines.text(2,
             fmt::format("{:<{}}{}", "Range (KB) Histogram (Excluding Gaps)", 54, "Count (tiles)"));
  for (std::size_t i = 0; i < counts.size(); ++i)
    lines.text(2, fmt::format("{:>4} - {:>4} {:<{}} {:>7}", i * width, (i + 1) * width,
                              std::string(kBarWidth * counts[i] / highest, '*'), kBarWidth,
                              groupedDigits(counts[i])));
}

void printFullest(Lines &lines, const char *label, const std::vector<TileMemory> &tiles,
                  std::uint64_t (TileMemory::*bytes)() const) {
  const auto fullest = std::max_element(
      tiles.begin(), tiles.end(),
      [bytes](const TileMemory &a, const TileMemory &b) { return (a.*bytes)() < (b.*bytes)(); });
  const std::uint64_t most = ((*fullest).*bytes)();
  lines.text(2, fmt::format("{} {} ({} K) on tile {}", label, groupedDigits(most),
                            groupedDecimal(static_cast<double>(most) / 1024),
                            groupedDigits(static_cast<std::uint64_t>(fullest - tiles.begin()))));
}

std::string programName(const Profile &profile, std::uint32_t program) {
  if (program == pva::internal::kNone) return "a step that moves nothing";
  const std::string &name = profile.programs[program].name;
  return name.empty() ? "a program without a name" : "'" + name + "'";
}

void printVariables(Lines &lines, const Profile &profile, std::vector<std::uint32_t> variables) {
  std::sort(variables.begin(), variables.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t bytesOfA = profile.variables[a].bytes,
                        bytesOfB = profile.variables[b].bytes;
    return bytesOfA != bytesOfB ? bytesOfA > bytesOfB : a < b;
  });
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const pva::internal::VariableInfo &variable = profile.variables[variables[i]];
    if (i < kVariablesShown)
      lines.number(3,
                   fmt::format("{} ({} x {}):", variable.name.empty() ? "unnamed" : variable.name,
                               groupedDigits(variable.numElements), variable.type),
                   variable.bytes, " B");
    else
      rest += variable.bytes;
  }
  if (rest != 0)
    lines.number(3, fmt::format("{} more:", groupedDigits(variables.size() - kVariablesShown)),
                 rest, " B");
}

/// Memory is shared by what lives at different steps.
bool hasLiveness(const Profile &profile) {
  return std::any_of(profile.memory.tiles.begin(), profile.memory.tiles.end(),
                     [](const TileMemory &tile) { return tile.notAlwaysLive != 0; });
}

} // namespace

void printMemory(Lines &lines, const Profile &profile, const SummaryOptions &options) {
  const std::vector<TileMemory> &tiles = profile.memory.tiles;
  lines.heading("Memory Usage:");
  if (profile.memory.outOfMemory) lines.text(1, "OUT OF MEMORY");
  lines.text(1, profile.target.numReplicas == 1 ? "Total for all IPUs:"
                                                : "Total for all IPUs of a replica:");
  printTotal(lines, 2, tiles.data(), tiles.data() + tiles.size());
  if (options.showPerIpuMemoryUsage)
    for (std::uint64_t ipu = 0; ipu < profile.target.numIpus && !tiles.empty(); ++ipu) {
      lines.text(1, fmt::format("Total for IPU {}:", ipu));
      printTotal(lines, 2, tiles.data() + ipu * profile.target.tilesPerIpu,
                 tiles.data() + (ipu + 1) * profile.target.tilesPerIpu);
    }
  if (!tiles.empty()) {
    lines.text(1, "By Tile (Excluding Gaps):");
    printHistogram(lines, tiles);
    lines.empty();
    printFullest(lines, "Maximum (Including Gaps):", tiles, &TileMemory::includingGaps);
    printFullest(lines, "Maximum (Excluding Gaps):", tiles, &TileMemory::excludingGaps);
  }
  lines.empty();
}

void printVariableStorage(Lines &lines, const Profile &profile) {
  lines.text(1, "Variable Storage Liveness: All tiles");
  std::vector<std::uint32_t> always, sometimes;
  std::uint64_t bytes = 0;
  for (std::uint32_t v = 0; v < profile.variables.size(); ++v) {
    if (profile.variables[v].bytes == 0) continue;
    (profile.variables[v].alwaysLive ? always : sometimes).push_back(v);
    if (profile.variables[v].alwaysLive) bytes += profile.variables[v].bytes;
  }
  lines.number(2, "Always-live bytes of variables:", bytes, " B");
  lines.text(2, "Always-live variables:");
  printVariables(lines, profile, std::move(always));
  const auto &steps = profile.memory.liveness;
  const auto fullest = std::max_element(
      steps.begin(), steps.end(), [](const auto &a, const auto &b) { return a.bytes < b.bytes; });
  if (fullest == steps.end()) {
    lines.text(2, "Other variables:");
    printVariables(lines, profile, std::move(sometimes));
    if (hasLiveness(profile))
      lines.text(2,
                 "(Which of them live when was not kept: compile the graph with debug.instrument "
                 "or autoReport.outputGraphProfile.)");
  } else {
    lines.number(
        2,
        fmt::format("Maximum live bytes besides, at {}:", programName(profile, fullest->program)),
        fullest->bytes, " B");
    lines.text(2, "Variables that live there:");
    printVariables(lines, profile, fullest->variables);
  }
  lines.empty();
}

} // namespace poplar_emu::profile
