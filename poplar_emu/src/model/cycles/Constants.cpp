// SPDX-License-Identifier: MIT
// Looks constants up.
#include "model/cycles/Constants.hpp"

namespace poplar_emu::model {
namespace {

constexpr bool rowsAreInOrder() {
  for (std::size_t i = 0; i < kConstants.size(); ++i)
    if (kConstants[i].id != static_cast<ConstantId>(i)) return false;
  return kConstants.size() == static_cast<std::size_t>(ConstantId::kLastEnumerator) + 1;
}
static_assert(rowsAreInOrder());

const ByGeneration &valuesOf(const Constant &constant, CycleModel set) {
  return set == CycleModel::Hardware ? constant.hardware : constant.ipumodel;
}

} // namespace

std::size_t generationIndex(std::string_view architecture) {
  if (architecture == "ipu1") return 0;
  return architecture == "ipu21" ? 2 : 1;
}

double constantOf(ConstantId id, CycleModel set, std::string_view architecture) {
  return valuesOf(kConstants[static_cast<std::size_t>(id)], set)[generationIndex(architecture)];
}

std::vector<ConstantValue> constantsOf(CycleModel set, std::string_view architecture) {
  std::vector<ConstantValue> values;
  for (const Constant &constant : kConstants)
    values.push_back({std::string(constant.name), std::string(constant.unit),
                      std::string(constant.source),
                      valuesOf(constant, set)[generationIndex(architecture)]});
  return values;
}

std::string_view name(CycleModel set) {
  return set == CycleModel::Hardware ? "hardware" : "ipumodel";
}

} // namespace poplar_emu::model
