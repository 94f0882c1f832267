// SPDX-License-Identifier: MIT
// Writes the pages that the browser test opens: a large one, one of several IPUs, one with I/O
// tiles, one out of memory, ones without runs; and the profile of a small one as a file.
//   write_reports FOLDER
#include "page/Page.hpp"
#include "pva/file/ProfileFile.hpp"
#include "support/SyntheticProfile.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

/// One IPU whose last tile serves the host while the others compute.
pva::internal::Profile withIoTiles() {
  pva::internal::Profile profile = poplar_emu::synthetic::makeProfile({1, 64, 20, false, false});
  profile.target.ioTiles = {63};
  for (pva::internal::ProgramInfo &program : profile.programs)
    program.onIoTiles = program.name == "grid/from-host";
  for (pva::internal::RunInfo &run : profile.runs) {
    poplar_emu::CycleParts parts;
    parts.host = run.cycles / 2;
    parts.sync = run.cycles - parts.host;
    run.ioPartsByIpu = {parts};
  }
  return profile;
}

} // namespace

int main(int argc, char **argv) {
  using poplar_emu::synthetic::Shape;
  if (argc != 2) {
    std::cerr << "usage: write_reports FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder / "run");
  const Shape kSmall{1, 4, 4, false, false};
  pva::internal::writeProfile(folder / "run" / "profile.pop",
                              poplar_emu::synthetic::makeProfile(kSmall));
  const auto writeProfile = [&](const char *name, const pva::internal::Profile &profile,
                                const char *title) {
    std::ofstream file(folder / name, std::ios::binary);
    poplar_emu::report::writePage(file, profile, title);
    return static_cast<bool>(file.flush());
  };
  const auto write = [&](const char *name, const Shape &shape, const char *title) {
    return writeProfile(name, poplar_emu::synthetic::makeProfile(shape), title);
  };
  pva::internal::Profile compiled = poplar_emu::synthetic::makeProfile(kSmall);
  compiled.hasExecution = false;
  compiled.totalCycles = 0;
  compiled.runs.clear();
  compiled.steps.clear();
  compiled.totals.clear();
  compiled.blocks.clear();
  const bool ok =
      write("large.html", {1, 1472, 2000, true, false}, "stencil/profile.pop") &&
      write("pipeline.html", {4, 1472, 400, false, false}, "pipeline </script> & <b>") &&
      write("full.html", {1, 64, 20, false, true}, "out of memory") &&
      writeProfile("io.html", withIoTiles(), "I/O tiles") && write("small.html", kSmall, "small") &&
      writeProfile("compiled.html", compiled, "compiled") &&
      writeProfile("empty.html", {}, "nothing at all");
  return ok ? 0 : 1;
}
