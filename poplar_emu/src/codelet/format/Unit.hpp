// SPDX-License-Identifier: MIT
// One compiled codelet source as plain data: sources, flags, vertex types, object files.
#pragma once

#include "codelet/format/Hash.hpp"
#include "ir/VertexType.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poplar_emu::codelet {

/// Off: the ordinary image. On: built so that floating-point exception flags are exact.
enum class FloatExceptions : std::uint8_t { Off, On };

/// On: built so that each batch also says how many issue slots a real IPU would have taken.
enum class SlotCounting : std::uint8_t { Off, On };

/// What a piece of object code was built for. Code runs only where all of it matches.
struct ImageKey {
  std::uint32_t numWorkers = 6;
  FloatExceptions floatExceptions = FloatExceptions::Off;
  SlotCounting slotCounting = SlotCounting::Off;
  std::string cpu;       ///< see HostCpu.hpp
  std::string sanitizer; ///< "address,undefined", or ""

  friend bool operator==(const ImageKey &, const ImageKey &) = default;
};

struct Image {
  ImageKey key;
  std::string object;                 ///< bytes of the relocatable object file
  Hash128 objectHash;                 ///< of object
  std::vector<std::string> defined;   ///< global symbols that it defines
  std::vector<std::string> undefined; ///< symbols that it needs from elsewhere
};

/// The language of a source. Assembler of the device is carried along without code.
enum class Language : std::uint8_t { Cpp, C, DeviceOnly };

struct SourceFile {
  std::string path; ///< absolute, or the name under which a stream was added
  std::string content;
};

/// A vertex type with what only the codelet layer needs to know of it.
struct VertexEntry {
  ir::VertexType type;
  std::string symbol;               ///< batch function; empty without host code
  std::vector<std::string> aliases; ///< other spellings: enumerators by number, defaults left out
};

/// A pointer inside the image of the statics that points into the same image.
struct StaticsRelocation {
  std::uint64_t offset = 0; ///< bytes from the start of the unit's image
  std::uint64_t target = 0;
};

/// Mutable variables with static storage, gathered into one image per tile.
struct StaticsInfo {
  std::vector<std::string> names; ///< as the user wrote them, for reports
  std::uint64_t size = 0;         ///< bytes; 0: the unit has none
  std::uint64_t align = 1;
  std::string imageSymbol;  ///< the initial image
  std::string offsetSymbol; ///< 64-bit variable: where the unit's image starts within a tile's
  std::vector<StaticsRelocation> relocations;
};

/// A class that derives from a vertex class, but is none of the unit's vertex types.
struct DroppedClass {
  std::string name;  ///< of a template: without arguments
  std::string place; ///< "file.cpp:12"
  std::string reason;
  std::string fix;
  bool isTemplate = false; ///< that no explicit instantiation makes a type of
};

struct Unit {
  Language language = Language::Cpp;
  std::vector<SourceFile> files; ///< the source first, then every file of the user's it includes
  std::string directory;         ///< working directory in which it was compiled
  std::vector<std::string> flags;
  std::vector<std::string> targets; ///< of popc's --target; empty: all
  std::string compiler;             ///< "clang 19.1.7"
  Hash128 sourceHash; ///< of the contents of files and of the macro definitions in flags
  std::vector<VertexEntry> vertices;
  std::vector<DroppedClass> dropped;
  StaticsInfo statics;
  std::vector<std::string> notes;
  std::vector<Image> images;

  const Image *image(const ImageKey &key) const {
    for (const Image &candidate : images)
      if (candidate.key == key) return &candidate;
    return nullptr;
  }
};

} // namespace poplar_emu::codelet
