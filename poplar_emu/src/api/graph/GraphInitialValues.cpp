// SPDX-License-Identifier: MIT
// Initial values of fields and of tensors.
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "api/variables/InitialValues.hpp"
#include "api/vertex/FieldValues.hpp"

#include <poplar/IeeeHalf.hpp>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar {
namespace {

Field fieldOf(const Graph &graph, const FieldRef &field, const SourceLocation &loc) {
  return resolve(*need(graph, "setInitialValue", loc)->core, field, "setInitialValue", loc);
}

const TensorState &tensorOf(const Graph &graph, const Tensor &tensor, const SourceLocation &loc) {
  return *needOf(*need(graph, "setInitialValue", loc)->core, tensor, "setInitialValue", loc);
}

} // namespace

void Graph::setFieldValue(const FieldRef &field, const void *value, const TypeTraits &traits,
                          SourceLocation loc) {
  api::setFieldValue(*need(*this, "setInitialValue", loc), fieldOf(*this, field, loc),
                     {value, 1, traits});
}

void Graph::setFieldValues(const FieldRef &field, const void *values, const TypeTraits &traits,
                           std::size_t numValues, SourceLocation loc) {
  api::setFieldValues(*need(*this, "setInitialValue", loc), fieldOf(*this, field, loc),
                      {values, numValues, traits});
}

void Graph::setInitialValueHalf(FieldRef field, std::uint16_t bits, SourceLocation loc) {
  setFieldValue(field, &bits, TypeTraits::make<IeeeHalf>(), loc);
}

void Graph::setInitialValueHalf(FieldRef field, ArrayRef<std::uint16_t> bits, SourceLocation loc) {
  setFieldValues(field, bits.data(), TypeTraits::make<IeeeHalf>(), bits.size(), loc);
}

void Graph::setLateValue(const FieldRef &field,
                         std::function<void(const VertexEdgeInfo &, void *)> callback,
                         const TypeTraits &traits, SourceLocation loc) {
  alignas(std::max_align_t) unsigned char value[16];
  POPLAR_EMU_CHECK(traits.size <= sizeof value);
  if (!callback) {
    Diagnostic(Code::PE0511, "setInitCallback without a callback").at(siteOf(loc)).raise();
  }
  callback(Access::edgeInfo(), value);
  setFieldValue(field, value, traits, loc);
}

void Graph::setTensorValue(const Tensor &tensor, const void *value, const TypeTraits &traits,
                           SourceLocation loc) {
  setInitialValues(tensorOf(*this, tensor, loc), {value, 1, traits}, Spread::OneForAll,
                   siteOf(loc));
}

void Graph::setTensorValues(const Tensor &tensor, const void *values, const TypeTraits &traits,
                            std::size_t numValues, SourceLocation loc) {
  setInitialValues(tensorOf(*this, tensor, loc), {values, numValues, traits}, Spread::OneForEach,
                   siteOf(loc));
}

void Graph::setInitialValue(const Tensor &tensor, const ReplicaValues &perReplicaValue,
                            SourceLocation loc) {
  setReplicaValues(tensorOf(*this, tensor, loc), perReplicaValue.values(), siteOf(loc));
}

void Graph::setInitialValueHalf(const Tensor &tensor, std::uint16_t bits, SourceLocation loc) {
  setTensorValue(tensor, &bits, TypeTraits::make<IeeeHalf>(), loc);
}

void Graph::setInitialValueHalf(const Tensor &tensor, ArrayRef<std::uint16_t> bits,
                                SourceLocation loc) {
  setTensorValues(tensor, bits.data(), TypeTraits::make<IeeeHalf>(), bits.size(), loc);
}

} // namespace poplar
