// SPDX-License-Identifier: MIT
// poplar-emu info: the emulated devices, or what a profile holds.
#include "Commands.hpp"
#include "Input.hpp"
#include "info/Devices.hpp"
#include "info/ProfileInfo.hpp"

#include <iostream>
#include <memory>

namespace poplar_emu::tool {
namespace {

int run(const std::string &profile) {
  if (profile.empty())
    listDevices(std::cout);
  else
    describe(openProfile(profile), std::cout);
  return 0;
}

} // namespace

void addInfo(CLI::App &app, int &status) {
  auto profile = std::make_shared<std::string>();
  auto list = std::make_shared<bool>(false);
  CLI::App *info = app.add_subcommand("info", "list the emulated devices, or describe a profile");
  info->add_option("profile", *profile, "profile.pop, or its folder");
  info->add_flag("-l,--list-devices", *list, "list the devices, which is also the default");
  info->callback([profile, list, &status] { status = run(*list ? std::string() : *profile); });
}

} // namespace poplar_emu::tool
