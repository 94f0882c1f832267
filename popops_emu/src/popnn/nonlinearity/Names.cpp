// SPDX-License-Identifier: MIT
// Non-linearities to text and back.
#include "support/Errors.hpp"

#include <popnn/NonLinearityDefUtil.hpp>

#include <istream>
#include <map>
#include <ostream>

namespace popnn {

const char *asString(const NonLinearityType &type) {
  switch (type) {
  case NonLinearityType::SIGMOID:
    return "sigmoid";
  case NonLinearityType::HARD_SIGMOID:
    return "hard sigmoid";
  case NonLinearityType::RELU:
    return "relu";
  case NonLinearityType::TANH:
    return "tanh";
  case NonLinearityType::GELU:
    return "gelu";
  case NonLinearityType::GELU_ERF:
    return "gelu_erf";
  case NonLinearityType::SWISH:
    return "swish";
  case NonLinearityType::SOFTMAX:
    return "softmax";
  case NonLinearityType::SOFTMAX_STABLE:
    return "softmax (stable)";
  case NonLinearityType::SOFTMAX_SCALED:
    return "softmax (scaled, stable)";
  }
  popops::support::fail("popnn::asString", "there is no such non-linearity",
                        "use a value of NonLinearityType");
}

std::ostream &operator<<(std::ostream &out, const NonLinearityType &type) {
  return out << asString(type);
}

std::istream &operator>>(std::istream &in, NonLinearityType &type) {
  static const std::map<std::string, NonLinearityType> types = {
      {"sigmoid", NonLinearityType::SIGMOID},
      {"hard_sigmoid", NonLinearityType::HARD_SIGMOID},
      {"relu", NonLinearityType::RELU},
      {"tanh", NonLinearityType::TANH},
      {"gelu", NonLinearityType::GELU},
      {"gelu_erf", NonLinearityType::GELU_ERF},
      {"swish", NonLinearityType::SWISH},
      {"softmax", NonLinearityType::SOFTMAX},
      {"softmax_stable", NonLinearityType::SOFTMAX_STABLE},
      {"softmax_scaled", NonLinearityType::SOFTMAX_SCALED}};
  std::string word;
  in >> word;
  const auto found = types.find(word);
  if (found == types.end()) {
    std::string known;
    for (const auto &[name, value] : types)
      known += (known.empty() ? "" : ", ") + name;
    popops::support::fail("popnn::NonLinearityType", "'" + word + "' is no non-linearity",
                          "write one of " + known);
  }
  type = found->second;
  return in;
}

} // namespace popnn
