// SPDX-License-Identifier: MIT
// poplar::RuntimeOptions and poplar::EngineOptions: checked sets of options.
#include "model/EngineOptionTable.hpp"
#include "model/Sites.hpp"

#include <poplar/EngineOptions.hpp>
#include <poplar/RuntimeOptions.hpp>

#include <utility>

namespace poplar {
namespace {

void mix(std::size_t &seed, std::size_t value) {
  seed ^= value + 0x9e3779b97f4a7c15ULL + (seed << 6) + (seed >> 2);
}

std::size_t hashOf(const OptionFlags &flags) {
  std::size_t seed = flags.size();
  for (const auto &[key, value] : flags) {
    mix(seed, std::hash<std::string>()(key));
    mix(seed, std::hash<std::string>()(value));
  }
  return seed;
}

} // namespace

RuntimeOptions::RuntimeOptions()
    : options_(poplar_emu::model::checkRuntimeOptions(OptionFlags())) {}

RuntimeOptions::RuntimeOptions(const OptionFlags &options, SourceLocation loc) {
  const poplar_emu::CallSite call(poplar_emu::model::siteOf(loc));
  options_ = poplar_emu::model::checkRuntimeOptions(options);
}

std::size_t RuntimeOptions::hash() const {
  return hashOf(options_);
}

EngineOptions::EngineOptions(OptionFlags options, Target target, unsigned replicationFactor)
    : options_(
          poplar_emu::model::parseEngineOptions(options, poplar_emu::UnknownKeys::Refuse).flags),
      target_(std::move(target)), replicationFactor_(replicationFactor) {}

std::size_t EngineOptions::hash() const {
  std::size_t seed = hashOf(options_);
  mix(seed, target_.hash());
  mix(seed, replicationFactor_);
  return seed;
}

} // namespace poplar
