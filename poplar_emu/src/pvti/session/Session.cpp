// SPDX-License-Identifier: MIT
// One lock, one file, one write for some thousand events.
#include "pvti/session/Session.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <utility>

namespace pvti::internal {
namespace {

constexpr std::size_t kPortion = 4096;

std::uint64_t threadId() {
  return static_cast<std::uint64_t>(syscall(SYS_gettid));
}

std::uint64_t nanosecondsSince1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

/// "Tue_Nov_24_11:59:17_2022_GMT_4532.pvti".
std::string fileName() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[64];
  std::strftime(text, sizeof text, "%a_%b_%d_%H:%M:%S_%Y_GMT", &utc);
  return fmt::format("{}_{}.pvti", text, getpid());
}

} // namespace

std::atomic<Session::State> Session::state_{State::Unknown};

Session &Session::instance() {
  static Session &session = *new Session;
  return session;
}

Session::Session() {
  start();
  if (!isTracing()) return;
  std::atexit([] { instance().atExit(); });
  pthread_atfork([] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
                 [] { instance().afterFork(); });
}

void Session::start() {
  options_ = parseOptions(std::getenv("PVTI_OPTIONS"));
  start_ = Clock::now();
  path_ = options_.enable ? (std::filesystem::path(options_.directory) / fileName()).string() : "";
  state_ = options_.enable ? State::On : State::Off;
}

template <class Write>
void Session::guarded(Write write) {
  if (!isTracing()) return;
  try {
    if (!writer_) {
      std::error_code error; // shows when the file is opened
      std::filesystem::create_directories(options_.directory, error);
      const auto age = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_);
      writer_ = std::make_unique<TraceWriter>(path_, nanosecondsSince1970() -
                                                         static_cast<std::uint64_t>(age.count()));
    }
    write(*writer_);
  } catch (const std::exception &error) {
    // A trace must not end the program that it watches.
    std::fprintf(stderr,
                 "warning: the trace '%s' ends here: %s; set directory in PVTI_OPTIONS to one that "
                 "you may write to\n",
                 path_.c_str(), error.what());
    writer_.reset();
    state_ = State::Off;
  }
}

bool Session::wants(const TraceChannel &channel) {
  if (!isTracing() || !channel.enabled) return false;
  if (options_.duration > 0 &&
      std::chrono::duration<double>(Clock::now() - start_).count() > options_.duration)
    return false;
  return options_.channels.empty() || options_.channels.contains(channel.name);
}

std::uint64_t Session::now() const {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start_).count());
}

Event Session::make(EventKind kind, const std::string &channel, const std::string &label) {
  Event event;
  event.time = now();
  event.kind = kind;
  event.thread = threadId();
  event.channel = channel;
  event.label = label;
  return event;
}

std::uint64_t Session::add(Event event) {
  event.id = ++lastEvent_;
  events_.push_back(std::move(event));
  if (exiting_ || events_.size() + samples_.size() >= kPortion) flush();
  return lastEvent_;
}

void Session::flush() {
  if (!events_.empty() || !samples_.empty())
    guarded([this](TraceWriter &writer) { writer.write(events_, samples_); });
  events_.clear();
  samples_.clear();
}

std::uint64_t Session::begin(const TraceChannel &channel, std::string label, std::string metadata) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!wants(channel)) return 0;
  Event event = make(EventKind::Begin, channel.name, label);
  event.metadata = std::move(metadata);
  const std::uint64_t id = add(std::move(event));
  scopes_.emplace(id, std::make_pair(std::string(channel.name), std::move(label)));
  return id;
}

void Session::end(std::uint64_t begin) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto scope = scopes_.find(begin);
  if (scope == scopes_.end()) return;
  if (isTracing()) {
    Event event = make(EventKind::End, scope->second.first, scope->second.second);
    event.begin = begin;
    add(std::move(event));
  }
  scopes_.erase(scope);
}

std::uint64_t Session::beginNamed(const TraceChannel &channel, const std::string &label) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!wants(channel)) return 0;
  const std::uint64_t id = add(make(EventKind::Begin, channel.name, label));
  open_[{channel.name, label}].push_back(id);
  return id;
}

void Session::endNamed(const TraceChannel &channel, const std::string &label) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto open = open_.find({channel.name, label});
  // What has begun is ended even if the channel was switched off since.
  if (open == open_.end() ? !wants(channel) : !isTracing()) return;
  Event event = make(EventKind::End, channel.name, label);
  if (open != open_.end()) {
    event.begin = open->second.back();
    open->second.pop_back();
    if (open->second.empty()) open_.erase(open);
  }
  add(std::move(event));
}

void Session::instant(const TraceChannel &channel, const std::string &label) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (wants(channel)) add(make(EventKind::Instant, channel.name, label));
}

std::uint64_t Session::graph(const std::string &name, const std::string &unit) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::uint64_t id = ++lastObject_;
  guarded([&](TraceWriter &writer) { writer.addGraph(id, name, unit); });
  return id;
}

std::uint64_t Session::series(std::uint64_t graph, const std::string &name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::uint64_t id = ++lastObject_;
  guarded([&](TraceWriter &writer) { writer.addSeries(id, graph, name); });
  return id;
}

void Session::sample(std::uint64_t series, double value) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!isTracing()) return;
  samples_.push_back({now(), series, value});
  if (exiting_ || events_.size() + samples_.size() >= kPortion) flush();
}

std::uint64_t Session::heatmap(const std::string &name, const std::string &unit,
                               const std::vector<double> &edges) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::uint64_t id = ++lastObject_;
  guarded([&](TraceWriter &writer) { writer.addHeatmap(id, name, unit, edges); });
  return id;
}

void Session::column(std::uint64_t heatmap, const std::vector<std::uint32_t> &counts) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::uint64_t time = now();
  guarded([&](TraceWriter &writer) { writer.addColumn(heatmap, time, encodeCounts(counts)); });
}

void Session::nameThread(const std::string &name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  guarded([&](TraceWriter &writer) { writer.nameThread(threadId(), name); });
}

std::string Session::filename() {
  const std::lock_guard<std::mutex> lock(mutex_);
  guarded([](TraceWriter &) {}); // the file exists from now on
  return isTracing() ? path_ : std::string();
}

void Session::close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  flush();
  writer_.reset();
  scopes_.clear();
  open_.clear();
  state_ = State::Off;
}

/// Static objects that are destroyed later may still trace: from now on each event is written.
void Session::atExit() {
  const std::lock_guard<std::mutex> lock(mutex_);
  flush();
  exiting_ = true;
}

void Session::afterFork() {
  // The file is the parent's: it is neither written nor closed here.
  [[maybe_unused]] const auto *parents = writer_.release();
  events_.clear();
  samples_.clear();
  scopes_.clear();
  open_.clear();
  if (isTracing()) start();
  mutex_.unlock();
}

} // namespace pvti::internal
