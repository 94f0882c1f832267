// SPDX-License-Identifier: MIT
// Names of non-linearities.
#ifndef POPNN_NON_LINEARITY_DEF_UTIL_HPP
#define POPNN_NON_LINEARITY_DEF_UTIL_HPP

#include <popnn/NonLinearityDef.hpp>

#ifndef __POPC__

#include <poplar_emu/Export.hpp>
#include <poputil/VertexTemplates.hpp>
#include <poputil/exceptions.hpp>

#include <iosfwd>
#include <string>

namespace popnn {

/// "relu", "sigmoid", "hard sigmoid", "tanh", "gelu", "gelu_erf", "swish", "softmax",
/// "softmax (stable)", "softmax (scaled, stable)".
POPLAR_EMU_EXPORT const char *asString(const NonLinearityType &type);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const NonLinearityType &type);
/// Reads relu, sigmoid, hard_sigmoid, tanh, gelu, gelu_erf, swish, softmax, softmax_stable,
/// softmax_scaled. Throws poputil::poplibs_error for any other word.
POPLAR_EMU_EXPORT std::istream &operator>>(std::istream &in, NonLinearityType &type);

} // namespace popnn

namespace poputil {

/// Throws poplibs_error for the softmax kinds, which are no function of one element.
template <>
struct VertexTemplateToString<popnn::NonLinearityType> {
  static std::string to_string(const popnn::NonLinearityType &type) {
    switch (type) {
    case popnn::NonLinearityType::SIGMOID:
      return "popnn::NonLinearityType::SIGMOID";
    case popnn::NonLinearityType::HARD_SIGMOID:
      return "popnn::NonLinearityType::HARD_SIGMOID";
    case popnn::NonLinearityType::RELU:
      return "popnn::NonLinearityType::RELU";
    case popnn::NonLinearityType::TANH:
      return "popnn::NonLinearityType::TANH";
    case popnn::NonLinearityType::GELU:
      return "popnn::NonLinearityType::GELU";
    case popnn::NonLinearityType::GELU_ERF:
      return "popnn::NonLinearityType::GELU_ERF";
    case popnn::NonLinearityType::SWISH:
      return "popnn::NonLinearityType::SWISH";
    default:
      throw poplibs_error(std::string("templateVertex: ") + popnn::asString(type) +
                          " works on rows, not on elements; fix: use another non-linearity");
    }
  }
};

} // namespace poputil

#endif
#endif
