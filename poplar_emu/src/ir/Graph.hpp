// SPDX-License-Identifier: MIT
// Everything that a user's graph holds, as plain data. The api layer writes it, the compiler reads
// it.
#pragma once

#include "ir/HostObjects.hpp"
#include "ir/Program.hpp"
#include "ir/Variable.hpp"
#include "ir/VertexType.hpp"
#include "ir/Vertices.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace poplar_emu::ir {

struct Function {
  std::string name;
  ProgramRef body;
  SiteId site;
};

/// Shape of the machine as the graph sees it: one replica.
struct Machine {
  std::uint32_t numIpus = 1;
  std::uint32_t tilesPerIpu = 1;
  std::uint32_t numWorkers = 1;
  std::uint64_t bytesPerTile = 0;
  std::uint32_t replicationFactor = 1;

  std::uint32_t numTiles() const { return numIpus * tilesPerIpu; }
};

struct Graph {
  std::uint64_t id = 0; ///< unique in the process; tensors of another graph are refused
  Machine machine;
  std::vector<Variable> variables;
  VertexTable vertexTable;
  std::vector<ComputeSet> computeSets;
  std::vector<Function> functions;
  std::vector<Stream> streams;
  std::vector<RemoteBuffer> remoteBuffers;
  std::vector<HostFunction> hostFunctions;
  std::vector<HostHandle> hostReads, hostWrites;

  const Variable &variable(VariableId wanted) const { return variables[wanted.index()]; }
  Variable &variable(VariableId wanted) { return variables[wanted.index()]; }
};

/// How the graph's vertex types are looked up; the registry of the codelet layer provides it.
class VertexTypes {
 public:
  virtual ~VertexTypes() = default;
  virtual const VertexType &type(VertexTypeId id) const = 0;
};

} // namespace poplar_emu::ir
