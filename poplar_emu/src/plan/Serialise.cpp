// SPDX-License-Identifier: MIT
// Header and checksum around the fields of a plan.
#include "plan/Serialise.hpp"

#include "plan/Verify.hpp"
#include "plan/format/Reader.hpp"
#include "plan/format/Writer.hpp"
#include "support/Diagnostic.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace poplar_emu::plan {
namespace {

constexpr std::array<char, 8> kMagic = {'P', 'E', 'M', 'U', 'P', 'L', 'A', 'N'};
/// Raised with every change of format/Fields.hpp or of an enumeration that stands in a plan.
constexpr std::uint32_t kVersion = 13;
constexpr std::uint32_t kByteOrder = 0x01020304;

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t byteOrder = kByteOrder;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};
static_assert(sizeof(Header) == 32);

/// Each step is a bijection of the state and of the word, so no change of a single word goes
/// unseen.
std::uint64_t checksum(std::span<const std::byte> data) {
  std::uint64_t state = 0x9e3779b97f4a7c15u ^ data.size();
  const auto mix = [&state](std::uint64_t word) {
    state = std::rotl((state ^ word) * 0xbf58476d1ce4e5b9u, 29);
  };
  std::uint64_t word = 0;
  for (; data.size() >= sizeof word; data = data.subspan(sizeof word)) {
    std::memcpy(&word, data.data(), sizeof word);
    mix(word);
  }
  word = 0;
  if (!data.empty()) std::memcpy(&word, data.data(), data.size());
  mix(word);
  return state ^ (state >> 32);
}

[[noreturn]] void unreadable(std::string_view why) {
  Diagnostic(Code::PE0801, "the executable cannot be read: {}", why)
      .fix("compile the graph again and save the executable anew")
      .raise();
}

} // namespace

std::vector<std::byte> serialise(const Plan &plan) {
  format::Writer writer;
  writer.put(plan);
  const std::vector<std::byte> content = std::move(writer).take();
  Header header;
  header.bytes = content.size();
  header.checksum = checksum(content);

  std::vector<std::byte> out(sizeof header + content.size());
  std::memcpy(out.data(), &header, sizeof header);
  std::memcpy(out.data() + sizeof header, content.data(), content.size());
  return out;
}

Plan deserialise(std::span<const std::byte> data) {
  Header header;
  if (data.size() < sizeof header) unreadable("it ends within its header");
  std::memcpy(&header, data.data(), sizeof header);
  if (header.magic != kMagic) unreadable("it is no compiled program");
  if (header.byteOrder != kByteOrder) unreadable("it comes from a machine of another byte order");
  if (header.version != kVersion)
    Diagnostic(Code::PE0802, "the executable has format {}, this library reads format {}",
               header.version, kVersion)
        .fix("compile the graph again with this library and save the executable anew")
        .raise();

  const std::span<const std::byte> content = data.subspan(sizeof header);
  if (content.size() != header.bytes) {
    if (content.size() < header.bytes) unreadable("it is truncated");
    unreadable("there is more data than it should have");
  }
  if (checksum(content) != header.checksum) unreadable("its checksum is wrong");

  Plan plan;
  try {
    format::Reader reader(content);
    reader.get(plan);
    if (!reader.atEnd()) throw format::BadData{"there is more data than it should have"};
  } catch (const format::BadData &bad) {
    unreadable(bad.text);
  }
  if (const auto fault = findFault(plan)) unreadable(*fault);
  return plan;
}

} // namespace poplar_emu::plan
