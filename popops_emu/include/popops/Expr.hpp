// SPDX-License-Identifier: MIT
// Element-wise expressions: trees of operations over numbered tensors and constants.
#ifndef POPOPS_EXPR_HPP
#define POPOPS_EXPR_HPP

#include <poplar/Graph.hpp>
#include <poplar/Half.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar/TypeTraits.hpp>
#include <poplar_emu/Export.hpp>
#include <popops/ExprOp.hpp>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace popops {
namespace expr {

/// A node of an expression. `popops::map(graph, (_1 + _2) * 0.5f, {a, b}, prog)` applies one to
/// tensors. Nodes own clones of their operands, so that temporaries may be combined freely.
class POPLAR_EMU_EXPORT Expr {
 public:
  virtual ~Expr();

  /// Whether the node is a T; getAs gives it as one, or a null pointer.
  template <class T>
  bool isA() const {
    return dynamic_cast<const T *>(this) != nullptr;
  }
  template <class T>
  T *getAs() {
    return dynamic_cast<T *>(this);
  }
  template <class T>
  const T *getAs() const {
    return dynamic_cast<const T *>(this);
  }

  virtual std::unique_ptr<Expr> clone() const = 0;
  /// A name that tells expressions and their input types apart.
  virtual std::string name(const std::vector<poplar::Tensor> &inputs) const = 0;
  virtual bool deepEquals(const Expr &other) const = 0;
  /// Writes one line, or without prettyPrint a tree of one line a node.
  virtual void print(std::ostream &os, unsigned indent = 0, bool prettyPrint = true) const = 0;
};

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const Expr &expr);
POPLAR_EMU_EXPORT bool deepEquals(const Expr &a, const Expr &b);

/// Gives a class of nodes its identity.
template <class T>
class ExprType : public Expr {};

/// Holds any expression; copies are deep.
class POPLAR_EMU_EXPORT Any {
 public:
  Any(const Expr &expr) : expr_(expr.clone()) {}
  Any(const Any &other) : expr_(other.expr_->clone()) {}
  Any(Any &&other) noexcept = default;
  Any &operator=(const Any &other) {
    expr_ = other.expr_->clone();
    return *this;
  }
  Any &operator=(Any &&other) noexcept = default;

  operator Expr &() { return *expr_; }
  operator const Expr &() const { return *expr_; }

 private:
  std::unique_ptr<Expr> expr_;
};

template <class T>
using IfConstant = typename std::enable_if<poplar::TypeTraits::isSimpleType<T>()>::type;

/// A constant. It takes the type of the operand beside it; a value that this type lacks is not
/// reported.
class POPLAR_EMU_EXPORT Const : public ExprType<Const> {
 public:
  template <class T, class = IfConstant<T>>
  Const(T x)
      : Const(poplar::TypeTraits::make<T>(), poplar::equivalent_device_type<T>().value,
              reinterpret_cast<const char *>(&x)) {}
  Const(poplar::TypeTraits typeTraits, poplar::Type type, const char *data);
  ~Const() override;

  /// The device type of the C++ type that the constant was made of.
  const poplar::Type &getType() const { return type_; }
  const poplar::TypeTraits &getTypeTraits() const { return typeTraits_; }
  /// The value as that C++ type.
  char *getData() const { return const_cast<char *>(data_); }
  double getDataAsDouble() const;
  /// Throws poplibs_error for signed and for floating-point constants.
  std::uint64_t getDataForUnsignedIntegral() const;
  std::string printValue() const;

  std::unique_ptr<Expr> clone() const override;
  std::string name(const std::vector<poplar::Tensor> &inputs) const override;
  bool deepEquals(const Expr &other) const override;
  void print(std::ostream &os, unsigned indent = 0, bool prettyPrint = true) const override;

 private:
  poplar::TypeTraits typeTraits_;
  poplar::Type type_;
  alignas(16) char data_[16];
};

/// A constant of type HALF, given as float.
class POPLAR_EMU_EXPORT ConstHalf : public Const {
 public:
  ConstHalf(float x);
  ~ConstHalf() override;
};
inline ConstHalf operator""_half(long double x) {
  return ConstHalf(static_cast<float>(x));
}

/// The i-th tensor, counted from 1.
class POPLAR_EMU_EXPORT PlaceHolder : public ExprType<PlaceHolder> {
 public:
  PlaceHolder(unsigned i);
  ~PlaceHolder() override;
  unsigned getIndex() const { return index_; }

  std::unique_ptr<Expr> clone() const override;
  std::string name(const std::vector<poplar::Tensor> &inputs) const override;
  bool deepEquals(const Expr &other) const override;
  void print(std::ostream &os, unsigned indent = 0, bool prettyPrint = true) const override;

 private:
  unsigned index_;
};

const PlaceHolder _1(1), _2(2), _3(3), _4(4), _5(5), _6(6), _7(7), _8(8), _9(9), _10(10), _11(11),
    _12(12), _13(13), _14(14), _15(15), _16(16), _17(17), _18(18), _19(19), _20(20);

/// Conversion of an operand to another type.
class POPLAR_EMU_EXPORT Cast : public ExprType<Cast> {
 public:
  Cast(const Expr &a, const poplar::Type bType);
  Cast(const Cast &other);
  ~Cast() override;
  const Expr &getLHS() const { return *a_; }
  const poplar::Type &getRHSType() const { return bType_; }

  std::unique_ptr<Expr> clone() const override;
  std::string name(const std::vector<poplar::Tensor> &inputs) const override;
  bool deepEquals(const Expr &other) const override;
  void print(std::ostream &os, unsigned indent = 0, bool prettyPrint = true) const override;

 private:
  std::unique_ptr<Expr> a_;
  poplar::Type bType_;
};

class POPLAR_EMU_EXPORT UnaryOp : public ExprType<UnaryOp> {
 public:
  UnaryOp(UnaryOpType type, const Expr &a);
  UnaryOp(const UnaryOp &other);
  ~UnaryOp() override;
  UnaryOpType getOpType() const { return type_; }
  const Expr &getArg() const { return *a_; }
  std::string exprName(const std::vector<poplar::Tensor> &inputs) const { return name(inputs); }

  std::unique_ptr<Expr> clone() const override;
  std::string name(const std::vector<poplar::Tensor> &inputs) const override;
  bool deepEquals(const Expr &other) const override;
  void print(std::ostream &os, unsigned indent = 0, bool prettyPrint = true) const override;

 private:
  UnaryOpType type_;
  std::unique_ptr<Expr> a_;
};

class POPLAR_EMU_EXPORT BinaryOp : public ExprType<BinaryOp> {
 public:
  BinaryOp(BinaryOpType type, const Expr &a, const Expr &b);
  BinaryOp(const BinaryOp &other);
  ~BinaryOp() override;
  BinaryOpType getOpType() const { return type_; }
  const Expr &getLHS() const { return *a_; }
  const Expr &getRHS() const { return *b_; }
  std::string exprName(const std::vector<poplar::Tensor> &inputs) const { return name(inputs); }

  std::unique_ptr<Expr> clone() const override;
  std::string name(const std::vector<poplar::Tensor> &inputs) const override;
  bool deepEquals(const Expr &other) const override;
  void print(std::ostream &os, unsigned indent = 0, bool prettyPrint = true) const override;

 private:
  BinaryOpType type_;
  std::unique_ptr<Expr> a_, b_;
};

class POPLAR_EMU_EXPORT TernaryOp : public ExprType<TernaryOp> {
 public:
  TernaryOp(TernaryOpType type, const Expr &a, const Expr &b, const Expr &c);
  TernaryOp(const TernaryOp &other);
  ~TernaryOp() override;
  TernaryOpType getOpType() const { return type_; }
  const Expr &getArg0() const { return *a_; }
  const Expr &getArg1() const { return *b_; }
  const Expr &getArg2() const { return *c_; }
  std::string exprName(const std::vector<poplar::Tensor> &inputs) const { return name(inputs); }

  std::unique_ptr<Expr> clone() const override;
  std::string name(const std::vector<poplar::Tensor> &inputs) const override;
  bool deepEquals(const Expr &other) const override;
  void print(std::ostream &os, unsigned indent = 0, bool prettyPrint = true) const override;

 private:
  TernaryOpType type_;
  std::unique_ptr<Expr> a_, b_, c_;
};

// Named operations -------------------------------------------------------------------------------

#define POPLIBS_DEFINE_EXPR_UNARY_OP(Name, Op)                                                     \
  class Name : public UnaryOp {                                                                    \
   public:                                                                                         \
    Name(const Expr &a) : UnaryOp(UnaryOpType::Op, a) {}                                           \
  };
#define POPLIBS_DEFINE_EXPR_UNARY_OP_AND_SYMBOL(Name, Op, Sym)                                     \
  POPLIBS_DEFINE_EXPR_UNARY_OP(Name, Op)                                                           \
  inline Name operator Sym(const Expr &a) {                                                        \
    return Name(a);                                                                                \
  }

POPLIBS_DEFINE_EXPR_UNARY_OP(Abs, ABSOLUTE)
POPLIBS_DEFINE_EXPR_UNARY_OP(Asin, ASIN)
POPLIBS_DEFINE_EXPR_UNARY_OP_AND_SYMBOL(BitwiseNot, BITWISE_NOT, ~)
POPLIBS_DEFINE_EXPR_UNARY_OP(Cbrt, CBRT)
POPLIBS_DEFINE_EXPR_UNARY_OP(Ceil, CEIL)
POPLIBS_DEFINE_EXPR_UNARY_OP(Cos, COS)
POPLIBS_DEFINE_EXPR_UNARY_OP(Erf, ERF)
POPLIBS_DEFINE_EXPR_UNARY_OP(Exp, EXPONENT)
POPLIBS_DEFINE_EXPR_UNARY_OP(Exp2, EXPONENT2)
POPLIBS_DEFINE_EXPR_UNARY_OP(Expm1, EXPONENT_MINUS_ONE)
POPLIBS_DEFINE_EXPR_UNARY_OP(Floor, FLOOR)
POPLIBS_DEFINE_EXPR_UNARY_OP(GeluErf, GELU_ERF)
POPLIBS_DEFINE_EXPR_UNARY_OP(Inv, INVERSE)
POPLIBS_DEFINE_EXPR_UNARY_OP(IsFinite, IS_FINITE)
POPLIBS_DEFINE_EXPR_UNARY_OP(IsInf, IS_INF)
POPLIBS_DEFINE_EXPR_UNARY_OP(IsNaN, IS_NAN)
POPLIBS_DEFINE_EXPR_UNARY_OP(Log, LOGARITHM)
POPLIBS_DEFINE_EXPR_UNARY_OP(Log1p, LOGARITHM_ONE_PLUS)
POPLIBS_DEFINE_EXPR_UNARY_OP(NearbyInt, NEARBY_INT)
POPLIBS_DEFINE_EXPR_UNARY_OP_AND_SYMBOL(Neg, NEGATE, -)
POPLIBS_DEFINE_EXPR_UNARY_OP_AND_SYMBOL(Not, LOGICAL_NOT, !)
POPLIBS_DEFINE_EXPR_UNARY_OP(Round, ROUND)
POPLIBS_DEFINE_EXPR_UNARY_OP(Rsqrt, RSQRT)
POPLIBS_DEFINE_EXPR_UNARY_OP(Sigmoid, SIGMOID)
POPLIBS_DEFINE_EXPR_UNARY_OP(Signum, SIGNUM)
POPLIBS_DEFINE_EXPR_UNARY_OP(Sin, SIN)
POPLIBS_DEFINE_EXPR_UNARY_OP(Sqrt, SQRT)
POPLIBS_DEFINE_EXPR_UNARY_OP(Square, SQUARE)
POPLIBS_DEFINE_EXPR_UNARY_OP(Tan, TAN)
POPLIBS_DEFINE_EXPR_UNARY_OP(Tanh, TANH)
POPLIBS_DEFINE_EXPR_UNARY_OP(Trunc, TRUNC)

#undef POPLIBS_DEFINE_EXPR_UNARY_OP
#undef POPLIBS_DEFINE_EXPR_UNARY_OP_AND_SYMBOL

#define POPLIBS_DEFINE_EXPR_BINARY_OP(Name, Op)                                                    \
  class Name : public BinaryOp {                                                                   \
   public:                                                                                         \
    Name(const Expr &a, const Expr &b) : BinaryOp(BinaryOpType::Op, a, b) {}                       \
  };
#define POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Name, Op, Sym)                                    \
  POPLIBS_DEFINE_EXPR_BINARY_OP(Name, Op)                                                          \
  inline Name operator Sym(const Expr &a, const Expr &b) {                                         \
    return Name(a, b);                                                                             \
  }                                                                                                \
  template <class T, class = IfConstant<T>>                                                        \
  Name operator Sym(T a, const Expr &b) {                                                          \
    return Name(Const(a), b);                                                                      \
  }                                                                                                \
  template <class T, class = IfConstant<T>>                                                        \
  Name operator Sym(const Expr &a, T b) {                                                          \
    return Name(a, Const(b));                                                                      \
  }

POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Add, ADD, +)
POPLIBS_DEFINE_EXPR_BINARY_OP(Atan2, ATAN2)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(BitwiseAnd, BITWISE_AND, &)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(BitwiseOr, BITWISE_OR, |)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(BitwiseXor, BITWISE_XOR, ^)
POPLIBS_DEFINE_EXPR_BINARY_OP(BitwiseXnor, BITWISE_XNOR)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Divide, DIVIDE, /)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Equal, EQUAL, ==)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Gte, GREATER_THAN_EQUAL, >=)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Gt, GREATER_THAN, >)
POPLIBS_DEFINE_EXPR_BINARY_OP(InvStdDevToVariance, INV_STD_DEV_TO_VARIANCE)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Lte, LESS_THAN_EQUAL, <=)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Lt, LESS_THAN, <)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(And, LOGICAL_AND, &&)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Or, LOGICAL_OR, ||)
POPLIBS_DEFINE_EXPR_BINARY_OP(Max, MAXIMUM)
POPLIBS_DEFINE_EXPR_BINARY_OP(Min, MINIMUM)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Mul, MULTIPLY, *)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(NotEqual, NOT_EQUAL, !=)
POPLIBS_DEFINE_EXPR_BINARY_OP(Pow, POWER)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Rem, REMAINDER, %)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Shl, SHIFT_LEFT, <<)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Shr, SHIFT_RIGHT, >>)
POPLIBS_DEFINE_EXPR_BINARY_OP(ShrSE, SHIFT_RIGHT_SIGN_EXTEND)
POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL(Sub, SUBTRACT, -)
POPLIBS_DEFINE_EXPR_BINARY_OP(VarianceToInvStdDev, VARIANCE_TO_INV_STD_DEV)

#undef POPLIBS_DEFINE_EXPR_BINARY_OP
#undef POPLIBS_DEFINE_EXPR_BINARY_OP_AND_SYMBOL

/// c ? a : b for each element; c is BOOL.
class Select : public TernaryOp {
 public:
  Select(const Expr &a, const Expr &b, const Expr &c) : TernaryOp(TernaryOpType::SELECT, a, b, c) {}
};
/// a raised to b, then lowered to c.
class Clamp : public TernaryOp {
 public:
  Clamp(const Expr &a, const Expr &b, const Expr &c) : TernaryOp(TernaryOpType::CLAMP, a, b, c) {}
};

} // namespace expr
} // namespace popops

#endif
