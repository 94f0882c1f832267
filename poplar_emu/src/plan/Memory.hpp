// SPDX-License-Identifier: MIT
// Where everything lies: the one block of host memory that stands for all tiles of a replica.
//
//     address 0                                                                       Memory::bytes
//     | variables and constants              | gather scratch | vertex instances | copy staging |
//
#pragma once

#include "support/ElementType.hpp"
#include "support/Ids.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace poplar_emu::plan {

/// Bytes from the start of a replica's memory. The same on every replica.
using Address = std::uint64_t;
inline constexpr Address kNoAddress = ~Address{0};

/// `count` rows of `length` consecutive elements of the variable, `stride` elements apart, that lie
/// back to back in storage from element `packedBegin` on. All on one tile.
struct PackedBlock {
  std::uint64_t element = 0;
  std::uint64_t length = 0;
  std::uint64_t count = 1;
  std::uint64_t stride = 0;
  std::uint64_t packedBegin = 0;
  TileId tile;
};

/// A variable is one buffer in tile-packed order (its intervals sorted by tile, then by offset), or
/// in element order.
struct VariableStorage {
  std::string name;
  ElementType type = ElementType::Invalid;
  std::uint64_t numElements = 0;
  Address address = 0; ///< 64-byte aligned
  std::uint64_t bytes = 0;
  std::vector<PackedBlock> blocks; ///< empty: storage order is element order
};

/// Bytes to put at `address` when the engine is loaded: `count` copies of `bytes`.
struct InitialData {
  Address address = 0;
  std::uint64_t count = 1;
  std::vector<std::byte> bytes;
  std::map<unsigned, std::vector<std::byte>> perReplica; ///< instead of bytes, by replica
};

/// A pointer inside an instance: at load() memory + target is stored at memory + location.
struct Relocation {
  Address location = 0;
  Address target = 0;
};

struct Memory {
  std::uint64_t bytes = 0;
  std::vector<VariableStorage> variables; ///< indexed by VariableId; unused ones have no bytes
  std::vector<InitialData> initialData;
  std::vector<Address> replicaIndexAddresses; ///< hold the replica's index, UNSIGNED_INT

  Address scratch = 0;
  Address instances = 0; ///< instanceImage is copied there by load()
  std::vector<std::byte> instanceImage;
  std::vector<Relocation> relocations;
};

} // namespace poplar_emu::plan
