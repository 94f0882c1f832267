// SPDX-License-Identifier: MIT
// The table of names of a page: each text once, referred to by its index. Index 0 is the empty
// text.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <unordered_map>

namespace poplar_emu::report {

class Names {
 public:
  Names() { (*this)(""); }

  std::size_t operator()(const std::string &text) {
    const auto [place, added] = indices_.emplace(text, list_.size());
    if (added) list_.push_back(text);
    return place->second;
  }

  const nlohmann::json &list() const { return list_; }

 private:
  nlohmann::json list_ = nlohmann::json::array();
  std::unordered_map<std::string, std::size_t> indices_;
};

} // namespace poplar_emu::report
