// SPDX-License-Identifier: MIT
// Typed ids: an index into one table cannot be used to index another.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace poplar_emu {

/// An index that knows which table it belongs to. Costs what its integer costs.
template <class Tag, class Integer = std::uint32_t>
struct Id {
  using integer = Integer;
  static constexpr Integer kInvalid = std::numeric_limits<Integer>::max();

  Integer value = kInvalid;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t v) : value(static_cast<Integer>(v)) {}
  constexpr bool valid() const { return value != kInvalid; }
  constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

using VariableId = Id<struct VariableTag>;
using VertexId = Id<struct VertexTag>;
using VertexTypeId = Id<struct VertexTypeTag>;
using ComputeSetId = Id<struct ComputeSetTag>;
using FunctionId = Id<struct FunctionTag>;
using StreamId = Id<struct StreamTag>;
using RemoteBufferId = Id<struct RemoteBufferTag>;
using HostFunctionId = Id<struct HostFunctionTag>;
/// A tile of the whole device of one replica: ipu * tilesPerIpu + tile within the IPU.
using TileId = Id<struct TileTag>;

} // namespace poplar_emu

template <class Tag, class Integer>
struct std::hash<poplar_emu::Id<Tag, Integer>> {
  std::size_t operator()(poplar_emu::Id<Tag, Integer> id) const noexcept {
    return std::hash<Integer>{}(id.value);
  }
};
