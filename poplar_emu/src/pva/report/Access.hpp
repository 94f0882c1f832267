// SPDX-License-Identifier: MIT
// The one friend of all data classes: makes them from the plain data of a profile. What it makes
// holds on to the profile, so that long lists can be made when they are looked at.
#pragma once

#include "pva/data/Profile.hpp"

#include <pva/pva.hpp>

#include <map>
#include <memory>
#include <vector>

namespace pva {

struct Report::Data {
  CompilationReport compilation;
  ExecutionReport execution;
  PoplarVersion poplarVersion;
  ProfileReportVersion version;
  InstrumentationSettings instrumentation;
};

namespace internal {

using ProfilePtr = std::shared_ptr<const Profile>;
/// One for each of Profile::programs.
using Programs = std::shared_ptr<const std::vector<std::shared_ptr<pva::Program>>>;

/// A profile with its lowered variables sorted out. Programs hold it, so it must not hold them.
struct Model {
  explicit Model(ProfilePtr data);

  ProfilePtr profile;
  /// Indices into profile->memory.lowered. Tiles with liveness data are the keys of byTile.
  std::map<std::uint32_t, std::vector<std::uint32_t>> byTile;
  std::map<std::uint32_t, std::vector<std::uint32_t>> byVariable;
  /// For each vertex type, by tile: the first program that runs it there, or kNone. Empty for types
  /// whose vertices were not kept by tile.
  List<std::vector<std::uint32_t>> firstUse;

  /// Throws std::out_of_range, naming the tiles that there are.
  const std::vector<std::uint32_t> &loweredOn(std::uint64_t tile) const;
};
using ModelPtr = std::shared_ptr<const Model>;

struct Access {
  static Report report(const ProfilePtr &profile);

  // Compilation.cpp
  static CompilationReport compilation(const ModelPtr &model, const Programs &programs);
  static Variable variable(const VariableInfo &info, std::uint64_t bytes);
  static pva::LoweredVariable lowered(const Profile &profile, const LoweredVariable &info);
  static ComputeSet computeSet(const ProfilePtr &profile, const ComputeSetInfo &info);
  static std::vector<LivenessProgramStep> liveness(const ModelPtr &model, const Programs &programs);
  static LiveMemory liveOn(const Model &model, std::size_t step, std::uint64_t tile);
  static List<Variable> alwaysLiveOn(const Model &model, std::uint64_t tile);

  // Tiles.cpp
  static std::vector<Tile> tiles(const ModelPtr &model);
  static Tile tile(const ModelPtr &model, std::uint32_t index);

  // Programs.cpp
  static Programs programs(const ModelPtr &model, const List<ComputeSet> &computeSets);

  // ProgramCode.cpp
  static List<std::uint64_t> controlCode(const ModelPtr &model, std::uint32_t program);
  static List<std::uint64_t> codeBytes(const ModelPtr &model, std::uint32_t program);

  // Execution.cpp
  static ExecutionReport execution(const ProfilePtr &profile, const Programs &programs);
  static std::vector<ExecutionStep> steps(const ProfilePtr &profile, const Programs &programs);
  static std::vector<IpuStep> ipus(const Profile &profile, const StepInfo &step);
  static std::vector<List<Block>> blocksByTile(const Profile &profile, const Programs &programs);

  template <class T>
  static List<std::uint64_t> numbers(const ProfilePtr &keep, const std::vector<T> &values) {
    if (values.empty()) return {};
    return List<std::uint64_t>(std::function<std::vector<std::uint64_t>()>(
        [keep, &values] { return std::vector<std::uint64_t>(values.begin(), values.end()); }));
  }
};

} // namespace internal
} // namespace pva
