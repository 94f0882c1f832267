// SPDX-License-Identifier: MIT
// The options of engines: which exist, and what their values mean.
#pragma once

#include "model/cycles/Constants.hpp"
#include "support/OptionTable.hpp"

#include <poplar/OptionFlags.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace poplar_emu::model {

using poplar_emu::UnknownKeys;

enum class ExchangeMode : std::uint8_t { InPlace, Copy };
enum class CollectiveMode : std::uint8_t { Pass, Steps };
enum class ExecutorKind : std::uint8_t { Tbb, Thread, Serial };
enum class VertexFalse : std::uint8_t { Warn, Error };
/// Of vertices without an estimate. Auto: counted when somebody looks at cycles.
enum class VertexCycles : std::uint8_t { Auto, Counted, Estimated };

/// Of what the cycles of compute sets are kept.
enum class ComputeLevel : std::uint8_t { Off, Device, Ipu, Tile, Vertex };

/// Options as values. Booleans are answers, not parameters.
struct EngineOptionValues {
  poplar::OptionFlags flags; ///< as given, with those of the environment on top

  // Our own: poplar_emu.*
  ExchangeMode exchange = ExchangeMode::InPlace;
  CollectiveMode collectives = CollectiveMode::Pass;
  ExecutorKind executor = ExecutorKind::Tbb;
  std::uint32_t threads = 0; ///< 0: all processors
  VertexFalse vertexFalse = VertexFalse::Warn;
  bool checks = false;
  VertexCycles vertexCycles = VertexCycles::Auto;
  CycleModel cycleModel = CycleModel::IpuModel;

  // Compilation.
  bool allowOutOfMemory = false;
  std::uint64_t maxCopyMergeSize = ~std::uint64_t{0}; ///< bytes; 0: copies are not joined
  std::uint32_t workerStackBytes = 0x200, supervisorStackBytes = 0x80; ///< Poplar's defaults

  // Streams.
  bool prefetch = false;
  std::uint64_t maxLookahead = ~std::uint64_t{0};

  // Floating point and random numbers.
  bool floatingPointExceptions = false;
  bool nanOverflow = false;
  bool stochasticRounding = false;
  std::optional<std::uint64_t> prngSeed;

  // Run time.
  double hostSyncTimeout = 300; ///< seconds; 0: none
  std::optional<std::uint32_t> firstRuntimeReplica, numberRuntimeReplica;

  // Profiles.
  bool instrument = false, instrumentsCompute = false;
  bool instrumentsExternalExchange = false, instrumentsControlFlow = false;
  ComputeLevel computeLevel = ComputeLevel::Off; ///< not Off if instrumentsCompute
  bool writesReport = false;                     ///< some of the following
  bool reportsGraph = false, reportsExecution = false;
  bool reportsLoweredVars = false, reportsArchive = false, reportsDebugInfo = false,
       reportsSerializedGraph = false;
  bool reportsAtEachRun = true;
  std::string reportDirectory = ".";
  std::uint32_t executionProfileRunCount = 2;
  std::optional<std::uint32_t> replicaToProfile; ///< none: the slowest one at each tile
  bool profilesFlops = false, profilesEstimates = true;
  std::string archiveFile;                  ///< of target.saveArchive; empty: none
  std::string blocksFilter, programsFilter; ///< regular expressions; empty: none
  std::uint32_t blocksTile = 0;
  std::uint32_t blocksBufferSize = 1000; ///< bytes a tile
  bool blocksImplicitFlush = true;
};

/// Checks options, with POPLAR_ENGINE_OPTIONS on top, and reads them. PE0701, PE0702.
EngineOptionValues parseEngineOptions(const poplar::OptionFlags &options, UnknownKeys unknownKeys);

/// The values with checked run-time options on top.
EngineOptionValues withRuntimeOptions(const EngineOptionValues &values,
                                      const poplar::OptionFlags &options);

/// Checks options that may change from load to load, with POPLAR_RUNTIME_OPTIONS on top.
poplar::OptionFlags checkRuntimeOptions(const poplar::OptionFlags &options);

} // namespace poplar_emu::model
