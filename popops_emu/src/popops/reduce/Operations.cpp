// SPDX-License-Identifier: MIT
// The table of reductions, and their names.
#include "reduce/Operations.hpp"

#include "support/Errors.hpp"
#include "support/Types.hpp"

#include <popops/OperationDefUtil.hpp>

#include <cmath>
#include <istream>
#include <limits>
#include <ostream>

namespace popops {

using support::isReal;
using support::isWord;

namespace {

struct Name {
  Operation op;
  const char *upper, *codelet;
};
constexpr Name kNames[] = {{Operation::ADD, "ADD", "Add"},
                           {Operation::MUL, "MUL", "Mul"},
                           {Operation::MIN, "MIN", "Min"},
                           {Operation::MAX, "MAX", "Max"},
                           {Operation::LOGICAL_AND, "LOGICAL_AND", "LogicalAnd"},
                           {Operation::LOGICAL_OR, "LOGICAL_OR", "LogicalOr"},
                           {Operation::SQUARE_ADD, "SQUARE_ADD", "SquareAdd"},
                           {Operation::LOG_ADD, "LOG_ADD", "LogAdd"}};

} // namespace

std::string operationToString(Operation op) {
  for (const Name &name : kNames)
    if (name.op == op) return name.upper;
  return "UNKNOWN";
}

std::string operationToCodeletName(Operation op) {
  for (const Name &name : kNames)
    if (name.op == op) return name.codelet;
  return "Unknown";
}

std::ostream &operator<<(std::ostream &os, const Operation &op) {
  return os << operationToString(op);
}

std::istream &operator>>(std::istream &is, Operation &op) {
  std::string token;
  is >> token;
  for (const Name &name : kNames)
    if (token == name.upper) {
      op = name.op;
      return is;
    }
  support::fail("Operation", "'" + token + "' is none",
                "write ADD, MUL, MIN, MAX, LOGICAL_AND, "
                "LOGICAL_OR, SQUARE_ADD or LOG_ADD");
}

namespace reduce_detail {

namespace {} // namespace

bool supports(Operation op, const poplar::Type &in, const poplar::Type &out) {
  switch (op) {
  case Operation::ADD:
  case Operation::MUL:
  case Operation::SQUARE_ADD:
    return (isReal(in) && isReal(out)) || (isWord(in) && in == out);
  case Operation::LOG_ADD:
    return isReal(in) && isReal(out);
  case Operation::MIN:
  case Operation::MAX:
    return in == out && (isReal(in) || isWord(in));
  default:
    return in == out && in == poplar::BOOL;
  }
}

poplar::Type partialType(Operation op, const poplar::Type &in) {
  return in == poplar::HALF && op != Operation::MIN && op != Operation::MAX ? poplar::FLOAT : in;
}

Operation combining(Operation op) {
  return op == Operation::SQUARE_ADD ? Operation::ADD : op;
}

bool allowsUpdateAndScale(Operation op) {
  return op == Operation::ADD || op == Operation::SQUARE_ADD || op == Operation::LOG_ADD;
}

double neutral(Operation op, const poplar::Type &type) {
  switch (op) {
  case Operation::MUL:
  case Operation::LOGICAL_AND:
    return 1;
  case Operation::MIN:
    if (isReal(type)) return HUGE_VAL;
    return type == poplar::INT ? std::numeric_limits<int>::max()
                               : std::numeric_limits<unsigned>::max();
  case Operation::MAX:
    if (isReal(type)) return -HUGE_VAL;
    return type == poplar::INT ? std::numeric_limits<int>::min() : 0;
  default:
    return 0;
  }
}

} // namespace reduce_detail
} // namespace popops
