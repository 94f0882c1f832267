// SPDX-License-Identifier: MIT
// Least recently used entries go first.
#include "codelet/system/Trim.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace poplar_emu::codelet {
namespace {

namespace fs = std::filesystem;

struct Entry {
  fs::file_time_type used;
  std::uint64_t bytes;
  fs::path path;
};

} // namespace

void trimFolder(const fs::path &folder, std::uint64_t maxBytes) {
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    const fs::file_time_type used = at->last_write_time(gone);
    if (gone) continue;
    const std::uint64_t bytes = at->is_regular_file(gone) ? at->file_size(gone) : 0;
    entries.push_back({used, gone ? 0 : bytes, at->path()});
    total += entries.back().bytes;
  }
  if (total <= maxBytes) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry &a, const Entry &b) { return a.used < b.used; });
  for (const Entry &entry : entries) {
    if (total <= maxBytes) return;
    fs::remove_all(entry.path, error);
    total -= entry.bytes;
  }
}

void markUsed(const fs::path &entry) {
  std::error_code error;
  const fs::file_time_type now = fs::file_time_type::clock::now();
  const fs::file_time_type used = fs::last_write_time(entry, error);
  if (!error && now - used > std::chrono::hours(1)) fs::last_write_time(entry, now, error);
}

} // namespace poplar_emu::codelet
