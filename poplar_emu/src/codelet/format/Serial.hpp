// SPDX-License-Identifier: MIT
// Bytes in, bytes out: little-endian, with lengths before strings and lists, and bounds-checked.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace poplar_emu::codelet {

static_assert(std::endian::native == std::endian::little);

class ByteWriter {
 public:
  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  void value(T v) {
    bytes_.append(reinterpret_cast<const char *>(&v), sizeof v);
  }
  void text(std::string_view s) {
    value(static_cast<std::uint64_t>(s.size()));
    bytes_.append(s);
  }
  void texts(const std::vector<std::string> &list) {
    value(static_cast<std::uint32_t>(list.size()));
    for (const std::string &s : list)
      text(s);
  }
  const std::string &bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reading past the end gives zeros and makes ok() false for good.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  T value() {
    T v{};
    const std::string_view raw = take(sizeof v);
    raw.copy(reinterpret_cast<char *>(&v), sizeof v);
    return v;
  }
  std::string_view view() { return take(value<std::uint64_t>()); }
  std::string text() { return std::string(view()); }
  std::vector<std::string> texts() {
    std::vector<std::string> list(count(sizeof(std::uint64_t)));
    for (std::string &s : list)
      s = text();
    return list;
  }
  /// Length of a list whose elements take at least `minimumBytes`; a damaged one allocates nothing.
  std::size_t count(std::size_t minimumBytes) {
    const std::size_t n = value<std::uint32_t>();
    if (n * minimumBytes > rest_.size()) {
      ok_ = false;
      return 0;
    }
    return n;
  }

  bool ok() const { return ok_; }
  bool atEnd() const { return rest_.empty(); }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) {
      ok_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
  bool ok_ = true;
};

} // namespace poplar_emu::codelet
