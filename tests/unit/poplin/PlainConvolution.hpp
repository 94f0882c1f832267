// SPDX-License-Identifier: MIT
// Convolutions of two dimensions by their definition: transforms element by element, in double.
#pragma once

#include "../popops/InDouble.hpp"
#include "Matrices.hpp"

#include <poplin/Convolution.hpp>

#include <array>
#include <functional>

namespace poplin_test {

using poplin::ConvParams;
using popops_test::asDoubles;
using popops_test::expectNear;

/// A plane of a field, of any size.
struct Plane {
  std::array<std::size_t, 2> size;
  std::vector<double> at;
  explicit Plane(std::array<std::size_t, 2> size_) : size(size_), at(size_[0] * size_[1], 0) {}
  double &operator()(std::size_t y, std::size_t x) { return at[y * size[1] + x]; }
};

inline Plane transformed(const Plane &plane, const ConvParams::InputTransform &t) {
  std::array<std::size_t, 2> size;
  for (std::size_t d = 0; d < 2; ++d) {
    const std::size_t kept = plane.size[d] - t.truncationLower[d] - t.truncationUpper[d];
    size[d] =
        t.paddingLower[d] + (kept == 0 ? 0 : 1 + (kept - 1) * t.dilation[d]) + t.paddingUpper[d];
  }
  Plane result(size);
  Plane source = plane;
  for (std::size_t y = t.truncationLower[0]; y + t.truncationUpper[0] < plane.size[0]; ++y)
    for (std::size_t x = t.truncationLower[1]; x + t.truncationUpper[1] < plane.size[1]; ++x) {
      std::size_t v = t.paddingLower[0] + (y - t.truncationLower[0]) * t.dilation[0];
      std::size_t u = t.paddingLower[1] + (x - t.truncationLower[1]) * t.dilation[1];
      if (t.flip[0]) v = size[0] - 1 - v;
      if (t.flip[1]) u = size[1] - 1 - u;
      result(v, u) = source(y, x);
    }
  return result;
}

/// [N, G*Ci, field] and [G, Co, Ci, kernel] to [N, G*Co, output field].
inline std::vector<double> plainConvolution(const ConvParams &p, const std::vector<double> &in,
                                            const std::vector<double> &weights) {
  const std::array<std::size_t, 2> field = {p.inputFieldShape[0], p.inputFieldShape[1]};
  const std::array<std::size_t, 2> kernel = {p.kernelShape[0], p.kernelShape[1]};
  const auto planeOf = [](const std::vector<double> &from, std::size_t index,
                          std::array<std::size_t, 2> size) {
    Plane plane(size);
    for (std::size_t i = 0; i < plane.at.size(); ++i)
      plane.at[i] = from[index * plane.at.size() + i];
    return plane;
  };
  const std::size_t ci = p.inputChannelsPerConvGroup, co = p.outputChannelsPerConvGroup;
  const auto &t = p.outputTransform;
  std::vector<double> out;
  for (std::size_t n = 0; n < p.batchSize; ++n)
    for (std::size_t g = 0; g < p.numConvGroups; ++g)
      for (std::size_t o = 0; o < co; ++o) {
        Plane result({p.getOutputSize(0), p.getOutputSize(1)});
        for (std::size_t c = 0; c < ci; ++c) {
          Plane x =
              transformed(planeOf(in, (n * p.numConvGroups + g) * ci + c, field), p.inputTransform);
          Plane k = transformed(planeOf(weights, (g * co + o) * ci + c, kernel), p.kernelTransform);
          for (std::size_t y = t.paddingLower[0]; y + t.paddingUpper[0] < result.size[0]; ++y)
            for (std::size_t u = t.paddingLower[1]; u + t.paddingUpper[1] < result.size[1]; ++u)
              for (std::size_t a = 0; a < k.size[0]; ++a)
                for (std::size_t b = 0; b < k.size[1]; ++b)
                  result(y, u) +=
                      k(a, b) * x(t.truncationLower[0] + (y - t.paddingLower[0]) * t.stride[0] + a,
                                  t.truncationLower[1] + (u - t.paddingLower[1]) * t.stride[1] + b);
        }
        out.insert(out.end(), result.at.begin(), result.at.end());
      }
  return out;
}

/// Convolutions that use every transform.
inline std::vector<ConvParams> sampleConvolutions(const poplar::Type &type) {
  std::vector<ConvParams> all;
  const auto add = [&](ConvParams p, const std::function<void(ConvParams &)> &change) {
    change(p);
    all.push_back(p);
  };
  const auto nothing = [](ConvParams &) {};
  add({type, 2, {5, 6}, {1, 1}, 3, 4, 1}, nothing);
  add({type, 1, {6, 5}, {3, 2}, 2, 3, 2}, nothing);
  add({type, 2, {7, 8}, {3, 3}, 4, 2, 3}, [](ConvParams &p) {
    p.inputTransform.paddingLower = {1, 2};
    p.inputTransform.paddingUpper = {0, 1};
    p.outputTransform.stride = {2, 3};
  });
  add({type, 1, {4, 5}, {2, 3}, 2, 2, 1}, [](ConvParams &p) {
    p.inputTransform.dilation = {2, 3};
    p.kernelTransform.dilation = {3, 1};
    p.outputTransform.truncationLower = {1, 0};
    p.outputTransform.truncationUpper = {0, 2};
  });
  add({type, 1, {6, 7}, {3, 3}, 1, 5, 2}, [](ConvParams &p) {
    p.inputTransform.truncationLower = {1, 0};
    p.inputTransform.truncationUpper = {0, 2};
    p.kernelTransform.truncationUpper = {1, 0};
    p.kernelTransform.truncationLower = {0, 1};
    p.kernelTransform.paddingLower = {1, 0};
    p.kernelTransform.paddingUpper = {0, 2};
    p.outputTransform.paddingLower = {2, 0};
    p.outputTransform.paddingUpper = {0, 1};
  });
  add({type, 2, {5, 4}, {2, 2}, 2, 2, 1}, [](ConvParams &p) {
    p.inputTransform.flip = {true, false};
    p.inputTransform.paddingLower = {2, 1};
    p.kernelTransform.flip = {true, true};
    p.outputTransform.stride = {1, 2};
    p.kernelTransform.paddingUpper = {1, 0};
  });
  return all;
}

} // namespace poplin_test
