// SPDX-License-Identifier: MIT
// Blocks through stages: work, exchange, work.
#include "runtime/distributed/SpreadPass.hpp"

#include "support/Alignment.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace poplar_emu::runtime {
namespace {

/// A block of all replicas of a process and what is sent of it stay in its second-level cache.
constexpr std::uint64_t kCachedBytes = 1 << 20;
/// Smaller blocks, and more than one of so little, cost more time in messages than they save.
constexpr std::uint64_t kLeastBlock = 128 << 10, kOneBlock = 2 << 20;
/// Blocks end where vectors and cache lines do.
constexpr std::uint64_t kGrain = 64;
/// Of all lanes, so that all replicas of it fit into a part of the second-level cache.
constexpr std::uint64_t kTurnBytes = 64 << 10;
/// Longer stretches are foreseen by the processor.
constexpr std::uint64_t kMostAhead = 1 << 10;
constexpr std::size_t kWorkersPerThread = 4;
constexpr std::uint64_t kInlineBytes = 48 << 10;

void prefetch(const std::byte *place, std::uint64_t bytes) {
  for (std::uint64_t at = 0; at < bytes; at += kGrain)
    __builtin_prefetch(place + at);
}

template <class T, class U>
bool contains(const std::vector<T> &values, U value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

std::ptrdiff_t difference(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::ptrdiff_t>(a) - static_cast<std::ptrdiff_t>(b);
}

} // namespace

std::uint64_t SpreadPass::Lane::cut(std::uint64_t block, std::uint64_t numBlocks) const {
  if (block == numBlocks) return end;
  return begin + (end - begin) * block / numBlocks / kGrain * kGrain;
}

SpreadPass::SpreadPass(const plan::CollectiveStep &step, const Sweep &sweep,
                       const Replicas &replicas, Instances &instances)
    : step_(&step), replicas_(&replicas), instances_(&instances) {
  addLanes(sweep);
  std::uint64_t bytes = 0;
  for (const Lane &lane : lanes_) {
    bytes += lane.end - lane.begin;
    numStages_ = std::max(numStages_, lane.routes.front().numStages());
    for (const Hop &hop : lane.hops())
      isSpread_ = isSpread_ || !hop.next.empty();
  }
  const std::uint64_t block = std::max(kLeastBlock, kCachedBytes / (replicas.count() + 2));
  if (isSpread_ && bytes > kOneBlock) numBlocks_ = bytes / block;
  addChannels();
  addStations();
}

void SpreadPass::addLanes(const Sweep &sweep) {
  const auto instanceOf = [this](std::uint32_t replica) { return instances_->instanceOf(replica); };
  std::map<std::vector<std::uint32_t>, std::uint32_t> listOf; // by recipes
  std::uint32_t numHops = 0;
  for (const std::vector<std::uint32_t> &group : step_->groups) {
    // Recipes whose elements go the same ways, and each one's routes.
    struct Alike {
      std::vector<std::uint32_t> recipes;
      std::vector<std::vector<Route>> routes;
    };
    std::map<std::vector<Route>, Alike> byWays;
    for (std::uint32_t r = 0; r < sweep.recipes.size(); ++r) {
      const Recipe &recipe = sweep.recipes[r];
      std::vector<Route> routes = isOrderFree(*step_, recipe.chains)
                                      ? orderFreeRoutesOf(recipe, group, instanceOf)
                                      : std::vector{routeOf(recipe, group, instanceOf)};
      std::vector<Route> ways;
      for (const Route &route : routes)
        ways.push_back(route.way());
      Alike &alike = byWays[ways];
      alike.recipes.push_back(r);
      alike.routes.push_back(std::move(routes));
    }
    std::vector<std::vector<std::uint32_t>> newLists;
    for (const auto &[ways, alike] : byWays)
      if (listOf.try_emplace(alike.recipes, lists_.size() + newLists.size()).second)
        newLists.push_back(alike.recipes);
    if (!newLists.empty())
      for (RunList &list : listsOf(sweep, newLists))
        lists_.push_back(std::move(list));
    for (const auto &[ways, alike] : byWays) {
      const std::uint32_t list = listOf[alike.recipes];
      const Lane whole{{}, list, 0, lists_[list].bytes(), 0};
      for (std::size_t w = 0; w < ways.size(); ++w) {
        Lane lane = whole;
        lane.begin = whole.cut(w, ways.size());
        lane.end = whole.cut(w + 1, ways.size());
        lane.firstHop = numHops;
        for (const std::vector<Route> &routes : alike.routes)
          lane.routes.push_back(routes[w]);
        numHops += static_cast<std::uint32_t>(ways[w].hops.size());
        lanes_.push_back(std::move(lane));
      }
    }
  }
  channelOf_.assign(numHops, Hop::kNone);
  now_.resize(numHops);
  past_.resize(numHops);
}

void SpreadPass::addChannels() {
  const unsigned here = instances_->instance();
  std::map<std::pair<unsigned, std::vector<unsigned>>, Channel> channels;
  for (std::uint32_t l = 0; l < lanes_.size(); ++l) {
    const std::vector<Hop> &hops = lanes_[l].hops();
    for (std::uint32_t h = 0; h < hops.size(); ++h) {
      const std::vector<unsigned> &to = hops[h].next;
      const bool comes = contains(to, here);
      if (to.empty() || (hops[h].instance != here && !comes)) continue;
      Channel &channel = channels[{hops[h].instance, to}];
      channel.from = hops[h].instance;
      channel.to = to;
      channel.lanes.push_back(l);
      channel.hops.push_back(h);
    }
  }
  for (auto &[key, channel] : channels) {
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < channel.lanes.size(); ++i) {
      const Lane &lane = lanes_[channel.lanes[i]];
      most += (lane.end - lane.begin) / numBlocks_ + 2 * kGrain;
      channelOf_[lane.firstHop + channel.hops[i]] = static_cast<std::uint32_t>(channels_.size());
    }
    channel.place = packedBytes_;
    packedBytes_ += roundUp(most, kGrain);
    channels_.push_back(std::move(channel));
  }
}

void SpreadPass::addStations() {
  stations_.resize(channelOf_.size());
  const bool hasBands = combinerOf(step_->combine, step_->type).combineBand != nullptr;
  for (const Lane &lane : lanes_)
    for (std::uint32_t h = 0; h < lane.hops().size(); ++h) {
      const Hop &hop = lane.hops()[h];
      if (hop.instance != instances_->instance()) continue;
      Station &station = stations_[lane.firstHop + h];
      station.sends = !hop.next.empty();
      station.scales = hop.scales;
      for (const Hop::Chain &chain : hop.chains)
        if (chain.from != Hop::kNone) station.from.push_back(lane.firstHop + chain.from);
      const bool allSame = std::all_of(lane.routes.begin(), lane.routes.end(),
                                       [&](const Route &route) { return route.hops[h] == hop; });
      for (std::size_t r = 0; r < (allSame ? 1 : lane.routes.size()); ++r) {
        station.parts.push_back(partOf(lane.routes[r].hops[h]));
        addMemories(station.parts.back(), lists_[lane.list], station);
      }
      station.inBands = hasBands && formBand(station.parts);
    }
}

/// Whether runs of several recipes can be combined as one band. What is only copied is better off
/// run by run.
bool SpreadPass::formBand(const std::vector<Part> &parts) {
  const Places &first = parts.front().places;
  return parts.size() > 1 && first.operands.size() > 1 && first.counts.size() <= kMostBandChains &&
         std::all_of(parts.begin(), parts.end(),
                     [&](const Part &part) { return part.places.counts == first.counts; });
}

SpreadPass::Part SpreadPass::partOf(const Hop &hop) const {
  Part part;
  Places &places = part.places;
  for (const Hop::Chain &chain : hop.chains) {
    const bool hasArrival = chain.from != Hop::kNone;
    if (hasArrival) {
      part.arrivals.push_back(places.operands.size());
      places.operands.push_back(nullptr);
    }
    for (const std::uint32_t replica : chain.replicas)
      places.operands.push_back(replicas_->memoryOf(replica));
    places.counts.push_back(chain.replicas.size() + (hasArrival ? 1 : 0));
  }
  if (!part.arrivals.empty()) places.isSum.resize(places.operands.size());
  for (const std::size_t arrival : part.arrivals)
    places.isSum[arrival] = true;
  for (const std::uint32_t receiver : hop.receivers)
    places.receivers.push_back(replicas_->memoryOf(receiver));
  if (!hop.next.empty()) places.receivers.push_back(nullptr);
  return part;
}

void SpreadPass::addMemories(const Part &part, const RunList &list, Station &station) {
  for (const std::byte *operand : part.places.operands)
    if (operand && !contains(station.read, operand)) station.read.push_back(operand);
  for (const std::byte *receiver : part.places.receivers)
    if (receiver && !contains(station.written, receiver)) station.written.push_back(receiver);
  if (list.isInPlace())
    std::erase_if(station.written,
                  [&](const auto *memory) { return contains(station.read, memory); });
}

void SpreadPass::run(std::uint32_t payload, plan::Executor &executor, std::byte *packed) {
  packed_ = packed;
  for (std::uint64_t time = 0; time + 1 < numBlocks_ + numStages_; ++time) {
    layOut(time);
    collectJobs(time);
    work(executor);
    if (isSpread_ && time + 2 < numBlocks_ + numStages_) exchange(payload);
  }
}

SpreadPass::Share SpreadPass::shareOf(const Lane &lane, const Hop &hop, std::uint64_t time) const {
  if (time < hop.stage || time - hop.stage >= numBlocks_) return {};
  const std::uint64_t block = time - hop.stage;
  return {lane.cut(block, numBlocks_), lane.cut(block + 1, numBlocks_)};
}

void SpreadPass::layOut(std::uint64_t time) {
  std::swap(now_, past_);
  for (Channel &channel : channels_) {
    channel.bytes = 0;
    for (std::size_t i = 0; i < channel.lanes.size(); ++i) {
      const Lane &lane = lanes_[channel.lanes[i]];
      now_[lane.firstHop + channel.hops[i]] = channel.bytes;
      const Share share = shareOf(lane, lane.hops()[channel.hops[i]], time);
      channel.bytes += share.end - share.begin;
    }
  }
}

/// Small stretches of all lanes in turn: lanes share cache lines.
void SpreadPass::collectJobs(std::uint64_t time) {
  struct Portion {
    const Lane *lane;
    std::uint32_t hop;
    Share share;
  };
  std::vector<Portion> portions;
  std::uint64_t bytes = 0;
  for (const Lane &lane : lanes_)
    for (std::uint32_t h = 0; h < lane.hops().size(); ++h) {
      const Hop &hop = lane.hops()[h];
      if (hop.instance != instances_->instance()) continue;
      const Share share = shareOf(lane, hop, time);
      if (share.begin == share.end) continue;
      portions.push_back({&lane, lane.firstHop + h, share});
      bytes += share.end - share.begin;
    }
  jobs_.clear();
  const std::uint64_t turns = divideUp(bytes, kTurnBytes);
  for (std::uint64_t turn = 0; turn < turns; ++turn)
    for (const Portion &portion : portions) {
      const std::uint64_t size = portion.share.end - portion.share.begin;
      const std::uint64_t begin = size * turn / turns / kGrain * kGrain;
      const std::uint64_t end =
          turn + 1 == turns ? size : size * (turn + 1) / turns / kGrain * kGrain;
      if (begin < end)
        jobs_.push_back({portion.lane, portion.hop, portion.share.begin + begin,
                         portion.share.begin + end, begin});
    }
}

std::byte *SpreadPass::packedPlaceOf(std::uint32_t hop, std::uint64_t place) const {
  return packed_ + channels_[channelOf_[hop]].place + place;
}

/// Jobs one after the other, on one thread.
class SpreadPass::Worker {
 public:
  explicit Worker(const SpreadPass &pass)
      : pass_(pass), scale_(std::bit_cast<float>(pass.step_->scaleBits)),
        sums_(*pass.step_, 1, Stores::Cached), results_(*pass.step_, scale_, Stores::Cached),
        combineBand_(combinerOf(pass.step_->combine, pass.step_->type).combineBand) {}

  void execute(const Job &job) {
    const Station &station = pass_.stations_[job.hop];
    parts_ = station.parts;
    in_.clear();
    for (const std::uint32_t from : station.from)
      in_.push_back(pass_.packedPlaceOf(from, pass_.past_[from] + job.packed));
    out_ = station.sends ? pass_.packedPlaceOf(job.hop, pass_.now_[job.hop] + job.packed) : nullptr;
    operands_.clear();
    if (station.inBands)
      for (const Part &part : parts_)
        operands_.push_back(part.places.operandsFor(station.scales ? scale_ : 1));
    std::uint64_t done = 0;
    pass_.lists_[job.lane->list].visit(
        job.begin, job.end, [&](std::span<const Run> runs, std::uint64_t bytes, const Run &later) {
          const std::uint64_t ahead = std::min(bytes, kMostAhead);
          for (const std::byte *memory : station.read)
            prefetch(memory + later.source, ahead);
          for (const std::byte *memory : station.written)
            prefetch(memory + later.destination, ahead);
          combine(station, runs, bytes, done);
          done += bytes;
        });
  }

 private:
  /// A stretch of runs, of which what is packed starts at `done`.
  void combine(const Station &station, std::span<const Run> runs, std::uint64_t bytes,
               std::uint64_t done) {
    const std::uint64_t source = runs.front().source, destination = runs.front().destination;
    Rows &rows = station.scales ? results_ : sums_;
    if (parts_.size() == 1) {
      movePacked(parts_.front(), done, source, destination);
      rows.run(parts_.front().places, source, destination, bytes);
      return;
    }
    for (const Run &run : runs)
      movePacked(parts_[run.recipe], done, source, destination);
    if (station.inBands) {
      const std::vector<std::byte *> &to = parts_[runs.front().recipe].places.receivers;
      combineBand_({runs.data(), runs.size(), operands_.data()}, {to.data(), to.size(), 0});
    } else {
      for (const Run &run : runs)
        rows.run(parts_[run.recipe].places, run.source, run.destination, run.bytes);
    }
  }

  /// Packed data has no address of its own: its place moves so that the addresses of a stretch fit.
  void movePacked(Part &part, std::uint64_t done, std::uint64_t source,
                  std::uint64_t destination) const {
    for (std::size_t a = 0; a < in_.size(); ++a)
      part.places.operands[part.arrivals[a]] = in_[a] + difference(done, source);
    if (out_) part.places.receivers.back() = out_ + difference(done, destination);
  }

  const SpreadPass &pass_;
  float scale_;
  Rows sums_, results_;
  Combiner::Bands combineBand_;
  std::vector<Part> parts_;
  std::vector<Operands> operands_; ///< of bands, by recipe
  std::vector<const std::byte *> in_;
  std::byte *out_ = nullptr;
};

void SpreadPass::work(plan::Executor &executor) const {
  std::uint64_t bytes = 0;
  for (const Job &job : jobs_)
    bytes += job.end - job.begin;
  const std::size_t numWorkers =
      bytes <= kInlineBytes ? 1 : std::size_t{executor.numThreads()} * kWorkersPerThread;
  const auto body = [&](std::size_t w) {
    Worker worker(*this);
    for (std::size_t j = jobs_.size() * w / numWorkers; j < jobs_.size() * (w + 1) / numWorkers;
         ++j)
      worker.execute(jobs_[j]);
  };
  if (executor.numThreads() == 1 || numWorkers == 1)
    for (std::size_t w = 0; w < numWorkers; ++w)
      body(w);
  else
    executor.forEachChunk(static_cast<std::uint32_t>(numWorkers), body);
}

void SpreadPass::exchange(std::uint32_t payload) {
  const unsigned here = instances_->instance();
  std::vector<plan::Outgoing> outgoing;
  std::vector<plan::Incoming> incoming;
  for (const Channel &channel : channels_) {
    if (channel.bytes == 0) continue;
    if (channel.from != here)
      incoming.push_back({channel.from, {packed_ + channel.place, channel.bytes}});
    else
      for (const unsigned to : channel.to)
        outgoing.push_back({to, {packed_ + channel.place, channel.bytes}});
  }
  const std::string what =
      step_->name.empty() ? "a collective" : "the collective '" + step_->name + "'";
  instances_->exchange(what, payload, outgoing, incoming);
}

SpreadPasses::SpreadPasses(const plan::Plan &plan, const Replicas &replicas, Instances &instances,
                           plan::Executor &executor)
    : plan_(&plan), replicas_(&replicas), instances_(&instances), executor_(&executor),
      entries_(plan.collectives.size()) {}

bool SpreadPasses::run(std::uint32_t collective) {
  Entry &entry = entries_[collective];
  if (!entry.isMade) {
    const plan::CollectiveStep &step = plan_->collectives[collective];
    const Sweep sweep = makeSweep(step, 1);
    if (!sweep.runs.empty()) entry.pass.emplace_back(step, sweep, *replicas_, *instances_);
    entry.isMade = true;
  }
  if (entry.pass.empty()) return false;
  SpreadPass &pass = entry.pass.front();
  // Messages between processes of one host take a fourth of the time in huge pages.
  if (packed_.size() < pass.packedBytes())
    packed_ = MappedMemory(std::max(pass.packedBytes(), MappedMemory::kLeastHuge));
  pass.run(collective, *executor_, packed_.data());
  return true;
}

} // namespace poplar_emu::runtime
