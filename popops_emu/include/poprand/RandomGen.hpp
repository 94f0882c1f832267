// SPDX-License-Identifier: MIT
// Tensors of random numbers.
#ifndef POPRAND_RANDOM_GEN_HPP
#define POPRAND_RANDOM_GEN_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>
#include <poputil/exceptions.hpp>

#include <array>
#include <cmath>
#include <cstdint>

namespace poprand {

// Results are clones of `reference` (shape, layout and mapping) of type outType; what `reference`
// holds is not read.
//
// With a seed, a tensor of two UNSIGNED_INT, values depend on nothing but seed, seedModifier,
// parameters, and the layout and mapping of the reference: equal calls give equal values, another
// modifier gives unrelated ones, and the state of the workers stays as it is. Without a seed
// (nullptr) each execution takes new values from the state of the workers, which setSeed and
// poplar::setHwSeeds make reproducible; seedModifier is ignored.
//
// Errors: poputil::poplibs_error for a seed of another shape or type, element types that a function
// does not have, and parameters out of range. Cost: one superstep.

/// FLOAT, HALF: numbers in [minVal, maxVal], both ends possible; ends that the type does not have
/// are rounded inwards. INT: integers, both ends included, of the range of INT.
POPLAR_EMU_EXPORT poplar::Tensor
uniform(poplar::Graph &graph, const poplar::Tensor *seed, std::uint32_t seedModifier,
        const poplar::Tensor &reference, const poplar::Type &outType, double minVal, double maxVal,
        poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {});

/// Numbers whose logarithm is uniform in [log minVal, log maxVal]; 1 <= minVal < maxVal. FLOAT,
/// HALF and INT, for INT with integral ends. The base of the logarithm does not change the
/// distribution.
POPLAR_EMU_EXPORT poplar::Tensor
logUniform(poplar::Graph &graph, const poplar::Tensor *seed, std::uint32_t seedModifier,
           const poplar::Tensor &reference, const poplar::Type &outType, double minVal,
           double maxVal, poplar::program::Sequence &prog, double base = M_E,
           const poplar::DebugContext &debugContext = {});

/// 1 with probability floor(prob * 65536) / 65536, otherwise 0. FLOAT, HALF, INT.
POPLAR_EMU_EXPORT poplar::Tensor
bernoulli(poplar::Graph &graph, const poplar::Tensor *seed, std::uint32_t seedModifier,
          const poplar::Tensor &reference, const poplar::Type &outType, double prob,
          poplar::program::Sequence &prog, const poplar::DebugContext &debugContext = {});

/// As the machine makes them: sums of twelve small uniform numbers, at most 5.82 standard
/// deviations from the mean, in steps of 1/32 of one. FLOAT, HALF.
POPLAR_EMU_EXPORT poplar::Tensor normal(poplar::Graph &graph, const poplar::Tensor *seed,
                                        std::uint32_t seedModifier, const poplar::Tensor &reference,
                                        const poplar::Type &outType, double mean, double stdDev,
                                        poplar::program::Sequence &prog,
                                        const poplar::DebugContext &debugContext = {});

/// Normal numbers in [mean - alpha * stdDev, mean + alpha * stdDev]; alpha > 0. FLOAT, HALF.
POPLAR_EMU_EXPORT poplar::Tensor
truncatedNormal(poplar::Graph &graph, const poplar::Tensor *seed, std::uint32_t seedModifier,
                const poplar::Tensor &reference, const poplar::Type &outType, double mean,
                double stdDev, double alpha, poplar::program::Sequence &prog,
                const poplar::DebugContext &debugContext = {});

/// input * scale with probability floor(keepProbability * 65536) / 65536, otherwise exactly 0;
/// keepProbability is in [0, 1], and 1 gives a copy without scale. FLOAT, HALF. Input and reference
/// have one shape; the result clones the reference, without outputClonesRef the input.
POPLAR_EMU_EXPORT poplar::Tensor dropout(poplar::Graph &graph, const poplar::Tensor *seed,
                                         std::uint32_t seedModifier, const poplar::Tensor &input,
                                         const poplar::Tensor &reference, double keepProbability,
                                         double scale, bool outputClonesRef,
                                         poplar::program::Sequence &prog,
                                         const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor dropout(poplar::Graph &graph, const poplar::Tensor *seed,
                                         std::uint32_t seedModifier, const poplar::Tensor &input,
                                         const poplar::Tensor &reference, double keepProbability,
                                         double scale, poplar::program::Sequence &prog,
                                         const poplar::DebugContext &debugContext = {});

/// As dropout with one decision an element of the reference, whose shape broadcasts to that of the
/// input (as numpy does). The result clones the input.
POPLAR_EMU_EXPORT poplar::Tensor
shapedDropout(poplar::Graph &graph, const poplar::Tensor *seed, std::uint32_t seedModifier,
              const poplar::Tensor &input, const poplar::Tensor &reference, double keepProbability,
              double scale, poplar::program::Sequence &prog,
              const poplar::DebugContext &debugContext = {});

/// Gives the workers of all tiles states that are functions of seed, modifier, tile and worker.
POPLAR_EMU_EXPORT void setSeed(poplar::Graph &graph, const poplar::Tensor &masterSeed,
                               std::uint32_t seedModifier, poplar::program::Sequence &prog,
                               const poplar::DebugContext &debugContext = {});

} // namespace poprand

#endif
