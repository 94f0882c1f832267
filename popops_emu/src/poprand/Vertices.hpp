// SPDX-License-Identifier: MIT
// Random vertices on the tiles of a result.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace poprand {

struct Seed {
  const poplar::Tensor *words; ///< null: the state of the workers
  std::uint32_t modifier;
};

/// Throws poplibs_error unless the words are null or two of UNSIGNED_INT.
void checkSeed(const std::string &operation, const poplar::Tensor *words);

/// One vertex a tile of `out`, with fields seed, modifier, first and out; `set` gives it the
/// others. parts[i] are the elements of others[i] that go with those of the vertex.
void addRandomVertices(poplar::Graph &graph, const std::string &vertexType, const Seed &seed,
                       const poplar::Tensor &out, const std::vector<poplar::Tensor> &others,
                       const std::function<void(const poplar::VertexRef &,
                                                const std::vector<poplar::Tensor> &parts)> &set,
                       poplar::program::Sequence &prog, const poplar::DebugNameAndId &name);

} // namespace poprand
