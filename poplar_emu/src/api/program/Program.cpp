// SPDX-License-Identifier: MIT
// Programs as values, and sequences of them.
#include "api/program/Statement.hpp"
#include "api/program/tree/ProgramEquality.hpp"

using namespace poplar_emu;
using namespace poplar_emu::api;

namespace poplar::program {

Program::Program() = default;
Program::Program(const Program &) = default;
Program::Program(Program &&) noexcept = default;
Program &Program::operator=(const Program &) = default;
Program &Program::operator=(Program &&) noexcept = default;
Program::~Program() = default;

bool Program::isEmpty() const {
  return isEmptyProgram(node_.get());
}

bool Program::operator==(const Program &other) const {
  return equalPrograms(node_.get(), other.node_.get());
}

Sequence::Sequence(const DebugContext &debugContext) {
  Statement("Sequence", debugContext).finish(*this, ir::Sequence());
}

Sequence::Sequence(std::initializer_list<Program> programs, const DebugContext &debugContext) {
  ir::Sequence sequence;
  sequence.steps.reserve(programs.size());
  for (const Program &program : programs)
    if (ir::ProgramRef step = Access::program(program)) sequence.steps.push_back(std::move(step));
  Statement("Sequence", debugContext).finish(*this, std::move(sequence));
}

void Sequence::add(const Program &program, SourceLocation) {
  // Taken first: when a sequence is added to itself, what is added is the sequence as it was.
  ir::ProgramRef step = Access::program(program);
  ir::Sequence &sequence = changePayload<ir::Sequence>(*this);
  if (step) sequence.steps.push_back(std::move(step));
}

} // namespace poplar::program
