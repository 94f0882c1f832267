// SPDX-License-Identifier: MIT
// Builds the text of a pipeline_error: what is wrong, how it was counted, how to fix it.
#pragma once

#include <string>
#include <vector>

namespace gcl::pipeline {

class Complaint {
 public:
  explicit Complaint(std::string what) : what_(std::move(what)) {}
  Complaint &note(const std::string &text) {
    notes_.push_back("note: " + text);
    return *this;
  }
  Complaint &fix(const std::string &text) {
    notes_.push_back("fix: " + text);
    return *this;
  }
  [[noreturn]] void raise() const;

 private:
  std::string what_;
  std::vector<std::string> notes_;
};

/// "'x'"
std::string quoted(const std::string &name);
/// "0, 1, 2"
std::string listed(const std::vector<unsigned> &numbers);
/// "'a', 'b'"
std::string listed(const std::vector<std::string> &names);
/// "1 micro-batch", "2 micro-batches"
std::string counted(std::size_t count, const std::string &one, const std::string &many);
/// "stage 2 on IPU 1"
std::string stageOn(unsigned stage, unsigned virtualGraph);

} // namespace gcl::pipeline
