// SPDX-License-Identifier: MIT
// What an engine knows about a program, as plain data, and how it becomes a pva::Report or a report
// file.
#pragma once

#include <pva/pva.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace pva::internal {

struct TileBytes {
  std::uint64_t includingGaps = 0;
  std::uint64_t excludingGaps = 0;
  std::uint64_t alwaysLive = 0;
  std::uint64_t notAlwaysLive = 0;
};

struct RunRecord {
  std::string name;
  std::uint64_t microseconds = 0;
};

/// The numbers that a report holds so far. Lists that are left empty are empty lists in the report.
struct ReportData {
  std::uint32_t versionMajor = 0, versionMinor = 0, versionPoint = 0;
  std::string packageHash;

  std::uint64_t numIpus = 0, tilesPerIpu = 0, bytesPerIpu = 0, numReplicas = 1;
  std::uint64_t numVariables = 0, numEdges = 0, numVertices = 0;

  std::vector<std::string> computeSets;
  std::vector<TileBytes> tiles;
  std::vector<RunRecord> runs;
  std::uint64_t totalCycles = 0;
};

POPLAR_EMU_EXPORT Report makeReport(const ReportData &data);

/// Writes (and replaces) a report file, an SQLite database. Throws std::runtime_error if it cannot.
POPLAR_EMU_EXPORT void writeReport(const std::string &path, const ReportData &data);

} // namespace pva::internal
