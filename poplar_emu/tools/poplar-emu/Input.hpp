// SPDX-License-Identifier: MIT
// Where profiles are read from and text is written to.
#pragma once

#include "pva/data/Profile.hpp"

#include <fstream>
#include <ostream>
#include <string>

namespace poplar_emu::tool {

/// `path`: a profile file, or a folder with profile.pop in it. Throws std::runtime_error.
pva::internal::Profile openProfile(const std::string &path);

/// A file, or standard output if the path is empty or "-".
class Output {
 public:
  /// Throws std::runtime_error if the file cannot be made.
  explicit Output(const std::string &path);
  std::ostream &stream();
  /// Throws std::runtime_error if something could not be written.
  void close();

 private:
  std::string path_;
  std::ofstream file_;
};

} // namespace poplar_emu::tool
