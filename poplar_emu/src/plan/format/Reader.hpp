// SPDX-License-Identifier: MIT
// Reads what Writer wrote, trusting nothing: every size is held against what is left.
#pragma once

#include "plan/format/Fields.hpp"

#include <array>
#include <concepts>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace poplar_emu::plan::format {

/// Thrown by Reader; the text says what is wrong with the data.
struct BadData {
  const char *text;
};

template <class E>
inline constexpr E kLastEnumerator = [] {
  static_assert(sizeof(E) == 0, "say below which enumerator is the last");
  return E{};
}();
template <>
inline constexpr ElementType kLastEnumerator<ElementType> = ElementType::Double;
template <>
inline constexpr StepKind kLastEnumerator<StepKind> = StepKind::Collective;
template <>
inline constexpr TileSide kLastEnumerator<TileSide> = TileSide::Both;
template <>
inline constexpr Combine kLastEnumerator<Combine> = Combine::LogicalOr;
template <>
inline constexpr CollectiveForm kLastEnumerator<CollectiveForm> = CollectiveForm::Broadcast;
template <>
inline constexpr FieldShape kLastEnumerator<FieldShape> = FieldShape::Vectors;
template <>
inline constexpr FieldAccess kLastEnumerator<FieldAccess> = FieldAccess::ReadWrite;
template <>
inline constexpr VertexThreads kLastEnumerator<VertexThreads> = VertexThreads::Supervisor;
template <>
inline constexpr PatternKind kLastEnumerator<PatternKind> = PatternKind::Pairs;
template <>
inline constexpr StreamDirection kLastEnumerator<StreamDirection> = StreamDirection::DeviceToHost;
template <>
inline constexpr StreamReplication kLastEnumerator<StreamReplication> =
    StreamReplication::Broadcast;
template <>
inline constexpr MemoryCategory kLastEnumerator<MemoryCategory> = MemoryCategory::kLastEnumerator;
template <>
inline constexpr SwitchDefault kLastEnumerator<SwitchDefault> = SwitchDefault::Unreachable;

class Reader {
 public:
  explicit Reader(std::span<const std::byte> data) : data_(data) {}

  bool atEnd() const { return data_.empty(); }

  template <std::unsigned_integral T>
  void get(T &value) {
    const std::uint64_t wide = integer();
    if (wide > std::numeric_limits<T>::max()) throw BadData{"a number is too large"};
    value = static_cast<T>(wide);
  }
  template <std::signed_integral T>
  void get(T &value) {
    const std::uint64_t coded = integer();
    const auto wide = static_cast<std::int64_t>((coded >> 1) ^ (std::uint64_t{0} - (coded & 1)));
    if (wide > std::numeric_limits<T>::max() || wide < std::numeric_limits<T>::min())
      throw BadData{"a number is too large"};
    value = static_cast<T>(wide);
  }
  template <class T>
    requires std::is_enum_v<T>
  void get(T &value) {
    const std::uint64_t number = integer();
    if (number > static_cast<std::uint64_t>(kLastEnumerator<T>)) throw BadData{"an unknown kind"};
    value = static_cast<T>(number);
  }
  template <class Tag, class Integer>
  void get(Id<Tag, Integer> &id) {
    Integer coded = 0;
    get(coded);
    id.value = static_cast<Integer>(coded - 1);
  }
  template <HasFields T>
  void get(T &value) {
    std::apply([this](auto &...fields) { (this->get(fields), ...); }, Fields<T>::of(value));
  }

  void get(std::string &text) {
    const std::span<const std::byte> bytes = raw(integer());
    text.assign(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  }
  template <class A, class B>
  void get(std::pair<A, B> &pair) {
    get(pair.first);
    get(pair.second);
  }
  template <class T>
  void get(std::optional<T> &value) {
    bool present = false;
    get(present);
    value.reset();
    if (present) get(value.emplace());
  }
  template <class K, class V>
  void get(std::map<K, V> &map) {
    for (std::uint64_t n = count(); n > 0; --n) {
      K key{};
      get(key);
      get(map[key]);
    }
  }
  template <class T, std::size_t N>
  void get(std::array<T, N> &values) {
    for (T &value : values)
      get(value);
  }
  template <class T>
  void get(std::vector<T> &values) {
    if constexpr (std::is_same_v<T, std::byte> || std::is_same_v<T, std::uint8_t> ||
                  std::is_same_v<T, std::uint32_t>) {
      const std::uint64_t n = integer();
      if (n > data_.size() / sizeof(T)) throw BadData{"the data ends too early"};
      const std::span<const std::byte> bytes = raw(n * sizeof(T));
      values.resize(n);
      if (n) std::memcpy(values.data(), bytes.data(), bytes.size());
    } else {
      forEachOf(values, [this](T &value) { get(value); });
    }
  }

  void get(std::vector<Move> &moves) {
    Move before;
    forEachOf(moves, [&](Move &move) {
      move.source = before.source + before.bytes + difference();
      move.destination = before.destination + before.bytes + difference();
      move.bytes = static_cast<std::uint32_t>(before.bytes + difference());
      get(move.pattern);
      move.pattern -= 1;
      before = move;
    });
  }
  void get(std::vector<Relocation> &relocations) {
    Relocation before;
    forEachOf(relocations, [&](Relocation &relocation) {
      relocation.location = before.location + difference();
      relocation.target = before.target + difference();
      before = relocation;
    });
  }

 private:
  std::uint64_t integer() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (data_.empty()) throw BadData{"the data ends too early"};
      const auto byte = static_cast<std::uint64_t>(data_.front());
      data_ = data_.subspan(1);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw BadData{"a number is too long"};
  }
  std::uint64_t difference() {
    std::int64_t value = 0;
    get(value);
    return static_cast<std::uint64_t>(value);
  }
  /// A number of things of at least one byte each.
  std::uint64_t count() {
    const std::uint64_t n = integer();
    if (n > data_.size()) throw BadData{"the data ends too early"};
    return n;
  }
  std::span<const std::byte> raw(std::uint64_t size) {
    if (size > data_.size()) throw BadData{"the data ends too early"};
    const std::span<const std::byte> bytes = data_.first(size);
    data_ = data_.subspan(size);
    return bytes;
  }
  /// Appends one element at a time: a false count runs into the end of the data before it costs
  /// much.
  template <class T, class F>
  void forEachOf(std::vector<T> &values, F &&read) {
    const std::uint64_t n = count();
    values.clear();
    values.reserve(std::min<std::uint64_t>(n, 1 + data_.size() / sizeof(T)));
    for (std::uint64_t i = 0; i < n; ++i)
      read(values.emplace_back());
  }

  std::span<const std::byte> data_;
};

} // namespace poplar_emu::plan::format
