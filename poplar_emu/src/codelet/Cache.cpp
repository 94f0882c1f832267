// SPDX-License-Identifier: MIT
// Reads, checks and writes cache entries.
#include "codelet/Cache.hpp"

#include "codelet/format/GpFile.hpp"
#include "codelet/format/Serial.hpp"
#include "codelet/system/Files.hpp"
#include "codelet/system/Trim.hpp"

#include <chrono>
#include <map>

#include <sys/stat.h>

namespace poplar_emu::codelet {
namespace {

constexpr std::string_view kMagic = "poplar_emu unit cache 3\n";

struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t modified = 0; ///< nanoseconds since the epoch

  friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

struct FileRecord {
  std::string path;
  FileStamp stamp;
  Hash128 hash; ///< zero: too large to hash, the stamp alone decides
};

std::optional<FileStamp> stampOf(const std::string &path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  return FileStamp{static_cast<std::uint64_t>(info.st_size),
                   static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 +
                       info.st_mtim.tv_nsec};
}

/// A file written in the last moments may be written again without its time changing: such a stamp
/// proves nothing later.
bool isFresh(const FileStamp &stamp) {
  constexpr std::int64_t kTick = 20'000'000;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return stamp.modified > std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() - kTick;
}

constexpr std::uint64_t kLargestHashed = 8U << 20;

std::string encode(const CompiledUnit &compiled, const std::vector<FileRecord> &records) {
  ByteWriter out;
  out.text(compiled.output);
  out.value(static_cast<std::uint32_t>(records.size()));
  for (const FileRecord &record : records) {
    out.text(record.path);
    out.value(record.stamp.size);
    out.value(record.stamp.modified);
    out.value(record.hash.low);
    out.value(record.hash.high);
  }
  const Unit *unit = compiled.unit.get();
  out.text(writeGp(std::span(&unit, 1)));
  return std::string(kMagic) + out.bytes();
}

/// True if the file still is what it was. `restamped` is set if only its time differs.
bool isUnchanged(FileRecord &record, bool &restamped) {
  const auto stamp = stampOf(record.path);
  if (!stamp) return false;
  if (*stamp == record.stamp) return true;
  if (record.hash == Hash128{} || stamp->size != record.stamp.size) return false;
  const auto content = readWholeFile(record.path);
  if (!content || hashBytes(*content) != record.hash) return false;
  if (!isFresh(*stamp)) {
    record.stamp = *stamp;
    restamped = true;
  }
  return true;
}

} // namespace

Cache::Cache(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code ignored;
  std::filesystem::create_directories(folder_, ignored);
}

std::filesystem::path Cache::entryPath(Hash128 key) const {
  return folder_ / (key.hex() + ".unit");
}

std::optional<CompiledUnit> Cache::find(Hash128 key) const {
  const auto bytes = readWholeFile(entryPath(key));
  if (!bytes || !bytes->starts_with(kMagic)) return std::nullopt;
  ByteReader in(std::string_view(*bytes).substr(kMagic.size()));
  CompiledUnit compiled;
  compiled.output = in.text();
  std::vector<FileRecord> records(in.count(40));
  bool restamped = false;
  for (FileRecord &record : records) {
    record.path = in.text();
    record.stamp.size = in.value<std::uint64_t>();
    record.stamp.modified = in.value<std::int64_t>();
    record.hash.low = in.value<std::uint64_t>();
    record.hash.high = in.value<std::uint64_t>();
    if (!in.ok() || !isUnchanged(record, restamped)) return std::nullopt;
  }
  GpContent content = readGp(in.view());
  if (!in.ok() || content.units.size() != 1) return std::nullopt;
  compiled.unit = std::make_shared<Unit>(std::move(content.units.front()));
  if (restamped) {
    writeAtomically(entryPath(key), encode(compiled, records));
  } else {
    markUsed(entryPath(key));
  }
  return compiled;
}

void Cache::store(Hash128 key, const CompiledUnit &compiled,
                  const std::vector<std::string> &dependencies) const {
  std::map<std::string, std::string_view> held;
  for (const SourceFile &file : compiled.unit->files)
    held.emplace(file.path, file.content);
  std::vector<FileRecord> records;
  for (const std::string &path : dependencies) {
    FileRecord record{path, {}, {}};
    const auto stamp = stampOf(path);
    const auto own = held.find(path);
    if (!stamp && own == held.end()) return; // vanished meanwhile: the entry would be a guess
    if (!stamp) continue;                    // a source that came as text
    record.stamp = *stamp;
    if (own != held.end()) {
      record.hash = hashBytes(own->second);
      record.stamp.size = own->second.size();
    } else if (stamp->size <= kLargestHashed) {
      const auto content = readWholeFile(path);
      if (!content) return;
      record.hash = hashBytes(*content);
    }
    if (record.hash != Hash128{} && isFresh(record.stamp)) record.stamp.modified = 0;
    records.push_back(std::move(record));
  }
  writeAtomically(entryPath(key), encode(compiled, records));
  trimFolder(folder_, kMaxCacheBytes);
}

} // namespace poplar_emu::codelet
