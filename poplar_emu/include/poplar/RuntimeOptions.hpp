// SPDX-License-Identifier: MIT
// Options that may change from load to load.
#ifndef POPLAR_RUNTIME_OPTIONS_HPP
#define POPLAR_RUNTIME_OPTIONS_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <functional>

namespace poplar {

/// Checked run-time options; the environment variable POPLAR_RUNTIME_OPTIONS wins over them.
class POPLAR_EMU_EXPORT RuntimeOptions {
 public:
  RuntimeOptions();
  /// Throws invalid_option.
  explicit RuntimeOptions(const OptionFlags &options,
                          SourceLocation loc = SourceLocation::Current());

  std::size_t hash() const;

  friend bool operator==(const RuntimeOptions &a, const RuntimeOptions &b) {
    return a.options_ == b.options_;
  }
  friend bool operator!=(const RuntimeOptions &a, const RuntimeOptions &b) { return !(a == b); }

 private:
  friend struct poplar_emu::api::Access;
  friend struct poplar_emu::model::Access;

  OptionFlags options_;
};

} // namespace poplar

namespace std {
template <>
struct hash<poplar::RuntimeOptions> {
  size_t operator()(const poplar::RuntimeOptions &options) const { return options.hash(); }
};
} // namespace std

#endif
