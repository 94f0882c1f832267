// SPDX-License-Identifier: MIT
// Values of library calls in the debug tree.
#include "ConstructionTrace.hpp"

#include <poputil/DebugInfo.hpp>

namespace poputil {

using poplar::ProfileValue;

template <>
ProfileValue toProfileValue(const bool &value) {
  return ProfileValue(static_cast<ProfileValue::Boolean>(value));
}

template <>
ProfileValue toProfileValue(const std::string &value) {
  return ProfileValue(value);
}

template <>
ProfileValue toProfileValue(const poplar::ComputeSet &value) {
  return toProfileValue(value.getId());
}

template <>
ProfileValue toProfileValue(const poplar::OptionFlags &value) {
  return poplar::getAsProfileValue(value);
}

template <>
ProfileValue toProfileValue(const poplar::program::Copy &) {
  return ProfileValue("<poplar::program::Copy>");
}

template <>
ProfileValue toProfileValue(const poplar::program::Sequence &) {
  return ProfileValue("<poplar::program::Sequence>");
}

template <>
ProfileValue toProfileValue(const poplar::Type &value) {
  const poplar::StringRef name = value.toString();
  return ProfileValue(std::string(name.data(), name.size()));
}

template <>
ProfileValue toProfileValue(const poplar::Tensor &value) {
  if (!value.valid()) return ProfileValue("<invalid tensor>");
  ProfileValue::Map map;
  map.emplace("shape", toProfileValue(value.shape()));
  map.emplace("type", toProfileValue(value.elementType()));
  return ProfileValue(std::move(map));
}

template <>
ProfileValue toProfileValue(const poplar::TensorCloneMethod &value) {
  using Method = poplar::TensorCloneMethod;
  switch (value) {
  case Method::PRESERVE_ORDER_AND_ALIASES:
    return ProfileValue("PRESERVE_ORDER_AND_ALIASES");
  case Method::CREATE_NEW_ORDER:
    return ProfileValue("CREATE_NEW_ORDER");
  case Method::PRESERVE_ORDER_UNLESS_ALIASES:
    return ProfileValue("PRESERVE_ORDER_UNLESS_ALIASES");
  default:
    return ProfileValue("GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES");
  }
}

OpDebugInfo::OpDebugInfo(const poplar::DebugContext &debugContext, std::string api)
    : poplar::DebugInfo(debugContext, "poplibs") {
  setValue("api", std::move(api));
}
OpDebugInfo::~OpDebugInfo() = default;

void OpDebugInfo::add(std::string name, const std::vector<ArgType> &args) {
  if (args.empty()) return;
  ProfileValue::Map map;
  for (const ArgType &arg : args)
    map.emplace(arg.n, arg.pv);
  setValue(std::move(name), ProfileValue(std::move(map)));
}

void OpDebugInfo::add(std::string name, ProfileValue value) {
  setValue(std::move(name), std::move(value));
}

PoplibsOpDebugInfo::PoplibsOpDebugInfo(const poplar::DebugContext &debugContext,
                                       const std::vector<ArgType> &args, const std::string &api)
    : OpDebugInfo(debugContext, api) {
  add("args", args);
  beginConstruction(this, __builtin_return_address(0), api);
}
PoplibsOpDebugInfo::~PoplibsOpDebugInfo() {
  endConstruction(this);
}

void PoplibsOpDebugInfo::addOutputs(const std::vector<ArgType> &outputs) {
  add("outputs", outputs);
}

void PoplibsOpDebugInfo::addOutput(const poplar::Tensor &output) {
  addOutputs({{"output", toProfileValue(output)}});
}

} // namespace poputil
