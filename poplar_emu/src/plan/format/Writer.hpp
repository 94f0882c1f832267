// SPDX-License-Identifier: MIT
// Writes values in the format of plans: small integers in few bytes, big tables by their
// differences.
#pragma once

#include "plan/format/Fields.hpp"

#include <array>
#include <concepts>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace poplar_emu::plan::format {

class Writer {
 public:
  std::vector<std::byte> take() && {
    bytes_.resize(size_);
    return std::move(bytes_);
  }

  /// 7 bits a byte, low ones first; the top bit says that more follow.
  template <std::unsigned_integral T>
  void put(const T &value) {
    std::byte *at = reserve(10);
    std::uint64_t rest = value;
    for (; rest >= 0x80; rest >>= 7)
      *at++ = static_cast<std::byte>(rest | 0x80);
    *at++ = static_cast<std::byte>(rest);
    size_ = static_cast<std::size_t>(at - bytes_.data());
  }
  template <std::signed_integral T>
  void put(const T &value) {
    const auto wide = static_cast<std::int64_t>(value);
    put((static_cast<std::uint64_t>(wide) << 1) ^ static_cast<std::uint64_t>(wide >> 63));
  }
  template <class T>
    requires std::is_enum_v<T>
  void put(const T &value) {
    put(static_cast<std::uint64_t>(value));
  }
  template <class Tag, class Integer>
  void put(const Id<Tag, Integer> &id) {
    // Invalid ids, all ones, become 0.
    put(static_cast<std::uint64_t>(static_cast<Integer>(id.value + 1)));
  }
  template <HasFields T>
  void put(const T &value) {
    std::apply([this](const auto &...fields) { (this->put(fields), ...); }, Fields<T>::of(value));
  }

  void put(const std::string &text) {
    put(std::uint64_t{text.size()});
    raw(text.data(), text.size());
  }
  template <class A, class B>
  void put(const std::pair<A, B> &pair) {
    put(pair.first);
    put(pair.second);
  }
  template <class T>
  void put(const std::optional<T> &value) {
    put(std::uint64_t{value.has_value()});
    if (value) put(*value);
  }
  template <class K, class V>
  void put(const std::map<K, V> &map) {
    put(std::uint64_t{map.size()});
    for (const auto &[key, value] : map) {
      put(key);
      put(value);
    }
  }
  template <class T, std::size_t N>
  void put(const std::array<T, N> &values) {
    for (const T &value : values)
      put(value);
  }
  template <class T>
  void put(const std::vector<T> &values) {
    put(std::uint64_t{values.size()});
    if constexpr (std::is_same_v<T, std::byte> || std::is_same_v<T, std::uint8_t> ||
                  std::is_same_v<T, std::uint32_t>)
      raw(values.data(), values.size() * sizeof(T));
    else
      for (const T &value : values)
        put(value);
  }

  void put(const std::vector<Move> &moves) {
    put(std::uint64_t{moves.size()});
    Move before;
    for (const Move &move : moves) {
      difference(before.source + before.bytes, move.source);
      difference(before.destination + before.bytes, move.destination);
      difference(before.bytes, move.bytes);
      put(move.pattern + 1); // contiguous becomes 0
      before = move;
    }
  }
  void put(const std::vector<Relocation> &relocations) {
    put(std::uint64_t{relocations.size()});
    Relocation before;
    for (const Relocation &relocation : relocations) {
      difference(before.location, relocation.location);
      difference(before.target, relocation.target);
      before = relocation;
    }
  }

 private:
  void difference(std::uint64_t from, std::uint64_t to) {
    put(static_cast<std::int64_t>(to - from));
  }
  void raw(const void *data, std::size_t size) {
    if (size == 0) return;
    std::memcpy(reserve(size), data, size);
    size_ += size;
  }
  std::byte *reserve(std::size_t more) {
    if (bytes_.size() - size_ < more)
      bytes_.resize(std::max(bytes_.size() * 2, size_ + more + 4096));
    return bytes_.data() + size_;
  }

  std::vector<std::byte> bytes_;
  std::size_t size_ = 0;
};

} // namespace poplar_emu::plan::format
