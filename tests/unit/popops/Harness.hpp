// SPDX-License-Identifier: MIT
// A graph with inputs of given values, run once; results by handle. Element types and layouts that
// the tests go through.
#pragma once

#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/codelets.hpp>
#include <poputil/TileMapping.hpp>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace popops_test {

using Shape = std::vector<std::size_t>;

inline std::size_t volume(const Shape &shape) {
  std::size_t n = 1;
  for (const std::size_t size : shape)
    n *= size;
  return n;
}

/// How the elements of an input lie.
enum class Layout { Linear, OneTile, Scattered, Transposed, TwoIpus };
inline const std::vector<Layout> kLayouts = {Layout::Linear, Layout::OneTile, Layout::Scattered,
                                             Layout::Transposed, Layout::TwoIpus};

class Harness {
 public:
  explicit Harness(unsigned tiles = 6) : device_(makeDevice(tiles)), graph(device_.getTarget()) {
    popops::addCodelets(graph);
  }

  template <class T>
  poplar::Tensor input(const Shape &shape, const std::vector<T> &values,
                       Layout layout = Layout::Linear) {
    const poplar::Type type = poplar::equivalent_device_type<T>().value;
    Shape stored = shape;
    const bool turns = layout == Layout::Transposed && shape.size() >= 2;
    if (turns) std::swap(stored[0], stored[1]);
    poplar::Tensor t = graph.addVariable(type, stored);
    map(t.flatten(), layout);
    if (turns) {
      std::vector<unsigned> order(shape.size());
      for (unsigned d = 0; d < order.size(); ++d)
        order[d] = d < 2 ? 1 - d : d;
      t = t.dimShuffle(order);
    }
    const std::string handle = "in" + std::to_string(inputs_.size());
    graph.createHostWrite(handle, t);
    std::vector<char> bytes(values.size() * sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const T value = values[i];
      std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
    inputs_.push_back(bytes);
    return t;
  }

  /// The number to ask result() with.
  unsigned read(const poplar::Tensor &t) {
    sizes_.push_back(t.numElements());
    graph.createHostRead("out" + std::to_string(sizes_.size() - 1), t);
    return static_cast<unsigned>(sizes_.size() - 1);
  }

  void run() {
    engine_.reset(new poplar::Engine(graph, prog));
    engine_->load(device_);
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (!inputs_[i].empty())
        engine_->writeTensor("in" + std::to_string(i), inputs_[i].data(),
                             inputs_[i].data() + inputs_[i].size());
    engine_->run();
  }

  template <class T>
  std::vector<T> result(unsigned number) {
    std::vector<char> bytes(sizes_[number] * sizeof(T));
    if (!bytes.empty())
      engine_->readTensor("out" + std::to_string(number), bytes.data(),
                          bytes.data() + bytes.size());
    std::vector<T> values;
    for (std::size_t i = 0; i < sizes_[number]; ++i) {
      T value;
      std::memcpy(static_cast<void *>(&value), bytes.data() + i * sizeof(T), sizeof(T));
      values.push_back(value);
    }
    return values;
  }

 private:
  static poplar::Device makeDevice(unsigned tiles) {
    poplar::IPUModel model;
    model.numIPUs = 2;
    model.tilesPerIPU = tiles;
    return model.createDevice();
  }

  void map(const poplar::Tensor &flat, Layout layout) {
    const unsigned tiles = graph.getTarget().getTilesPerIPU();
    const std::size_t n = flat.numElements();
    if (layout == Layout::OneTile) {
      graph.setTileMapping(flat, 3);
    } else if (layout == Layout::Scattered) {
      for (std::size_t i = 0; i < n; i += 3)
        graph.setTileMapping(flat.slice(i, std::min(n, i + 3)), i * 7 % tiles);
    } else if (layout == Layout::TwoIpus) {
      graph.setTileMapping(flat.slice(0, n / 2), 1);
      graph.setTileMapping(flat.slice(n / 2, n), tiles + 1);
    } else {
      poputil::mapTensorLinearly(graph, flat, 4, 1);
    }
  }

  poplar::Device device_;
  std::vector<std::vector<char>> inputs_;
  std::vector<std::size_t> sizes_;
  std::unique_ptr<poplar::Engine> engine_;

 public:
  poplar::Graph graph;
  poplar::program::Sequence prog;
};

template <class T>
constexpr bool isReal = std::is_same_v<T, float> || std::is_same_v<T, poplar::Half>;

template <class T>
std::string nameOf() {
  return poplar::equivalent_device_type<T>().value.toString();
}

/// Values of every kind: special, small, large, both signs. The same for the same seed.
template <class T>
std::vector<T> samples(std::size_t n, unsigned seed = 0) {
  std::vector<T> values;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t r = (i + 1 + seed * 1000003) * 0x9e3779b97f4a7c15ULL >> 20;
    if constexpr (std::is_same_v<T, bool>) {
      values.push_back(r % 2 != 0);
    } else if constexpr (isReal<T>) {
      static const double special[] = {0,    -0.0, 1,         -1,         0.5, -1.5,  2.5,
                                       1e-6, 3e4,  HUGE_VALF, -HUGE_VALF, NAN, 1e-40, 65504};
      const double value = r % 4 == 0
                               ? special[r / 4 % 14]
                               : (static_cast<double>(r % 20001) - 10000) / (r % 3 ? 1000 : 7);
      values.push_back(static_cast<T>(static_cast<float>(value)));
    } else {
      static const long long special[] = {0,
                                          1,
                                          -1,
                                          2,
                                          7,
                                          std::numeric_limits<int>::min(),
                                          std::numeric_limits<int>::max(),
                                          std::numeric_limits<long long>::min()};
      const long long value =
          r % 4 == 0 ? special[r / 4 % 8] : static_cast<long long>(r % 2001) - 1000;
      values.push_back(static_cast<T>(value));
    }
  }
  return values;
}

/// Nothing, or what differs first. Reals may differ by the relative tolerance.
template <class T>
std::string difference(const std::vector<T> &got, const std::vector<T> &expected,
                       double tolerance = 0) {
  if (got.size() != expected.size()) return "sizes differ";
  for (std::size_t i = 0; i < got.size(); ++i) {
    if constexpr (isReal<T>) {
      const double a = static_cast<float>(got[i]), b = static_cast<float>(expected[i]);
      if ((std::isnan(a) && std::isnan(b)) || a == b) continue;
      if (std::isfinite(a) && std::isfinite(b) &&
          std::fabs(a - b) <= tolerance * std::max(std::fabs(b), 1e-4))
        continue;
      return "element " + std::to_string(i) + " is " + std::to_string(a) + ", not " +
             std::to_string(b);
    } else {
      if (got[i] == expected[i]) continue;
      return "element " + std::to_string(i) + " is " + std::to_string(0 + static_cast<T>(got[i])) +
             ", not " + std::to_string(0 + static_cast<T>(expected[i]));
    }
  }
  return "";
}

} // namespace popops_test
