// SPDX-License-Identifier: MIT
// Programs: what is executed, in which order.
#ifndef POPLAR_PROGRAM_HPP
#define POPLAR_PROGRAM_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/DataStream.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/GraphElements.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/PrintTensor.hpp>
#include <poplar/StringRef.hpp>
#include <poplar/SyncType.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace poplar {

class Graph;

namespace program {

/// A program. Copies are cheap; a program that was put into another one is a snapshot, later
/// changes do not show there. The derived classes only add ways to construct.
class POPLAR_EMU_EXPORT Program {
 public:
  Program();
  Program(const Program &);
  Program(Program &&) noexcept;
  Program &operator=(const Program &);
  Program &operator=(Program &&) noexcept;
  ~Program();

  bool isEmpty() const;

  bool operator==(const Program &other) const;
  bool operator!=(const Program &other) const { return !(*this == other); }

 protected:
  friend struct poplar_emu::api::Access;

  std::shared_ptr<const poplar_emu::api::ProgramNode> node_;
};

/// Programs that are executed one after another.
class POPLAR_EMU_EXPORT Sequence : public Program {
  template <class...>
  struct AreAllPrograms : std::true_type {};
  template <class P, class... Ps>
  struct AreAllPrograms<P, Ps...>
      : std::integral_constant<bool,
                               std::is_base_of<Program, typename std::decay<P>::type>::value &&
                                   AreAllPrograms<Ps...>::value> {};
  template <class P>
  struct IsOtherProgram
      : std::integral_constant<
            bool, std::is_base_of<Program, typename std::decay<P>::type>::value &&
                      !std::is_base_of<Sequence, typename std::decay<P>::type>::value> {};

 public:
  Sequence(const DebugContext &debugContext = {});
  Sequence(std::initializer_list<Program> programs, const DebugContext &debugContext = {});
  template <class P, typename std::enable_if<IsOtherProgram<P>::value, int>::type = 0>
  explicit Sequence(P &&program, SourceLocation loc = SourceLocation::Current())
      : Sequence(std::initializer_list<Program>{program}, DebugContext(loc)) {}
  /// Nothing can follow a pack: errors name no line for these.
  template <class P1, class P2, class... Ps,
            typename std::enable_if<AreAllPrograms<P1, P2, Ps...>::value, int>::type = 0>
  Sequence(P1 &&first, P2 &&second, Ps &&...rest)
      : Sequence(std::initializer_list<Program>{first, second, rest...},
                 DebugContext(SourceLocation())) {}

  void add(const Program &program, SourceLocation loc = SourceLocation::Current());
};

/// Executes the vertices of a compute set in parallel.
class POPLAR_EMU_EXPORT Execute : public Program {
 public:
  explicit Execute(ComputeSet computeSet, const DebugContext &debugContext = {});
  /// Stores whether every vertex returned true in a BOOL scalar.
  Execute(ComputeSet computeSet, Tensor exitStatus, const DebugContext &debugContext = {});
};

/// Copies data: between tensors, streams and remote buffers.
class POPLAR_EMU_EXPORT Copy : public Program {
 public:
  Copy(Tensor src, Tensor dst, bool dontOutline = false, const DebugContext &debugContext = {});
  Copy(const DataStream &stream, Tensor dst, bool optimiseMemory = false,
       const DebugContext &debugContext = {});
  Copy(Tensor src, const DataStream &stream, bool optimiseMemory = false,
       const DebugContext &debugContext = {});
  /// Row 0 of a remote buffer, or the rows that a tensor of indices names.
  Copy(const RemoteBuffer &buffer, Tensor dst, const DebugContext &debugContext = {});
  Copy(const RemoteBuffer &buffer, Tensor dst, Tensor offset,
       const DebugContext &debugContext = {});
  Copy(Tensor src, const RemoteBuffer &buffer, const DebugContext &debugContext = {});
  Copy(Tensor src, const RemoteBuffer &buffer, Tensor offset,
       const DebugContext &debugContext = {});
  /// Loads the code of a function.
  Copy(const FunctionBuffer &buffer, const Function &function,
       const DebugContext &debugContext = {});
  // Old forms.
  Copy(const DataStream &stream, Tensor dst, Tensor expectedIndex, bool rearrangeOnHost = false,
       const OptionFlags &options = {}, const DebugContext &debugContext = {});
  Copy(Tensor src, const DataStream &stream, Tensor index, bool rearrangeOnHost = false,
       const OptionFlags &options = {}, const DebugContext &debugContext = {});
};

/// Executes a program a fixed number of times.
class POPLAR_EMU_EXPORT Repeat : public Program {
 public:
  Repeat(unsigned count, const Program &program, const DebugContext &debugContext = {});
};

/// { condition; if (!predicate) break; body } for ever.
class POPLAR_EMU_EXPORT RepeatWhileTrue : public Program {
 public:
  RepeatWhileTrue(const Program &condition, Tensor predicate, const Program &body,
                  const DebugContext &debugContext = {});
};

/// { condition; if (predicate) break; body } for ever.
class POPLAR_EMU_EXPORT RepeatWhileFalse : public Program {
 public:
  RepeatWhileFalse(const Program &condition, Tensor predicate, const Program &body,
                   const DebugContext &debugContext = {});
};

/// Executes a program until the engine is stopped.
class POPLAR_EMU_EXPORT Loop : public Program {
 public:
  Loop(const Program &program, const DebugContext &debugContext = {});
};

/// Executes one of two programs.
class POPLAR_EMU_EXPORT If : public Program {
 public:
  If(Tensor predicate, const Program &trueBody, const Program &falseBody,
     const DebugContext &debugContext = {});
};

/// Executes the program whose number a tensor holds.
class POPLAR_EMU_EXPORT Switch : public Program {
 public:
  Switch(Tensor control, const std::vector<std::pair<std::int32_t, Program>> &cases,
         const DebugContext &debugContext = {});
  Switch(Tensor control, const std::vector<std::pair<std::int32_t, Program>> &cases,
         const Program &defaultCaseBody, const DebugContext &debugContext = {});
  Switch(Tensor control, const DebugContext &debugContext = {});
  Switch(Tensor control, const Program &defaultCaseBody, const DebugContext &debugContext = {});

  Switch &add(std::int32_t caseValue, const Program &body,
              SourceLocation loc = SourceLocation::Current());

  /// A value without a case is an error at run time.
  static Switch switchWithBoundsChecking(Tensor control,
                                         const std::vector<std::pair<std::int32_t, Program>> &cases,
                                         const DebugContext &debugContext = {});
  /// A value without a case never occurs.
  static Switch switchWithUnreachableDefault(Tensor control, const DebugContext &debugContext = {});
};

/// Calls a function of the device or of the host.
class POPLAR_EMU_EXPORT Call : public Program {
 public:
  Call(Function function, const DebugContext &debugContext = {});
  Call(HostFunction function, ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs,
       const DebugContext &debugContext = {});
};

/// Copies a tensor from each replica to another replica.
class POPLAR_EMU_EXPORT CrossReplicaCopy : public Program {
 public:
  CrossReplicaCopy(Tensor src, Tensor dst, std::map<unsigned, unsigned> replicaMap,
                   const DebugContext &debugContext = {});
};

/// Says that the contents of a tensor are no longer needed.
class POPLAR_EMU_EXPORT WriteUndef : public Program {
 public:
  explicit WriteUndef(Tensor tensor, const DebugContext &debugContext = {});
};

/// Says that a tensor holds the same values on all replicas.
class POPLAR_EMU_EXPORT AssumeEqualAcrossReplicas : public Program {
 public:
  AssumeEqualAcrossReplicas(Tensor tensor, const DebugContext &debugContext = {});
};

/// A part of a program that profiles show under its name.
class POPLAR_EMU_EXPORT Block : public Program {
 public:
  Block(const Program &program, const DebugContext &debugContext = {});
};

/// Waits for other tiles.
class POPLAR_EMU_EXPORT Sync : public Program {
 public:
  explicit Sync(SyncType type, const DebugContext &debugContext = {});
};

/// Prints a tensor to the engine's stream for tensors.
class POPLAR_EMU_EXPORT PrintTensor : public Program {
 public:
  PrintTensor(Tensor tensor, const DebugContext &debugContext = {});
  PrintTensor(Tensor tensor, const PrintTensorFmt &format, const DebugContext &debugContext = {});
  PrintTensor(StringRef title, Tensor tensor, const DebugContext &debugContext = {});
  PrintTensor(StringRef title, Tensor tensor, const PrintTensorFmt &format,
              const DebugContext &debugContext = {});
};

/// Prints a message and a tensor and ends the run with an error.
class POPLAR_EMU_EXPORT ErrorProgram : public Program {
 public:
  ErrorProgram(StringRef message, Tensor tensor, const DebugContext &debugContext = {});
};

/// Ends the run with an error.
class POPLAR_EMU_EXPORT Abort : public Program {
 public:
  Abort(const DebugContext &debugContext = {});
  Abort(const std::string &message, const DebugContext &debugContext = {});
  /// A literal is a message, not a debug name.
  Abort(const char *message, const DebugContext &debugContext = {});
};

/// Ends the run with an error if a scalar is not zero.
class POPLAR_EMU_EXPORT AbortOnCondition : public Program {
 public:
  AbortOnCondition(Tensor predicate, const DebugContext &debugContext = {});
  AbortOnCondition(Tensor predicate, const std::string &message,
                   const DebugContext &debugContext = {});
  AbortOnCondition(Tensor predicate, const char *message, const DebugContext &debugContext = {});
};

/// Prints a program as text.
POPLAR_EMU_EXPORT void dumpProgram(const Graph &graph, const Program &program, std::ostream &out);

} // namespace program
} // namespace poplar

#endif
