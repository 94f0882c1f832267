// SPDX-License-Identifier: MIT
// Programs of one step: compute sets, prints, aborts, hints.
#include "api/program/Statement.hpp"
#include "view/Regions.hpp"

#include <limits>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar::program {
namespace {

ir::PrintFormat formatOf(const PrintTensorFmt &format) {
  ir::PrintFormat out;
  out.summariseThreshold = format.summariseThreshold();
  out.edgeItems = format.edgeItems();
  out.maxLineWidth = format.maxLineWidth();
  out.digits = format.digits();
  out.floatFormat = static_cast<ir::FloatFormat>(format.floatFormat());
  out.separator = format.separator();
  out.open = format.openBracket();
  out.close = format.closeBracket();
  out.formatting = format.floatFormat() != PrintTensorFmt::FloatFormat::None ||
                   format.maxLineWidth() != std::numeric_limits<unsigned>::max();
  return out;
}

/// What stands before the values when the user gave no title.
std::string defaultTitle(const TensorState &tensor, const DebugContext &dc) {
  std::string title = dc.getPathName();
  if (!title.empty()) return title;
  for (const VariableId variable : view::variables(tensor.view)) {
    const std::string &name = tensor.core->graph.variable(variable).name;
    if (name.empty()) continue;
    if (!title.empty()) title += ", ";
    title += name;
  }
  return title;
}

void print(Program &program, const std::string *title, const Tensor &tensor,
           const PrintTensorFmt &format, const DebugContext &dc) {
  Statement print("PrintTensor", dc);
  const TensorState &printed = print.operand(tensor);
  print.finish(program, ir::Print{title ? *title : defaultTitle(printed, dc), operandOf(printed),
                                  formatOf(format)});
}

} // namespace

Execute::Execute(ComputeSet computeSet, const DebugContext &dc) {
  Statement execute("Execute", dc);
  if (computeSet.getId() == ComputeSet().getId())
    execute.error(Code::PE0215, "the compute set is empty")
        .fix("get one from addComputeSet")
        .raise();
  execute.belongsWith(computeSet, "the compute set");
  execute.finish(*this, ir::Execute{ComputeSetId(computeSet.getId()), std::nullopt});
}

Execute::Execute(ComputeSet computeSet, Tensor exitStatus, const DebugContext &dc) {
  Statement execute("Execute", dc);
  const TensorState &status = execute.operand(exitStatus);
  execute.belongsWith(computeSet, "the compute set");
  if (computeSet.getId() >= execute.core()->graph.computeSets.size())
    execute.error(Code::PE0215, "compute set #{} does not exist", computeSet.getId()).raise();
  execute.needPredicate(status);
  if (status.type != ElementType::Bool) {
    execute.error(Code::PE0412, "exit status {} is not of type bool", describeTensor(status))
        .raise();
  }
  execute.needWritable(status);
  execute.finish(*this, ir::Execute{ComputeSetId(computeSet.getId()), operandOf(status)});
}

WriteUndef::WriteUndef(Tensor tensor, const DebugContext &dc) {
  Statement write("WriteUndef", dc);
  const TensorState &operand = write.operand(tensor);
  if (api::containsConstant(operand.core->graph, operand.view)) {
    write.error(Code::PE0405, "constant {} cannot be written", describeTensor(operand)).raise();
  }
  write.finish(*this, ir::WriteUndef{operandOf(operand)});
}

AssumeEqualAcrossReplicas::AssumeEqualAcrossReplicas(Tensor tensor, const DebugContext &dc) {
  Statement assume("AssumeEqualAcrossReplicas", dc);
  const TensorState &operand = assume.operand(tensor);
  assume.finish(*this, ir::AssumeEqualAcrossReplicas{operandOf(operand)});
}

Sync::Sync(SyncType type, const DebugContext &dc) {
  Statement("Sync", dc).finish(*this, ir::Sync{static_cast<ir::SyncKind>(type)});
}

PrintTensor::PrintTensor(Tensor tensor, const DebugContext &dc) {
  print(*this, nullptr, tensor, PrintTensorFmt(), dc);
}

PrintTensor::PrintTensor(Tensor tensor, const PrintTensorFmt &format, const DebugContext &dc) {
  print(*this, nullptr, tensor, format, dc);
}

PrintTensor::PrintTensor(StringRef title, Tensor tensor, const DebugContext &dc) {
  const std::string text = title;
  print(*this, &text, tensor, PrintTensorFmt(), dc);
}

PrintTensor::PrintTensor(StringRef title, Tensor tensor, const PrintTensorFmt &format,
                         const DebugContext &dc) {
  const std::string text = title;
  print(*this, &text, tensor, format, dc);
}

ErrorProgram::ErrorProgram(StringRef message, Tensor tensor, const DebugContext &dc) {
  Statement error("ErrorProgram", dc);
  const TensorState &printed = error.operand(tensor);
  error.finish(*this, ir::Abort{message, operandOf(printed), std::nullopt});
}

Abort::Abort(const DebugContext &dc) : Abort(std::string(), dc) {}

Abort::Abort(const std::string &message, const DebugContext &dc) {
  Statement("Abort", dc).finish(*this, ir::Abort{message, std::nullopt, std::nullopt});
}

Abort::Abort(const char *message, const DebugContext &dc)
    : Abort(StringRef(message).cloneAsString(), dc) {}

AbortOnCondition::AbortOnCondition(Tensor predicate, const char *message, const DebugContext &dc)
    : AbortOnCondition(std::move(predicate), StringRef(message).cloneAsString(), dc) {}

AbortOnCondition::AbortOnCondition(Tensor predicate, const DebugContext &dc)
    : AbortOnCondition(std::move(predicate), std::string(), dc) {}

AbortOnCondition::AbortOnCondition(Tensor predicate, const std::string &message,
                                   const DebugContext &dc) {
  Statement abort("AbortOnCondition", dc);
  const TensorState &condition = abort.operand(predicate);
  abort.needPredicate(condition);
  abort.finish(*this, ir::Abort{message, std::nullopt, operandOf(condition)});
}

} // namespace poplar::program
