// SPDX-License-Identifier: MIT
// A replicated graph whose inputs have values of their own on each replica; results by replica.
#pragma once

#include "Oracle.hpp"

#include <gcl/Collectives.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace gcl_test {

/// How the elements of an input lie on the tiles of one replica.
enum class Layout { Linear, OneTile, Scattered, TwoRuns };

class Harness {
 public:
  explicit Harness(unsigned replicas, unsigned tiles = 6, unsigned ipusPerReplica = 1)
      : replicas_(replicas), device_(makeDevice(replicas * ipusPerReplica, tiles)),
        graph(device_.getTarget(), poplar::replication_factor(replicas)) {}

  template <class T>
  poplar::Tensor input(const std::vector<std::size_t> &shape, const Values<T> &values,
                       Layout layout = Layout::Linear) {
    const poplar::Tensor t = graph.addVariable(poplar::equivalent_device_type<T>().value, shape);
    map(t.flatten(), layout);
    if (t.numElements() > 0) write(t, values);
    return t;
  }

  /// Writes values before the programs run, to a tensor that is mapped already.
  template <class T>
  void write(const poplar::Tensor &t, const Values<T> &values) {
    const std::string handle = "in" + std::to_string(buffers_.size());
    prog.add(poplar::program::Copy(
        graph.addHostToDeviceFIFO(handle, t.elementType(), t.numElements()), t));
    buffers_.push_back(bytesOf(values));
    names_.push_back(handle);
  }

  /// The number to ask result() with.
  std::size_t read(const poplar::Tensor &t) {
    const std::string handle = "out" + std::to_string(buffers_.size());
    if (t.numElements() > 0)
      prog.add(poplar::program::Copy(
          t, graph.addDeviceToHostFIFO(handle, t.elementType(), t.numElements())));
    buffers_.emplace_back(replicas_ * t.numElements() *
                          graph.getTarget().getTypeSize(t.elementType()));
    names_.push_back(t.numElements() > 0 ? handle : "");
    return buffers_.size() - 1;
  }

  void run(const poplar::OptionFlags &options = {}) {
    engine_.reset(new poplar::Engine(graph, prog, options));
    engine_->load(device_);
    for (std::size_t i = 0; i < buffers_.size(); ++i)
      if (!names_[i].empty())
        engine_->connectStream(names_[i], buffers_[i].data(),
                               buffers_[i].data() + buffers_[i].size());
    engine_->run();
  }

  template <class T>
  Values<T> result(std::size_t number) const {
    const std::vector<char> &bytes = buffers_[number];
    const std::size_t elements = bytes.size() / sizeof(T) / replicas_;
    Values<T> values(replicas_);
    for (unsigned r = 0; r < replicas_; ++r)
      for (std::size_t i = 0; i < elements; ++i) {
        T value;
        std::memcpy(static_cast<void *>(&value), bytes.data() + (r * elements + i) * sizeof(T),
                    sizeof(T));
        values[r].push_back(value);
      }
    return values;
  }

  unsigned replicas() const { return replicas_; }

 private:
  static poplar::Device makeDevice(unsigned ipus, unsigned tiles) {
    poplar::IPUModel model;
    model.numIPUs = ipus;
    model.tilesPerIPU = tiles;
    return model.createDevice();
  }

  template <class T>
  static std::vector<char> bytesOf(const Values<T> &values) {
    std::vector<char> bytes;
    for (const auto &row : values)
      for (std::size_t i = 0; i < row.size(); ++i) {
        const T value = row[i];
        const auto *data = reinterpret_cast<const char *>(&value);
        bytes.insert(bytes.end(), data, data + sizeof(T));
      }
    return bytes;
  }

  void map(const poplar::Tensor &flat, Layout layout) {
    const unsigned tiles = graph.getTarget().getNumTiles();
    const std::size_t n = flat.numElements();
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t tile = i * tiles / n;
      if (layout == Layout::OneTile) tile = tiles / 2;
      if (layout == Layout::Scattered) tile = i / 3 * 7 % tiles;
      if (layout == Layout::TwoRuns) tile = i % (n / 2 + 1) * tiles / (n / 2 + 1);
      graph.setTileMapping(flat[i], static_cast<unsigned>(tile));
    }
  }

  unsigned replicas_;
  poplar::Device device_;
  std::vector<std::vector<char>> buffers_;
  std::vector<std::string> names_;
  std::unique_ptr<poplar::Engine> engine_;

 public:
  poplar::Graph graph;
  poplar::program::Sequence prog;
};

template <class T>
constexpr bool isReal = std::is_same_v<T, float> || std::is_same_v<T, poplar::Half>;

/// Small numbers of both signs; reals have fractions. The same for the same seed.
template <class T>
Values<T> samples(unsigned replicas, std::size_t n, unsigned seed = 0) {
  Values<T> values(replicas);
  for (unsigned r = 0; r < replicas; ++r)
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t x = (i + 1 + r * 100003 + seed * 1000003) * 0x9e3779b97f4a7c15ULL >> 20;
      if constexpr (std::is_same_v<T, bool>)
        values[r].push_back(x % 5 != 0);
      else if constexpr (isReal<T>)
        values[r].push_back(static_cast<T>((static_cast<float>(x % 401) - 200) / 64));
      else
        values[r].push_back(static_cast<T>(static_cast<long long>(x % 200001) - 100000));
    }
  return values;
}

/// Nothing, or what differs first. Reals may differ by the tolerance, relative to what was added.
template <class T>
std::string difference(const Values<T> &got, const Values<T> &expected, double tolerance = 0) {
  if (got.size() != expected.size()) return "numbers of replicas differ";
  for (std::size_t r = 0; r < got.size(); ++r) {
    if (got[r].size() != expected[r].size())
      return "replica " + std::to_string(r) + " has " + std::to_string(got[r].size()) +
             " elements, not " + std::to_string(expected[r].size());
    for (std::size_t i = 0; i < got[r].size(); ++i) {
      const T a = got[r][i], b = expected[r][i];
      std::string gotText, wantedText;
      if constexpr (isReal<T>) {
        const double x = static_cast<float>(a), y = static_cast<float>(b);
        if (std::fabs(x - y) <= tolerance * std::max(std::fabs(y), 4.0)) continue;
        gotText = std::to_string(x);
        wantedText = std::to_string(y);
      } else {
        if (a == b) continue;
        gotText = std::to_string(a);
        wantedText = std::to_string(b);
      }
      return "replica " + std::to_string(r) + ", element " + std::to_string(i) + " is " + gotText +
             ", not " + wantedText;
    }
  }
  return "";
}

inline const std::vector<std::string> kMethods = {"auto",
                                                  "clockwise_ring",
                                                  "anticlockwise_ring",
                                                  "bidirectional_ring_pair",
                                                  "meet_in_middle_ring",
                                                  "quad_directional_ring",
                                                  "broadcast"};

/// A kind of group, as it is asked for and as the oracle wants it.
struct Grouping {
  gcl::CommGroup group;
  Groups members;
};
inline std::vector<Grouping> groupings(unsigned replicas) {
  using gcl::CommGroup;
  using gcl::CommGroupType;
  std::vector<Grouping> all = {{CommGroup(), groupsOf(replicas, replicas, 1)}};
  for (unsigned size = 1; size <= replicas; ++size) {
    if (replicas % size != 0) continue;
    all.push_back({CommGroup(CommGroupType::CONSECUTIVE, size), groupsOf(replicas, size, 1)});
    all.push_back({CommGroup(CommGroupType::ORTHOGONAL, size),
                   groupsOf(replicas, size, size == 1 ? 1 : replicas / size)});
    if (size > 1 && replicas % (2 * size) == 0)
      all.push_back({CommGroup(CommGroupType::CONSECUTIVE, size, 2), groupsOf(replicas, size, 2)});
  }
  return all;
}

} // namespace gcl_test
