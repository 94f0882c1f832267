// SPDX-License-Identifier: MIT
// The call stack of the calling thread as text.
#ifndef GCCS_STACK_TRACE_HPP
#define GCCS_STACK_TRACE_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace gccs {

/// One line of text per frame, innermost first.
class POPLAR_EMU_EXPORT StackTrace {
public:
  StackTrace();
  explicit StackTrace(std::vector<std::string> frames);
  const std::vector<std::string> &frames() const { return frames_; }

private:
  std::vector<std::string> frames_;
};

/// The frames of the calling thread without the `framesToSkip` innermost ones, at most `maxDepth`.
POPLAR_EMU_EXPORT StackTrace getStackTrace(unsigned framesToSkip = 0, unsigned maxDepth = 100);

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const StackTrace &trace);

} // namespace gccs

#endif
