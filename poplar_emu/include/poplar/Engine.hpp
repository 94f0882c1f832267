// SPDX-License-Identifier: MIT
// Compiles graphs and runs their programs on a device.
#ifndef POPLAR_ENGINE_HPP
#define POPLAR_ENGINE_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/DataStream.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Device.hpp>
#include <poplar/EngineOptions.hpp>
#include <poplar/Error.hpp>
#include <poplar/Executable.hpp>
#include <poplar/Graph.hpp>
#include <poplar/HostFunctionCallback.hpp>
#include <poplar/Module.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/ProfileValue.hpp>
#include <poplar/Program.hpp>
#include <poplar/Quarter.hpp>
#include <poplar/RuntimeOptions.hpp>
#include <poplar/StreamCallback.hpp>
#include <poplar/StringRef.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>
#include <poplar_emu/StandardHeaders.hpp>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace pva {
class Report;
} // namespace pva

namespace poplar {

/// Gets how many of how many steps of a compilation are done.
using ProgressFunc = std::function<void(int, int)>;

/// Memory that is set aside before a graph is compiled.
class Preallocations {
  struct State;
  explicit Preallocations(std::shared_ptr<const State> state);
  friend struct poplar_emu::api::Access;
};

/// Compiles a graph with its programs. Throws invalid_option, link_error,
/// graph_memory_allocation_error and whatever is wrong with the graph.
POPLAR_EMU_EXPORT Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                                          const OptionFlags &options = {},
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs,
                                          const OptionFlags &options = {},
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                                          const Preallocations &preallocations,
                                          const OptionFlags &options = {},
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs,
                                          const Preallocations &preallocations,
                                          const OptionFlags &options = {},
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});
/// checkOptionFlags = false lets unknown options pass.
POPLAR_EMU_EXPORT Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                                          bool checkOptionFlags, const OptionFlags &options,
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs,
                                          bool checkOptionFlags, const OptionFlags &options,
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Executable compileGraph(const Graph &graph, ArrayRef<program::Program> programs,
                                          const Preallocations &preallocations,
                                          bool checkOptionFlags, const OptionFlags &options,
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Executable compileGraph(Graph &&graph, ArrayRef<program::Program> programs,
                                          const Preallocations &preallocations,
                                          bool checkOptionFlags, const OptionFlags &options,
                                          ProgressFunc progressCallback = ProgressFunc(),
                                          const DebugContext &debugContext = {});

template <class Bool>
typename std::enable_if<std::is_same<Bool, bool>::value, Executable>::type
compileGraph(const Graph &graph, ArrayRef<program::Program> programs, Bool checkOptionFlags) {
  return compileGraph(graph, programs, checkOptionFlags, OptionFlags());
}
template <class Bool>
typename std::enable_if<std::is_same<Bool, bool>::value, Executable>::type
compileGraph(Graph &&graph, ArrayRef<program::Program> programs, Bool checkOptionFlags) {
  return compileGraph(std::move(graph), programs, checkOptionFlags, OptionFlags());
}

POPLAR_EMU_EXPORT Module compileModule(const Graph &graph, program::Program program,
                                       const OptionFlags &options = {},
                                       ProgressFunc progressCallback = ProgressFunc(),
                                       const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Module compileModule(Graph &&graph, program::Program program,
                                       const OptionFlags &options = {},
                                       ProgressFunc progressCallback = ProgressFunc(),
                                       const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Module compileModule(const Graph &graph, program::Program program,
                                       const Preallocations &preallocations,
                                       const OptionFlags &options = {},
                                       ProgressFunc progressCallback = ProgressFunc(),
                                       const DebugContext &debugContext = {});
POPLAR_EMU_EXPORT Module compileModule(Graph &&graph, program::Program program,
                                       const Preallocations &preallocations,
                                       const OptionFlags &options = {},
                                       ProgressFunc progressCallback = ProgressFunc(),
                                       const DebugContext &debugContext = {});

/// A compiled graph and, once loaded, its state on a device.
class POPLAR_EMU_EXPORT Engine {
 public:
  using ProgressFunc = poplar::ProgressFunc;

  /// A moment of the host's clock.
  class TimerTimePoint {
   public:
    TimerTimePoint() : nanoseconds_(0) {}

   private:
    friend class Engine;
    friend struct poplar_emu::api::Access;

    std::int64_t nanoseconds_;
  };

  /// Compiles the graph; see compileGraph for what is thrown.
  Engine(const Graph &graph, ArrayRef<program::Program> programs, const OptionFlags &options = {},
         ProgressFunc progressCallback = ProgressFunc(), const DebugContext &debugContext = {});
  Engine(Graph &&graph, ArrayRef<program::Program> programs, const OptionFlags &options = {},
         ProgressFunc progressCallback = ProgressFunc(), const DebugContext &debugContext = {});
  Engine(const Graph &graph, program::Program program, const OptionFlags &options = {},
         ProgressFunc progressCallback = ProgressFunc(), const DebugContext &debugContext = {});
  Engine(Graph &&graph, program::Program program, const OptionFlags &options = {},
         ProgressFunc progressCallback = ProgressFunc(), const DebugContext &debugContext = {});
  Engine(Executable &&executable, const OptionFlags &options = {},
         SourceLocation loc = SourceLocation::Current());
  Engine(const Executable &executable, const OptionFlags &options = {},
         SourceLocation loc = SourceLocation::Current());
  /// A run that is under way goes on, and belongs to the new engine.
  Engine(Engine &&) noexcept;
  Engine(const Engine &) = delete;
  Engine &operator=(Engine &&) noexcept;
  Engine &operator=(const Engine &) = delete;
  /// Ends a run that is under way as stop() does; run() still returns to its caller.
  ~Engine();

  // Execution --------------------------------------------------------------------------------

  void prepare(const Device &device, SourceLocation loc = SourceLocation::Current());
  void prepare(const Device &device, const RuntimeOptions &options,
               SourceLocation loc = SourceLocation::Current());
  void deploy(SourceLocation loc = SourceLocation::Current());
  /// Sets all variables to their initial values. Throws poplar_error when the device does not fit.
  void load(const Device &device, SourceLocation loc = SourceLocation::Current());
  /// Executes a program to its end, or to a stop(). While it runs, callbacks may read from this
  /// engine and stop() it; other calls throw poplar_error, as all do on other threads.
  void run(unsigned prog = 0, const std::string &debugName = "",
           SourceLocation loc = SourceLocation::Current());
  void run(unsigned prog, const std::string &debugName, const RuntimeOptions &options,
           SourceLocation loc = SourceLocation::Current());
  void loadAndRun(const Device &device, unsigned prog = 0,
                  SourceLocation loc = SourceLocation::Current());
  /// Ends the run that is under way at its next step: run() returns as if the program had come to
  /// its end, whatever loops it is in. May be called from callbacks and from any thread.
  void stop(SourceLocation loc = SourceLocation::Current());

  TimerTimePoint getTimeStamp();
  static std::string reportTiming(const TimerTimePoint &start, const TimerTimePoint &end);
  double getTileClockFrequency() const;

  // Profiling --------------------------------------------------------------------------------

  void resetExecutionProfile();
  void enableExecutionProfiling();
  void disableExecutionProfiling();
  /// Throws profiling_disabled on the CPU, invalid_option.
  void printProfileSummary(std::ostream &out, const OptionFlags &options = {},
                           SourceLocation loc = SourceLocation::Current());
  pva::Report getReport(bool reportExecution = true);
  void reportIntervals(std::ostream &out);

  // Old forms.
  const ProfileValue &getGraphProfile() const;
  const ProfileValue &getExecutionProfile();
  ProfileValue getProfile();

  // Tensors ----------------------------------------------------------------------------------

  /// Reads a tensor that has a host-read handle; the buffer must have its size.
  void readTensor(StringRef handle, void *buf, void *bufEnd,
                  SourceLocation loc = SourceLocation::Current());
  template <class T>
  void readTensor(StringRef handle, gccs::ArrayRef<T> buffer,
                  SourceLocation loc = SourceLocation::Current()) {
    T *data = const_cast<T *>(buffer.data());
    readTensor(handle, static_cast<void *>(data), static_cast<void *>(data + buffer.size()), loc);
  }
  /// Stores the metadata of a QUARTER tensor too.
  void readTensor(StringRef handle, QuarterMetadata &metadata, void *buf, void *bufEnd,
                  SourceLocation loc = SourceLocation::Current());
  /// Old form: trusts the caller.
  void readTensor(StringRef handle, void *buf, SourceLocation loc = SourceLocation::Current());

  /// Writes a tensor that has a host-write handle; the buffer must have its size.
  void writeTensor(StringRef handle, const void *buf, const void *bufEnd,
                   SourceLocation loc = SourceLocation::Current());
  template <class T>
  void writeTensor(StringRef handle, ArrayRef<T> buffer,
                   SourceLocation loc = SourceLocation::Current()) {
    writeTensor(handle, static_cast<const void *>(buffer.data()),
                static_cast<const void *>(buffer.data() + buffer.size()), loc);
  }
  /// Writes the metadata of a QUARTER tensor too.
  void writeTensor(StringRef handle, const QuarterMetadata &metadata, const void *buf,
                   const void *bufEnd, SourceLocation loc = SourceLocation::Current());
  /// Old form: trusts the caller.
  void writeTensor(StringRef handle, const void *buf,
                   SourceLocation loc = SourceLocation::Current());

  // Streams ----------------------------------------------------------------------------------

  /// Transfers go through [begin, end) and start again at its end.
  void connectStream(StringRef handle, void *begin, void *end,
                     SourceLocation loc = SourceLocation::Current());
  /// All transfers use the same place.
  void connectStream(StringRef handle, void *p, SourceLocation loc = SourceLocation::Current());
  template <class T>
  void connectStream(StringRef handle, const gccs::ArrayRef<T> &buffer,
                     SourceLocation loc = SourceLocation::Current()) {
    typename std::remove_const<T>::type *data =
        const_cast<typename std::remove_const<T>::type *>(buffer.data());
    connectStream(handle, static_cast<void *>(data), static_cast<void *>(data + buffer.size()),
                  loc);
  }
  void connectStreamToCallback(StringRef handle, StreamCallbackHandle callback,
                               SourceLocation loc = SourceLocation::Current());
  void connectStreamToCallback(StringRef handle, unsigned replicaIndex,
                               StreamCallbackHandle callback,
                               SourceLocation loc = SourceLocation::Current());
  void connectHostFunction(StringRef functionHandle, unsigned replicaIndex,
                           HostCallbackHandle callback,
                           SourceLocation loc = SourceLocation::Current());

  // Old forms.
  void connectStream(const DataStream &stream, void *begin, void *end,
                     SourceLocation loc = SourceLocation::Current());
  void connectStream(const DataStream &stream, void *p,
                     SourceLocation loc = SourceLocation::Current());
  template <class T>
  void connectStream(const DataStream &stream, const gccs::ArrayRef<T> &buffer,
                     SourceLocation loc = SourceLocation::Current()) {
    connectStream(StringRef(stream.handle()), buffer, loc);
  }
  void connectStreamToCallback(const DataStream &stream, StreamCallbackHandle callback,
                               SourceLocation loc = SourceLocation::Current());
  void connectStreamToCallback(const DataStream &stream, unsigned replicaIndex,
                               StreamCallbackHandle callback,
                               SourceLocation loc = SourceLocation::Current());

  // Remote buffers ---------------------------------------------------------------------------

  void copyFromRemoteBuffer(StringRef handle, void *dst, std::uint64_t rowIndex,
                            unsigned replicaIndex = 0,
                            SourceLocation loc = SourceLocation::Current());
  template <class T>
  void copyFromRemoteBuffer(StringRef handle, gccs::ArrayRef<T> dst, std::uint64_t rowIndex,
                            unsigned replicaIndex = 0,
                            SourceLocation loc = SourceLocation::Current()) {
    copyRowFromRemoteBuffer(handle, const_cast<T *>(dst.data()), dst.size() * sizeof(T), rowIndex,
                            replicaIndex, loc);
  }
  void copyToRemoteBuffer(void *src, StringRef handle, std::uint64_t rowIndex,
                          unsigned replicaIndex = 0,
                          SourceLocation loc = SourceLocation::Current());
  template <class T>
  void copyToRemoteBuffer(ArrayRef<T> src, StringRef handle, std::uint64_t rowIndex,
                          unsigned replicaIndex = 0,
                          SourceLocation loc = SourceLocation::Current()) {
    copyRowToRemoteBuffer(src.data(), src.size() * sizeof(T), handle, rowIndex, replicaIndex, loc);
  }
  // Old forms.
  void copyFromRemoteBuffer(const RemoteBuffer &buffer, void *dst, std::uint64_t rowIndex,
                            unsigned replicaIndex = 0,
                            SourceLocation loc = SourceLocation::Current());
  void copyToRemoteBuffer(void *src, const RemoteBuffer &buffer, std::uint64_t rowIndex,
                          unsigned replicaIndex = 0,
                          SourceLocation loc = SourceLocation::Current());

  // Everything else --------------------------------------------------------------------------

  /// Handles followed by '+' (host to device) or '-' (device to host).
  std::vector<std::string> listStreams(SourceLocation loc = SourceLocation::Current()) const;
  /// Where codelets print to.
  void setPrintStream(std::ostream &stream, SourceLocation loc = SourceLocation::Current());
  /// Where PrintTensor prints to.
  void setPrintTensorStream(std::ostream &stream, SourceLocation loc = SourceLocation::Current());
  OptionFlags getEngineOptions() const;
  /// What compileGraph(...).serialize writes.
  void serializeExecutable(std::ostream &out, SourceLocation loc = SourceLocation::Current()) const;

  void insertSimulatedError(ErrorCode code, const ErrorLocation &location);
  void eraseSimulatedError(ErrorCode code, const ErrorLocation &location);
  void clearSimulatedErrors();
  std::vector<ErrorLocation> getSimulatedErrorLocations(ErrorCode code) const;

 private:
  friend struct poplar_emu::api::Access;

  void copyRowFromRemoteBuffer(StringRef handle, void *dst, std::size_t bytes,
                               std::uint64_t rowIndex, unsigned replicaIndex, SourceLocation loc);
  void copyRowToRemoteBuffer(const void *src, std::size_t bytes, StringRef handle,
                             std::uint64_t rowIndex, unsigned replicaIndex, SourceLocation loc);

  std::shared_ptr<poplar_emu::engine::EngineState> state_;
};

} // namespace poplar

#endif
