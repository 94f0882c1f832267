// SPDX-License-Identifier: MIT
// Texts of errors.
#include "pipeline/Errors.hpp"

#include <gcl/pipeline/Error.hpp>

namespace gcl::pipeline {
namespace {

template <class Item, class Text>
std::string joined(const std::vector<Item> &items, Text &&text) {
  std::string all;
  for (const Item &item : items)
    all += (all.empty() ? "" : ", ") + text(item);
  return all;
}

} // namespace

pipeline_error::pipeline_error(const std::string &message) : poplar::poplar_error(message) {
  type = "pipeline_error";
}
pipeline_error::~pipeline_error() noexcept = default;

void Complaint::raise() const {
  std::string text = "pipeline: " + what_;
  for (const std::string &note : notes_)
    text += "\n  " + note;
  throw pipeline_error(text);
}

std::string quoted(const std::string &name) {
  return "'" + name + "'";
}

std::string listed(const std::vector<unsigned> &numbers) {
  return joined(numbers, [](unsigned number) { return std::to_string(number); });
}

std::string listed(const std::vector<std::string> &names) {
  return joined(names, quoted);
}

std::string counted(std::size_t count, const std::string &one, const std::string &many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string stageOn(unsigned stage, unsigned virtualGraph) {
  return "stage " + std::to_string(stage) + " on IPU " + std::to_string(virtualGraph);
}

} // namespace gcl::pipeline
