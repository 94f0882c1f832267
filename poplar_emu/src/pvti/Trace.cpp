// SPDX-License-Identifier: MIT
// Trace points, graphs and heat maps: all do nothing unless a trace is on.
#include "pvti/session/Session.hpp"

#include <pvti/pvti.hpp>

#include <algorithm>
#include <stdexcept>

namespace pvti {

using internal::Session;

Metadata::Metadata() = default;
Metadata createJsonMetadata(const std::string &json) {
  Metadata metadata;
  metadata.json_ = json;
  return metadata;
}

Tracepoint::Tracepoint(TraceChannel *channel, const std::string &label)
    : event_(Session::isOn() ? Session::instance().begin(*channel, label, "") : 0) {}
Tracepoint::Tracepoint(TraceChannel *channel, const char *label)
    : event_(Session::isOn() ? Session::instance().begin(*channel, label, "") : 0) {}
Tracepoint::Tracepoint(TraceChannel *channel, const char *label, std::size_t length)
    : event_(Session::isOn() ? Session::instance().begin(*channel, std::string(label, length), "")
                             : 0) {}
Tracepoint::Tracepoint(TraceChannel *channel, const char *label, std::size_t length,
                       Metadata *metadata)
    : event_(Session::isOn() ? Session::instance().begin(*channel, std::string(label, length),
                                                         metadata ? metadata->json() : "")
                             : 0) {}
Tracepoint::~Tracepoint() {
  if (event_ != 0) Session::instance().end(event_);
}
void Tracepoint::begin(TraceChannel *channel, const std::string &label) {
  if (Session::isOn()) Session::instance().beginNamed(*channel, label);
}
void Tracepoint::end(TraceChannel *channel, const std::string &label) {
  if (Session::isOn()) Session::instance().endNamed(*channel, label);
}
void Tracepoint::event(TraceChannel *channel, const std::string &label) {
  if (Session::isOn()) Session::instance().instant(*channel, label);
}

void Series::add(double value) {
  if (id_ != 0 && Session::isOn()) Session::instance().sample(id_, value);
}
Graph::Graph(const std::string &name, const std::string &unit, bool enable)
    : id_(enable && Session::isOn() ? Session::instance().graph(name, unit) : 0) {}
Series Graph::addSeries(const std::string &name) {
  return Series(id_ != 0 && Session::isOn() ? Session::instance().series(id_, name) : 0);
}

HeatmapDouble::HeatmapDouble(const std::string &name, const std::vector<double> &edges,
                             const std::string &unit, bool enable)
    : edges_(edges), id_(0) {
  if (!std::is_sorted(edges.begin(), edges.end()))
    throw std::invalid_argument("the edges of heat map '" + name +
                                "' do not ascend; sort them before they are given");
  if (enable && Session::isOn()) id_ = Session::instance().heatmap(name, unit, edges);
}

void HeatmapDouble::add(const std::vector<double> &values) {
  if (id_ == 0 || !Session::isOn()) return;
  std::vector<std::uint32_t> counts(edges_.size() + 1);
  for (const double value : values)
    ++counts[static_cast<std::size_t>(std::upper_bound(edges_.begin(), edges_.end(), value) -
                                      edges_.begin())];
  Session::instance().column(id_, counts);
}

HeatmapInt::HeatmapInt(const std::string &name, const std::vector<int> &edges,
                       const std::string &unit, bool enable)
    : map_(name, std::vector<double>(edges.begin(), edges.end()), unit, enable) {}

void HeatmapInt::add(const std::vector<int> &values) {
  map_.add(std::vector<double>(values.begin(), values.end()));
}

std::vector<std::uint32_t> decodeHeatmapData(const std::vector<std::uint8_t> &bytes) {
  std::vector<std::uint32_t> counts;
  std::uint64_t count = 0;
  unsigned shift = 0;
  for (const std::uint8_t byte : bytes) {
    if (shift > 28) throw std::runtime_error("this is no data of a heat map: a count is too large");
    count |= std::uint64_t{byte & 0x7fu} << shift;
    shift += 7;
    if (byte & 0x80) continue;
    if (count > ~std::uint32_t{0})
      throw std::runtime_error("this is no data of a heat map: a count is too large");
    counts.push_back(static_cast<std::uint32_t>(count));
    count = 0;
    shift = 0;
  }
  if (shift != 0) throw std::runtime_error("this is no data of a heat map: it ends too early");
  return counts;
}

// The session's own end must come after those who trace while the process ends.
Client::Client() {
  (void)Session::isOn();
}
ThreadName::ThreadName(const std::string &name) {
  if (Session::isOn()) Session::instance().nameThread(name);
}

std::string getCurrentTraceFilename() {
  return Session::isOn() ? Session::instance().filename() : std::string();
}
void closeTrace() {
  if (Session::isOn()) Session::instance().close();
}

} // namespace pvti
