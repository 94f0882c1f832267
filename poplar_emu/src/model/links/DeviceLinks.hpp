// SPDX-License-Identifier: MIT
// What limits the traffic between the IPUs of a device.
#pragma once

#include "model/links/LinkTopology.hpp"

#include <poplar/GlobalExchangeConstraints.hpp>
#include <poplar/Target.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::model {

/// The IPU-Links of a target; or the limits of IPUModel::globalExchangeConstraints, when there are
/// any, in their place.
class DeviceLinks {
 public:
  explicit DeviceLinks(const poplar::Target &device);

  /// What data from one IPU to another occupies: indices of links or limits, and how many links it
  /// takes one after the other.
  struct Way {
    std::vector<std::uint32_t> uses;
    std::uint32_t hops = 0;
  };
  Way way(unsigned from, unsigned to) const;

  /// "IPU 3 -> IPU 5 (rail)", "global exchange constraint 2".
  std::string name(std::uint32_t use) const;
  double bitsPerSecond(std::uint32_t use) const;

 private:
  LinkTopology topology_;
  std::vector<poplar::GlobalExchangeConstraint> limits_;
};

} // namespace poplar_emu::model
