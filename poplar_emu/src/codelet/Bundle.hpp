// SPDX-License-Identifier: MIT
// The codelets of one compiled graph: enough to run it without the graph, here or elsewhere.
#pragma once

#include "codelet/format/Unit.hpp"
#include "support/Ids.hpp"

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::codelet {

/// Where the code of one vertex type is.
struct BundleEntry {
  VertexTypeId type; ///< the id that the plan uses
  std::uint32_t unit = 0;
  std::uint32_t vertex = 0;
};

/// Units are shared with the registry: copying a bundle costs a few pointers.
struct Bundle {
  std::vector<std::shared_ptr<const Unit>> units;
  std::vector<BundleEntry> entries;

  /// Sources, objects and metadata as bytes, to be stored in an executable that runs with
  /// `numWorkers` workers a tile: the objects for other counts stay behind.
  std::string serialise(std::uint32_t numWorkers) const;
  /// PE0303 naming what is wrong if the bytes are not what serialise() gave; `origin` is the file.
  static Bundle deserialise(std::string_view bytes, const std::string &origin);
};

} // namespace poplar_emu::codelet
