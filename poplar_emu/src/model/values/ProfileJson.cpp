// SPDX-License-Identifier: MIT
// Profile values as JSON and CBOR.
#include "model/values/ProfileJson.hpp"

#include <cmath>
#include <cstdint>
#include <ostream>
#include <vector>

namespace poplar_emu::model {
namespace {

/// Doubles hold integers exactly up to here.
constexpr double kExactIntegers = 9007199254740992.0;

nlohmann::ordered_json numberToJson(double number) {
  if (number == std::floor(number) && std::fabs(number) <= kExactIntegers) {
    if (number < 0) return static_cast<std::int64_t>(number);
    return static_cast<std::uint64_t>(number);
  }
  return number;
}

} // namespace

nlohmann::ordered_json toJson(const poplar::ProfileValue &value) {
  using Type = poplar::ProfileValue::Type;
  switch (value.type()) {
  case Type::BOOL_:
    return value.asBool();
  case Type::STRING:
    return value.asString();
  case Type::NUMBER:
    return numberToJson(value.asDouble());
  case Type::VECTOR: {
    auto array = nlohmann::ordered_json::array();
    for (const poplar::ProfileValue &element : value.asVector())
      array.push_back(toJson(element));
    return array;
  }
  case Type::MAP: {
    auto object = nlohmann::ordered_json::object();
    for (const auto &[name, member] : value.asMap())
      object[name] = toJson(member);
    return object;
  }
  }
  return nullptr;
}

} // namespace poplar_emu::model

namespace poplar {

void serializeToJSON(std::ostream &out, const ProfileValue &value, bool prettyPrint) {
  // Names may come from any source; bytes that are no UTF-8 must not end the program.
  out << poplar_emu::model::toJson(value).dump(prettyPrint ? 2 : -1, ' ', false,
                                               nlohmann::json::error_handler_t::replace);
}

void serializeToCBOR(std::ostream &out, const ProfileValue &value, bool tag) {
  if (tag) out.write("\xd9\xd9\xf7", 3); // tag 55799: "this is CBOR" (RFC 8949, 3.4.6)
  const std::vector<std::uint8_t> bytes =
      nlohmann::ordered_json::to_cbor(poplar_emu::model::toJson(value));
  out.write(reinterpret_cast<const char *>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

std::ostream &operator<<(std::ostream &out, const ProfileValue &value) {
  serializeToJSON(out, value, true);
  return out;
}

} // namespace poplar
