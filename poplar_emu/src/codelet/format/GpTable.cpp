// SPDX-License-Identifier: MIT
// Remembers files by path, and by what changes with their contents.
#include "codelet/format/GpTable.hpp"

#include "codelet/format/GpFile.hpp"
#include "codelet/system/Files.hpp"

#include <chrono>
#include <map>
#include <mutex>

#include <sys/stat.h>

namespace poplar_emu::codelet {
namespace {

constexpr std::uint64_t kMostBytes = 256U << 20;

/// The time of change cannot be set by programs: two contents never share it and the rest, unless
/// they are written within a tick of the clock.
struct FileState {
  std::uint64_t device = 0, number = 0, size = 0;
  std::int64_t changed = 0; ///< nanoseconds since the epoch

  friend bool operator==(const FileState &, const FileState &) = default;
};

std::optional<FileState> stateOf(const std::filesystem::path &path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  return FileState{info.st_dev, info.st_ino, static_cast<std::uint64_t>(info.st_size),
                   static_cast<std::int64_t>(info.st_ctim.tv_sec) * 1'000'000'000 +
                       info.st_ctim.tv_nsec};
}

/// Older than a tick of any clock.
bool isSettled(const FileState &state) {
  constexpr std::int64_t kTick = 20'000'000;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return state.changed < std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() - kTick;
}

struct Entry {
  FileState state;
  std::vector<std::shared_ptr<const Unit>> units;
};

struct Table {
  std::mutex mutex;
  std::map<std::filesystem::path, Entry> entries;
  std::uint64_t bytes = 0;
};

Table &table() {
  static auto *files = new Table; // outlives every static of the program
  return *files;
}

void remember(const std::filesystem::path &path, const FileState &state, const GpUnits &read) {
  Table &files = table();
  const std::lock_guard lock(files.mutex);
  if (const auto old = files.entries.find(path); old != files.entries.end()) {
    files.bytes -= old->second.state.size;
    files.entries.erase(old);
  }
  if (files.bytes + state.size > kMostBytes) return;
  files.bytes += state.size;
  files.entries.emplace(path, Entry{state, read.units});
}

} // namespace

std::optional<GpUnits> unitsOfFile(const std::filesystem::path &path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  const auto state = stateOf(path);
  const bool canRemember = !error && state && isSettled(*state);
  if (canRemember) {
    Table &files = table();
    const std::lock_guard lock(files.mutex);
    const auto entry = files.entries.find(whole);
    if (entry != files.entries.end() && entry->second.state == *state)
      return GpUnits{entry->second.units, {}};
  }
  const auto bytes = readWholeFile(path);
  if (!bytes) return std::nullopt;
  GpContent content = readGp(*bytes);
  GpUnits result;
  result.problem = std::move(content.problem);
  for (Unit &unit : content.units)
    result.units.push_back(std::make_shared<Unit>(std::move(unit)));
  if (canRemember && result.problem.empty() && stateOf(path) == state)
    remember(whole, *state, result);
  return result;
}

} // namespace poplar_emu::codelet
