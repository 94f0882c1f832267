// SPDX-License-Identifier: MIT
// Names of operators, and their element types.
#include "support/Operators.hpp"

#include "support/Errors.hpp"

#include <gcl/CollectiveTypes.hpp>
#include <poputil/exceptions.hpp>

#include <algorithm>
#include <istream>
#include <ostream>
#include <vector>

namespace gcl {

namespace {

using Op = CollectiveOperator;

struct Name {
  Op op;
  const char *text;
};
const Name kNames[] = {{Op::ADD, "ADD"},
                       {Op::MEAN, "MEAN"},
                       {Op::MUL, "MUL"},
                       {Op::MIN, "MIN"},
                       {Op::MAX, "MAX"},
                       {Op::LOGICAL_AND, "LOGICAL_AND"},
                       {Op::LOGICAL_OR, "LOGICAL_OR"},
                       {Op::SQUARE_ADD, "SQUARE_ADD"},
                       {Op::LOCAL, "LOCAL"}};

} // namespace

std::ostream &operator<<(std::ostream &out, const CollectiveOperator &op) {
  return out << detail::nameOf(op);
}

std::istream &operator>>(std::istream &in, CollectiveOperator &op) {
  std::string word, known;
  in >> word;
  for (const Name &name : kNames) {
    if (word == name.text) {
      op = name.op;
      return in;
    }
    known += (known.empty() ? "" : ", ") + std::string(name.text);
  }
  detail::fail("CollectiveOperator", "'" + word + "' is no operator", "write one of " + known);
}

namespace detail {

std::string nameOf(CollectiveOperator op) {
  for (const Name &name : kNames)
    if (name.op == op) return name.text;
  return "CollectiveOperator(" + std::to_string(static_cast<int>(op)) + ")";
}

void requireOperator(const std::string &operation, CollectiveOperator op,
                     const poplar::Type &type) {
  using namespace poplar;
  static const std::vector<Type> reals = {FLOAT, HALF};
  static const std::vector<Type> numbers = {FLOAT,        HALF,     INT,
                                            UNSIGNED_INT, LONGLONG, UNSIGNED_LONGLONG};
  static const std::vector<Type> booleans = {BOOL};
  const std::vector<Type> *types = &numbers;
  switch (op) {
  case Op::LOCAL:
    return;
  case Op::MEAN:
    types = &reals;
    break;
  case Op::LOGICAL_AND:
  case Op::LOGICAL_OR:
    types = &booleans;
    break;
  case Op::ADD:
  case Op::MUL:
  case Op::MIN:
  case Op::MAX:
  case Op::SQUARE_ADD:
    break;
  default:
    fail(operation, nameOf(op) + " is no operator", "use an enumerator of CollectiveOperator");
  }
  if (std::find(types->begin(), types->end(), type) != types->end()) return;
  std::string known;
  for (const Type &each : *types)
    known += (known.empty() ? "" : ", ") + nameOf(each);
  fail(operation, nameOf(op) + " does not exist for elements of type " + nameOf(type),
       "cast the data to one of " + known);
}

CollectiveOperator combining(CollectiveOperator op) {
  return op == Op::MEAN || op == Op::SQUARE_ADD ? Op::ADD : op;
}

poplar::Type carrierOf(const poplar::Target &target, const poplar::Type &type) {
  switch (target.getTypeSize(type)) {
  case 1:
    return poplar::UNSIGNED_CHAR;
  case 2:
    return poplar::UNSIGNED_SHORT;
  case 4:
    return poplar::UNSIGNED_INT;
  default:
    return poplar::UNSIGNED_LONGLONG;
  }
}

} // namespace detail
} // namespace gcl
