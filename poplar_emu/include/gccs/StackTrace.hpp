// SPDX-License-Identifier: MIT
// The call stack of the calling thread as text.
#ifndef GCCS_STACK_TRACE_HPP
#define GCCS_STACK_TRACE_HPP

#include <poplar_emu/Export.hpp>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace gccs {

/// One line of text per frame, innermost first.
class StackTrace {
 public:
  StackTrace() {}
  explicit StackTrace(std::vector<std::string> frames) : frames_(std::move(frames)) {}
  const std::vector<std::string> &frames() const { return frames_; }

 private:
  std::vector<std::string> frames_;
};

/// The frames of the calling thread without the `framesToSkip` innermost ones, at most `maxDepth`.
POPLAR_EMU_EXPORT StackTrace
getStackTrace(unsigned framesToSkip = 0, unsigned maxDepth = 100) __asm__("poplar_emu_stack_trace");

inline std::ostream &operator<<(std::ostream &out, const StackTrace &trace) {
  for (std::size_t i = 0; i != trace.frames().size(); ++i)
    out << '#' << i << ' ' << trace.frames()[i] << '\n';
  return out;
}

} // namespace gccs

#endif
