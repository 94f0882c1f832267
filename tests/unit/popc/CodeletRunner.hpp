// SPDX-License-Identifier: MIT
// Lets a test compile codelets, build instances by hand, and run batches of them.
#pragma once

#include "codelet/Loader.hpp"
#include "codelet/Registry.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace poplar_emu::codelet::test {

/// One instance of a vertex type in memory of its own.
class Instance {
 public:
  explicit Instance(const ir::VertexType &type) : type_(&type), storage_(type.hostSize / 8 + 9) {
    const auto raw = reinterpret_cast<std::uintptr_t>(storage_.data());
    base_ = reinterpret_cast<char *>((raw + 63) / 64 * 64);
  }

  void *data() { return base_; }

  template <class T>
  Instance &value(const std::string &field, T v) {
    std::memcpy(at(field), &v, sizeof v);
    return *this;
  }
  template <class T>
  Instance &scalar(const std::string &field, T &element) {
    return value(field, &element);
  }
  template <class T>
  Instance &vector(const std::string &field, std::vector<T> &elements) {
    return span(field, elements.data(), elements.size());
  }
  Instance &span(const std::string &field, void *pointer, std::size_t count) {
    const Row row{pointer, count};
    std::memcpy(at(field), &row, sizeof row);
    return *this;
  }
  template <class T>
  Instance &rows(const std::string &field, std::vector<std::vector<T>> &data) {
    auto &table = rowTables_.emplace_back();
    for (std::vector<T> &row : data)
      table.push_back({row.data(), row.size()});
    return span(field, table.data(), table.size());
  }
  template <class T>
  Instance &scalars(const std::string &field, std::vector<T> &elements) {
    auto &table = pointerTables_.emplace_back();
    for (T &element : elements)
      table.push_back(&element);
    return span(field, table.data(), table.size());
  }
  template <class T>
  T get(const std::string &field) const {
    T v;
    std::memcpy(&v, at(field), sizeof v);
    return v;
  }

 private:
  struct Row {
    void *pointer;
    std::size_t count;
  };

  char *at(const std::string &field) const {
    const int index = type_->fieldIndex(field);
    if (index < 0) throw std::runtime_error("no field " + field);
    return base_ + type_->fields[static_cast<std::size_t>(index)].hostOffset;
  }

  const ir::VertexType *type_;
  std::vector<std::uint64_t> storage_;
  char *base_;
  std::deque<std::vector<Row>> rowTables_;
  std::deque<std::vector<void *>> pointerTables_;
};

/// A tile as the engine would set it up.
struct Tile {
  poplar_emu_TileContext context{};
  std::vector<poplar_emu_PrngState> prng;
  std::vector<std::uint32_t> csr = std::vector<std::uint32_t>(POPLAR_EMU_CSR_COUNT);
  std::uint64_t cycles = 0;
  std::string printed;
  std::vector<std::max_align_t> statics;

  explicit Tile(std::uint32_t id, std::uint32_t workers = 6) : prng(workers) {
    context.tile = id;
    context.numWorkers = workers;
    for (std::uint32_t w = 0; w < workers; ++w)
      poplar_emu_seedPrng(&prng[w], 1, 0, id, w);
    context.prngStates = prng.data();
    context.prng = prng.data();
    context.cycles = &cycles;
    context.csr = csr.data();
    context.user = this;
    context.print = [](poplar_emu_TileContext *c, const char *text, std::size_t length) {
      static_cast<Tile *>(c->user)->printed.append(text, length);
    };
  }
  Tile(const Tile &) = delete;

  void useStatics(const StaticsImage &image) {
    statics.resize(image.size() / sizeof(std::max_align_t) + 1);
    image.initialise(statics.data());
    context.statics = statics.data();
  }
};

/// The codelets of one file, compiled and loaded.
class Codelets {
 public:
  explicit Codelets(const std::string &file, std::uint32_t workers = 6) {
    CompileRequest request;
    request.numWorkers = workers;
    registry_.addFile(CODELET_FOLDER "/" + file, request);
    std::vector<VertexTypeId> runnable;
    for (std::size_t i = 0; i < registry_.numTypes(); ++i)
      if (registry_.type(VertexTypeId(i)).hasHostCode) runnable.push_back(VertexTypeId(i));
    loaded_ = load(registry_.bundle(runnable), workers);
  }

  const Registry &registry() const { return registry_; }
  const LoadedCodelets &loaded() const { return loaded_; }
  const ir::VertexType &type(const std::string &name) const {
    return registry_.type(registry_.require(name, {}));
  }
  Instance make(const std::string &name) const { return Instance(type(name)); }

  /// Runs one instance; returns the number of false results.
  std::uint32_t run(const std::string &name, Instance &instance, Tile &tile) const {
    return batch(name)(instance.data(), 1, type(name).hostSize, &tile.context, nullptr);
  }
  std::uint32_t run(const std::string &name, Instance &instance) const {
    Tile tile(0);
    return run(name, instance, tile);
  }
  poplar_emu_BatchFunction batch(const std::string &name) const {
    return loaded_.batch(registry_.require(name, {}));
  }

 private:
  Registry registry_;
  LoadedCodelets loaded_;
};

} // namespace poplar_emu::codelet::test
