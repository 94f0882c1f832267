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
/// Rows of a lane lie apart, with those of others between: the processor does not foresee them.
constexpr std::size_t kRowsAhead = 8;
constexpr std::size_t kWorkersPerThread = 4;
constexpr std::uint64_t kInlineBytes = 48 << 10;

std::ptrdiff_t difference(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::ptrdiff_t>(a) - static_cast<std::ptrdiff_t>(b);
}

} // namespace

template <class Visit>
void SpreadPass::RunList::visit(std::uint64_t begin, std::uint64_t end, Visit &&visitor) const {
  std::size_t r = static_cast<std::size_t>(std::upper_bound(before.begin(), before.end(), begin) -
                                           before.begin()) -
                  1;
  while (begin < end) {
    const Run &run = runs[r++];
    const std::uint64_t skipped = begin - before[r - 1];
    const std::uint64_t bytes = std::min(run.bytes - skipped, end - begin);
    const Run &later = runs[std::min(r + kRowsAhead, runs.size() - 1)];
    visitor(run.source + skipped, run.destination + skipped, bytes, later.source);
    begin += bytes;
  }
}

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
    numStages_ = std::max(numStages_, lane.route.numStages());
    for (const Hop &hop : lane.route.hops)
      isSpread_ = isSpread_ || !hop.next.empty();
  }
  const std::uint64_t block = std::max(kLeastBlock, kCachedBytes / (replicas.count() + 2));
  if (isSpread_ && bytes > kOneBlock) numBlocks_ = bytes / block;
  addChannels();
  addStations();
}

void SpreadPass::addLanes(const Sweep &sweep) {
  lists_.resize(sweep.recipes.size());
  for (RunList &list : lists_)
    list.before.push_back(0);
  for (const Run &run : sweep.runs) {
    RunList &list = lists_[run.recipe];
    list.runs.push_back(run);
    list.before.push_back(list.before.back() + run.bytes);
  }
  const auto instanceOf = [this](std::uint32_t replica) { return instances_->instanceOf(replica); };
  std::uint32_t numHops = 0;
  for (const std::vector<std::uint32_t> &group : step_->groups)
    for (std::uint32_t l = 0; l < lists_.size(); ++l) {
      std::vector<Route> routes = isOrderFree(*step_, sweep.recipes[l].chains)
                                      ? orderFreeRoutesOf(sweep.recipes[l], group, instanceOf)
                                      : std::vector{routeOf(sweep.recipes[l], group, instanceOf)};
      const Lane whole{{}, l, 0, lists_[l].before.back(), 0};
      for (std::size_t r = 0; r < routes.size(); ++r) {
        const auto size = static_cast<std::uint32_t>(routes[r].hops.size());
        lanes_.push_back({std::move(routes[r]), l, whole.cut(r, routes.size()),
                          whole.cut(r + 1, routes.size()), numHops});
        numHops += size;
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
    const std::vector<Hop> &hops = lanes_[l].route.hops;
    for (std::uint32_t h = 0; h < hops.size(); ++h) {
      const std::vector<unsigned> &to = hops[h].next;
      const bool comes = std::find(to.begin(), to.end(), here) != to.end();
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
  for (const Lane &lane : lanes_)
    for (std::uint32_t h = 0; h < lane.route.hops.size(); ++h) {
      const Hop &hop = lane.route.hops[h];
      if (hop.instance != instances_->instance()) continue;
      Station &station = stations_[lane.firstHop + h];
      Places &places = station.places;
      station.scales = hop.scales;
      for (const Hop::Chain &chain : hop.chains) {
        const bool hasArrival = chain.from != Hop::kNone;
        if (hasArrival) {
          station.arrivals.push_back(places.operands.size());
          station.from.push_back(lane.firstHop + chain.from);
          places.operands.push_back(nullptr);
        }
        for (const std::uint32_t replica : chain.replicas)
          places.operands.push_back(replicas_->memoryOf(replica));
        places.counts.push_back(chain.replicas.size() + (hasArrival ? 1 : 0));
      }
      if (!station.arrivals.empty()) places.isSum.resize(places.operands.size());
      for (const std::size_t arrival : station.arrivals)
        places.isSum[arrival] = true;
      for (const std::uint32_t receiver : hop.receivers)
        places.receivers.push_back(replicas_->memoryOf(receiver));
      if (!hop.next.empty()) places.receivers.push_back(nullptr);
    }
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
      const Share share = shareOf(lane, lane.route.hops[channel.hops[i]], time);
      channel.bytes += share.end - share.begin;
    }
  }
}

/// Small stretches of all lanes in turn: lanes share cache lines.
void SpreadPass::collectJobs(std::uint64_t time) {
  struct Part {
    const Lane *lane;
    std::uint32_t hop;
    Share share;
  };
  std::vector<Part> parts;
  std::uint64_t bytes = 0;
  for (const Lane &lane : lanes_)
    for (std::uint32_t h = 0; h < lane.route.hops.size(); ++h) {
      const Hop &hop = lane.route.hops[h];
      if (hop.instance != instances_->instance()) continue;
      const Share share = shareOf(lane, hop, time);
      if (share.begin == share.end) continue;
      parts.push_back({&lane, lane.firstHop + h, share});
      bytes += share.end - share.begin;
    }
  jobs_.clear();
  const std::uint64_t turns = divideUp(bytes, kTurnBytes);
  for (std::uint64_t turn = 0; turn < turns; ++turn)
    for (const Part &part : parts) {
      const std::uint64_t size = part.share.end - part.share.begin;
      const std::uint64_t begin = size * turn / turns / kGrain * kGrain;
      const std::uint64_t end =
          turn + 1 == turns ? size : size * (turn + 1) / turns / kGrain * kGrain;
      if (begin < end)
        jobs_.push_back(
            {part.lane, part.hop, part.share.begin + begin, part.share.begin + end, begin});
    }
}

std::byte *SpreadPass::packedPlaceOf(std::uint32_t hop, std::uint64_t place) const {
  return packed_ + channels_[channelOf_[hop]].place + place;
}

/// Jobs one after the other, on one thread.
class SpreadPass::Worker {
 public:
  explicit Worker(const SpreadPass &pass)
      : pass_(pass), sums_(*pass.step_, 1, Stores::Cached),
        results_(*pass.step_, std::bit_cast<float>(pass.step_->scaleBits), Stores::Cached) {}

  void execute(const Job &job) {
    const Station &station = pass_.stations_[job.hop];
    places_ = station.places;
    in_.clear();
    for (const std::uint32_t from : station.from)
      in_.push_back(pass_.packedPlaceOf(from, pass_.past_[from] + job.packed));
    std::byte *const out = places_.receivers.empty() || places_.receivers.back() != nullptr
                               ? nullptr
                               : pass_.packedPlaceOf(job.hop, pass_.now_[job.hop] + job.packed);
    Rows &rows = station.scales ? results_ : sums_;
    std::uint64_t done = 0;
    pass_.lists_[job.lane->list].visit(job.begin, job.end,
                                       [&](std::uint64_t source, std::uint64_t destination,
                                           std::uint64_t bytes, std::uint64_t later) {
                                         for (std::size_t o = 0; o < places_.operands.size(); ++o)
                                           if (station.places.operands[o])
                                             __builtin_prefetch(station.places.operands[o] + later);
                                         // Packed data has no address of its own: its place moves
                                         // so that the run's address fits.
                                         for (std::size_t a = 0; a < in_.size(); ++a)
                                           places_.operands[station.arrivals[a]] =
                                               in_[a] + difference(done, source);
                                         if (out)
                                           places_.receivers.back() =
                                               out + difference(done, destination);
                                         rows.run(places_, source, destination, bytes);
                                         done += bytes;
                                       });
  }

 private:
  const SpreadPass &pass_;
  Rows sums_, results_;
  Places places_;
  std::vector<const std::byte *> in_;
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
    const Sweep sweep = makeSweep(step);
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
