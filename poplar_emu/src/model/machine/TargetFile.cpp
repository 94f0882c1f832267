// SPDX-License-Identifier: MIT
// Targets as one line of JSON; comparison, order and hash follow from that text.
#include "model/Access.hpp"
#include "model/machine/Machine.hpp"
#include "model/machine/MachineFields.hpp"
#include "model/machine/TargetState.hpp"
#include "model/values/JsonInteger.hpp"
#include "support/Diagnostic.hpp"

#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>

namespace poplar_emu::model {
namespace {

using Json = nlohmann::ordered_json;

/// Everything that tells targets apart; options only count through what they changed.
Json toJson(const TargetState &state) {
  Json json;
  json["type"] = static_cast<int>(state.type);
  json["system"] = state.system;
  json["accurateHalf"] = state.accurateHalf;
  json["linkConfiguration"] = static_cast<int>(state.linkConfiguration);
  json["linkTopology"] = static_cast<int>(state.linkTopology);
  json["linkDomainSize"] = state.linkDomainSize;
  json["gatewayMode"] = state.gatewayMode;
  Json &machine = json["machine"];
  forEachField(state.machine, [&](const char *name, const auto &field) { machine[name] = field; });
  machine["relativeSyncDelay"] = static_cast<int>(state.machine.relativeSyncDelay);
  Json constraints = Json::array();
  for (const poplar::GlobalExchangeConstraint &constraint :
       state.machine.globalExchangeConstraints) {
    Json flows = Json::array();
    for (const poplar::GlobalExchangeFlow &flow : constraint.flows)
      flows.push_back({flow.src, flow.dst});
    constraints.push_back({{"bandwidth", constraint.bandwidth}, {"flows", flows}});
  }
  machine["globalExchangeConstraints"] = constraints;
  return json;
}

TargetState fromJson(const Json &json) {
  TargetState state;
  state.type = enumeratorOf(json.at("type"), poplar::TargetType::CPU);
  state.system = json.at("system");
  state.accurateHalf = json.at("accurateHalf");
  state.linkConfiguration =
      enumeratorOf(json.at("linkConfiguration"), poplar::IpuLinkConfiguration::None);
  state.linkTopology = enumeratorOf(json.at("linkTopology"), poplar::IpuLinkTopology::Line);
  state.linkDomainSize = integerOf<decltype(state.linkDomainSize)>(json.at("linkDomainSize"));
  state.gatewayMode = json.at("gatewayMode");
  const Json &machine = json.at("machine");
  forEachField(state.machine, [&]<class Field>(const char *name, Field &field) {
    if constexpr (std::is_integral_v<Field> && !std::is_same_v<Field, bool>)
      field = integerOf<Field>(machine.at(name));
    else
      machine.at(name).get_to(field);
  });
  state.machine.relativeSyncDelay = enumeratorOf(machine.at("relativeSyncDelay"),
                                                 poplar::IPUModel::RelativeSyncDelayType::NO_DELAY);
  for (const Json &constraint : machine.at("globalExchangeConstraints")) {
    std::vector<poplar::GlobalExchangeFlow> flows;
    for (const Json &flow : constraint.at("flows"))
      flows.emplace_back(integerOf<unsigned>(flow.at(0)), integerOf<unsigned>(flow.at(1)));
    state.machine.globalExchangeConstraints.emplace_back(constraint.at("bandwidth"), flows);
  }
  for (const auto &[key, value] : json.at("options").items())
    state.options.set(key, value.get<std::string>());
  return state;
}

std::string identity(const poplar::Target &target) {
  return Access::state(target) ? toJson(need(target)).dump() : std::string();
}

} // namespace
} // namespace poplar_emu::model

namespace poplar {

using namespace poplar_emu;

void Target::serialize(std::ostream &out) const {
  const model::TargetState &state = model::need(*this);
  model::Json json = model::toJson(state);
  model::Json &options = json["options"] = model::Json::object();
  for (const auto &[key, value] : state.options)
    options[key] = value;
  out << json.dump() << '\n';
}

Target::Target(std::istream &in) {
  std::string line;
  std::getline(in, line);
  try {
    *this = model::makeTarget(model::fromJson(model::Json::parse(line)));
  } catch (const nlohmann::json::exception &error) {
    Diagnostic(Code::PE0801, "the input holds no target").note("{}", error.what()).raise();
  }
}

std::size_t Target::hash() const {
  return std::hash<std::string>()(model::identity(*this));
}

bool Target::operator==(const Target &other) const {
  return state_ == other.state_ || model::identity(*this) == model::identity(other);
}

bool Target::operator<(const Target &other) const {
  return model::identity(*this) < model::identity(other);
}

bool IPUModel::operator==(const IPUModel &other) const {
  bool isEqual = relativeSyncDelay == other.relativeSyncDelay &&
                 globalExchangeConstraints == other.globalExchangeConstraints;
  model::Json mine, theirs;
  model::forEachField(*this, [&](const char *name, const auto &field) { mine[name] = field; });
  model::forEachField(other, [&](const char *name, const auto &field) { theirs[name] = field; });
  isEqual = isEqual && mine == theirs;
  return isEqual;
}

} // namespace poplar
