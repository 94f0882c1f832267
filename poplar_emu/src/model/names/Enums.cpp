// SPDX-License-Identifier: MIT
// Names of the values of Poplar's enumerations.
#include <poplar/DataStreamType.hpp>
#include <poplar/Error.hpp>
#include <poplar/FunctionBufferMappingType.hpp>
#include <poplar/IpuLinkConfiguration.hpp>
#include <poplar/IpuLinkTopology.hpp>
#include <poplar/ReplicatedStreamMode.hpp>
#include <poplar/SyncType.hpp>
#include <poplar/TargetType.hpp>
#include <poplar/TensorCloneMethod.hpp>
#include <poplar/VariableMappingMethod.hpp>
#include <poplar/VectorLayout.hpp>

#include "support/Diagnostic.hpp"
#include "support/NearestName.hpp"

#include <ostream>
#include <span>
#include <string_view>

namespace poplar {
namespace {

constexpr std::string_view kTargetTypes[] = {"IPU", "IPU_MODEL", "CPU"};
constexpr std::string_view kRecoveryActions[] = {"IPU_RESET", "LINK_RESET", "PARTITION_RESET",
                                                 "FULL_RESET"};
constexpr std::string_view kErrorCodes[] = {"NONE",
                                            "UNKNOWN",
                                            "TRAP",
                                            "FLOATING_POINT_INVALID_OPERATION",
                                            "FLOATING_POINT_DIVIDE_BY_ZERO",
                                            "FLOATING_POINT_OVERFLOW",
                                            "TILE_MEMORY_BANK_CONFLICT",
                                            "INVALID_EXCHANGE_CONFIGURATION",
                                            "INVALID_ADDRESS",
                                            "INVALID_OPERAND",
                                            "INVALID_PROGRAM_COUNTER",
                                            "INVALID_INSTRUCTION",
                                            "EXCHANGE_ERROR",
                                            "MEMORY_ERROR",
                                            "IPUSOFTERR",
                                            "LINK_DOWN",
                                            "HOST_LINK_DOWN",
                                            "HOST_SYNC_TIMEOUT",
                                            "IPU_MEMORY_FAILURE"};
constexpr std::string_view kFunctionBufferMappingTypes[] = {"REMOTE"};
constexpr std::string_view kVariableMappingMethods[] = {"NONE", "LINEAR"};
constexpr std::string_view kSyncTypes[] = {"INTERNAL", "EXTERNAL", "GLOBAL"};
constexpr std::string_view kReplicatedStreamModes[] = {"REPLICATE", "BROADCAST"};
constexpr std::string_view kTensorCloneMethods[] = {
    "PRESERVE_ORDER_AND_ALIASES", "CREATE_NEW_ORDER", "PRESERVE_ORDER_UNLESS_ALIASES",
    "GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES"};
constexpr std::string_view kTensorCloneDuplicationMethods[] = {
    "DUPLICATE_BY_OUTER_DIMENSION", "DUPLICATE_BY_TILE_CONTIGUOUS_REGION"};
constexpr std::string_view kDataStreamTypes[] = {"HostToDeviceFIFO", "DeviceToHostFIFO",
                                                 "HostToDeviceBuffer", "DeviceToHostBuffer"};
constexpr std::string_view kIpuLinkConfigurations[] = {"Default", "SlidingWindow", "BarleyTwist",
                                                       "None"};
constexpr std::string_view kIpuLinkTopologies[] = {"Mesh", "Torus", "Line"};
constexpr std::string_view kVectorLayouts[] = {
    "NotAVector", "Span", "ShortSpan", "OnePtr", "ScaledPtr32", "ScaledPtr64", "ScaledPtr128"};
constexpr std::string_view kVectorListLayouts[] = {"NotAVector",    "OnePtr",       "ScaledPtr32",
                                                   "ScaledPtr64",   "ScaledPtr128", "DeltaN",
                                                   "DeltaNElements"};

/// A value outside the enumeration comes from a cast in the user's program; it has no name.
template <class Enum>
std::string_view nameOf(std::span<const std::string_view> names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : "<invalid>";
}

} // namespace

#define POPLAR_EMU_DEFINE_TEXT(Enum, names)                                                        \
  std::string toString(Enum value) {                                                               \
    return std::string(nameOf(names, value));                                                      \
  }                                                                                                \
  std::ostream &operator<<(std::ostream &out, Enum value) {                                        \
    return out << nameOf(names, value);                                                            \
  }

POPLAR_EMU_DEFINE_TEXT(TargetType, kTargetTypes)
POPLAR_EMU_DEFINE_TEXT(RecoveryAction, kRecoveryActions)
POPLAR_EMU_DEFINE_TEXT(FunctionBufferMappingType, kFunctionBufferMappingTypes)
POPLAR_EMU_DEFINE_TEXT(VariableMappingMethod, kVariableMappingMethods)
POPLAR_EMU_DEFINE_TEXT(SyncType, kSyncTypes)
POPLAR_EMU_DEFINE_TEXT(ReplicatedStreamMode, kReplicatedStreamModes)
POPLAR_EMU_DEFINE_TEXT(TensorCloneMethod, kTensorCloneMethods)
POPLAR_EMU_DEFINE_TEXT(TensorCloneDuplicationMethod, kTensorCloneDuplicationMethods)
#undef POPLAR_EMU_DEFINE_TEXT

std::ostream &operator<<(std::ostream &out, DataStreamType type) {
  return out << nameOf(kDataStreamTypes, type);
}

std::ostream &operator<<(std::ostream &out, IpuLinkConfiguration configuration) {
  return out << nameOf(kIpuLinkConfigurations, configuration);
}

std::ostream &operator<<(std::ostream &out, IpuLinkTopology topology) {
  return out << nameOf(kIpuLinkTopologies, topology);
}

std::string errorCodeToString(ErrorCode code) {
  return std::string(nameOf(kErrorCodes, code));
}

ErrorCode errorCodeFromString(StringRef name) {
  const std::string_view wanted(name.data(), name.size());
  for (std::size_t i = 0; i < std::size(kErrorCodes); ++i)
    if (kErrorCodes[i] == wanted) return static_cast<ErrorCode>(i);
  const std::vector<std::string> names(std::begin(kErrorCodes), std::end(kErrorCodes));
  poplar_emu::Diagnostic diagnostic(poplar_emu::Code::PE0709, "no error code is called '{}'",
                                    wanted);
  const std::string nearest = poplar_emu::nearestName(wanted, names);
  if (!nearest.empty()) diagnostic.fix("did you mean '{}'?", nearest);
  diagnostic.raise();
}

namespace layout {

std::string to_string(Vector value) {
  return std::string(nameOf(kVectorLayouts, value));
}

std::string to_string(VectorList value) {
  return std::string(nameOf(kVectorListLayouts, value));
}

std::ostream &operator<<(std::ostream &out, Vector value) {
  return out << nameOf(kVectorLayouts, value);
}

std::ostream &operator<<(std::ostream &out, VectorList value) {
  return out << nameOf(kVectorListLayouts, value);
}

} // namespace layout
} // namespace poplar
