// SPDX-License-Identifier: MIT
// The user's file and line, interned: four bytes on every vertex and edge.
#pragma once

#include "support/Ids.hpp"

#include <string>

namespace poplar_emu {

/// A place in the user's program. Invalid when the compiler gave none.
using SiteId = Id<struct SiteTag>;

/// Interns a place. `file` and `function` must live as long as the program (they are literals of
/// the compiler's making). Thread-safe; remembers the last place, so a loop of addVertex costs one
/// compare.
SiteId internSite(const char *file, unsigned line, const char *function);

/// "stencil.cpp:41", or "" for an invalid site.
std::string describe(SiteId site);

/// The user's line whose call into the library is under way on this thread. A diagnostic that names
/// no line of its own shows this one.
class CallSite {
 public:
  explicit CallSite(SiteId site);
  ~CallSite();
  CallSite(const CallSite &) = delete;
  CallSite &operator=(const CallSite &) = delete;

  static SiteId current();

 private:
  SiteId previous_;
};

/// Libraries on top of this one are compiled so that the paths of their sources begin with this.
constexpr char kLibraryPrefix[] = "poplibs:/";
bool isLibraryFile(const char *file);

/// The user's line that called an operation of such a library, from the time that the operation has
/// made its debug node. What the operation puts into a graph has this line, not one of its own.
class LibraryCall {
 public:
  /// `file` may be one of the library's: an operation that another one uses changes nothing.
  LibraryCall(const char *file, unsigned line, const char *function);
  ~LibraryCall();
  LibraryCall(const LibraryCall &) = delete;
  LibraryCall &operator=(const LibraryCall &) = delete;

  static SiteId current();

 private:
  SiteId own_, previous_;
};

} // namespace poplar_emu
