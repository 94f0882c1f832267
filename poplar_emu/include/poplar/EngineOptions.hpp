// SPDX-License-Identifier: MIT
// Engine options together with what they are meant for, as a key of caches.
#ifndef POPLAR_ENGINE_OPTIONS_HPP
#define POPLAR_ENGINE_OPTIONS_HPP

#include <poplar/OptionFlags.hpp>
#include <poplar/Target.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <functional>

namespace poplar {

/// Checked engine options for a target; the environment variable POPLAR_ENGINE_OPTIONS wins over
/// them.
class POPLAR_EMU_EXPORT EngineOptions {
 public:
  /// Throws invalid_option.
  EngineOptions(OptionFlags options, Target target, unsigned replicationFactor);

  std::size_t hash() const;

  friend bool operator==(const EngineOptions &a, const EngineOptions &b) {
    return a.options_ == b.options_ && a.target_ == b.target_ &&
           a.replicationFactor_ == b.replicationFactor_;
  }
  friend bool operator!=(const EngineOptions &a, const EngineOptions &b) { return !(a == b); }

 private:
  friend struct poplar_emu::api::Access;
  friend struct poplar_emu::model::Access;

  OptionFlags options_;
  Target target_;
  unsigned replicationFactor_;
};

/// For boost::hash.
inline std::size_t hash_value(const EngineOptions &options) {
  return options.hash();
}

} // namespace poplar

namespace std {
template <>
struct hash<poplar::EngineOptions> {
  size_t operator()(const poplar::EngineOptions &options) const { return options.hash(); }
};
} // namespace std

#endif
