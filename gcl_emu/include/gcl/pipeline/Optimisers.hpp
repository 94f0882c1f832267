// SPDX-License-Identifier: MIT
// Weight updates: stochastic gradient descent, with momentum, and Adam.
#ifndef GCL_PIPELINE_OPTIMISERS_HPP
#define GCL_PIPELINE_OPTIMISERS_HPP

#include <gcl/pipeline/Contexts.hpp>
#include <poplar_emu/Export.hpp>

namespace gcl {
namespace pipeline {

// For Options::update and Layer::update. w is the weight, g the accumulated gradient. Weights are
// FLOAT or HALF. State is laid out like the weight; the host reaches it as "<weight>/<name>".
// Cost: a few supersteps a weight and step, on the weight's tiles, and nothing between tiles.

/// w -= learningRate * g.
POPLAR_EMU_EXPORT UpdateFunction sgd(float learningRate);
/// v = momentum * v + g;  w -= learningRate * v. State: velocity.
POPLAR_EMU_EXPORT UpdateFunction sgdWithMomentum(float learningRate, float momentum);
/// m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2;
/// w -= learningRate * m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + epsilon), t = 1, 2, ...
/// State: first, second (of the weight's type), and two factors beta^t of one FLOAT element each.
/// (D. Kingma, J. Ba: Adam, 2015, algorithm 1.)
POPLAR_EMU_EXPORT UpdateFunction adam(float learningRate, float beta1 = 0.9f, float beta2 = 0.999f,
                                      float epsilon = 1e-8f);

} // namespace pipeline
} // namespace gcl

#endif
