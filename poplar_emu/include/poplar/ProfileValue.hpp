// SPDX-License-Identifier: MIT
// Tree-shaped values: booleans, numbers, strings, vectors and maps.
#ifndef POPLAR_PROFILE_VALUE_HPP
#define POPLAR_PROFILE_VALUE_HPP

#include <poplar/OptionFlags.hpp>
#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace poplar {

/// A value that is a boolean, a number, a string, a vector or a map of such values. A
/// default-constructed one is the number 0. Access as another type throws poplar_error.
class POPLAR_EMU_EXPORT ProfileValue {
 public:
  using Boolean = bool;
  using Number = double;
  using String = std::string;
  using Vector = std::vector<ProfileValue>;
  using Map = std::map<std::string, ProfileValue>;

  enum class Type { BOOL_, STRING, NUMBER, VECTOR, MAP };

  ProfileValue();
  ProfileValue(const ProfileValue &other);
  ProfileValue(ProfileValue &&other) noexcept;
  ProfileValue(String value);
  ProfileValue(const char *value);
  ProfileValue(Vector value);
  ProfileValue(Map value);
  ProfileValue(Number value);
  template <class T,
            typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value,
                                    int>::type = 0>
  ProfileValue(T value) : ProfileValue(static_cast<Number>(value)) {}
  explicit ProfileValue(Boolean value);
  ~ProfileValue();

  ProfileValue &operator=(const ProfileValue &other);
  ProfileValue &operator=(ProfileValue &&other) noexcept;
  ProfileValue &operator=(String value);
  ProfileValue &operator=(const char *value);
  ProfileValue &operator=(Vector value);
  ProfileValue &operator=(Map value);
  ProfileValue &operator=(Number value);
  template <class T,
            typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value,
                                    int>::type = 0>
  ProfileValue &operator=(T value) {
    return *this = static_cast<Number>(value);
  }
  ProfileValue &operator=(Boolean value);

  Type type() const { return type_; }

  const String &asString() const;
  Boolean asBool() const;
  std::int64_t asInt() const;
  std::uint64_t asUint() const;
  Number asDouble() const;
  const Map &asMap() const;
  Map &asMap();
  const Vector &asVector() const;
  Vector &asVector();

  /// The member of that name; throws when there is none.
  const ProfileValue &operator[](StringRef name) const;
  const ProfileValue &operator[](std::size_t i) const;
  /// The member of that name or a null pointer.
  const ProfileValue *getOrNull(StringRef name) const;
  std::vector<unsigned> toUintVector() const;
  /// Number of elements of a vector or map, 0 otherwise.
  std::size_t size() const;

  double sumDouble() const;
  std::int64_t sumInt() const;
  std::uint64_t sumUint() const;
  std::int64_t sum2DInt() const;
  std::uint64_t sum2DUint() const;

  bool operator==(const ProfileValue &other) const;
  bool operator!=(const ProfileValue &other) const { return !(*this == other); }

 private:
  Type type_;
  Boolean boolean_;
  Number number_;
  String string_;
  std::unique_ptr<Vector> vector_;
  std::unique_ptr<Map> map_;
};

POPLAR_EMU_EXPORT void serializeToJSON(std::ostream &out, const ProfileValue &value,
                                       bool prettyPrint = false);
POPLAR_EMU_EXPORT void serializeToCBOR(std::ostream &out, const ProfileValue &value,
                                       bool tag = true);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const ProfileValue &value);

POPLAR_EMU_EXPORT void printGraphSummary(std::ostream &out, const std::string &profilePath,
                                         const OptionFlags &options = {});
POPLAR_EMU_EXPORT void printExecutionSummary(std::ostream &out, const std::string &profilePath,
                                             const OptionFlags &options = {});
POPLAR_EMU_EXPORT void printProfileSummary(std::ostream &out, const std::string &profilePath,
                                           const OptionFlags &options = {});

inline void printGraphSummary(std::ostream &out, const char *profilePath,
                              const OptionFlags &options = {}) {
  printGraphSummary(out, std::string(profilePath), options);
}
inline void printExecutionSummary(std::ostream &out, const char *profilePath,
                                  const OptionFlags &options = {}) {
  printExecutionSummary(out, std::string(profilePath), options);
}
inline void printProfileSummary(std::ostream &out, const char *profilePath,
                                const OptionFlags &options = {}) {
  printProfileSummary(out, std::string(profilePath), options);
}

// Old forms.
POPLAR_EMU_EXPORT void printGraphSummary(std::ostream &out, const ProfileValue &graphProfile,
                                         const OptionFlags &options = {});
POPLAR_EMU_EXPORT void printExecutionSummary(std::ostream &out, const ProfileValue &graphProfile,
                                             const ProfileValue &executionProfile,
                                             const OptionFlags &options = {});
POPLAR_EMU_EXPORT void printProfileSummary(std::ostream &out, const ProfileValue &graphProfile,
                                           const ProfileValue &executionProfile,
                                           const OptionFlags &options = {});

} // namespace poplar

#endif
