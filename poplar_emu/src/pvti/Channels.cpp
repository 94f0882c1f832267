// SPDX-License-Identifier: MIT
// Trace channels and their registry.
#include <pvti/pvti.hpp>

#include <algorithm>
#include <mutex>

namespace pvti {
namespace {

/// Channels register from static initialisers of any library, so the registry must exist first and
/// outlive them all.
struct Registry {
  std::mutex mutex;
  std::vector<TraceChannel *> channels;

  static Registry &instance() {
    static Registry &registry = *new Registry;
    return registry;
  }
  void add(TraceChannel *channel) {
    const std::lock_guard<std::mutex> lock(mutex);
    channels.push_back(channel);
  }
  void remove(TraceChannel *channel) {
    const std::lock_guard<std::mutex> lock(mutex);
    channels.erase(std::remove(channels.begin(), channels.end(), channel), channels.end());
  }
};

} // namespace

TraceChannel::TraceChannel(const char *channelName, bool isEnabled)
    : name(channelName), enabled(isEnabled) {
  Registry::instance().add(this);
}
TraceChannel::TraceChannel(const TraceChannel &other) : TraceChannel(other.name, other.enabled) {}
TraceChannel::~TraceChannel() {
  Registry::instance().remove(this);
}

TraceChannel traceDrivers("drivers");
TraceChannel tracePoplar("poplar");
TraceChannel traceFramework("framework");

void enableTraceChannel(TraceChannel *channel) {
  channel->enabled = true;
}
void disableTraceChannel(TraceChannel *channel) {
  channel->enabled = false;
}
bool checkTraceChannel(TraceChannel *channel) {
  return channel->enabled;
}

std::vector<TraceChannel *> listTraceChannel() {
  Registry &registry = Registry::instance();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  return registry.channels;
}

} // namespace pvti
