// SPDX-License-Identifier: MIT
// The .gp container: round trip, and files that are damaged in every way.
#include "codelet/format/GpFile.hpp"

#include "codelet/Bundle.hpp"
#include "codelet/Registry.hpp"
#include "codelet/system/Files.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include <unistd.h>

namespace poplar_emu::codelet {
namespace {

using testing::HasSubstr;

Unit sampleUnit() {
  Unit unit;
  unit.files = {{"/a/b.cpp", "int x;\n"}, {"/a/c.h", std::string("zero\0byte", 9)}};
  unit.directory = "/a";
  unit.flags = {"-O2", "-DX=\"y z\""};
  unit.compiler = "clang 19";
  unit.sourceHash = {1, 2};
  VertexEntry entry;
  entry.type.name = "ns::Foo<float,true>";
  entry.type.kind = ir::VertexKind::MultiVertex;
  entry.type.hostSize = 24;
  entry.type.hostAlign = 8;
  entry.type.returnsBool = true;
  entry.type.usesContext = true;
  entry.type.hasHostCode = false;
  entry.type.whyNoHostCode = "because";
  entry.symbol = "symbol";
  entry.aliases = {"ns::Foo<float,1>"};
  ir::FieldInfo field;
  field.name = "x";
  field.kind = ir::FieldKind::VectorEdges;
  field.direction = ir::Direction::Out;
  field.type = ElementType::Half;
  field.layout = ir::VectorLayout::OnePtr;
  field.outerLayout = ir::VectorLayout::Span;
  field.minAlign = 16;
  field.outerAlign = 8;
  field.interleaved = true;
  field.hostOffset = 8;
  entry.type.fields = {field};
  unit.vertices = {entry};
  unit.statics = {{"counter"}, 8, 4, "image", "offset", {{0, 4}}};
  unit.dropped = {{"Half", "b.cpp:3", "it has no compute()", "give it one", false},
                  {"T", "b.cpp:4", "a template", "instantiate it", true}};
  unit.notes = {"a note"};
  unit.images = {{{6, FloatExceptions::Off, SlotCounting::On, "cpu", ""},
                  std::string(300, '\x7f'),
                  {3, 4},
                  {"d"},
                  {"u", "v"}}};
  return unit;
}

std::string sampleFile() {
  const Unit unit = sampleUnit();
  const Unit *pointers[] = {&unit, &unit};
  return writeGp(pointers);
}

TEST(GpFile, RoundTripKeepsEverything) {
  const std::string bytes = sampleFile();
  const GpContent content = readGp(bytes);
  ASSERT_EQ(content.problem, "");
  ASSERT_EQ(content.units.size(), 2u);
  const Unit &unit = content.units[1];
  EXPECT_EQ(unit.files[1].content, std::string("zero\0byte", 9));
  EXPECT_EQ(unit.flags, sampleUnit().flags);
  EXPECT_EQ(unit.sourceHash, (Hash128{1, 2}));
  EXPECT_EQ(unit.vertices[0].type.fields[0].minAlign, 16u);
  EXPECT_EQ(unit.vertices[0].type.fields[0].outerLayout, ir::VectorLayout::Span);
  EXPECT_TRUE(unit.vertices[0].type.fields[0].interleaved);
  EXPECT_EQ(unit.vertices[0].aliases, sampleUnit().vertices[0].aliases);
  EXPECT_EQ(unit.statics.relocations[0].target, 4u);
  EXPECT_EQ(unit.dropped[0].fix, "give it one");
  EXPECT_TRUE(unit.dropped[1].isTemplate);
  EXPECT_EQ(unit.images[0].undefined.size(), 2u);
  // Writing again gives the same bytes.
  const Unit *again[] = {&content.units[0], &content.units[1]};
  EXPECT_EQ(writeGp(again), bytes);
}

TEST(GpFile, SaysWhatIsWrong) {
  const std::string good = sampleFile();
  EXPECT_THAT(readGp("").problem, HasSubstr("empty"));
  EXPECT_THAT(readGp("\x7f"
                     "ELF and more bytes, enough for a header of forty")
                  .problem,
              HasSubstr("ELF object"));
  EXPECT_THAT(readGp("#include <poplar/Vertex.hpp>\nclass Foo : poplar::Vertex {};\n").problem,
              HasSubstr("not a codelet file"));
  EXPECT_THAT(readGp(good.substr(0, 5)).problem, HasSubstr("truncated"));
  EXPECT_THAT(readGp(good.substr(0, good.size() - 1)).problem, HasSubstr("truncated"));
  EXPECT_THAT(readGp(good + "x").problem, HasSubstr("1 bytes too many"));
  std::string otherVersion = good;
  otherVersion[8] = 99;
  EXPECT_THAT(readGp(otherVersion).problem, HasSubstr("format version 99"));
  std::string flipped = good;
  flipped[good.size() / 2] ^= 1;
  EXPECT_THAT(readGp(flipped).problem, HasSubstr("checksum"));
}

TEST(GpFile, EveryTruncationAndManyChangesAreFound) {
  const std::string good = sampleFile();
  for (std::size_t n = 0; n < good.size(); ++n)
    ASSERT_NE(readGp(std::string_view(good).substr(0, n)).problem, "") << n;
  std::mt19937 random(5);
  for (int i = 0; i < 2000; ++i) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1U << (random() % 8));
    ASSERT_NE(readGp(bad).problem, "") << i;
  }
}

// With a right checksum around wrong contents, as a hostile file would have.
TEST(GpFile, DamagedContentsNeverCrashTheReader) {
  const std::string good = sampleFile();
  std::mt19937 random(6);
  for (int i = 0; i < 2000; ++i) {
    std::string bad = good;
    for (int k = 0; k < 3; ++k)
      bad[40 + random() % (bad.size() - 40)] = static_cast<char>(random());
    const Hash128 hash = hashBytes(std::string_view(bad).substr(40));
    std::memcpy(bad.data() + 24, &hash.low, 8);
    std::memcpy(bad.data() + 32, &hash.high, 8);
    const GpContent content = readGp(bad);
    if (content.problem.empty()) {
      EXPECT_EQ(content.units.size(), 2u);
    }
  }
}

TEST(GpFile, LoadingABadFileIsAPoplarError) {
  const auto path =
      std::filesystem::temp_directory_path() / ("bad_" + std::to_string(getpid()) + ".gp");
  writeAtomically(path, sampleFile().substr(0, 100));
  Registry registry;
  try {
    registry.addFile(path.string(), {});
    FAIL() << "no error";
  } catch (const poplar::graph_object_load_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("error[PE0303]"));
    EXPECT_THAT(error.what(), HasSubstr("truncated"));
    EXPECT_THAT(error.what(), HasSubstr(path.string()));
  }
  std::filesystem::remove(path);
  EXPECT_THROW(registry.addFile(path.string(), {}), poplar::file_load_error);
}

TEST(Bundle, RoundTripAndDamage) {
  Bundle bundle;
  bundle.units = {std::make_shared<Unit>(sampleUnit())};
  bundle.entries = {{VertexTypeId(7), 0, 0}};
  const std::string bytes = bundle.serialise(6);
  const Bundle back = Bundle::deserialise(bytes, "x.poplar_exec");
  ASSERT_EQ(back.units.size(), 1u);
  EXPECT_EQ(back.entries[0].type, VertexTypeId(7));
  for (const std::size_t cut : {std::size_t(0), std::size_t(9), bytes.size() - 1})
    EXPECT_THROW(Bundle::deserialise(bytes.substr(0, cut), "x"), poplar::graph_object_load_error);
  bundle.entries[0].vertex = 3;
  EXPECT_THROW(Bundle::deserialise(bundle.serialise(6), "x"), poplar::graph_object_load_error);
}

TEST(Hash, DependsOnEveryByteAndOnTheLength) {
  std::string text(50, 'a');
  const Hash128 base = hashBytes(text);
  for (char &c : text) {
    c = 'b';
    EXPECT_NE(hashBytes(text), base);
    c = 'a';
  }
  EXPECT_NE(hashBytes(text + '\0'), base);
  EXPECT_NE(Hasher().add("ab").add("c").finish(), Hasher().add("a").add("bc").finish());
  EXPECT_EQ(base.hex().size(), 32u);
}

} // namespace
} // namespace poplar_emu::codelet
