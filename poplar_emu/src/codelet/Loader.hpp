// SPDX-License-Identifier: MIT
// Turns a bundle into callable batch functions: rebuild what is missing, link, dlopen.
#pragma once

#include "codelet/Bundle.hpp"
#include "poplar_emu/device/Context.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace poplar_emu::codelet {

/// The mutable static variables of all codelets of a graph. Each (engine, replica, tile) owns one
/// image; a batch of a type with hasMutableStatics runs with context->statics pointing to its
/// tile's.
class StaticsImage {
 public:
  std::size_t size() const { return initial_.size(); } ///< bytes; 0: nothing to do
  std::size_t align() const { return align_; }
  /// Writes the initial image to `destination` (size() bytes, aligned).
  void initialise(void *destination) const;

 private:
  friend class LoadedObject;
  struct Relocation {
    std::uint64_t offset, target;
  };
  std::vector<char> initial_;
  std::vector<Relocation> relocations_;
  std::size_t align_ = 1;
};

class LoadedObject;

/// Code of one graph, ready to run. Cheap to copy. The code stays in the process for good.
class LoadedCodelets {
 public:
  LoadedCodelets() = default;
  LoadedCodelets(std::shared_ptr<const LoadedObject> object,
                 std::vector<poplar_emu_BatchFunction> functions);

  /// Null for types that were not in the bundle.
  poplar_emu_BatchFunction batch(VertexTypeId type) const {
    return type.index() < functions_.size() ? functions_[type.index()] : nullptr;
  }
  /// Indexed by VertexTypeId.
  std::span<const poplar_emu_BatchFunction> functions() const { return functions_; }
  const StaticsImage &statics() const;

 private:
  std::shared_ptr<const LoadedObject> object_;
  std::vector<poplar_emu_BatchFunction> functions_;
};

/// Links the bundle's objects for this host, worker count and float mode into one shared object
/// (cached by content) and loads it. Images that are missing or were built for another CPU are
/// rebuilt from the bundle's source first.
/// Errors: PE0305 (undefined or duplicate symbol), PE0301, PE0306.
/// Cost: a few milliseconds when cached; else one run of the linker.
LoadedCodelets load(const Bundle &bundle, std::uint32_t numWorkers,
                    FloatExceptions floatExceptions = FloatExceptions::Off);

/// Batch functions that also write poplar_emu_TileContext::slots, of the types in `counted`; null
/// for all others, whose files keep their ordinary images. Images are made when first asked for,
/// and cached like all others. They share statics with the object that load() gives.
/// Nothing is loaded under sanitizers, whose checks would be counted too.
/// Errors: as load().
LoadedCodelets loadCounting(const Bundle &bundle, std::uint32_t numWorkers,
                            std::span<const VertexTypeId> counted);

} // namespace poplar_emu::codelet
