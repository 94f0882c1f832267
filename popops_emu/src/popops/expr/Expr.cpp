// SPDX-License-Identifier: MIT
// Nodes of expressions: copies, comparison, names and text.
#include <popops/Expr.hpp>
#include <popops/ExprOpUtils.hpp>
#include <poputil/exceptions.hpp>

#include <cstring>
#include <ostream>
#include <sstream>

namespace popops {
namespace expr {

using Tensors = std::vector<poplar::Tensor>;

namespace {

/// One line of the tree form, or the operands of the infix form.
void printNode(std::ostream &os, unsigned indent, bool pretty, const std::string &label,
               std::initializer_list<const Expr *> operands) {
  if (!pretty) os << std::string(indent, ' ');
  os << label;
  if (operands.size() == 0) {
    if (!pretty) os << '\n';
    return;
  }
  os << (pretty ? "(" : "\n");
  bool isFirst = true;
  for (const Expr *operand : operands) {
    if (pretty && !isFirst) os << ", ";
    operand->print(os, indent + 2, pretty);
    isFirst = false;
  }
  if (pretty) os << ')';
}

template <class T>
std::string valueText(const char *data) {
  T value;
  std::memcpy(&value, data, sizeof value);
  std::ostringstream text;
  text << +value;
  return text.str();
}

} // namespace

Expr::~Expr() = default;

std::ostream &operator<<(std::ostream &os, const Expr &expr) {
  expr.print(os);
  return os;
}

bool deepEquals(const Expr &a, const Expr &b) {
  return a.deepEquals(b);
}

Const::Const(poplar::TypeTraits typeTraits, poplar::Type type, const char *data)
    : typeTraits_(typeTraits), type_(type), data_{} {
  std::memcpy(data_, data, typeTraits.size);
}
Const::~Const() = default;

double Const::getDataAsDouble() const {
  const auto read = [this](auto value) {
    std::memcpy(static_cast<void *>(&value), data_, sizeof value);
    return static_cast<double>(value);
  };
  if (typeTraits_.isFloat) {
    if (typeTraits_.size == 2) return read(poplar::Half());
    if (typeTraits_.size == 4) return read(0.0f);
    return typeTraits_.size == 8 ? read(0.0) : read(0.0L);
  }
  switch (typeTraits_.size) {
  case 1:
    return typeTraits_.isSigned ? read(std::int8_t()) : read(std::uint8_t());
  case 2:
    return typeTraits_.isSigned ? read(std::int16_t()) : read(std::uint16_t());
  case 4:
    return typeTraits_.isSigned ? read(std::int32_t()) : read(std::uint32_t());
  default:
    return typeTraits_.isSigned ? read(std::int64_t()) : read(std::uint64_t());
  }
}

std::uint64_t Const::getDataForUnsignedIntegral() const {
  if (!typeTraits_.isIntegral || typeTraits_.isSigned)
    throw poputil::poplibs_error("Const::getDataForUnsignedIntegral: the constant " + printValue() +
                                 " is not an unsigned integer");
  std::uint64_t value = 0;
  std::memcpy(&value, data_, typeTraits_.size);
  return value;
}

std::string Const::printValue() const {
  if (type_ == poplar::BOOL) return data_[0] != 0 ? "true" : "false";
  if (!typeTraits_.isFloat && typeTraits_.size == 8)
    return typeTraits_.isSigned ? valueText<std::int64_t>(data_) : valueText<std::uint64_t>(data_);
  std::ostringstream text;
  text.precision(typeTraits_.isFloat && typeTraits_.size == 8 ? 17 : 9);
  text << getDataAsDouble();
  return text.str();
}

std::unique_ptr<Expr> Const::clone() const {
  return std::unique_ptr<Expr>(new Const(*this));
}
std::string Const::name(const Tensors &) const {
  return "C" + type_.toString().cloneAsString() + printValue();
}
bool Const::deepEquals(const Expr &other) const {
  const Const *o = other.getAs<Const>();
  return o != nullptr && type_ == o->type_ && typeTraits_.size == o->typeTraits_.size &&
         std::memcmp(data_, o->data_, typeTraits_.size) == 0;
}
void Const::print(std::ostream &os, unsigned indent, bool prettyPrint) const {
  printNode(os, indent, prettyPrint, printValue(), {});
}

ConstHalf::ConstHalf(float x)
    : Const(poplar::TypeTraits::make<float>(), poplar::HALF, reinterpret_cast<const char *>(&x)) {}
ConstHalf::~ConstHalf() = default;

PlaceHolder::PlaceHolder(unsigned i) : index_(i) {}
PlaceHolder::~PlaceHolder() = default;
std::unique_ptr<Expr> PlaceHolder::clone() const {
  return std::unique_ptr<Expr>(new PlaceHolder(index_));
}
std::string PlaceHolder::name(const Tensors &inputs) const {
  const bool known = index_ >= 1 && index_ <= inputs.size();
  return "P" + std::to_string(index_) +
         (known ? inputs[index_ - 1].elementType().toString().cloneAsString() : std::string());
}
bool PlaceHolder::deepEquals(const Expr &other) const {
  const PlaceHolder *o = other.getAs<PlaceHolder>();
  return o != nullptr && o->index_ == index_;
}
void PlaceHolder::print(std::ostream &os, unsigned indent, bool prettyPrint) const {
  printNode(os, indent, prettyPrint, "_" + std::to_string(index_), {});
}

Cast::Cast(const Expr &a, const poplar::Type bType) : a_(a.clone()), bType_(bType) {}
Cast::Cast(const Cast &other) : Cast(*other.a_, other.bType_) {}
Cast::~Cast() = default;
std::unique_ptr<Expr> Cast::clone() const {
  return std::unique_ptr<Expr>(new Cast(*this));
}
std::string Cast::name(const Tensors &inputs) const {
  return "Cast" + bType_.toString().cloneAsString() + "(" + a_->name(inputs) + ")";
}
bool Cast::deepEquals(const Expr &other) const {
  const Cast *o = other.getAs<Cast>();
  return o != nullptr && o->bType_ == bType_ && a_->deepEquals(*o->a_);
}
void Cast::print(std::ostream &os, unsigned indent, bool prettyPrint) const {
  printNode(os, indent, prettyPrint, "Cast<" + bType_.toString().cloneAsString() + ">", {a_.get()});
}

UnaryOp::UnaryOp(UnaryOpType type, const Expr &a) : type_(type), a_(a.clone()) {}
UnaryOp::UnaryOp(const UnaryOp &other) : UnaryOp(other.type_, *other.a_) {}
UnaryOp::~UnaryOp() = default;
std::unique_ptr<Expr> UnaryOp::clone() const {
  return std::unique_ptr<Expr>(new UnaryOp(*this));
}
std::string UnaryOp::name(const Tensors &inputs) const {
  return unaryOpTypeToString(type_) + "(" + a_->name(inputs) + ")";
}
bool UnaryOp::deepEquals(const Expr &other) const {
  const UnaryOp *o = other.getAs<UnaryOp>();
  return o != nullptr && o->type_ == type_ && a_->deepEquals(*o->a_);
}
void UnaryOp::print(std::ostream &os, unsigned indent, bool prettyPrint) const {
  printNode(os, indent, prettyPrint, unaryOpTypeToString(type_), {a_.get()});
}

BinaryOp::BinaryOp(BinaryOpType type, const Expr &a, const Expr &b)
    : type_(type), a_(a.clone()), b_(b.clone()) {}
BinaryOp::BinaryOp(const BinaryOp &other) : BinaryOp(other.type_, *other.a_, *other.b_) {}
BinaryOp::~BinaryOp() = default;
std::unique_ptr<Expr> BinaryOp::clone() const {
  return std::unique_ptr<Expr>(new BinaryOp(*this));
}
std::string BinaryOp::name(const Tensors &inputs) const {
  return binaryOpTypeToString(type_) + "(" + a_->name(inputs) + "," + b_->name(inputs) + ")";
}
bool BinaryOp::deepEquals(const Expr &other) const {
  const BinaryOp *o = other.getAs<BinaryOp>();
  return o != nullptr && o->type_ == type_ && a_->deepEquals(*o->a_) && b_->deepEquals(*o->b_);
}
void BinaryOp::print(std::ostream &os, unsigned indent, bool prettyPrint) const {
  printNode(os, indent, prettyPrint, binaryOpTypeToString(type_), {a_.get(), b_.get()});
}

TernaryOp::TernaryOp(TernaryOpType type, const Expr &a, const Expr &b, const Expr &c)
    : type_(type), a_(a.clone()), b_(b.clone()), c_(c.clone()) {}
TernaryOp::TernaryOp(const TernaryOp &other)
    : TernaryOp(other.type_, *other.a_, *other.b_, *other.c_) {}
TernaryOp::~TernaryOp() = default;
std::unique_ptr<Expr> TernaryOp::clone() const {
  return std::unique_ptr<Expr>(new TernaryOp(*this));
}
std::string TernaryOp::name(const Tensors &inputs) const {
  return ternaryOpTypeToString(type_) + "(" + a_->name(inputs) + "," + b_->name(inputs) + "," +
         c_->name(inputs) + ")";
}
bool TernaryOp::deepEquals(const Expr &other) const {
  const TernaryOp *o = other.getAs<TernaryOp>();
  return o != nullptr && o->type_ == type_ && a_->deepEquals(*o->a_) && b_->deepEquals(*o->b_) &&
         c_->deepEquals(*o->c_);
}
void TernaryOp::print(std::ostream &os, unsigned indent, bool prettyPrint) const {
  printNode(os, indent, prettyPrint, ternaryOpTypeToString(type_), {a_.get(), b_.get(), c_.get()});
}

} // namespace expr
} // namespace popops
