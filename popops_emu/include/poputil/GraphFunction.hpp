// SPDX-License-Identifier: MIT
// Functions of a graph with tensor parameters: one body in tile memory, called with any tensors.
#ifndef POPUTIL_GRAPH_FUNCTION_HPP
#define POPUTIL_GRAPH_FUNCTION_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace poputil {
namespace graphfn {

enum ArgType {
  InputArg,  ///< copied in before the call
  OutputArg, ///< copied out after it
  InOutArg,  ///< both
  CreatedArg ///< made by the body; callers get the tensor itself
};

/// A parameter. The body works on a clone of `similarTensor`.
struct POPLAR_EMU_EXPORT ArgSig {
  ArgType type;
  poplar::Tensor similarTensor;
  std::string debugName;

  ArgSig(ArgType kind, poplar::Tensor tensor, std::string name)
      : type(kind), similarTensor(std::move(tensor)), debugName(std::move(name)) {}
};

inline ArgSig input(poplar::Tensor similar, std::string debugName = "") {
  return ArgSig(InputArg, std::move(similar), std::move(debugName));
}
inline ArgSig inout(poplar::Tensor similar, std::string debugName = "") {
  return ArgSig(InOutArg, std::move(similar), std::move(debugName));
}
inline ArgSig output(poplar::Tensor similar, std::string debugName = "") {
  return ArgSig(OutputArg, std::move(similar), std::move(debugName));
}
inline ArgSig created(std::string debugName = "") {
  return ArgSig(CreatedArg, poplar::Tensor(), std::move(debugName));
}

using Signature = std::vector<ArgSig>;

/// A body without result. Built once, in the constructor; a call costs the copies of its arguments
/// and the body. An inlined function is built anew at each call, on the arguments themselves.
class POPLAR_EMU_EXPORT VoidFunction {
 public:
  using Body = std::function<void(std::vector<poplar::Tensor> &, poplar::program::Sequence &)>;
  using NamedBody = std::function<void(std::vector<poplar::Tensor> &, poplar::program::Sequence &,
                                       const poplar::DebugNameAndId &)>;

  VoidFunction(poplar::Graph &graph, Signature signature, Body body, bool inlined = false,
               const poplar::DebugContext &debugContext = {});
  VoidFunction(poplar::Graph &graph, Signature signature, NamedBody body, bool inlined = false,
               const poplar::DebugContext &debugContext = {});
  VoidFunction(VoidFunction &&) noexcept;
  VoidFunction(const VoidFunction &) = delete;
  VoidFunction &operator=(const VoidFunction &) = delete;
  ~VoidFunction();

  /// Appends a call. Throws poplibs_error unless there is one argument a parameter, of its shape.
  void operator()(std::vector<poplar::Tensor> &args, poplar::program::Sequence &seq,
                  const poplar::DebugContext &debugContext = {});

 private:
  Signature signature_;
  NamedBody body_;
  bool inlined_;
  std::vector<poplar::Tensor> parameters_;
  poplar::Function function_;
};

/// A body that returns its program; a call returns the program of the call.
class POPLAR_EMU_EXPORT ProgramFunction {
 public:
  using Body = std::function<poplar::program::Program(std::vector<poplar::Tensor> &)>;
  using NamedBody = std::function<poplar::program::Program(std::vector<poplar::Tensor> &,
                                                           const poplar::DebugNameAndId &)>;

  ProgramFunction(poplar::Graph &graph, Signature signature, Body body, bool inlined = false,
                  const poplar::DebugContext &debugContext = {});
  ProgramFunction(poplar::Graph &graph, Signature signature, NamedBody body, bool inlined = false,
                  const poplar::DebugContext &debugContext = {});

  poplar::program::Program operator()(std::vector<poplar::Tensor> &args,
                                      const poplar::DebugContext &debugContext = {});

 private:
  VoidFunction function_;
};

/// A body that returns a tensor.
class POPLAR_EMU_EXPORT TensorFunction {
 public:
  using Body =
      std::function<poplar::Tensor(std::vector<poplar::Tensor> &, poplar::program::Sequence &)>;
  using NamedBody = std::function<poplar::Tensor(
      std::vector<poplar::Tensor> &, poplar::program::Sequence &, const poplar::DebugNameAndId &)>;

  TensorFunction(poplar::Graph &graph, Signature signature, Body body, bool inlined = false,
                 const poplar::DebugContext &debugContext = {});
  TensorFunction(poplar::Graph &graph, Signature signature, NamedBody body, bool inlined = false,
                 const poplar::DebugContext &debugContext = {});

  poplar::Tensor operator()(std::vector<poplar::Tensor> &args, poplar::program::Sequence &prog,
                            const poplar::DebugContext &debugContext = {});

 private:
  VoidFunction function_;
};

} // namespace graphfn
} // namespace poputil

#endif
