// SPDX-License-Identifier: MIT
// A program compiled on its own.
#ifndef POPLAR_MODULE_HPP
#define POPLAR_MODULE_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <functional>
#include <iosfwd>
#include <memory>

namespace poplar {

/// The result of compileModule. Movable, not copyable.
class POPLAR_EMU_EXPORT Module {
 public:
  /// Gets the name and the contents of a segment.
  using SegmentFunction = std::function<void(StringRef, ArrayRef<char>)>;

  Module();
  Module(Module &&) noexcept;
  Module(const Module &) = delete;
  Module &operator=(Module &&) noexcept;
  Module &operator=(const Module &) = delete;
  ~Module();

  void serialize(std::ostream &out) const;
  void forEachSegment(const SegmentFunction &function) const;
  void forEachLoadableSegment(const SegmentFunction &function) const;

 private:
  friend struct poplar_emu::api::Access;

  std::shared_ptr<const poplar_emu::engine::ModuleState> state_;
};

} // namespace poplar

#endif
