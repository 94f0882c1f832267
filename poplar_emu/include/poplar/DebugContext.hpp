// SPDX-License-Identifier: MIT
// Where in the user's program something was made, and what the user calls it.
#ifndef POPLAR_DEBUG_CONTEXT_HPP
#define POPLAR_DEBUG_CONTEXT_HPP

#include <poplar/ProfileValue.hpp>
#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>

#if defined(__GNUC__) || defined(__clang__)
#ifndef SUPPORTS_LOCATION_BUILTINS
#define SUPPORTS_LOCATION_BUILTINS 1
#endif
#endif

namespace poplar {

/// A line of a program. As a default argument, Current() names the caller's line.
class SourceLocation {
 public:
  SourceLocation() = default;
  constexpr SourceLocation(const char *functionName, const char *fileName, unsigned lineNumber)
      : functionName_(functionName), fileName_(fileName), lineNumber_(lineNumber), valid_(true) {}

  constexpr const char *getFunctionName() const { return functionName_; }
  constexpr const char *getFileName() const { return fileName_; }
  constexpr unsigned getLineNumber() const { return lineNumber_; }
  constexpr bool isValid() const { return valid_; }

#ifdef SUPPORTS_LOCATION_BUILTINS
  static SourceLocation Current(const char *functionName = __builtin_FUNCTION(),
                                const char *fileName = __builtin_FILE(),
                                unsigned lineNumber = __builtin_LINE()) {
    return SourceLocation(functionName, fileName, lineNumber);
  }
#else
  static SourceLocation Current() { return SourceLocation(); }
#endif

 private:
  const char *functionName_ = "";
  const char *fileName_ = "";
  unsigned lineNumber_ = 0;
  bool valid_ = false;
};

enum class DebugSerializationFormat { JSON, CBOR };

using DebugId = std::uint64_t;

class DebugContext;

/// A node of the debug tree: what one layer did for one call. Written to the debug file, when one
/// is open, at the end of its life.
class POPLAR_EMU_EXPORT DebugInfo {
 public:
  DebugInfo(const DebugContext &debugContext, std::string layer);
  DebugInfo(const DebugInfo &) = delete;
  DebugInfo &operator=(const DebugInfo &) = delete;
  virtual ~DebugInfo();

  DebugId getId() const;
  std::string getPathName() const;
  /// Adds a value to the node; true when the name was new.
  bool setValue(std::string name, ProfileValue value);

  /// Starts writing debug nodes to a file.
  static void
  initializeStreamer(const std::string &fileName,
                     const DebugSerializationFormat &format = DebugSerializationFormat::CBOR);
  static void closeStreamer();

 private:
  std::unique_ptr<poplar_emu::model::DebugInfoState> state_;
};

/// A name below a node of the debug tree.
class POPLAR_EMU_EXPORT DebugNameAndId {
 public:
  DebugNameAndId(std::string name = "", DebugId debugId = {}, std::string parentPath = "");
  DebugNameAndId(const char *name);
  DebugNameAndId(DebugId debugId);
  DebugNameAndId(const DebugInfo &debugInfo, std::string name = "");
  DebugNameAndId(const DebugNameAndId &parent, StringRef name = "");
  DebugNameAndId &operator=(const DebugNameAndId &other);
  ~DebugNameAndId();

  std::string getPathName() const;

 private:
  friend class DebugContext;

  std::string name_;
  std::string parentPath_;
  DebugId id_;
};

/// The name, the parent in the debug tree and the line of the user's program that every call takes.
class POPLAR_EMU_EXPORT DebugContext {
 public:
  DebugContext(SourceLocation loc = SourceLocation::Current());
  DebugContext(const char *name, SourceLocation loc = SourceLocation::Current());
  DebugContext(StringRef name, SourceLocation loc = SourceLocation::Current());
  DebugContext(std::string name, SourceLocation loc = SourceLocation::Current());
  DebugContext(const DebugInfo &debugInfo, std::string name = "",
               SourceLocation loc = SourceLocation::Current());
  DebugContext(const DebugNameAndId &debugNameAndId, std::string name = "",
               SourceLocation loc = SourceLocation::Current());
  DebugContext(const DebugContext &debugContext, StringRef name);
  DebugContext(const DebugContext &other);
  DebugContext(DebugContext &&other) noexcept;
  DebugContext &operator=(const DebugContext &other);
  ~DebugContext();

  /// The names on the way from the root, joined by '/'.
  std::string getPathName() const;

 private:
  friend class DebugInfo;
  friend struct poplar_emu::api::Access;
  friend struct poplar_emu::model::Access;

  std::string name_;
  std::string parentPath_;
  DebugId parentId_;
  SourceLocation location_;
};

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const DebugContext &debugContext);

} // namespace poplar

#endif
