// SPDX-License-Identifier: MIT
// Writes the pages that the browser test opens: a large one, one of several IPUs, one out of
// memory.
//   write_reports FOLDER
#include "page/Page.hpp"
#include "support/SyntheticProfile.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
  using poplar_emu::synthetic::Shape;
  if (argc != 2) {
    std::cerr << "usage: write_reports FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  const auto write = [&](const char *name, const Shape &shape, const char *title) {
    std::ofstream file(folder / name, std::ios::binary);
    poplar_emu::report::writePage(file, poplar_emu::synthetic::makeProfile(shape), title);
    return static_cast<bool>(file.flush());
  };
  const bool ok =
      write("large.html", {1, 1472, 2000, true, false}, "stencil/profile.pop") &&
      write("pipeline.html", {4, 1472, 400, false, false}, "pipeline </script> & <b>") &&
      write("full.html", {1, 64, 20, false, true}, "out of memory") &&
      write("empty.html", {1, 4, 4, false, false}, "small");
  return ok ? 0 : 1;
}
