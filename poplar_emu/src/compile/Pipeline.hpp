// SPDX-License-Identifier: MIT
// From a graph and programs to a plan.
#pragma once

#include "compile/exchange/ExchangeModel.hpp"
#include "ir/Graph.hpp"
#include "model/links/DeviceLinks.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::compile {

enum class Exchange : std::uint8_t {
  InPlace, ///< operands are used where they lie whenever that is legal
  Copy,    ///< everything that is remote is gathered: for teaching and for checks
};
enum class OutOfMemory : std::uint8_t { Error, Allow };

/// Where cycles of compute sets are stored on the device.
enum class ComputeInstrumentation : std::uint8_t { Off, Device, Ipu, Tile, Vertex };

enum class MemoryDetail : std::uint8_t {
  Totals,      ///< by tile and category; more only when memory is short
  FullestTile, ///< gaps of all tiles, live memory by step, and what lies where on the fullest tile
  AllTiles,    ///< and on the others
};

struct Options {
  Exchange exchange = Exchange::InPlace;
  bool executesCollectiveSteps = false; ///< and no pass in their place
  /// Of copies that become one; 0: none do.
  std::uint64_t maxMergedBytes = ~std::uint64_t{0};
  OutOfMemory outOfMemory = OutOfMemory::Error;
  std::uint32_t supervisorStackBytes = 0; ///< of each tile
  std::uint32_t workerStackBytes = 0;     ///< of each worker of a tile that has vertices
  ComputeInstrumentation computeInstrumentation = ComputeInstrumentation::Off;
  bool instrumentsExternalExchange = false;
  std::uint32_t blockBufferBytes = 0, blockTile = 0; ///< of profiler.blocks, on each IPU
  std::uint64_t interleavedFrom = 0;                 ///< bytes from the start of a tile's memory
  MemoryDetail memoryDetail = MemoryDetail::Totals;
  std::string blocksFilter, programsFilter; ///< regular expressions of what is recorded; or empty
  ExchangeModel exchangeModel;
  Detail detail = Detail::Sums;
};

struct Input {
  const ir::Graph &graph;
  const ir::VertexTypes &types;
  std::vector<ir::ProgramRef> programs;
  Options options;
  /// Called when a pass begins, and with an empty name when all are done. May be empty.
  std::function<void(std::string_view pass, int done, int total)> progress;
  const model::DeviceLinks *links = nullptr; ///< between the IPUs of all replicas
  /// Gets the plan, as far as it is made, before PE0407 is thrown: with what there is to say of the
  /// memory of its tiles. May be empty.
  std::function<void(const plan::Plan &)> onOutOfMemory = {};
  /// By FunctionId, once a pass has changed them; empty: those of the graph.
  std::vector<ir::ProgramRef> functionBodies = {};
};

const ir::ProgramRef &bodyOf(const Input &input, FunctionId function);

/// Runs all passes. Throws the user's errors (PE02xx, PE04xx); the result has passed plan::verify.
/// Cost: linear in vertices, edges and regions; under 4 us a vertex in all.
plan::Plan compile(const Input &input);

} // namespace poplar_emu::compile
