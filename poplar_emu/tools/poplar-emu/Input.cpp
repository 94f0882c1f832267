// SPDX-License-Identifier: MIT
// Opens files for the subcommands.
#include "Input.hpp"

#include "pva/file/ProfileFile.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace poplar_emu::tool {

pva::internal::Profile openProfile(const std::string &path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return pva::internal::readProfile(path);
  const fs::path file = fs::path(path) / "profile.pop";
  if (!fs::exists(file, error))
    throw std::runtime_error(
        fmt::format("there is no profile.pop in '{}'; set the engine option autoReport.all to "
                    "true, and autoReport.directory to this folder, and run the program",
                    path));
  return pva::internal::readProfile(file.string());
}

Output::Output(const std::string &path) : path_(path == "-" ? "" : path) {
  if (path_.empty()) return;
  file_.open(path_, std::ios::binary);
  if (!file_) throw std::runtime_error(fmt::format("'{}' cannot be written", path_));
}

std::ostream &Output::stream() {
  return path_.empty() ? std::cout : file_;
}

void Output::close() {
  std::ostream &out = stream();
  out.flush();
  if (!out)
    throw std::runtime_error(
        fmt::format("{} could not be written to its end",
                    path_.empty() ? "standard output" : fmt::format("'{}'", path_)));
}

} // namespace poplar_emu::tool
