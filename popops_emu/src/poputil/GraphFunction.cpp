// SPDX-License-Identifier: MIT
// Bodies built once on clones of their parameters, and calls that copy arguments in and out.
#include <poputil/DebugInfo.hpp>
#include <poputil/GraphFunction.hpp>
#include <poputil/exceptions.hpp>

namespace poputil {
namespace graphfn {

using poplar::DebugContext;
using poplar::DebugNameAndId;
using poplar::Graph;
using poplar::Tensor;
using poplar::program::Call;
using poplar::program::Copy;
using poplar::program::Program;
using poplar::program::Sequence;
using Tensors = std::vector<Tensor>;

namespace {

void checkArguments(const Signature &signature, const Tensors &args) {
  if (args.size() != signature.size())
    throw poplibs_error("graph function: called with " + std::to_string(args.size()) +
                        " arguments, but it has " + std::to_string(signature.size()) +
                        " parameters");
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Tensor &like = signature[i].similarTensor;
    if (signature[i].type == CreatedArg || args[i].shape() == like.shape()) continue;
    throw poplibs_error("graph function: argument " + std::to_string(i) + " has shape " +
                        args[i].shapeToString() + ", but parameter '" + signature[i].debugName +
                        "' has shape " + like.shapeToString());
  }
}

VoidFunction::NamedBody withoutName(VoidFunction::Body body) {
  return [body = std::move(body)](Tensors &args, Sequence &seq, const DebugNameAndId &) {
    body(args, seq);
  };
}

} // namespace

VoidFunction::VoidFunction(Graph &graph, Signature signature, Body body, bool inlined,
                           const DebugContext &debugContext)
    : VoidFunction(graph, std::move(signature), withoutName(std::move(body)), inlined,
                   debugContext) {}

VoidFunction::VoidFunction(Graph &graph, Signature signature, NamedBody body, bool inlined,
                           const DebugContext &debugContext)
    : signature_(std::move(signature)), body_(std::move(body)), inlined_(inlined) {
  if (inlined_) return;
  const PoplibsOpDebugInfo info(debugContext, {}, "VoidFunction");
  for (const ArgSig &parameter : signature_)
    parameters_.push_back(parameter.type == CreatedArg
                              ? Tensor()
                              : graph.clone(parameter.similarTensor, {info, parameter.debugName}));
  Sequence sequence;
  body_(parameters_, sequence, {info});
  function_ = graph.addFunction(sequence);
}

VoidFunction::VoidFunction(VoidFunction &&) noexcept = default;
VoidFunction::~VoidFunction() = default;

void VoidFunction::operator()(Tensors &args, Sequence &seq, const DebugContext &debugContext) {
  checkArguments(signature_, args);
  const PoplibsOpDebugInfo info(debugContext, {}, "VoidFunction");
  if (inlined_) {
    body_(args, seq, {info});
    return;
  }
  for (std::size_t i = 0; i < args.size(); ++i)
    if (signature_[i].type == InputArg || signature_[i].type == InOutArg)
      seq.add(Copy(args[i], parameters_[i], false, {info}));
  seq.add(Call(function_, {info}));
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (signature_[i].type == CreatedArg) args[i] = parameters_[i];
    if (signature_[i].type == OutputArg || signature_[i].type == InOutArg)
      seq.add(Copy(parameters_[i], args[i], false, {info}));
  }
}

ProgramFunction::ProgramFunction(Graph &graph, Signature signature, Body body, bool inlined,
                                 const DebugContext &debugContext)
    : function_(graph, std::move(signature),
                VoidFunction::Body([body = std::move(body)](Tensors &args, Sequence &seq) {
                  seq.add(body(args));
                }),
                inlined, debugContext) {}

ProgramFunction::ProgramFunction(Graph &graph, Signature signature, NamedBody body, bool inlined,
                                 const DebugContext &debugContext)
    : function_(graph, std::move(signature),
                VoidFunction::NamedBody([body = std::move(body)](Tensors &args, Sequence &seq,
                                                                 const DebugNameAndId &name) {
                  seq.add(body(args, name));
                }),
                inlined, debugContext) {}

Program ProgramFunction::operator()(Tensors &args, const DebugContext &debugContext) {
  Sequence sequence;
  function_(args, sequence, debugContext);
  return sequence;
}

namespace {

Signature withResult(Signature signature) {
  signature.push_back(created("result"));
  return signature;
}

/// The last argument is the result.
VoidFunction::NamedBody storingResult(TensorFunction::NamedBody body) {
  return [body = std::move(body)](Tensors &args, Sequence &seq, const DebugNameAndId &name) {
    Tensors given(args.begin(), args.end() - 1);
    const Tensor result = body(given, seq, name);
    for (std::size_t i = 0; i < given.size(); ++i)
      args[i] = given[i];
    args.back() = result;
  };
}

} // namespace

TensorFunction::TensorFunction(Graph &graph, Signature signature, Body body, bool inlined,
                               const DebugContext &debugContext)
    : TensorFunction(
          graph, std::move(signature),
          NamedBody([body = std::move(body)](Tensors &args, Sequence &seq, const DebugNameAndId &) {
            return body(args, seq);
          }),
          inlined, debugContext) {}

TensorFunction::TensorFunction(Graph &graph, Signature signature, NamedBody body, bool inlined,
                               const DebugContext &debugContext)
    : function_(graph, withResult(std::move(signature)), storingResult(std::move(body)), inlined,
                debugContext) {}

Tensor TensorFunction::operator()(Tensors &args, Sequence &prog, const DebugContext &debugContext) {
  Tensors all = args;
  all.emplace_back();
  function_(all, prog, debugContext);
  for (std::size_t i = 0; i < args.size(); ++i)
    args[i] = all[i];
  return all.back();
}

} // namespace graphfn
} // namespace poputil
