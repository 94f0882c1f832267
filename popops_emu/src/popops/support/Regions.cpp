// SPDX-License-Identifier: MIT
// Parts of tensors by the tile of the first.
#include "support/Regions.hpp"

namespace popops::support {

using poplar::Tensor;

void forEachTile(const poplar::Graph &graph, std::vector<Tensor> tensors,
                 const std::function<void(unsigned tile, std::vector<Tensor> &parts)> &f) {
  for (Tensor &tensor : tensors)
    tensor = tensor.flatten();
  if (tensors[0].numElements() == 0) return;
  std::vector<Tensor *> others;
  for (std::size_t i = 1; i < tensors.size(); ++i)
    others.push_back(&tensors[i]);
  graph.reorderToSimplify(&tensors[0], others, false);
  const auto mapping = graph.getTileMapping(tensors[0]);
  std::vector<Tensor> parts(tensors.size());
  for (unsigned tile = 0; tile < mapping.size(); ++tile) {
    if (mapping[tile].empty()) continue;
    for (std::size_t i = 0; i < tensors.size(); ++i)
      parts[i] = mapping[tile].size() == 1 ? tensors[i].slice(mapping[tile][0])
                                           : concat(tensors[i].slices(mapping[tile]));
    f(tile, parts);
  }
}

} // namespace popops::support
