// SPDX-License-Identifier: MIT
// Control flow: repetition, choice, calls, blocks.
#include "api/program/Statement.hpp"

#include <algorithm>

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar::program {
namespace {

enum class ContinueWhile { False, True };

void repeatWhile(Program &program, ContinueWhile wanted, const Program &condition,
                 const Tensor &predicate, const Program &body, const DebugContext &dc) {
  const bool continueOn = wanted == ContinueWhile::True;
  Statement loop(continueOn ? "RepeatWhileTrue" : "RepeatWhileFalse", dc);
  const TensorState &scalar = loop.operand(predicate);
  loop.needPredicate(scalar);
  loop.finish(program, ir::RepeatWhile{Access::program(condition), operandOf(scalar), continueOn,
                                       Access::program(body)});
}

void needNewCase(const ir::Switch &choice, std::int32_t value, const Diagnostic &error) {
  const bool exists = std::any_of(choice.cases.begin(), choice.cases.end(),
                                  [&](const auto &c) { return c.first == value; });
  if (exists) error.raise();
}

using Cases = std::vector<std::pair<std::int32_t, Program>>;

void makeSwitch(Program &program, const Tensor &control, const Cases &cases,
                const Program &defaultCase, ir::SwitchDefault onDefault, const DebugContext &dc) {
  Statement choice("Switch", dc);
  const TensorState &scalar = choice.operand(control);
  choice.needControl(scalar);
  ir::Switch payload;
  payload.control = operandOf(scalar);
  payload.defaultCase = Access::program(defaultCase);
  payload.onDefault = onDefault;
  for (const auto &[value, body] : cases) {
    needNewCase(payload, value, choice.error(Code::PE0410, "case {} stands twice", value));
    payload.cases.emplace_back(value, Access::program(body));
  }
  choice.finish(program, std::move(payload));
}

std::vector<ir::Operand> hostArguments(Statement &call,
                                       const std::vector<const TensorState *> &tensors,
                                       const std::vector<ir::HostFunctionArgument> &declared,
                                       const ir::HostFunction &function, const char *role) {
  if (tensors.size() != declared.size()) {
    call.error(Code::PE0512, "host function '{}' has {} {}s and is given {}", function.handle,
               declared.size(), role, tensors.size())
        .at(function.site, "it is declared here")
        .raise();
  }
  std::vector<ir::Operand> operands;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const TensorState &tensor = *tensors[i];
    if (tensor.type != declared[i].type || tensor.view.numElements() != declared[i].numElements) {
      call.error(Code::PE0512, "{} {} of host function '{}' is {} elements of type {}, not {}",
                 role, i, function.handle, declared[i].numElements, name(declared[i].type),
                 describeTensor(tensor))
          .at(function.site, "it is declared here")
          .raise();
    }
    operands.push_back(operandOf(tensor));
  }
  return operands;
}

} // namespace

Repeat::Repeat(unsigned count, const Program &program, const DebugContext &dc) {
  Statement("Repeat", dc).finish(*this, ir::Repeat{count, Access::program(program)});
}

RepeatWhileTrue::RepeatWhileTrue(const Program &condition, Tensor predicate, const Program &body,
                                 const DebugContext &dc) {
  repeatWhile(*this, ContinueWhile::True, condition, predicate, body, dc);
}

RepeatWhileFalse::RepeatWhileFalse(const Program &condition, Tensor predicate, const Program &body,
                                   const DebugContext &dc) {
  repeatWhile(*this, ContinueWhile::False, condition, predicate, body, dc);
}

Loop::Loop(const Program &program, const DebugContext &dc) {
  Statement("Loop", dc).finish(*this, ir::Loop{Access::program(program)});
}

If::If(Tensor predicate, const Program &trueBody, const Program &falseBody,
       const DebugContext &dc) {
  Statement choice("If", dc);
  const TensorState &scalar = choice.operand(predicate);
  choice.needPredicate(scalar);
  choice.finish(*this,
                ir::If{operandOf(scalar), Access::program(trueBody), Access::program(falseBody)});
}

Switch::Switch(Tensor control, const Cases &cases, const DebugContext &dc) {
  makeSwitch(*this, control, cases, Program(), ir::SwitchDefault::Program, dc);
}

Switch::Switch(Tensor control, const Cases &cases, const Program &defaultCaseBody,
               const DebugContext &dc) {
  makeSwitch(*this, control, cases, defaultCaseBody, ir::SwitchDefault::Program, dc);
}

Switch::Switch(Tensor control, const DebugContext &dc) {
  makeSwitch(*this, control, {}, Program(), ir::SwitchDefault::Program, dc);
}

Switch::Switch(Tensor control, const Program &defaultCaseBody, const DebugContext &dc) {
  makeSwitch(*this, control, {}, defaultCaseBody, ir::SwitchDefault::Program, dc);
}

Switch &Switch::add(std::int32_t caseValue, const Program &body, SourceLocation loc) {
  ir::ProgramRef added = Access::program(body);
  ir::Switch &payload = changePayload<ir::Switch>(*this);
  needNewCase(payload, caseValue,
              Diagnostic(Code::PE0410, "Switch: case {} stands twice", caseValue).at(siteOf(loc)));
  payload.cases.emplace_back(caseValue, std::move(added));
  return *this;
}

Switch Switch::switchWithBoundsChecking(Tensor control, const Cases &cases,
                                        const DebugContext &dc) {
  Switch choice(control, dc);
  makeSwitch(choice, control, cases, Program(), ir::SwitchDefault::Error, dc);
  return choice;
}

Switch Switch::switchWithUnreachableDefault(Tensor control, const DebugContext &dc) {
  Switch choice(control, dc);
  makeSwitch(choice, control, {}, Program(), ir::SwitchDefault::Unreachable, dc);
  return choice;
}

Call::Call(Function function, const DebugContext &dc) {
  Statement call("Call", dc);
  if (function.getId() == Function().getId())
    call.error(Code::PE0215, "the function is empty").fix("get one from addFunction").raise();
  call.belongsWith(function, "the function");
  call.finish(*this, ir::Call{FunctionId(function.getId())});
}

Call::Call(HostFunction function, ArrayRef<Tensor> inputs, ArrayRef<Tensor> outputs,
           const DebugContext &dc) {
  Statement call("Call", dc);
  if (function.getId() == HostFunction().getId())
    call.error(Code::PE0215, "the host function is empty")
        .fix("get one from addHostFunction")
        .raise();
  ir::HostCall payload;
  payload.function = HostFunctionId(function.getId());
  std::vector<const TensorState *> in, out;
  for (const Tensor &tensor : inputs)
    in.push_back(&call.operand(tensor));
  for (const Tensor &tensor : outputs) {
    out.push_back(&call.operand(tensor));
    call.needWritable(*out.back());
  }
  call.belongsWith(function, "the host function");
  if (call.core()) { // without tensors nothing tells the graph; the compiler checks again
    const std::vector<ir::HostFunction> &known = call.core()->graph.hostFunctions;
    if (function.getId() >= known.size())
      call.error(Code::PE0215, "host function #{} does not exist", function.getId()).raise();
    const ir::HostFunction &declared = known[function.getId()];
    payload.inputs = hostArguments(call, in, declared.inputs, declared, "input");
    payload.outputs = hostArguments(call, out, declared.outputs, declared, "output");
  }
  call.finish(*this, std::move(payload));
}

Block::Block(const Program &program, const DebugContext &dc) {
  Statement("Block", dc).finish(*this, ir::Block{Access::program(program)});
}

} // namespace poplar::program
