// SPDX-License-Identifier: MIT
// Turns schedules into programs of cross-replica copies and vertices.
#pragma once

#include "parts/Parts.hpp"
#include "schedule/Schedule.hpp"
#include "support/Groups.hpp"

#include <gcl/CollectiveOperator.hpp>
#include <poplar/Program.hpp>

#include <map>
#include <utility>
#include <vector>

namespace gcl::detail {

/// Each replica runs the same program: which piece it works on in a step, a scalar variable says
/// that has another value on every replica.
class Emitter {
 public:
  /// `type` is that of the elements of all parts.
  Emitter(poplar::Graph &graph, const Groups &groups, const poplar::Type &type,
          poplar::program::Sequence &prog, const poplar::DebugContext &debugContext)
      : graph_(graph), groups_(groups), type_(type), prog_(prog), debugContext_(debugContext) {}

  /// For each lane, the sums that this replica owns: [pieceSize(parts)], part by part. There are
  /// at least two members. Lane l of the parts follows lane l modulo their number of the schedule.
  std::vector<poplar::Tensor> reduceScatter(const Schedule &schedule, const LaneParts &parts,
                                            CollectiveOperator op);
  /// Puts the piece of each member, as reduceScatter returns them, into the parts' targets.
  void gather(const Schedule &schedule, const LaneParts &parts,
              const std::vector<poplar::Tensor> &own);
  /// What reduceScatter returned for the same parts. Its buffers serve again: a tile holds half as
  /// much, and the sums are lost.
  void gatherSums(const Schedule &schedule, const LaneParts &parts,
                  const std::vector<poplar::Tensor> &sums);
  /// Piece j of the parts' sources goes to member j; that of member j ends as piece j of the
  /// targets.
  void exchange(const Schedule &schedule, const LaneParts &sources, const LaneParts &targets);
  /// The piece that `pieces` names, for each member: [pieceSize(parts)] for each lane.
  std::vector<poplar::Tensor> select(const LaneParts &parts, const std::vector<unsigned> &pieces);
  /// The contributions of all pieces of the parts' sources, in order: [pieceSize(parts)].
  std::vector<poplar::Tensor> combineAll(const LaneParts &parts, CollectiveOperator op);
  /// The piece of `root` in the parts' sources, direct from there.
  std::vector<poplar::Tensor> scatterFrom(unsigned root, const LaneParts &parts);
  /// [pieceSize(parts)], each part on its tile.
  poplar::Tensor addBuffer(const std::vector<Part> &parts, const char *name) const;
  void scale(const LaneParts &parts, const std::vector<poplar::Tensor> &data, float by);

 private:
  struct Flow;

  /// For pieces under way: a spare one if there is.
  poplar::Tensor travelBuffer(std::size_t lane, const std::vector<Part> &parts);
  /// UNSIGNED_INT[1] near a tile, with a value for each member.
  poplar::Tensor memberValue(unsigned tile, const std::vector<unsigned> &ofMember);
  poplar::ComputeSet addComputeSet(const std::string &name) const;
  void copyAcross(const poplar::Tensor &from, const poplar::Tensor &to, const Step &step);
  void addSelect(poplar::ComputeSet cs, const std::vector<Part> &parts, const poplar::Tensor &out,
                 const std::vector<unsigned> &pieces);
  void addCombine(poplar::ComputeSet cs, const std::vector<Part> &parts, const poplar::Tensor &sum,
                  const std::vector<unsigned> &pieces, CollectiveOperator op);
  void addSumOf(poplar::ComputeSet cs, const std::vector<Part> &parts, const poplar::Tensor &sum,
                const poplar::Tensor &other, CollectiveOperator op);
  /// Each of the tensors holds a piece whose number the vector beside it gives.
  void addPlace(poplar::ComputeSet cs, const std::vector<Part> &parts,
                const std::vector<std::pair<poplar::Tensor, std::vector<unsigned>>> &pieces);
  poplar::Tensor reduceDirectly(const Lane &lane, const std::vector<Part> &parts,
                                CollectiveOperator op);
  void square(const std::vector<Part> &parts, const poplar::Tensor &data);

  poplar::Graph &graph_;
  const Groups &groups_;
  const poplar::Type type_;
  poplar::program::Sequence &prog_;
  const poplar::DebugContext debugContext_;
  std::map<std::pair<unsigned, std::vector<unsigned>>, poplar::Tensor> memberValues_;
  std::map<std::size_t, std::vector<poplar::Tensor>> spare_; ///< by lane: free for the next phase
};

/// Numbers of pieces that arrive in a step, for each member.
std::vector<unsigned> arriving(const Step &step);

} // namespace gcl::detail
