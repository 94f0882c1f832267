// SPDX-License-Identifier: MIT
// poplar-emu: looks at profiles and at the emulated machine. Called gc-info, it lists devices.
#include "Commands.hpp"
#include "Input.hpp"
#include "info/Devices.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>

namespace {

using namespace poplar_emu::tool;

int poplarEmu(int argc, char **argv) {
  CLI::App app("Looks at profiles of Poplar programs, and at the emulated machine.", "poplar-emu");
  app.set_version_flag("--version", POPLAR_EMU_VERSION);
  app.require_subcommand(1);
  int status = 0;
  addReport(app, status);
  addLedger(app, status);
  addDiff(app, status);
  addTrace(app, status);
  addGraph(app, status);
  addInfo(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : kError;
  }
  return status;
}

/// As the tool of the SDK: gc-info -l lists the devices; there is no more to say about emulated
/// ones.
int gcInfo(int argc, char **argv) {
  CLI::App app("Lists the emulated devices.", "gc-info");
  bool list = false;
  app.add_flag("-l,--list-devices", list, "list the devices");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : kError;
  }
  if (!list) {
    std::cout << app.help();
    return kError;
  }
  listDevices(std::cout);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  const bool isGcInfo = argc > 0 && std::filesystem::path(argv[0]).filename() == "gc-info";
  try {
    const int status = isGcInfo ? gcInfo(argc, argv) : poplarEmu(argc, argv);
    Output("-").close();
    return status;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", isGcInfo ? "gc-info" : "poplar-emu", error.what());
    return kError;
  }
}
