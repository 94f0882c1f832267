// SPDX-License-Identifier: MIT
// Channels by library, and the calls that are open on each thread.
#include "ConstructionTrace.hpp"

#include <pvti/pvti.hpp>

#include <dlfcn.h>

#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace poputil {
namespace {

/// "popops" of "/usr/lib/libpopops.so.3"; empty for what is no library.
std::string libraryOf(const void *address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || !info.dli_fname) return {};
  const std::string path = info.dli_fname;
  const std::string file = path.substr(path.rfind('/') + 1);
  const std::size_t end = file.find(".so");
  if (file.rfind("lib", 0) != 0 || end == std::string::npos) return {};
  return file.substr(3, end - 3);
}

/// Lives as long as the process: so do the channels' names.
pvti::TraceChannel *channelOf(const std::string &library) {
  using Channels = std::map<std::string, std::unique_ptr<pvti::TraceChannel>>;
  static std::mutex mutex;
  static Channels &channels = *new Channels;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto entry = channels.try_emplace("graphConstruction/" + library).first;
  if (!entry->second) entry->second = std::make_unique<pvti::TraceChannel>(entry->first.c_str());
  return entry->second.get();
}

using Open = std::vector<std::pair<const void *, std::unique_ptr<pvti::Tracepoint>>>;
thread_local Open open;

} // namespace

void beginConstruction(const void *call, const void *caller, const std::string &api) {
  if (pvti::getCurrentTraceFilename().empty()) return;
  const std::string library = libraryOf(caller);
  if (library.empty()) return;
  open.emplace_back(call, std::make_unique<pvti::Tracepoint>(channelOf(library), api));
}

void endConstruction(const void *call) {
  // Nearly always the last.
  for (auto entry = open.rbegin(); entry != open.rend(); ++entry)
    if (entry->first == call) {
      open.erase(std::next(entry).base());
      return;
    }
}

} // namespace poputil
