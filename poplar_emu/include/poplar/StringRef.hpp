// SPDX-License-Identifier: MIT
// A non-owning view of characters.
#ifndef POPLAR_STRING_REF_HPP
#define POPLAR_STRING_REF_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <cstring>
#include <iosfwd>
#include <string>

namespace poplar {

/// Characters of a std::string, a literal or a range; not terminated by NUL. The viewed text must
/// outlive the view.
class StringRef : public ArrayRef<char> {
 public:
  constexpr StringRef() : ArrayRef<char>() {}
  StringRef(std::nullptr_t) = delete;
  StringRef(const std::string &text) : ArrayRef<char>(text.data(), text.size()) {}
  /// Throws poplar_error for a null pointer.
  StringRef(const char *text) : ArrayRef<char>(text, lengthOf(text)) {}
  constexpr StringRef(const char *text, std::size_t size) : ArrayRef<char>(text, size) {}

  operator std::string() const { return cloneAsString(); }
  std::string cloneAsString() const {
    return empty() ? std::string() : std::string(data(), size());
  }

 private:
  static std::size_t lengthOf(const char *text) {
    return text ? std::strlen(text) : (raiseNull(), 0);
  }
  [[noreturn]] POPLAR_EMU_EXPORT static void raiseNull();
};

inline bool operator==(StringRef a, StringRef b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

inline bool operator!=(StringRef a, StringRef b) {
  return !(a == b);
}

inline bool operator<(StringRef a, StringRef b) {
  const std::size_t common = a.size() < b.size() ? a.size() : b.size();
  const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
  return order != 0 ? order < 0 : a.size() < b.size();
}

inline std::string operator+(StringRef a, StringRef b) {
  std::string joined;
  joined.reserve(a.size() + b.size());
  joined.append(a.begin(), a.end());
  joined.append(b.begin(), b.end());
  return joined;
}

inline std::string &operator+=(std::string &a, StringRef b) {
  return a.append(b.begin(), b.end());
}

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, StringRef text);

} // namespace poplar

#endif
