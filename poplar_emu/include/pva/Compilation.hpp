// SPDX-License-Identifier: MIT
// What a report says about the compiled graph.
#ifndef PVA_COMPILATION_HPP
#define PVA_COMPILATION_HPP

#include <pva/Program.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace pva {

class POPLAR_EMU_EXPORT GraphInfo {
 public:
  std::uint64_t numComputeSets() const { return numComputeSets_; }
  std::uint64_t numVars() const { return numVars_; }
  std::uint64_t numEdges() const { return numEdges_; }
  std::uint64_t numVertices() const { return numVertices_; }

 private:
  friend struct internal::Access;
  std::uint64_t numComputeSets_ = 0, numVars_ = 0, numEdges_ = 0, numVertices_ = 0;
};

/// What one replica runs on.
class POPLAR_EMU_EXPORT TargetInfo {
 public:
  std::uint64_t numIPUs() const { return numIPUs_; }
  std::uint64_t tilesPerIpu() const { return tilesPerIpu_; }
  std::uint64_t numTiles() const { return numIPUs_ * tilesPerIpu_; }
  std::uint64_t bytesPerIPU() const { return bytesPerIPU_; }
  /// Bytes on all IPUs.
  std::uint64_t totalMemory() const { return numIPUs_ * bytesPerIPU_; }
  std::uint64_t numReplicas() const { return numReplicas_; }

 private:
  friend struct internal::Access;
  std::uint64_t numIPUs_ = 0, tilesPerIpu_ = 0, bytesPerIPU_ = 0, numReplicas_ = 1;
};

/// Memory that lives during a step, on all tiles or on one.
class POPLAR_EMU_EXPORT LiveMemory {
 public:
  std::uint64_t bytes() const { return bytes_; }
  /// With the bytes that they have there.
  List<Variable> variables() const { return variables_; }

 private:
  friend struct internal::Access;
  std::uint64_t bytes_ = 0;
  List<Variable> variables_;
};

namespace internal {
struct Model;
}

/// One step of the program with the memory that lives only for some steps.
class POPLAR_EMU_EXPORT LivenessProgramStep {
 public:
  /// Null for a step that has no node in the program tree.
  const std::shared_ptr<Program> &program() const { return program_; }
  const LiveMemory &notAlwaysLiveMemory() const { return notAlwaysLiveMemory_; }
  /// Throws std::out_of_range, naming the tiles that have liveness data, for a tile without.
  LiveMemory notAlwaysLiveMemoryForTile(std::uint64_t tile) const;

 private:
  friend struct internal::Access;
  std::shared_ptr<Program> program_;
  LiveMemory notAlwaysLiveMemory_;
  std::shared_ptr<const internal::Model> model_;
  std::size_t step_ = 0;
};

class POPLAR_EMU_EXPORT CompilationReport {
 public:
  const GraphInfo &graph() const { return graph_; }
  const TargetInfo &target() const { return target_; }
  /// Of one replica, IPU by IPU.
  const List<Tile> &tiles() const { return tiles_; }
  /// Tiles whose variables are listed one by one.
  const List<std::uint64_t> &tilesWithLivenessInfo() const { return tilesWithLivenessInfo_; }
  /// What run(i) executes: the roots of the program tree.
  const List<std::shared_ptr<Program>> &programs() const { return programs_; }
  const List<ComputeSet> &computeSets() const { return computeSets_; }
  const List<Variable> &alwaysLiveVariables() const { return alwaysLiveVariables_; }
  /// With the bytes that they have on the tile. Throws std::out_of_range, naming the tiles that
  /// have liveness data, for a tile without.
  List<Variable> alwaysLiveVariablesForTile(std::uint64_t tile) const;
  const List<LivenessProgramStep> &livenessProgramSteps() const { return livenessProgramSteps_; }

 private:
  friend struct internal::Access;
  GraphInfo graph_;
  TargetInfo target_;
  List<Tile> tiles_;
  List<std::uint64_t> tilesWithLivenessInfo_;
  List<std::shared_ptr<Program>> programs_;
  List<ComputeSet> computeSets_;
  List<Variable> alwaysLiveVariables_;
  List<LivenessProgramStep> livenessProgramSteps_;
  std::shared_ptr<const internal::Model> model_;
};

} // namespace pva

#endif
