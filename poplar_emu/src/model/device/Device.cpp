// SPDX-License-Identifier: MIT
// poplar::Device: attaching, attributes, virtual devices.
#include "model/Access.hpp"
#include "model/Sites.hpp"
#include "model/device/DeviceState.hpp"
#include "model/device/HostTopology.hpp"
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"
#include "support/OptionTable.hpp"
#include "support/Version.hpp"

#include <array>
#include <numeric>

namespace poplar_emu::model {

poplar::Device makeDevice(DeviceState state) {
  return Access::device(std::make_shared<DeviceState>(std::move(state)));
}

const DeviceState &need(const poplar::Device &device) {
  const auto &state = Access::state(device);
  if (!state)
    Diagnostic(Code::PE0215, "a null Device is used")
        .note("a device is null when it is default-constructed, moved from, or turned into a "
              "virtual device")
        .raise();
  return *state;
}

namespace {

constexpr std::array<OptionSpec, 4> kSimulatorOptions = {{
    {"sim.accurateTiming", OptionKind::Bool},
    {"sim.traceTiming", OptionKind::Bool},
    {"sim.simulateFullDevice", OptionKind::Bool},
    {"debug.trace", OptionKind::Bool},
}};
constexpr std::array<std::string_view, 3> kSimulatorPrefixes = {"sim.", "debug.", "target."};
constexpr OptionTable kSimulatorTable("simulator option", kSimulatorOptions, kSimulatorPrefixes);

/// The driver that these emulated devices behave like.
constexpr unsigned kDriverMajor = 1, kDriverMinor = 1, kDriverPoint = 11;

void requireAttachedIpu(const poplar::Device &device, const char *question) {
  const DeviceState &state = need(device);
  if (state.kind != DeviceKind::Emulated)
    Diagnostic(Code::PE0507, "{} is asked of a device that is no IPU, but a {}", question,
               poplar::toString(state.target.getTargetType()))
        .fix("ask only devices whose target type is TargetType::IPU")
        .raise();
  if (!state.attachment->isHeld())
    Diagnostic(Code::PE0507, "{} is asked of device {}, which is not attached", question, state.id)
        .fix("call device.attach() first")
        .raise();
}

} // namespace
} // namespace poplar_emu::model

namespace poplar {

using namespace poplar_emu;
using poplar_emu::model::DeviceKind;
using poplar_emu::model::need;

Device::Device() = default;
Device::Device(Device &&) noexcept = default;
Device &Device::operator=(Device &&) noexcept = default;
Device::~Device() = default;

unsigned Device::getId() const {
  return need(*this).id;
}

const Target &Device::getTarget() const {
  return need(*this).target;
}

bool Device::attach() const {
  const model::DeviceState &state = need(*this);
  return !state.attachment || state.attachment->acquire();
}

bool Device::isAttached() const {
  const model::DeviceState &state = need(*this);
  return !state.attachment || state.attachment->isHeld();
}

void Device::detach() const {
  const model::DeviceState &state = need(*this);
  if (state.attachment) state.attachment->release();
}

void Device::getDriverVersion(unsigned &major, unsigned &minor, unsigned &point) const {
  model::requireAttachedIpu(*this, "the driver version");
  major = model::kDriverMajor;
  minor = model::kDriverMinor;
  point = model::kDriverPoint;
}

bool Device::supportsRemoteBuffers() const {
  model::requireAttachedIpu(*this, "whether remote buffers work");
  return true;
}

bool Device::hasGateway() const {
  return need(*this).target.getGatewayMode();
}

std::string Device::getAttribute(IPUAttributes::AttributeId attribute) const {
  const Target &target = getTarget();
  using IPUAttributes::AttributeId;
  switch (attribute) {
  case AttributeId::DriverVersion:
    return fmt::format("{}.{}.{}", model::kDriverMajor, model::kDriverMinor, model::kDriverPoint);
  case AttributeId::FirmwareVersion:
    return std::string(kVersion);
  case AttributeId::IpuArchitecture:
    return target.getTargetArchString();
  case AttributeId::NumTiles:
    return std::to_string(target.getTilesPerIPU());
  case AttributeId::MemoryPerTile:
    return std::to_string(target.getBytesPerTile());
  case AttributeId::TileClockFrequency:
    return fmt::format("{:.0f}", target.getTileClockFrequency());
  case AttributeId::PciId:
    return fmt::format("0000:{:02x}:00.0", getId() % 256);
  }
  Diagnostic(Code::PE0709, "a device has no attribute {}", static_cast<int>(attribute)).raise();
}

std::map<std::string, std::string> Device::getAttributes() const {
  using IPUAttributes::AttributeId;
  return {
      {"id", std::to_string(getId())},
      {"type", poplar::toString(getTarget().getTargetType())},
      {"num ipus", std::to_string(getTarget().getNumIPUs())},
      {"driver version", getAttribute(AttributeId::DriverVersion)},
      {"firmware version", getAttribute(AttributeId::FirmwareVersion)},
      {"ipu architecture", getAttribute(AttributeId::IpuArchitecture)},
      {"num tiles", getAttribute(AttributeId::NumTiles)},
      {"memory per tile", getAttribute(AttributeId::MemoryPerTile)},
      {"tile clock frequency", getAttribute(AttributeId::TileClockFrequency)},
      {"pci id", getAttribute(AttributeId::PciId)},
  };
}

std::vector<std::vector<int>> Device::getNumaTopology() const {
  need(*this);
  return model::numaTopology();
}

std::vector<int> Device::getNumaNodesUsedForIPUs() const {
  need(*this);
  return {0};
}

std::vector<unsigned> Device::getDriverIDs() const {
  const model::DeviceState &state = need(*this);
  std::vector<unsigned> ids(state.attachment ? state.attachment->ipus().count : 0);
  if (state.attachment) std::iota(ids.begin(), ids.end(), state.attachment->ipus().first);
  return ids;
}

void Device::reset() const {
  need(*this);
}

Device Device::createVirtualDevice(unsigned tilesPerIPU) {
  model::DeviceState state = need(*this);
  state.target = state.target.createVirtualTarget(state.target.getNumIPUs(), tilesPerIPU);
  state_.reset();
  return model::makeDevice(std::move(state));
}

Device Device::createCPUDevice(unsigned numIPUs) {
  model::DeviceState state;
  state.target = Target::createCPUTarget(true, numIPUs);
  return model::makeDevice(std::move(state));
}

Device Device::createSimulatorDevice(const Target &target, const OptionFlags &options) {
  model::kSimulatorTable.check(withEnvironment(options, "POPLAR_SIMULATOR_OPTIONS"),
                               UnknownKeys::Refuse);
  if (target.getTargetType() != TargetType::IPU)
    Diagnostic(Code::PE0705, "a simulator device needs an IPU target, not a {}",
               poplar::toString(target.getTargetType()))
        .fix("make the target with Target::createIPUTarget")
        .raise();
  model::DeviceState state;
  state.kind = DeviceKind::Simulator;
  state.target = target;
  return model::makeDevice(std::move(state));
}

void Device::temporarilyDetach() const {
  detach();
}

bool Device::supportsGraphStreaming() const {
  return supportsRemoteBuffers();
}

Device IPUModel::createDevice(OptionFlags options, bool accurateHalf, unsigned deviceManagerId,
                              SourceLocation loc) const {
  const CallSite call(model::siteOf(loc));
  model::TargetState target;
  target.type = TargetType::IPU_MODEL;
  target.system = IPUVersion;
  target.machine = *this;
  target.accurateHalf = accurateHalf;
  target.gatewayMode = false;
  model::applyTargetOptions(target, options);
  model::DeviceState state;
  state.kind = DeviceKind::Model;
  state.id = deviceManagerId == std::numeric_limits<unsigned>::max() ? 0 : deviceManagerId;
  state.target = model::makeTarget(std::move(target));
  return model::makeDevice(std::move(state));
}

} // namespace poplar
