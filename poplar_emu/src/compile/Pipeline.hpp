// SPDX-License-Identifier: MIT
// From a graph and programs to a plan.
#pragma once

#include "compile/ExchangeModel.hpp"
#include "ir/Graph.hpp"
#include "model/links/DeviceLinks.hpp"
#include "plan/Plan.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace poplar_emu::compile {

enum class Exchange : std::uint8_t {
  InPlace, ///< operands are used where they lie whenever that is legal
  Copy,    ///< everything that is remote is gathered: for teaching and for checks
};
enum class OutOfMemory : std::uint8_t { Error, Allow };

struct Options {
  Exchange exchange = Exchange::InPlace;
  OutOfMemory outOfMemory = OutOfMemory::Error;
  std::uint32_t workerStackBytes = 0, supervisorStackBytes = 0; ///< of each tile that has vertices
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
};

/// Runs all passes. Throws the user's errors (PE02xx, PE04xx); the result has passed plan::verify.
/// Cost: linear in vertices, edges and regions; under 4 us a vertex in all.
plan::Plan compile(const Input &input);

} // namespace poplar_emu::compile
