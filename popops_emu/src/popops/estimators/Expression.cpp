// SPDX-License-Identifier: MIT
// An expression costs what a codelet made for it would: all operations on a vector, its loads and
// stores, and one branch. How the emulator runs it, in chunks, does not count.
#include "estimators/ElementWise.hpp"
#include "estimators/Tables.hpp"

#include <algorithm>
#include <vector>

namespace popops::estimators {

using program::Action;
using program::Kind;
using Binary = expr::BinaryOpType;

namespace {

// Chosen so that two inputs and an output have kBinaryPrologue: state that does not depend on the
// operands, and the loads of each pointer and where the worker starts.
constexpr Cycles kProgramPrologue = 20, kOperandPrologue = 3;
// A branch; for elements that are done one by one, their addresses too.
constexpr Cycles kVectorLoop = 1, kWordLoop = 3;

struct Instruction {
  Kind kind;
  Action action;
  unsigned op;
  unsigned out, a, b;
};

/// Whether all is there that the header promises.
bool isWhole(const std::vector<unsigned> &code) {
  using namespace program;
  if (code.size() < kHeaderWords) return false;
  const Cycles words = kHeaderWords + Cycles{code[0]} + Cycles{code[1]} * kConstantWords + code[2] +
                       Cycles{code[5]} * kInstructionWords;
  return words <= code.size();
}

/// What the program says of itself.
class Program {
 public:
  explicit Program(const std::vector<unsigned> &code) {
    const unsigned *word = code.data();
    const program::Header header{word[0], word[1], word[2], word[3], word[4], word[5]};
    word += program::kHeaderWords;
    isSingle_.assign(header.inputs, false);
    for (unsigned i = 0; i < header.inputs; ++i, ++word) {
      isSingle_[i] = (*word & 4u) != 0;
      largest_ = std::max(largest_, *word & 3u);
    }
    isSingle_.insert(isSingle_.end(), header.constants, true);
    word += std::size_t{header.constants} * program::kConstantWords;
    outputs_ = header.outputs;
    for (unsigned i = 0; i < header.outputs; ++i, ++word)
      largest_ = std::max(largest_, *word & 3u);
    operands_ = header.inputs + header.outputs;
    inputs_ = static_cast<unsigned>(std::count(isSingle_.begin(), isSingle_.end(), false));
    for (unsigned i = 0; i < header.instructions; ++i, word += program::kInstructionWords)
      instructions_.push_back({static_cast<Kind>(word[0] & 0xff),
                               static_cast<Action>((word[0] >> 8) & 0xff), word[0] >> 16,
                               word[1] & 0xff, (word[1] >> 8) & 0xff, (word[1] >> 16) & 0xff});
  }

  const std::vector<Instruction> &instructions() const { return instructions_; }
  Cycles operands() const { return operands_; }
  Cycles loadsAndStores() const { return inputs_ + outputs_; }
  unsigned inputs() const { return inputs_; }
  unsigned outputs() const { return outputs_; }
  bool isSingle(unsigned r) const { return r < isSingle_.size() && isSingle_[r]; }
  /// Elements that a loop does at a time; one if an operation has no vector form.
  Cycles width() const {
    for (const Instruction &i : instructions_)
      if (!isReal(i.kind) || (i.action == Action::Cast && !isReal(static_cast<Kind>(i.op))))
        return 1;
    return std::max<Cycles>(1, 8u >> std::max(largest_, 1u));
  }

 private:
  std::vector<bool> isSingle_; ///< by register: inputs, then constants
  unsigned inputs_ = 0, outputs_ = 0, operands_ = 0, largest_ = 0;
  std::vector<Instruction> instructions_;
};

Cycles slotsOf(const Instruction &i, Cycles width) {
  switch (i.action) {
  case Action::Unary:
    return bodySlots(costOf(static_cast<expr::UnaryOpType>(i.op), i.kind), i.kind, 1, width);
  case Action::Binary:
    return bodySlots(costOf(static_cast<Binary>(i.op), i.kind), i.kind, 2, width);
  case Action::Clamp:
    return bodySlots(clampCost(i.kind), i.kind, 3, width);
  case Action::Select:
    return bodySlots(selectCost(i.kind), i.kind, 3, width);
  case Action::Cast:
    return divideUp(width, 2); // two at a time
  default:
    return 0; // a copy is a load and a store
  }
}

/// Whether it is a + s * b with a single s: scaledAddTo, which has vertices of its own.
bool isScaledAdd(const Program &program) {
  const Instruction *product = nullptr, *sum = nullptr;
  for (const Instruction &i : program.instructions()) {
    if (i.action == Action::Cast) continue;
    if (i.action != Action::Binary || !isReal(i.kind)) return false;
    const auto op = static_cast<Binary>(i.op);
    if (op == Binary::MULTIPLY && !product && !sum &&
        (program.isSingle(i.a) || program.isSingle(i.b)))
      product = &i;
    else if ((op == Binary::ADD || op == Binary::SUBTRACT) && product && !sum)
      sum = &i;
    else
      return false;
  }
  return sum && program.inputs() == 2 && program.outputs() == 1 && !program.isSingle(sum->a) &&
         !program.isSingle(sum->b);
}

Estimate expressionEstimate(const Target &target, const std::vector<unsigned> &code,
                            Cycles elements) {
  if (!isWhole(code)) return onWorkers(target, kProgramPrologue);
  const Program program(code);
  const Cycles width = program.width();
  Cycles flops = 0, body = 0;
  for (const Instruction &i : program.instructions()) {
    body += slotsOf(i, width);
    flops += isReal(i.kind) && i.action != Action::Cast && i.action != Action::Copy ? elements : 0;
  }
  if (isScaledAdd(program))
    return {scaledAddCycles(target, width == 4 ? Kind::Half : Kind::Float, elements), flops};
  const Cycles around = width == 1 ? program.loadsAndStores() + kWordLoop
                                   : std::max(kAround, program.loadsAndStores() + kVectorLoop);
  const Cycles vectors = share(target, divideUp(elements, width));
  return onWorkers(
      target, kProgramPrologue + kOperandPrologue * program.operands() + vectors * (body + around),
      flops);
}

} // namespace

Table expressionTable() {
  Table table;
  add(table, "popops::MapExpression", [](const Vertex &vertex, const Target &target) {
    return expressionEstimate(target,
                              vertex.getFieldInfo("code").getInitialValues<unsigned>(target),
                              valueOf(vertex, target, "elements"));
  });
  return table;
}

} // namespace popops::estimators
