// SPDX-License-Identifier: MIT
// A compiled graph.
#ifndef POPLAR_EXECUTABLE_HPP
#define POPLAR_EXECUTABLE_HPP

#include <poplar/DebugContext.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <iosfwd>
#include <memory>

namespace poplar {

/// A compiled graph with its programs, ready to be run or stored. Movable, not copyable.
class POPLAR_EMU_EXPORT Executable {
 public:
  Executable();
  Executable(Executable &&) noexcept;
  Executable(const Executable &) = delete;
  Executable &operator=(Executable &&) noexcept;
  Executable &operator=(const Executable &) = delete;
  ~Executable();

  void serialize(std::ostream &out, SourceLocation loc = SourceLocation::Current()) const;
  /// Throws poplar_error when the input is no executable, or one of another version.
  static Executable deserialize(std::istream &in, bool checkPackageHash = true,
                                SourceLocation loc = SourceLocation::Current());
  static Executable deserialize(std::unique_ptr<std::istream> in, bool checkPackageHash = true,
                                SourceLocation loc = SourceLocation::Current());

 private:
  friend struct poplar_emu::api::Access;

  std::shared_ptr<const poplar_emu::engine::ExecutableState> state_;
};

} // namespace poplar

#endif
