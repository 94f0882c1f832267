// SPDX-License-Identifier: MIT
// Executes a collective whose replicas live in several processes.
#pragma once

#include "plan/Executor.hpp"
#include "plan/Plan.hpp"
#include "runtime/collective/Rows.hpp"
#include "runtime/distributed/Instances.hpp"
#include "runtime/distributed/Routes.hpp"
#include "runtime/distributed/RunList.hpp"
#include "runtime/memory/MappedMemory.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <vector>

namespace poplar_emu::runtime {

/// All elements are cut into blocks, each a share of every route, that follow each other through
/// the stages:
///
///     time      0    1    2    3
///     stage 0   b0   b1   b2
///     stage 1        b0   b1   b2      each process works on its hops of a column, then
///     stage 2             b0   b1      all exchange what the next column needs
///
/// so that all processes and both directions work at once, on memory that is still in the cache.
class SpreadPass {
 public:
  /// `sweep` has runs, or there is nothing to do.
  SpreadPass(const plan::CollectiveStep &step, const Sweep &sweep, const Replicas &replicas,
             Instances &instances);

  /// All processes come here together. Cost: the memory traffic of the process's own replicas, and
  /// of every element one message for each change of process in its chain, and one to every process
  /// with receivers.
  /// \param packed  for what is packed, packedBytes() long
  void run(std::uint32_t payload, plan::Executor &executor, std::byte *packed);
  std::uint64_t packedBytes() const { return packedBytes_; }

 private:
  /// Bytes [begin, end) of a list go one way.
  struct Lane {
    std::vector<Route> routes; ///< by recipe of the list
    std::uint32_t list;
    std::uint64_t begin, end;
    std::uint32_t firstHop; ///< number of its first hop among all

    const std::vector<Hop> &hops() const { return routes.front().hops; }
    std::uint64_t cut(std::uint64_t block, std::uint64_t numBlocks) const;
  };
  /// What a process sends to some others after each stage, back to back.
  struct Channel {
    unsigned from;
    std::vector<unsigned> to;
    std::vector<std::uint32_t> lanes, hops; ///< whose results it carries
    std::uint64_t place;                    ///< in what is packed
    std::uint64_t bytes = 0;                ///< of the current time
  };
  /// The memories that a hop of this process works on, for one recipe.
  struct Part {
    Places places;
    std::vector<std::size_t> arrivals; ///< operands that come from other processes
  };
  struct Station {
    std::vector<Part> parts; ///< by recipe of the list; one if there all are the same
    std::vector<const std::byte *> read, written; ///< memories; in place, none is in both
    std::vector<std::uint32_t> from;              ///< whose results arrive: numbers of hops
    bool sends = false, scales = false, inBands = false;
  };
  /// A stretch of a hop's work, `packed` bytes from the start of what is packed of it at a time.
  struct Job {
    const Lane *lane;
    std::uint32_t hop; ///< number
    std::uint64_t begin, end, packed;
  };
  class Worker;
  /// Blocks of a lane that a stage works on at a time, in bytes of its list; may be empty.
  struct Share {
    std::uint64_t begin = 0, end = 0;
  };

  void addLanes(const Sweep &sweep);
  void addChannels();
  void addStations();
  Part partOf(const Hop &hop) const;
  static bool formBand(const std::vector<Part> &parts);
  static void addMemories(const Part &part, const RunList &list, Station &station);
  Share shareOf(const Lane &lane, const Hop &hop, std::uint64_t time) const;
  void layOut(std::uint64_t time);
  void collectJobs(std::uint64_t time);
  void work(plan::Executor &executor) const;
  std::byte *packedPlaceOf(std::uint32_t hop, std::uint64_t place) const;
  void exchange(std::uint32_t payload);

  const plan::CollectiveStep *step_;
  const Replicas *replicas_;
  Instances *instances_;
  std::vector<RunList> lists_;
  std::vector<Lane> lanes_;
  std::vector<Channel> channels_;         ///< from or to this process
  std::vector<std::uint32_t> channelOf_;  ///< by hop
  std::vector<Station> stations_;         ///< by hop
  std::vector<std::uint64_t> now_, past_; ///< places in channels, by hop: of this time and the last
  std::vector<Job> jobs_;
  std::byte *packed_ = nullptr; ///< while it runs
  std::uint64_t packedBytes_ = 0;
  std::uint64_t numBlocks_ = 1;
  std::uint32_t numStages_ = 1;
  bool isSpread_ = false; ///< some process sends something
};

/// The collectives of a plan.
class SpreadPasses {
 public:
  SpreadPasses(const plan::Plan &plan, const Replicas &replicas, Instances &instances,
               plan::Executor &executor);

  /// False: the collective has too many runs for a pass, in all processes alike.
  bool run(std::uint32_t collective);

 private:
  struct Entry {
    bool isMade = false;
    std::vector<SpreadPass> pass; ///< one, or none
  };

  const plan::Plan *plan_;
  const Replicas *replicas_;
  Instances *instances_;
  plan::Executor *executor_;
  std::vector<Entry> entries_; ///< by collective; made when it first runs
  MappedMemory packed_;        ///< of the collective that runs
};

} // namespace poplar_emu::runtime
