// SPDX-License-Identifier: MIT
// Type inference, from the leaves up; constants wait for the type of their neighbour.
#include "map/Computation.hpp"

#include "support/Errors.hpp"

#include <poplar/Half.hpp>
#include <popops/ExprOpUtils.hpp>

#include <cstring>
#include <sstream>

namespace popops::map_detail {

using expr::Expr;
using poplar::Tensor;
using poplar::Type;
using program::Action;
using support::nameOf;

namespace {

std::uint64_t bitsOf(const expr::Const &constant, const Type &type) {
  std::uint64_t bits = 0;
  if (type == poplar::BOOL) {
    bits = constant.getDataAsDouble() != 0;
  } else if (type == poplar::FLOAT) {
    const auto value = static_cast<float>(constant.getDataAsDouble());
    std::memcpy(&bits, &value, sizeof value);
  } else if (type == poplar::HALF) {
    const poplar::Half value(static_cast<float>(constant.getDataAsDouble()));
    std::memcpy(&bits, &value, sizeof value);
  } else if (constant.getTypeTraits().isFloat) {
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(constant.getDataAsDouble()));
  } else if (constant.getTypeTraits().isSigned && constant.getTypeTraits().size < 8) {
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(constant.getDataAsDouble()));
  } else {
    std::memcpy(&bits, constant.getData(), constant.getTypeTraits().size);
  }
  return bits;
}

class Typer {
 public:
  Typer(const std::string &operation, const std::vector<Tensor> &ts)
      : operation_(operation), ts_(ts) {}

  void addResult(const Expr &expr) {
    root_ = &expr;
    unsigned result;
    if (!mixedProduct(expr, result)) result = value(expr);
    computation_.results.push_back(result);
  }

  Computation take() { return std::move(computation_); }

 private:
  [[noreturn]] void fail(const std::string &what, const std::string &fix) const {
    std::ostringstream text;
    text << what << " in " << *root_ << ", where " << support::describe(ts_);
    support::fail(operation_, text.str(), fix);
  }

  unsigned intern(Value value) {
    const auto kind = kindOf(value.type);
    if (!kind)
      fail("elements of type " + nameOf(value.type) + " have no element-wise operations",
           "cast them first");
    value.kind = *kind;
    for (unsigned i = 0; i < computation_.values.size(); ++i) {
      const Value &known = computation_.values[i];
      if (known.origin == value.origin && known.type == value.type && known.input == value.input &&
          known.bits == value.bits && known.action == value.action && known.op == value.op &&
          known.operands == value.operands)
        return i;
    }
    computation_.values.push_back(std::move(value));
    return static_cast<unsigned>(computation_.values.size() - 1);
  }

  const Type &typeOf(unsigned value) const { return computation_.values[value].type; }

  unsigned operation(const Type &type, Action action, unsigned op, std::vector<unsigned> operands) {
    Value value;
    value.origin = Value::Origin::Operation;
    value.type = type;
    value.action = action;
    value.op = op;
    value.operands = std::move(operands);
    return intern(std::move(value));
  }

  unsigned constant(const expr::Const &constant, const Type &type) {
    Value value;
    value.origin = Value::Origin::Constant;
    value.type = type;
    value.bits = bitsOf(constant, type);
    return intern(std::move(value));
  }

  unsigned converted(unsigned from, const Type &type) {
    if (typeOf(from) == type) return from;
    const auto kind = kindOf(type);
    if (!kind) fail("a cast to type " + nameOf(type), "use popops::cast, which takes metadata");
    return operation(type, Action::Cast, static_cast<unsigned>(*kind), {from});
  }

  /// Exactly _1 * _2 of a HALF tensor and a single FLOAT, in either order: the product is computed
  /// in float and rounded to half.
  bool mixedProduct(const Expr &expr, unsigned &result) {
    const auto *product = expr.getAs<expr::BinaryOp>();
    if (!product || product->getOpType() != expr::BinaryOpType::MULTIPLY) return false;
    const auto *a = product->getLHS().getAs<expr::PlaceHolder>();
    const auto *b = product->getRHS().getAs<expr::PlaceHolder>();
    if (!a || !b) return false;
    const Tensor &x = tensor(*a), &y = tensor(*b);
    const bool secondIsScale =
        x.elementType() == poplar::HALF && y.elementType() == poplar::FLOAT && y.numElements() == 1;
    const bool firstIsScale =
        y.elementType() == poplar::HALF && x.elementType() == poplar::FLOAT && x.numElements() == 1;
    if (!secondIsScale && !firstIsScale) return false;
    result = converted(
        operation(poplar::FLOAT, Action::Binary,
                  static_cast<unsigned>(expr::BinaryOpType::MULTIPLY),
                  {converted(value(*a), poplar::FLOAT), converted(value(*b), poplar::FLOAT)}),
        poplar::HALF);
    return true;
  }

  const Tensor &tensor(const expr::PlaceHolder &placeHolder) const {
    const unsigned index = placeHolder.getIndex();
    if (index < 1 || index > ts_.size())
      fail("placeholder _" + std::to_string(index) + " has no tensor",
           "pass " + std::to_string(index) + " tensors, placeholders count from _1");
    return ts_[index - 1];
  }

  unsigned value(const Expr &expr) {
    if (const auto *node = expr.getAs<expr::PlaceHolder>()) {
      Value input;
      input.origin = Value::Origin::Input;
      input.type = tensor(*node).elementType();
      input.input = node->getIndex() - 1;
      return intern(std::move(input));
    }
    if (const auto *node = expr.getAs<expr::Cast>())
      return converted(value(node->getLHS()), node->getRHSType());
    if (const auto *node = expr.getAs<expr::UnaryOp>()) return unary(*node);
    if (const auto *node = expr.getAs<expr::BinaryOp>()) return binary(*node);
    if (const auto *node = expr.getAs<expr::TernaryOp>())
      return node->getOpType() == expr::TernaryOpType::SELECT ? select(*node) : clamp(*node);
    fail("a constant without a tensor beside it has no type",
         "let one operand be a tensor, or compute the constant on the host");
  }

  unsigned valueLike(const Expr &expr, const Type &type) {
    const auto *node = expr.getAs<expr::Const>();
    return node ? constant(*node, type) : value(expr);
  }

  template <class Op>
  void check(Op op, const std::string &name, const Type &type) const {
    if (!supports(op, type))
      fail(name + " does not exist for elements of type " + nameOf(type),
           "cast the operands to a type that has it");
  }

  void checkEqual(const std::string &name, unsigned a, unsigned b) const {
    if (typeOf(a) != typeOf(b))
      fail(name + " of types " + nameOf(typeOf(a)) + " and " + nameOf(typeOf(b)),
           "make them equal with expr::Cast");
  }

  /// Two operands of one type, of which at most one is a constant.
  std::array<unsigned, 2> pair(const std::string &name, const Expr &a, const Expr &b) {
    std::array<unsigned, 2> operands;
    if (a.isA<expr::Const>()) {
      operands[1] = value(b);
      operands[0] = valueLike(a, typeOf(operands[1]));
    } else {
      operands[0] = value(a);
      operands[1] = valueLike(b, typeOf(operands[0]));
    }
    checkEqual(name, operands[0], operands[1]);
    return operands;
  }

  unsigned unary(const expr::UnaryOp &node) {
    const unsigned a = value(node.getArg());
    check(node.getOpType(), expr::unaryOpTypeToString(node.getOpType()), typeOf(a));
    const Type type = isPredicate(node.getOpType()) ? poplar::BOOL : typeOf(a);
    return operation(type, Action::Unary, static_cast<unsigned>(node.getOpType()), {a});
  }

  unsigned binary(const expr::BinaryOp &node) {
    const std::string name = expr::binaryOpTypeToString(node.getOpType());
    const auto [a, b] = pair(name, node.getLHS(), node.getRHS());
    check(node.getOpType(), name, typeOf(a));
    const Type type = isRelation(node.getOpType()) ? poplar::BOOL : typeOf(a);
    return operation(type, Action::Binary, static_cast<unsigned>(node.getOpType()), {a, b});
  }

  unsigned select(const expr::TernaryOp &node) {
    const auto *first = node.getArg0().getAs<expr::Const>();
    const auto *second = node.getArg1().getAs<expr::Const>();
    std::array<unsigned, 2> branches;
    if (first && second) {
      if (first->getType() != second->getType())
        fail("SELECT of constants of types " + nameOf(first->getType()) + " and " +
                 nameOf(second->getType()),
             "write both in one type");
      branches = {constant(*first, first->getType()), constant(*second, first->getType())};
    } else {
      branches = pair("SELECT", node.getArg0(), node.getArg1());
    }
    const unsigned condition = valueLike(node.getArg2(), poplar::BOOL);
    if (typeOf(condition) != poplar::BOOL)
      fail("the condition of SELECT is of type " + nameOf(typeOf(condition)) + ", not bool",
           "compare it, or cast it to BOOL");
    check(node.getOpType(), "SELECT", typeOf(branches[0]));
    return operation(typeOf(branches[0]), Action::Select, 0, {branches[0], branches[1], condition});
  }

  unsigned clamp(const expr::TernaryOp &node) {
    const unsigned a = value(node.getArg0());
    const unsigned lower = valueLike(node.getArg1(), typeOf(a));
    const unsigned upper = valueLike(node.getArg2(), typeOf(a));
    checkEqual("CLAMP", a, lower);
    checkEqual("CLAMP", a, upper);
    check(node.getOpType(), "CLAMP", typeOf(a));
    return operation(typeOf(a), Action::Clamp, 0, {a, lower, upper});
  }

  const std::string &operation_;
  const std::vector<Tensor> &ts_;
  const Expr *root_ = nullptr;
  Computation computation_;
};

} // namespace

Computation typeExpressions(const std::string &operation, const std::vector<expr::Any> &exprs,
                            const std::vector<Tensor> &ts) {
  Typer typer(operation, ts);
  for (const expr::Any &expr : exprs)
    typer.addResult(expr);
  return typer.take();
}

} // namespace popops::map_detail
