// SPDX-License-Identifier: MIT
// Constants of a graph.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/ElementValues.hpp"
#include "api/tensor/QuarterValues.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "api/variables/Variables.hpp"

#include <poplar/IeeeHalf.hpp>

#include <cstring>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

/// From this many equal elements on, one is stored.
constexpr std::size_t kUniformFrom = 16;

bool allEqual(const std::vector<std::byte> &bytes, std::size_t width) {
  return std::memcmp(bytes.data(), bytes.data() + width, bytes.size() - width) == 0;
}

/// How many values the caller gave.
struct GivenValues {
  const void *data;
  TypeTraits traits;
  enum class Count { One, Exactly, AsManyAsElements } rule;
  std::size_t count = 0; ///< for Exactly
};

Tensor addConstantValues(const GraphState &graph, const Type &type, const Tensor &metadata,
                         ArrayRef<std::size_t> shape, const GivenValues &given,
                         const DebugContext &dc) {
  NewVariable description;
  description.type = Access::elementType(type);
  description.shape = {shape.data(), shape.size()};
  description.name = dc.getPathName();
  description.site = siteOf(Access::location(dc));
  description.metadata = metadataArgument(graph, metadata, description.site);
  const std::size_t numElements = checkVariable(description);

  HostValues values{given.data, numElements, given.traits};
  const bool broadcast = given.rule == GivenValues::Count::One;
  if (broadcast) values.count = 1;
  if (given.rule == GivenValues::Count::Exactly && given.count != numElements) {
    Diagnostic(Code::PE0213, "constant '{}' {} needs {} values and got {}", description.name,
               view::shapeText(description.shape), numElements, given.count)
        .at(description.site)
        .fix("give one value for each element, or a single value for all")
        .raise();
  }
  if (!values.data && values.count > 0) {
    Diagnostic(Code::PE0710, "null pointer given as the values of constant '{}' {}",
               description.name, view::shapeText(description.shape))
        .at(description.site)
        .fix("pass {} value(s)", values.count)
        .raise();
  }
  const ValueTarget target{description.type,
                           [&] { return fmt::format("constant '{}'", description.name); },
                           description.site, constantMetadata(description.metadata)};
  ir::ElementData data{toDevice(values, target), broadcast};
  const std::size_t width = sizeInBytes(description.type);
  if (!broadcast && numElements >= kUniformFrom && allEqual(data.bytes, width)) {
    data.uniform = true;
    data.bytes = std::vector<std::byte>(data.bytes.begin(), data.bytes.begin() + width);
  }
  const VariableId id = api::addVariable(graph, description, ir::VariableKind::Constant);
  graph.core->graph.variable(id).constant = std::move(data);
  return tensorOf(graph.core, id);
}

GivenValues::Count rule(bool broadcast) {
  return broadcast ? GivenValues::Count::One : GivenValues::Count::AsManyAsElements;
}

} // namespace

Tensor Graph::makeConstant(const Type &type, const Tensor *metadata, ArrayRef<std::size_t> shape,
                           const void *values, const TypeTraits &traits, std::size_t numValues,
                           const DebugContext &dc) {
  return addConstantValues(*need(*this, "addConstant", Access::location(dc)), type,
                           metadata ? *metadata : Tensor(), shape,
                           {values, traits, GivenValues::Count::Exactly, numValues}, dc);
}

Tensor Graph::addConstant(const Type &type, ArrayRef<std::size_t> shape, const void *values,
                          const TypeTraits &traits, bool broadcast, const DebugContext &dc) {
  return addConstant(type, Tensor(), shape, values, traits, broadcast, dc);
}

Tensor Graph::addConstant(const Type &type, const Tensor &metadata, ArrayRef<std::size_t> shape,
                          const void *values, const TypeTraits &traits, bool broadcast,
                          const DebugContext &dc) {
  return addConstantValues(*need(*this, "addConstant", Access::location(dc)), type, metadata, shape,
                           {values, traits, rule(broadcast), 0}, dc);
}

Tensor Graph::addConstantHalf(const Type &type, ArrayRef<std::size_t> shape, std::uint16_t bits,
                              const DebugContext &dc) {
  return addConstant(type, Tensor(), shape, &bits, TypeTraits::make<IeeeHalf>(), true, dc);
}

Tensor Graph::addConstantHalf(const Type &type, ArrayRef<std::size_t> shape,
                              const std::uint16_t *bits, const DebugContext &dc) {
  return addConstant(type, Tensor(), shape, bits, TypeTraits::make<IeeeHalf>(), false, dc);
}

} // namespace poplar
