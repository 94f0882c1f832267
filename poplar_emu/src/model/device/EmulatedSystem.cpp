// SPDX-License-Identifier: MIT
// Lays out the devices of the emulated system.
#include "model/device/EmulatedSystem.hpp"

#include "model/machine/Machine.hpp"
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace poplar_emu::model {
namespace {

constexpr const char *kVariable = "POPLAR_EMU_DEVICES";
constexpr unsigned kMaxDevices = 65536;

[[noreturn]] void refuse(std::string_view text) {
  Diagnostic(Code::PE0702, "environment variable {} cannot be '{}'", kVariable, text)
      .note("legal values: a number of IPUs, 0 to {}, and a system name, like '64,ipu2'",
            kMaxDevices)
      .raise();
}

struct Settings {
  unsigned numIPUs = 64;
  std::string architecture = "ipu2";
};

Settings readSettings() {
  Settings settings;
  const char *text = std::getenv(kVariable);
  if (!text || !*text) return settings;
  const std::string_view value(text);
  const char *const end = text + value.size();
  const auto [rest, error] = std::from_chars(text, end, settings.numIPUs);
  if (error != std::errc() || settings.numIPUs > kMaxDevices) refuse(value);
  if (rest != end) {
    if (*rest != ',') refuse(value);
    settings.architecture = std::string(rest + 1, end);
  }
  systemOf(settings.architecture);
  return settings;
}

} // namespace

EmulatedSystem emulatedSystem() {
  const Settings settings = readSettings();
  EmulatedSystem system;
  system.architecture = settings.architecture;
  for (unsigned size = 1; size <= settings.numIPUs; size *= 2)
    for (unsigned first = 0; first + size <= settings.numIPUs; first += size)
      system.devices.push_back({first, size});
  return system;
}

poplar::Device EmulatedSystem::device(unsigned id, const poplar::OptionFlags &options) const {
  const IpuRange ipus = devices[id];
  DeviceState state;
  state.kind = DeviceKind::Emulated;
  state.id = id;
  state.target = poplar::Target::createIPUTarget(ipus.count, architecture, options);
  state.attachment = std::make_shared<Attachment>(ipus);
  return makeDevice(std::move(state));
}

} // namespace poplar_emu::model
