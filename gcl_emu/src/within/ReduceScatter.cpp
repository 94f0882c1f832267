// SPDX-License-Identifier: MIT
// Reduce-scatter and all-reduce over the IPUs of one replica.
#include "support/Errors.hpp"
#include "support/Operators.hpp"
#include "within/Ipus.hpp"

#include <gcl/Collectives.hpp>
#include <gcl/codelets.hpp>

namespace gcl {

using poplar::ComputeSet;
using poplar::DebugContext;
using poplar::Graph;
using poplar::OptionFlags;
using poplar::Tensor;
using poplar::program::Copy;
using poplar::program::Execute;
using poplar::program::Sequence;

namespace {

/// One reduce-scatter: IPU m is member m of the schedule, and owns fragments by its position.
class Scatter {
 public:
  Scatter(Graph &graph, const Tensor &data, CollectiveOperator op, Sequence &prog,
          const DebugContext &debugContext, const detail::IpuRing &ring, detail::Method method)
      : graph_(graph), data_(data), op_(op), prog_(prog), debugContext_(debugContext),
        ring_(ring.ring), schedule_(detail::reduceScatterSchedule(method, ring.ring)) {
    positions_.resize(ring_.size());
    for (unsigned position = 0; position < ring_.size(); ++position)
      positions_[ring_[position]] = position;
  }

  Chunks run() {
    Chunks result;
    result.originalInput = data_;
    for (unsigned lane = 0; lane < schedule_.lanes.size(); ++lane)
      lanes_.push_back(op_ == CollectiveOperator::LOCAL ? local(lane) : reduce(lane));
    for (unsigned position = 0; position < ring_.size(); ++position)
      for (unsigned lane = 0; lane < lanes_.size(); ++lane)
        result.chunks.emplace_back(lanes_[lane][ring_[position]], position, lane);
    if (op_ == CollectiveOperator::MEAN) scale();
    return result;
  }

 private:
  using Sums = std::vector<Tensor>; // for each IPU

  /// What an IPU has of the piece that another one owns.
  Tensor contribution(unsigned ipu, unsigned owner, unsigned lane) const {
    const std::size_t lanes = schedule_.lanes.size();
    const detail::Fragment columns =
        detail::fragment(data_.dim(1), positions_[owner] * lanes + lane, ring_.size() * lanes);
    return data_[ipu].slice(columns.begin, columns.end);
  }

  void copy(const std::vector<Tensor> &from, const std::vector<Tensor> &to) {
    const Tensor all = concat(from);
    if (all.numElements() > 0)
      prog_.add(Copy(all, concat(to), false, {debugContext_, "between IPUs"}));
  }

  Tensor like(const Tensor &tensor) const {
    return graph_.clone(tensor, {debugContext_, "fragment"});
  }

  Sums local(unsigned lane) {
    Sums own, sums;
    for (unsigned ipu = 0; ipu < ring_.size(); ++ipu) {
      own.push_back(contribution(ipu, ipu, lane));
      sums.push_back(like(own.back()));
    }
    copy(own, sums);
    return sums;
  }

  Sums reduce(unsigned laneNumber) {
    const detail::Lane &lane = schedule_.lanes[laneNumber];
    if (lane.direct || lane.streams.empty()) return reduceDirectly(laneNumber);
    Sums sums;
    for (const detail::Stream &steps : lane.streams) {
      Sums here = start(steps[0], laneNumber);
      for (std::size_t s = 0; s < steps.size(); ++s) {
        const Sums arrived = send(here, steps[s], laneNumber);
        const ComputeSet cs = graph_.addComputeSet({debugContext_, "combine"});
        const std::vector<unsigned> pieces = pieceAt(steps[s]);
        if (s + 1 < steps.size() || &steps == &lane.streams[0]) {
          for (unsigned ipu = 0; ipu < ring_.size(); ++ipu)
            detail::addCombination(graph_, cs, arrived[ipu],
                                   contribution(ipu, pieces[ipu], laneNumber), vertexOperator());
          prog_.add(Execute(cs));
        }
        here = arrived;
      }
      if (sums.empty()) {
        sums = here;
        continue;
      }
      const ComputeSet cs = graph_.addComputeSet({debugContext_, "meet"});
      for (unsigned ipu = 0; ipu < ring_.size(); ++ipu)
        detail::addCombination(graph_, cs, sums[ipu], here[ipu], detail::combining(op_));
      prog_.add(Execute(cs));
    }
    return sums;
  }

  /// What the IPUs send first.
  Sums start(const detail::Step &step, unsigned lane) {
    Sums own;
    for (unsigned ipu = 0; ipu < ring_.size(); ++ipu)
      own.push_back(contribution(ipu, step.piece[ipu], lane));
    return op_ == CollectiveOperator::SQUARE_ADD ? squared(own) : own;
  }

  Sums squared(const Sums &values) {
    Sums result;
    const ComputeSet cs = graph_.addComputeSet({debugContext_, "square"});
    for (const Tensor &value : values) {
      result.push_back(like(value));
      detail::addScaling(graph_, cs, result.back(), 0);
    }
    copy(values, result);
    prog_.add(Execute(cs));
    return result;
  }

  /// One step: the tensors at the IPUs where they arrive, on the tiles of those elements there.
  Sums send(const Sums &here, const detail::Step &step, unsigned lane) {
    Sums arrived(ring_.size()), to;
    for (unsigned ipu = 0; ipu < ring_.size(); ++ipu) {
      arrived[step.to[ipu]] = like(contribution(step.to[ipu], step.piece[ipu], lane));
      to.push_back(arrived[step.to[ipu]]);
    }
    copy(here, to);
    return arrived;
  }

  static std::vector<unsigned> pieceAt(const detail::Step &step) {
    std::vector<unsigned> pieces(step.to.size());
    for (unsigned ipu = 0; ipu < step.to.size(); ++ipu)
      pieces[step.to[ipu]] = step.piece[ipu];
    return pieces;
  }

  /// The owner gets all contributions and combines them in the order of the IPUs.
  Sums reduceDirectly(unsigned lane) {
    const auto ipus = static_cast<unsigned>(ring_.size());
    std::vector<Sums> rows(ipus);
    Sums from, to;
    for (unsigned s = 0; s < ipus; ++s)
      for (unsigned owner = 0; owner < ipus; ++owner) {
        rows[s].push_back(like(contribution(owner, owner, lane)));
        from.push_back(contribution(s, owner, lane));
        to.push_back(rows[s].back());
      }
    copy(from, to);
    if (op_ == CollectiveOperator::SQUARE_ADD) {
      const ComputeSet cs = graph_.addComputeSet({debugContext_, "square"});
      for (const Tensor &first : rows[0])
        detail::addScaling(graph_, cs, first, 0);
      prog_.add(Execute(cs));
    }
    for (unsigned s = 1; s < ipus; ++s) {
      const ComputeSet cs = graph_.addComputeSet({debugContext_, "combine"});
      for (unsigned owner = 0; owner < ipus; ++owner)
        detail::addCombination(graph_, cs, rows[0][owner], rows[s][owner], vertexOperator());
      prog_.add(Execute(cs));
    }
    return rows[0];
  }

  void scale() {
    const ComputeSet cs = graph_.addComputeSet({debugContext_, "mean"});
    for (const Sums &sums : lanes_)
      for (const Tensor &sum : sums)
        detail::addScaling(graph_, cs, sum, 1.0f / static_cast<float>(ring_.size()));
    prog_.add(Execute(cs));
  }

  CollectiveOperator vertexOperator() const {
    return op_ == CollectiveOperator::MEAN ? CollectiveOperator::ADD : op_;
  }

  Graph &graph_;
  const Tensor &data_;
  const CollectiveOperator op_;
  Sequence &prog_;
  const DebugContext &debugContext_;
  const std::vector<unsigned> ring_;
  const detail::Schedule schedule_;
  std::vector<unsigned> positions_;
  std::vector<Sums> lanes_;
};

Chunks scatter(const std::string &operation, Graph &graph, const Tensor &data,
               CollectiveOperator op, Sequence &prog, const DebugContext &debugContext,
               const OptionFlags &options) {
  const poplar::DebugInfo node({debugContext, poplar::StringRef(operation)}, "gcl");
  const DebugContext context(node);
  detail::requireRowsOnIpus(operation, graph, data);
  detail::requireOperator(operation, op, data.elementType());
  addCodelets(graph);
  const detail::IpuRing ring =
      detail::makeIpuRing(graph, static_cast<unsigned>(data.dim(0)), options);
  const std::uint64_t bytes = data.dim(1) * graph.getTarget().getTypeSize(data.elementType());
  return Scatter(graph, data, op, prog, context, ring,
                 ring.method(detail::Phase::ReduceScatter, graph, bytes))
      .run();
}

} // namespace

Chunks reduceScatterWithinReplica(Graph &graph, const Tensor &data, CollectiveOperator op,
                                  Sequence &prog, const DebugContext &debugContext,
                                  const OptionFlags &options) {
  return scatter("reduceScatterWithinReplica", graph, data, op, prog, debugContext, options);
}

Tensor allReduceWithinReplica(Graph &graph, const Tensor &data, CollectiveOperator op,
                              Sequence &prog, const DebugContext &debugContext,
                              const OptionFlags &options) {
  if (op == CollectiveOperator::LOCAL) {
    detail::requireRowsOnIpus("allReduceWithinReplica", graph, data);
    const Tensor result = graph.clone(data, debugContext);
    if (data.numElements() > 0) prog.add(Copy(data, result, false, debugContext));
    return result;
  }
  const Chunks chunks =
      scatter("allReduceWithinReplica", graph, data, op, prog, debugContext, options);
  return allGatherWithinReplica(graph, chunks, prog, debugContext, options);
}

} // namespace gcl
