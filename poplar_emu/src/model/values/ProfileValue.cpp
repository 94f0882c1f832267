// SPDX-License-Identifier: MIT
// poplar::ProfileValue: construction, access, sums.
#include <poplar/ProfileValue.hpp>

#include "support/Diagnostic.hpp"

#include <cmath>
#include <string_view>

namespace poplar {
namespace {

using poplar_emu::Code;
using poplar_emu::Diagnostic;

std::string_view nameOf(ProfileValue::Type type) {
  switch (type) {
  case ProfileValue::Type::BOOL_:
    return "boolean";
  case ProfileValue::Type::STRING:
    return "string";
  case ProfileValue::Type::NUMBER:
    return "number";
  case ProfileValue::Type::VECTOR:
    return "vector";
  case ProfileValue::Type::MAP:
    return "map";
  }
  return "value";
}

void require(const ProfileValue &value, ProfileValue::Type wanted) {
  if (value.type() == wanted) return;
  Diagnostic(Code::PE0707, "a profile value is a {}, not a {}", nameOf(value.type()),
             nameOf(wanted))
      .fix("look at type() first")
      .raise();
}

} // namespace

ProfileValue::ProfileValue() : ProfileValue(Number(0)) {}

ProfileValue::ProfileValue(const ProfileValue &other)
    : type_(other.type_), boolean_(other.boolean_), number_(other.number_), string_(other.string_),
      vector_(other.vector_ ? std::make_unique<Vector>(*other.vector_) : nullptr),
      map_(other.map_ ? std::make_unique<Map>(*other.map_) : nullptr) {}

ProfileValue::ProfileValue(ProfileValue &&other) noexcept
    : type_(other.type_), boolean_(other.boolean_), number_(other.number_),
      string_(std::move(other.string_)), vector_(std::move(other.vector_)),
      map_(std::move(other.map_)) {
  other.type_ = Type::NUMBER;
  other.number_ = 0;
}

ProfileValue::ProfileValue(String value)
    : type_(Type::STRING), boolean_(false), number_(0), string_(std::move(value)) {}

ProfileValue::ProfileValue(const char *value) : ProfileValue(StringRef(value).cloneAsString()) {}

ProfileValue::ProfileValue(Vector value)
    : type_(Type::VECTOR), boolean_(false), number_(0),
      vector_(std::make_unique<Vector>(std::move(value))) {}

ProfileValue::ProfileValue(Map value)
    : type_(Type::MAP), boolean_(false), number_(0), map_(std::make_unique<Map>(std::move(value))) {
}

ProfileValue::ProfileValue(Number value) : type_(Type::NUMBER), boolean_(false), number_(value) {}

ProfileValue::ProfileValue(Boolean value) : type_(Type::BOOL_), boolean_(value), number_(0) {}

ProfileValue::~ProfileValue() = default;

ProfileValue &ProfileValue::operator=(const ProfileValue &other) {
  ProfileValue copy(other);
  return *this = std::move(copy);
}

ProfileValue &ProfileValue::operator=(ProfileValue &&other) noexcept {
  std::swap(type_, other.type_);
  std::swap(boolean_, other.boolean_);
  std::swap(number_, other.number_);
  std::swap(string_, other.string_);
  std::swap(vector_, other.vector_);
  std::swap(map_, other.map_);
  return *this;
}

ProfileValue &ProfileValue::operator=(String value) {
  return *this = ProfileValue(std::move(value));
}

ProfileValue &ProfileValue::operator=(const char *value) {
  return *this = ProfileValue(value);
}

ProfileValue &ProfileValue::operator=(Vector value) {
  return *this = ProfileValue(std::move(value));
}

ProfileValue &ProfileValue::operator=(Map value) {
  return *this = ProfileValue(std::move(value));
}

ProfileValue &ProfileValue::operator=(Number value) {
  return *this = ProfileValue(value);
}

ProfileValue &ProfileValue::operator=(Boolean value) {
  return *this = ProfileValue(value);
}

const ProfileValue::String &ProfileValue::asString() const {
  require(*this, Type::STRING);
  return string_;
}

ProfileValue::Boolean ProfileValue::asBool() const {
  require(*this, Type::BOOL_);
  return boolean_;
}

std::int64_t ProfileValue::asInt() const {
  return static_cast<std::int64_t>(asDouble());
}

std::uint64_t ProfileValue::asUint() const {
  const double number = asDouble();
  if (number < 0)
    Diagnostic(Code::PE0707, "a profile value is {}, which is no unsigned number", number).raise();
  return static_cast<std::uint64_t>(number);
}

ProfileValue::Number ProfileValue::asDouble() const {
  require(*this, Type::NUMBER);
  return number_;
}

const ProfileValue::Map &ProfileValue::asMap() const {
  require(*this, Type::MAP);
  return *map_;
}

ProfileValue::Map &ProfileValue::asMap() {
  require(*this, Type::MAP);
  return *map_;
}

const ProfileValue::Vector &ProfileValue::asVector() const {
  require(*this, Type::VECTOR);
  return *vector_;
}

ProfileValue::Vector &ProfileValue::asVector() {
  require(*this, Type::VECTOR);
  return *vector_;
}

const ProfileValue &ProfileValue::operator[](StringRef name) const {
  const ProfileValue *value = getOrNull(name);
  if (!value)
    Diagnostic(Code::PE0707, "a profile value has no member '{}'", name.cloneAsString())
        .fix("ask with getOrNull()")
        .raise();
  return *value;
}

const ProfileValue &ProfileValue::operator[](std::size_t i) const {
  const Vector &elements = asVector();
  if (i >= elements.size())
    Diagnostic(Code::PE0707, "a profile value has {} elements, there is no element {}",
               elements.size(), i)
        .raise();
  return elements[i];
}

const ProfileValue *ProfileValue::getOrNull(StringRef name) const {
  const Map &members = asMap();
  const auto member = members.find(name.cloneAsString());
  return member == members.end() ? nullptr : &member->second;
}

std::vector<unsigned> ProfileValue::toUintVector() const {
  std::vector<unsigned> numbers;
  for (const ProfileValue &element : asVector())
    numbers.push_back(static_cast<unsigned>(element.asUint()));
  return numbers;
}

std::size_t ProfileValue::size() const {
  if (vector_) return vector_->size();
  return map_ ? map_->size() : 0;
}

double ProfileValue::sumDouble() const {
  double sum = 0;
  for (const ProfileValue &element : asVector())
    sum += element.asDouble();
  return sum;
}

std::int64_t ProfileValue::sumInt() const {
  std::int64_t sum = 0;
  for (const ProfileValue &element : asVector())
    sum += element.asInt();
  return sum;
}

std::uint64_t ProfileValue::sumUint() const {
  std::uint64_t sum = 0;
  for (const ProfileValue &element : asVector())
    sum += element.asUint();
  return sum;
}

std::int64_t ProfileValue::sum2DInt() const {
  std::int64_t sum = 0;
  for (const ProfileValue &row : asVector())
    sum += row.sumInt();
  return sum;
}

std::uint64_t ProfileValue::sum2DUint() const {
  std::uint64_t sum = 0;
  for (const ProfileValue &row : asVector())
    sum += row.sumUint();
  return sum;
}

bool ProfileValue::operator==(const ProfileValue &other) const {
  if (type_ != other.type_) return false;
  switch (type_) {
  case Type::BOOL_:
    return boolean_ == other.boolean_;
  case Type::STRING:
    return string_ == other.string_;
  case Type::NUMBER:
    return number_ == other.number_;
  case Type::VECTOR:
    return *vector_ == *other.vector_;
  case Type::MAP:
    return *map_ == *other.map_;
  }
  return false;
}

} // namespace poplar
