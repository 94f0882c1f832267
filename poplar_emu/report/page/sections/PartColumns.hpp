// SPDX-License-Identifier: MIT
// Parts of cycle figures as columns, one a part.
#pragma once

#include "page/Encode.hpp"
#include "support/CycleParts.hpp"

#include <nlohmann/json.hpp>

#include <array>

namespace poplar_emu::report {

/// In the order in which pages draw and name them.
inline std::array<std::uint64_t, 6> asArray(const CycleParts &parts) {
  return {parts.sync, parts.exchange, parts.globalExchange,
          parts.host, parts.compute,  parts.control};
}
inline constexpr std::array<const char *, 6> kPartNames = {"sync", "exchange", "globalExchange",
                                                           "host", "compute",  "control"};

class PartColumns {
 public:
  void add(const CycleParts &parts) {
    const auto values = asArray(parts);
    for (std::size_t i = 0; i < values.size(); ++i)
      columns_[i].add(values[i]);
  }
  nlohmann::json json() const {
    nlohmann::json object;
    for (std::size_t i = 0; i < kPartNames.size(); ++i)
      object[kPartNames[i]] = columns_[i].text();
    return object;
  }

 private:
  std::array<Column, 6> columns_;
};

} // namespace poplar_emu::report
