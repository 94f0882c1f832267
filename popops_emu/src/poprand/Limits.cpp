// SPDX-License-Identifier: MIT
// Rounding up to the next number of a type; down is up on the other side.
#include "Limits.hpp"

#include "support/Errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poprand {

namespace {

constexpr double kMaxHalf = 65504;

double maxOf(const poplar::Type &type) {
  if (type == poplar::HALF) return kMaxHalf;
  if (type == poplar::INT) return std::numeric_limits<std::int32_t>::max();
  return std::numeric_limits<float>::max();
}

double lowestOf(const poplar::Type &type) {
  return type == poplar::INT ? std::numeric_limits<std::int32_t>::min() : -maxOf(type);
}

/// The least number of the type that is at least x.
double roundUp(const poplar::Type &type, double x) {
  if (type == poplar::INT || x == 0) return std::ceil(x);
  int exponent = 0;
  std::frexp(x, &exponent);
  // Distance of neighbours: of normal numbers by exponent, of subnormal ones the smallest.
  const bool half = type == poplar::HALF;
  const int step = std::max(exponent - (half ? 11 : 24), half ? -24 : -149);
  return std::ldexp(std::ceil(std::ldexp(x, -step)), step);
}

} // namespace

Limits limitsIn(const std::string &operation, const poplar::Type &type, double low, double high) {
  const std::string interval = "[" + std::to_string(low) + ", " + std::to_string(high) + "]";
  const std::string name = popops::support::nameOf(type);
  if (!(low >= lowestOf(type)) || !(high <= maxOf(type)))
    popops::support::fail(operation, interval + " is not in the range of " + name,
                          "choose limits that " + name + " has");
  const Limits limits{roundUp(type, low), -roundUp(type, -high)};
  if (!(limits.low <= limits.high))
    popops::support::fail(operation, interval + " has no number of type " + name,
                          "choose a lower limit that is not above the upper one, and an interval "
                          "that is not between two neighbours");
  return limits;
}

std::uint32_t of65536(const std::string &operation, const std::string &parameter, double p) {
  if (!(p >= 0) || !(p <= 1))
    popops::support::fail(operation, parameter + " is " + std::to_string(p),
                          "choose a probability in [0, 1]");
  return static_cast<std::uint32_t>(std::floor(p * 65536));
}

} // namespace poprand
