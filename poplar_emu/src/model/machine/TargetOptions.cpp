// SPDX-License-Identifier: MIT
// Options of targets and devices.
#include "model/machine/TargetState.hpp"
#include "support/Diagnostic.hpp"
#include "support/OptionTable.hpp"

#include <algorithm>
#include <array>

namespace poplar_emu::model {
namespace {

constexpr std::array<OptionSpec, 7> kSpecs = {{
    {"ipuLinkConfiguration", OptionKind::Choice, "None|Default|BarleyTwist|SlidingWindow"},
    {"ipuLinkTopology", OptionKind::Choice, "mesh|torus|line"},
    {"ipuLinkDomainSize", OptionKind::Unsigned},
    {"IpuLinkDomainSize", OptionKind::Unsigned},
    {"syncConfiguration", OptionKind::Choice, "intraReplicaAndAll|ipuAndAll|intraReplicaAndLadder"},
    {"gatewayMode", OptionKind::Bool},
    {"accurateHalf", OptionKind::Bool},
}};

// Programs hand engine options to devices; those have no effect here.
constexpr std::array<std::string_view, 9> kEnginePrefixes = {
    "debug.",    "target.",          "opt.",  "exchange.", "autoReport.",
    "profiler.", "streamCallbacks.", "prng.", "sim."};

constexpr OptionTable kTable("target option", kSpecs, {});

poplar::OptionFlags withoutEngineOptions(const poplar::OptionFlags &flags) {
  poplar::OptionFlags result;
  for (const auto &[key, value] : flags) {
    const bool isEngineOption =
        std::any_of(kEnginePrefixes.begin(), kEnginePrefixes.end(),
                    [&key](std::string_view prefix) { return key.starts_with(prefix); });
    if (!isEngineOption) result.set(key, value);
  }
  return result;
}

poplar::IpuLinkConfiguration configurationOf(const std::string &word) {
  if (word == "BarleyTwist") return poplar::IpuLinkConfiguration::BarleyTwist;
  if (word == "SlidingWindow") return poplar::IpuLinkConfiguration::SlidingWindow;
  return poplar::IpuLinkConfiguration::Default;
}

poplar::IpuLinkTopology topologyOf(const std::string &word) {
  if (word == "torus") return poplar::IpuLinkTopology::Torus;
  return word == "line" ? poplar::IpuLinkTopology::Line : poplar::IpuLinkTopology::Mesh;
}

} // namespace

void applyTargetOptions(TargetState &state, const poplar::OptionFlags &given) {
  const poplar::OptionFlags options =
      withoutEngineOptions(withEnvironment(given, "POPLAR_TARGET_OPTIONS"));
  kTable.check(options, UnknownKeys::Refuse);
  state.options = options;
  state.linkDomainSize = std::min(state.machine.numIPUs, 64U);
  if (auto word = textOption(options, "ipuLinkConfiguration"))
    state.linkConfiguration = configurationOf(*word);
  if (auto word = textOption(options, "ipuLinkTopology")) state.linkTopology = topologyOf(*word);
  if (auto mode = boolOption(options, "gatewayMode")) state.gatewayMode = *mode;
  if (auto accurate = boolOption(options, "accurateHalf")) state.accurateHalf = *accurate;
  for (const char *key : {"ipuLinkDomainSize", "IpuLinkDomainSize"}) {
    const auto size = unsignedOption(options, key);
    if (!size) continue;
    if (*size == 0 || *size > 65536)
      Diagnostic(Code::PE0702, "target option '{}' cannot be {}", key, *size)
          .note("legal values: 1 to 65536 IPUs")
          .raise();
    state.linkDomainSize = static_cast<unsigned>(*size);
  }
}

} // namespace poplar_emu::model
