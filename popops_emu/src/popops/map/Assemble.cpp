// SPDX-License-Identifier: MIT
// Order of operations and registers.
#include "map/Assemble.hpp"

#include <algorithm>

namespace popops::map_detail {

using Origin = Value::Origin;
using program::Action;

namespace {

class Assembler {
 public:
  Assembler(const Computation &computation, const std::vector<bool> &isScalar, bool mayOverwrite,
            Assembly &assembly)
      : computation_(computation), isScalar_(isScalar), mayOverwrite_(mayOverwrite),
        assembly_(assembly), register_(computation.values.size(), kNone),
        uses_(computation.values.size(), 0), depth_(computation.values.size(), 0) {}

  bool run() {
    countUses();
    for (unsigned v = 0; v < computation_.values.size(); ++v)
      if (uses_[v] > 0) addOperand(v);
    firstOutput_ = registers_;
    addOutputs();
    firstTemporary_ = registers_;
    for (unsigned r = 0; r < computation_.results.size(); ++r)
      emit(computation_.results[r]);
    std::vector<unsigned> from;
    for (const unsigned v : computation_.results)
      from.push_back(keptRegister(v));
    for (unsigned r = 0; r < computation_.results.size(); ++r)
      storeResult(r, from[r]);
    if (temporaries_ > program::kMaxTemporaries || firstTemporary_ + temporaries_ > 256)
      return false;
    write();
    return true;
  }

 private:
  static constexpr unsigned kNone = ~0u;

  void countUses() {
    for (const unsigned result : computation_.results)
      ++uses_[result];
    // Operands come before the operations that use them.
    for (unsigned v = static_cast<unsigned>(computation_.values.size()); v-- > 0;)
      if (uses_[v] > 0)
        for (const unsigned operand : computation_.values[v].operands)
          ++uses_[operand];
    for (unsigned v = 0; v < computation_.values.size(); ++v) {
      std::vector<unsigned> needs;
      for (const unsigned operand : computation_.values[v].operands)
        needs.push_back(depth_[operand]);
      std::sort(needs.rbegin(), needs.rend());
      for (unsigned i = 0; i < needs.size(); ++i)
        depth_[v] = std::max(depth_[v], needs[i] + i);
      if (!needs.empty()) depth_[v] = std::max(depth_[v], 1u);
    }
  }

  /// Inputs and constants get the first registers, inputs before constants.
  void addOperand(unsigned v) {
    const Value &value = computation_.values[v];
    if (value.origin == Origin::Input) {
      const unsigned sizeClass = program::sizeClass(value.kind);
      auto &list = assembly_.inputs[sizeClass];
      inputWords_.push_back(program::operandWord(sizeClass, static_cast<unsigned>(list.size()),
                                                 isScalar_[value.input]));
      list.push_back(value.input);
      // Constants have not got registers yet.
      register_[v] = static_cast<unsigned>(inputWords_.size() - 1);
      ++registers_;
    } else if (value.origin == Origin::Constant) {
      constants_.push_back(v);
    }
  }

  void addOutputs() {
    for (const unsigned v : constants_)
      register_[v] = registers_++;
    firstOutput_ = registers_;
    for (unsigned r = 0; r < computation_.results.size(); ++r) {
      const unsigned sizeClass =
          program::sizeClass(computation_.values[computation_.results[r]].kind);
      auto &list = assembly_.outputs[sizeClass];
      outputWords_.push_back(
          program::operandWord(sizeClass, static_cast<unsigned>(list.size()), false));
      list.push_back(r);
      ++registers_;
    }
  }

  /// The output register that the value may be computed into, if any.
  unsigned directOutput(unsigned v) const {
    if (!mayOverwrite_ && computation_.results.size() > 1) return kNone;
    for (unsigned r = 0; r < computation_.results.size(); ++r)
      if (computation_.results[r] == v) return firstOutput_ + r;
    return kNone;
  }

  unsigned newTemporary() {
    if (!free_.empty()) {
      const unsigned temporary = free_.back();
      free_.pop_back();
      return temporary;
    }
    return firstTemporary_ + temporaries_++;
  }

  void release(unsigned v) {
    if (--uses_[v] == 0 && register_[v] >= firstTemporary_ &&
        computation_.values[v].origin == Origin::Operation)
      free_.push_back(register_[v]);
  }

  /// Operands that need more temporaries first, so that fewer are alive at a time.
  void emit(unsigned v) {
    if (register_[v] != kNone) return;
    const Value &value = computation_.values[v];
    std::vector<unsigned> order = value.operands;
    std::sort(order.begin(), order.end(), [this](unsigned a, unsigned b) {
      return depth_[a] != depth_[b] ? depth_[a] > depth_[b] : a < b;
    });
    for (const unsigned operand : order)
      emit(operand);
    // Before the operands are released: a result of another size must not lie on its operand.
    const unsigned direct = directOutput(v);
    register_[v] = direct != kNone ? direct : newTemporary();
    for (const unsigned operand : value.operands)
      release(operand);
    const auto of = [&](unsigned i) {
      return i < value.operands.size() ? register_[value.operands[i]] : 0;
    };
    const program::Kind kind = computation_.values[value.operands[0]].kind;
    instructions_.push_back(program::actionWord(kind, value.action, value.op));
    instructions_.push_back(program::registerWord(register_[v], of(0), of(1), of(2)));
  }

  void copy(unsigned v, unsigned to, unsigned from) {
    instructions_.push_back(program::actionWord(computation_.values[v].kind, Action::Copy, 0));
    instructions_.push_back(program::registerWord(to, from, 0, 0));
  }

  /// Where the result stays until all are stored: an input may be where another result goes.
  unsigned keptRegister(unsigned v) {
    const bool isSafe = mayOverwrite_ || computation_.results.size() == 1 ||
                        computation_.values[v].origin != Origin::Input;
    if (isSafe) return register_[v];
    const unsigned temporary = newTemporary();
    copy(v, temporary, register_[v]);
    return temporary;
  }

  void storeResult(unsigned r, unsigned from) {
    if (from != firstOutput_ + r) copy(computation_.results[r], firstOutput_ + r, from);
  }

  void write() {
    unsigned largest = 0;
    for (unsigned v = 0; v < computation_.values.size(); ++v)
      largest = std::max(largest, program::sizeClass(computation_.values[v].kind));
    auto &code = assembly_.code;
    code = {static_cast<std::uint32_t>(inputWords_.size()),
            static_cast<std::uint32_t>(constants_.size()),
            static_cast<std::uint32_t>(outputWords_.size()),
            temporaries_,
            program::kRegisterBytes >> largest,
            static_cast<std::uint32_t>(instructions_.size() / program::kInstructionWords)};
    code.insert(code.end(), inputWords_.begin(), inputWords_.end());
    for (const unsigned v : constants_) {
      const Value &constant = computation_.values[v];
      code.push_back(program::sizeClass(constant.kind));
      code.push_back(static_cast<std::uint32_t>(constant.bits));
      code.push_back(static_cast<std::uint32_t>(constant.bits >> 32));
    }
    code.insert(code.end(), outputWords_.begin(), outputWords_.end());
    code.insert(code.end(), instructions_.begin(), instructions_.end());
  }

  const Computation &computation_;
  const std::vector<bool> &isScalar_;
  const bool mayOverwrite_;
  Assembly &assembly_;
  std::vector<unsigned> register_, uses_, depth_;
  std::vector<unsigned> constants_, free_;
  std::vector<std::uint32_t> inputWords_, outputWords_, instructions_;
  unsigned registers_ = 0, firstOutput_ = 0, firstTemporary_ = 0, temporaries_ = 0;
};

} // namespace

bool assemble(const Computation &computation, const std::vector<bool> &isScalar, bool mayOverwrite,
              Assembly &assembly) {
  return Assembler(computation, isScalar, mayOverwrite, assembly).run();
}

} // namespace popops::map_detail
