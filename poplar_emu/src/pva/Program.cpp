// SPDX-License-Identifier: MIT
// Programs of a report and the visitor that tells their kinds apart.
#include <pva/Program.hpp>

namespace pva {

Program::Program() = default;
Program::~Program() = default;
void Program::accept(ProgramVisitor &) const {}

void OnTileExecuteProgram::accept(ProgramVisitor &visitor) const {
  visitor.visitOnTileExecute(*this);
}
void DoExchangeProgram::accept(ProgramVisitor &visitor) const {
  visitor.visitDoExchange(*this);
}

ProgramVisitor::~ProgramVisitor() = default;
void ProgramVisitor::visitOnTileExecute(const OnTileExecuteProgram &) {}
void ProgramVisitor::visitDoExchange(const DoExchangeProgram &) {}

#define PVA_DEFINE_PLAIN_PROGRAM(Kind)                                                             \
  void Kind##Program::accept(ProgramVisitor &visitor) const {                                      \
    visitor.visit##Kind(*this);                                                                    \
  }                                                                                                \
  void ProgramVisitor::visit##Kind(const Kind##Program &) {}
PVA_PLAIN_PROGRAMS(PVA_DEFINE_PLAIN_PROGRAM)
#undef PVA_DEFINE_PLAIN_PROGRAM

} // namespace pva
