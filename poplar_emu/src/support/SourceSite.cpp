// SPDX-License-Identifier: MIT
// The table of interned source locations.
#include "support/SourceSite.hpp"

#include <fmt/format.h>

#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

namespace poplar_emu {
namespace {

struct Site {
  const char *file;
  unsigned line;
};

struct Table {
  std::mutex mutex;
  std::deque<Site> sites;
  std::map<std::pair<const char *, unsigned>, SiteId> ids;
};

Table &table() {
  static Table *instance = new Table; // never destroyed: sites outlive static users
  return *instance;
}

struct LastSite {
  const char *file = nullptr;
  unsigned line = 0;
  SiteId id;
};

thread_local SiteId currentCall;
thread_local SiteId currentLibraryCall;

} // namespace

CallSite::CallSite(SiteId site) : previous_(currentCall) {
  if (site.valid()) currentCall = site;
}

CallSite::~CallSite() {
  currentCall = previous_;
}

SiteId CallSite::current() {
  return currentCall;
}

SiteId internSite(const char *file, unsigned line, const char *) {
  if (!file || !*file || line == 0) return {};
  thread_local LastSite last;
  if (last.file == file && last.line == line) return last.id;

  Table &sites = table();
  std::lock_guard lock(sites.mutex);
  auto [entry, isNew] = sites.ids.try_emplace({file, line}, SiteId(sites.sites.size()));
  if (isNew) sites.sites.push_back({file, line});
  last = {file, line, entry->second};
  return entry->second;
}

bool isLibraryFile(const char *file) {
  return file && std::strncmp(file, kLibraryPrefix, sizeof kLibraryPrefix - 1) == 0;
}

LibraryCall::LibraryCall(const char *file, unsigned line, const char *function)
    : previous_(currentLibraryCall) {
  if (isLibraryFile(file)) return;
  own_ = internSite(file, line, function);
  if (own_.valid()) currentLibraryCall = own_;
}

LibraryCall::~LibraryCall() {
  // A node that outlives its operation leaves those that came after it alone.
  if (own_.valid() && currentLibraryCall == own_) currentLibraryCall = previous_;
}

SiteId LibraryCall::current() {
  return currentLibraryCall;
}

std::string describe(SiteId site) {
  if (!site.valid()) return {};
  Table &sites = table();
  std::lock_guard lock(sites.mutex);
  const Site &found = sites.sites[site.index()];
  return fmt::format("{}:{}", found.file, found.line);
}

} // namespace poplar_emu
