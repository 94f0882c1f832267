// SPDX-License-Identifier: MIT
// Quarters through the conversions of TypeConversion.hpp.
#include "api/tensor/QuarterValues.hpp"

#include "support/Diagnostic.hpp"
#include "view/Regions.hpp"

#include <poplar/Quarter.hpp>
#include <poplar/TypeConversion.hpp>

#include <algorithm>

namespace poplar_emu::api {

std::optional<std::uint8_t> constantMetadata(const TensorRef &metadata) {
  if (!metadata || metadata->view.numElements() != 1) return std::nullopt;
  const view::Run run = view::runs(metadata->view).front();
  const ir::Variable &variable = metadata->core->graph.variable(run.variable);
  if (variable.kind != ir::VariableKind::Constant) return std::nullopt;
  return std::to_integer<std::uint8_t>(
      variable.constant.bytes[variable.constant.uniform ? 0 : run.start]);
}

void quarterFromDoubles(std::span<const double> values, const ValueTarget &target,
                        std::span<std::byte> out) {
  if (!target.quarterMetadata) {
    const bool allZero = std::all_of(values.begin(), values.end(), [](double v) { return v == 0; });
    if (!allZero) {
      Diagnostic(Code::PE0222, "numbers cannot be stored as quarter without known metadata")
          .at(target.site, "{}", target.describe())
          .fix("give a constant metadata tensor, or the bits as unsigned char")
          .raise();
    }
    std::fill(out.begin(), out.end(), std::byte{0});
    return;
  }
  const poplar::QuarterMetadata metadata(*target.quarterMetadata);
  convertValuesToDevice(poplar::QUARTER, &metadata, values.data(),
                        poplar::TypeTraits::make<double>(), values.size(), out.data(), false);
}

double quarterToDouble(std::uint8_t bits, std::uint8_t metadataBits) {
  const poplar::QuarterMetadata metadata(metadataBits);
  double value = 0;
  convertValuesFromDevice(poplar::QUARTER, &metadata, &bits, &value,
                          poplar::TypeTraits::make<double>(), 1);
  return value;
}

} // namespace poplar_emu::api
