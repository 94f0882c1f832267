// SPDX-License-Identifier: MIT
// Shapes of the three products of a fully connected layer.
#include <poplin/FullyConnected.hpp>

namespace poplin {
namespace fc {

std::vector<std::pair<MatMulParams, poplar::OptionFlags>>
getMatMulPrePlanParameters(FullyConnectedParams p, poplar::OptionFlags matmulOptions,
                           poplar::Type type, bool inferenceOnly) {
  std::vector<std::pair<MatMulParams, poplar::OptionFlags>> products;
  const auto add = [&](const char *pass, std::size_t m, std::size_t k, std::size_t n) {
    poplar::OptionFlags options = matmulOptions;
    options.set("fullyConnectedPass", pass);
    products.emplace_back(MatMulParams{type, type, {p.numGroups, m, k}, {p.numGroups, k, n}},
                          options);
  };
  add(inferenceOnly ? "INFERENCE_FWD" : "TRAINING_FWD", p.batchSize, p.inputSize, p.outputSize);
  if (inferenceOnly) return products;
  add("TRAINING_BWD", p.batchSize, p.outputSize, p.inputSize);
  add("TRAINING_WU", p.inputSize, p.batchSize, p.outputSize);
  return products;
}

} // namespace fc
} // namespace poplin
