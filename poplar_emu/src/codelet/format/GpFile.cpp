// SPDX-License-Identifier: MIT
// Reads and writes the .gp container.
#include "codelet/format/GpFile.hpp"

#include "codelet/format/Serial.hpp"

#include <cstdio>
#include <utility>

namespace poplar_emu::codelet {
namespace {

constexpr std::string_view kMagic = "\x89PEGP\r\n\x1a";
constexpr std::size_t kHeaderBytes = 40;

void writeField(ByteWriter &out, const ir::FieldInfo &field) {
  out.text(field.name);
  out.value(field.kind);
  out.value(field.direction);
  out.value(field.type);
  out.value(field.layout);
  out.value(field.outerLayout);
  out.value(field.interleaved);
  out.value(field.minAlign);
  out.value(field.outerAlign);
  out.value(field.hostOffset);
}

void writeVertex(ByteWriter &out, const VertexEntry &entry) {
  const ir::VertexType &type = entry.type;
  out.text(type.name);
  out.value(type.kind);
  out.value(type.hostSize);
  out.value(type.hostAlign);
  out.value(type.returnsBool);
  out.value(type.usesContext);
  out.value(type.hasMutableStatics);
  out.value(type.hasHostCode);
  out.text(type.whyNoHostCode);
  out.text(entry.symbol);
  out.texts(entry.aliases);
  out.value(static_cast<std::uint32_t>(type.fields.size()));
  for (const ir::FieldInfo &field : type.fields)
    writeField(out, field);
}

void writeStatics(ByteWriter &out, const StaticsInfo &statics) {
  out.texts(statics.names);
  out.value(statics.size);
  out.value(statics.align);
  out.text(statics.imageSymbol);
  out.text(statics.offsetSymbol);
  out.value(static_cast<std::uint32_t>(statics.relocations.size()));
  for (const StaticsRelocation &r : statics.relocations) {
    out.value(r.offset);
    out.value(r.target);
  }
}

void writeUnit(ByteWriter &out, const Unit &unit) {
  out.value(unit.language);
  out.value(static_cast<std::uint32_t>(unit.files.size()));
  for (const SourceFile &file : unit.files) {
    out.text(file.path);
    out.text(file.content);
  }
  out.text(unit.directory);
  out.texts(unit.flags);
  out.texts(unit.targets);
  out.text(unit.compiler);
  out.value(unit.sourceHash.low);
  out.value(unit.sourceHash.high);
  out.value(static_cast<std::uint32_t>(unit.vertices.size()));
  for (const VertexEntry &entry : unit.vertices)
    writeVertex(out, entry);
  out.value(static_cast<std::uint32_t>(unit.dropped.size()));
  for (const DroppedClass &dropped : unit.dropped) {
    for (const std::string *text : {&dropped.name, &dropped.place, &dropped.reason, &dropped.fix})
      out.text(*text);
    out.value(dropped.isTemplate);
  }
  writeStatics(out, unit.statics);
  out.texts(unit.notes);
  out.value(static_cast<std::uint32_t>(unit.images.size()));
  for (const Image &image : unit.images) {
    out.value(image.key.numWorkers);
    out.value(image.key.floatExceptions);
    out.value(image.key.slotCounting);
    out.text(image.key.cpu);
    out.text(image.key.sanitizer);
    out.text(image.object);
    out.value(image.objectHash.low);
    out.value(image.objectHash.high);
    out.texts(image.defined);
    out.texts(image.undefined);
  }
}

/// An enumerator up to `last`; anything else marks the reader's data as damaged.
template <class Enum>
Enum readEnum(ByteReader &in, Enum last, bool &sound) {
  const auto raw = in.value<std::underlying_type_t<Enum>>();
  if (raw > static_cast<std::underlying_type_t<Enum>>(last)) sound = false;
  return static_cast<Enum>(raw);
}

bool readFlag(ByteReader &in) {
  return in.value<std::uint8_t>() != 0;
}

ir::FieldInfo readField(ByteReader &in, bool &sound) {
  ir::FieldInfo field;
  field.name = in.text();
  field.kind = readEnum(in, ir::FieldKind::VectorOfState, sound);
  field.direction = readEnum(in, ir::Direction::InOut, sound);
  field.type = readEnum(in, ElementType::Double, sound);
  field.layout = readEnum(in, ir::VectorLayout::CompactDeltaN, sound);
  field.outerLayout = readEnum(in, ir::VectorLayout::CompactDeltaN, sound);
  field.interleaved = readFlag(in);
  field.minAlign = in.value<std::uint32_t>();
  field.outerAlign = in.value<std::uint32_t>();
  field.hostOffset = in.value<std::uint32_t>();
  return field;
}

VertexEntry readVertex(ByteReader &in, bool &sound) {
  VertexEntry entry;
  ir::VertexType &type = entry.type;
  type.name = in.text();
  type.kind = readEnum(in, ir::VertexKind::ExternalExchange, sound);
  type.hostSize = in.value<std::uint32_t>();
  type.hostAlign = in.value<std::uint32_t>();
  type.returnsBool = readFlag(in);
  type.usesContext = readFlag(in);
  type.hasMutableStatics = readFlag(in);
  type.hasHostCode = readFlag(in);
  type.whyNoHostCode = in.text();
  entry.symbol = in.text();
  entry.aliases = in.texts();
  type.fields.resize(in.count(16));
  for (ir::FieldInfo &field : type.fields)
    field = readField(in, sound);
  return entry;
}

Unit readUnit(ByteReader &in, bool &sound) {
  Unit unit;
  unit.language = readEnum(in, Language::DeviceOnly, sound);
  unit.files.resize(in.count(16));
  for (SourceFile &file : unit.files) {
    file.path = in.text();
    file.content = in.text();
  }
  unit.directory = in.text();
  unit.flags = in.texts();
  unit.targets = in.texts();
  unit.compiler = in.text();
  unit.sourceHash.low = in.value<std::uint64_t>();
  unit.sourceHash.high = in.value<std::uint64_t>();
  unit.vertices.resize(in.count(32));
  for (VertexEntry &entry : unit.vertices)
    entry = readVertex(in, sound);
  unit.dropped.resize(in.count(17));
  for (DroppedClass &dropped : unit.dropped) {
    for (std::string *text : {&dropped.name, &dropped.place, &dropped.reason, &dropped.fix})
      *text = in.text();
    dropped.isTemplate = readFlag(in);
  }
  unit.statics.names = in.texts();
  unit.statics.size = in.value<std::uint64_t>();
  unit.statics.align = in.value<std::uint64_t>();
  unit.statics.imageSymbol = in.text();
  unit.statics.offsetSymbol = in.text();
  unit.statics.relocations.resize(in.count(16));
  for (StaticsRelocation &r : unit.statics.relocations) {
    r.offset = in.value<std::uint64_t>();
    r.target = in.value<std::uint64_t>();
  }
  unit.notes = in.texts();
  unit.images.resize(in.count(32));
  for (Image &image : unit.images) {
    image.key.numWorkers = in.value<std::uint32_t>();
    image.key.floatExceptions = readEnum(in, FloatExceptions::On, sound);
    image.key.slotCounting = readEnum(in, SlotCounting::On, sound);
    image.key.cpu = in.text();
    image.key.sanitizer = in.text();
    image.object = in.text();
    image.objectHash.low = in.value<std::uint64_t>();
    image.objectHash.high = in.value<std::uint64_t>();
    image.defined = in.texts();
    image.undefined = in.texts();
  }
  return unit;
}

/// What a file that is not ours seems to be.
std::string describeForeign(std::string_view bytes) {
  if (bytes.starts_with("\x7f"
                        "ELF"))
    return "it is an ELF object";
  if (bytes.starts_with("!<arch>")) return "it is an archive of another tool";
  char hex[32];
  std::string start;
  for (const char c : bytes.substr(0, 4)) {
    std::snprintf(hex, sizeof hex, "%s%02x", start.empty() ? "" : " ",
                  static_cast<unsigned char>(c));
    start += hex;
  }
  return "it starts with the bytes " + start;
}

} // namespace

std::string writeGp(std::span<const Unit *const> units) {
  ByteWriter payload;
  for (const Unit *unit : units)
    writeUnit(payload, *unit);
  const Hash128 hash = hashBytes(payload.bytes());

  ByteWriter header;
  header.value(kGpVersion);
  header.value(static_cast<std::uint32_t>(units.size()));
  header.value(static_cast<std::uint64_t>(kHeaderBytes + payload.bytes().size()));
  header.value(hash.low);
  header.value(hash.high);
  return std::string(kMagic) + header.bytes() + payload.bytes();
}

GpContent readGp(std::string_view bytes) {
  GpContent content;
  const auto fail = [&](std::string problem) {
    content.units.clear();
    content.problem = std::move(problem);
    return content;
  };
  if (bytes.empty()) return fail("it is empty");
  if (!bytes.starts_with(kMagic.substr(0, bytes.size())))
    return fail("not a codelet file: " + describeForeign(bytes));
  if (bytes.size() < kHeaderBytes)
    return fail("truncated: " + std::to_string(bytes.size()) + " bytes, the header alone has " +
                std::to_string(kHeaderBytes));
  ByteReader header(bytes.substr(kMagic.size(), kHeaderBytes - kMagic.size()));
  const auto version = header.value<std::uint32_t>();
  if (version != kGpVersion)
    return fail("format version " + std::to_string(version) + ", this library reads version " +
                std::to_string(kGpVersion));
  const auto numUnits = header.value<std::uint32_t>();
  const auto size = header.value<std::uint64_t>();
  if (bytes.size() < size)
    return fail("truncated: " + std::to_string(bytes.size()) + " of " + std::to_string(size) +
                " bytes");
  if (bytes.size() > size)
    return fail(std::to_string(bytes.size() - size) + " bytes too many at its end");
  const std::string_view payload = bytes.substr(kHeaderBytes);
  const Hash128 hash = hashBytes(payload);
  if (hash.low != header.value<std::uint64_t>() || hash.high != header.value<std::uint64_t>())
    return fail("damaged: its checksum does not match its contents");

  ByteReader in(payload);
  bool sound = true;
  for (std::uint32_t i = 0; i < numUnits && sound && in.ok(); ++i)
    content.units.push_back(readUnit(in, sound));
  if (!sound || !in.ok() || !in.atEnd() || content.units.size() != numUnits)
    return fail("damaged: unit " + std::to_string(content.units.size()) + " of " +
                std::to_string(numUnits) + " cannot be decoded");
  return content;
}

} // namespace poplar_emu::codelet
