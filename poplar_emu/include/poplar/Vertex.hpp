// SPDX-License-Identifier: MIT
// The base classes of codelets; brings everything that a codelet may use without further includes.
#ifndef POPLAR_VERTEX_HPP
#define POPLAR_VERTEX_HPP

#include <poplar/FieldTypes.hpp>
#include <poplar/HalfFloat.hpp>
#include <poplar/InOutTypes.hpp>
#include <poplar/Loops.hpp>
#include <poplar/QuarterFloat.hpp>
#include <poplar/VectorListTypes.hpp>
#include <poplar/VectorTypes.hpp>

#include <ipu_builtins.h>
#include <ipudef.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

// Workers for which this translation unit is compiled; popc sets it.
#ifndef POPLAR_EMU_NUM_WORKERS
#define POPLAR_EMU_NUM_WORKERS 6
#endif

#define WORKER_ALIGN
#define NO_INSTRUMENT

namespace poplar {

/// compute() runs on one worker of the tile.
class Vertex {};

/// compute(workerId) runs once on each worker.
class MultiVertex {
 public:
  static constexpr unsigned numWorkers() { return POPLAR_EMU_NUM_WORKERS; }
};

/// compute() runs in the tile's supervisor.
class SupervisorVertex {};

template <bool IsSupervisor>
using SupervisorVertexIf = typename std::conditional<IsSupervisor, SupervisorVertex, Vertex>::type;

class ExternalExchangeVertex {};

} // namespace poplar

#endif
