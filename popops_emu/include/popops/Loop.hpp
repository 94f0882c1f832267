// SPDX-License-Identifier: MIT
// Loops with a counter on the device.
#ifndef POPOPS_LOOP_HPP
#define POPOPS_LOOP_HPP

#include <poputil/DebugInfo.hpp>

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <functional>

namespace popops {

/// Gets the counter, UNSIGNED_INT of shape [1] on tile 0, and returns the body.
using CountedLoopBodyType = std::function<poplar::program::Program(const poplar::Tensor &)>;

/// A loop whose trip count is known: the body runs with the counter at begin, begin + step, ...
/// below end, so (end - begin) / step times, rounded up. `body` is called once, when the graph is
/// built.
///
/// Throws poputil::poplibs_error for a step of 0 and unless begin < end. Each trip costs one
/// superstep besides the body.
POPLAR_EMU_EXPORT poplar::program::Sequence
countedLoop(poplar::Graph &graph, std::size_t begin, std::size_t end, std::size_t step,
            const CountedLoopBodyType &body, const poplar::DebugContext &debugContext = {});
/// From 0 to count in steps of 1. Throws poputil::poplibs_error for a count of 0.
POPLAR_EMU_EXPORT poplar::program::Sequence
countedLoop(poplar::Graph &graph, std::size_t count, const CountedLoopBodyType &body,
            const poplar::DebugContext &debugContext = {});

/// A loop whose limit is read at run time: `count` is initialCount, initialCount + step, ... in the
/// body, which runs while count is not equal to the limit. So `step` must divide the distance. The
/// limit is read before each trip.
///
/// \param count, countLimit  single elements of one type, INT or UNSIGNED_INT
///
/// Throws poputil::poplibs_error for other types and shapes. Each trip costs one superstep besides
/// the body.
POPLAR_EMU_EXPORT poplar::program::Sequence
countedForLoop(poplar::Graph &graph, const poplar::Tensor &count, int initialCount,
               const poplar::Tensor &countLimit, int step, const poplar::program::Program &body,
               const poplar::DebugContext &debugContext = {});
/// The same with a counter of its own.
POPLAR_EMU_EXPORT poplar::program::Sequence
countedForLoop(poplar::Graph &graph, int initialCount, const poplar::Tensor &countLimit, int step,
               const poplar::program::Program &body, const poplar::DebugContext &debugContext = {});

/// Appends a step that adds `step` to the count and returns a new UNSIGNED_INT scalar, on `tile`,
/// that is 1 while the count is not equal to the limit and 0 then: a predicate for RepeatWhileTrue.
/// Parameters and errors as for countedForLoop.
POPLAR_EMU_EXPORT poplar::Tensor
addForLoopCounterVertex(poplar::Graph &graph, const poplar::Tensor &count,
                        const poplar::Tensor &countLimit, int step, unsigned tile,
                        poplar::program::Sequence &prog, const poplar::DebugContext &debugContext);

} // namespace popops

#endif
