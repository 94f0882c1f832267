// SPDX-License-Identifier: MIT
// Names of vertex types and layout of fields, as popc reads them.
#include "CodeletRunner.hpp"

#include <gmock/gmock.h>

namespace poplar_emu::codelet::test {
namespace {

using ir::Direction;
using ir::FieldKind;
using ir::VectorLayout;

TEST(Reflection, NamesAreExact) {
  const Codelets codelets("Names.cpp");
  EXPECT_THAT(
      codelets.registry().names(),
      testing::UnorderedElementsAre(
          "app::Outer::Inner<half>", "app::Outer::Simple", "app::Apply<app::Op::ADD,float,true,-3>",
          "app::Apply<app::Op::SUB,unsigned int,false,12>", "app::Pack<float,half,unsigned char>",
          "app::Pack<app::Pack<int,short>,app::Outer::Tag>",
          "app::Defaulted<app::PLAIN_B,unsigned long long,4>", "app::TT<app::Pack,97>",
          "Pointed<const float*>", "Anonymous"));
}

TEST(Reflection, OtherSpellingsFindTheSameType) {
  const Codelets codelets("Names.cpp");
  const Registry &r = codelets.registry();
  EXPECT_EQ(r.find("app::Apply< app::Op::SUB, unsigned, false, 12 >"),
            r.find("app::Apply<app::Op::SUB,unsigned int,false,12>"));
  EXPECT_TRUE(r.hasType("app::Apply<7,uint32_t,false,12>") ||
              r.hasType("app::Apply<7,unsigned int,false,12>"));
  EXPECT_TRUE(r.hasType("app::Defaulted<app::Plain::PLAIN_B,unsigned long long,4>"));
  EXPECT_TRUE(r.hasType("app::Defaulted<app::PLAIN_B,uint64_t>"));
  EXPECT_TRUE(r.hasType("Pointed<const float *>"));
  EXPECT_FALSE(r.hasType("app::Apply<app::Op::SUB,int,false,12>"));
  EXPECT_FALSE(r.hasType("Implicit<float>"));
  EXPECT_FALSE(r.hasType("NoCompute"));
}

TEST(Reflection, FieldsOfEveryKind) {
  const Codelets codelets("Fields.cpp");
  const ir::VertexType &type = codelets.type("Fields");
  struct Expected {
    const char *name;
    FieldKind kind;
    Direction direction;
    ElementType element;
    VectorLayout layout, outer;
    std::uint32_t minAlign;
  };
  const Expected expected[] = {
      {"scalar", FieldKind::ScalarEdge, Direction::In, ElementType::Float, VectorLayout::NotAVector,
       VectorLayout::NotAVector, 0},
      {"buf", FieldKind::VectorEdge, Direction::InOut, ElementType::Short, VectorLayout::ShortSpan,
       VectorLayout::NotAVector, 2},
      {"alias", FieldKind::VectorEdge, Direction::In, ElementType::Half, VectorLayout::OnePtr,
       VectorLayout::NotAVector, 8},
      {"interleaved", FieldKind::VectorEdge, Direction::Out, ElementType::Float, VectorLayout::Span,
       VectorLayout::NotAVector, 32},
      {"scalars", FieldKind::ScalarEdges, Direction::InOut, ElementType::Int, VectorLayout::Span,
       VectorLayout::Span, 0},
      {"rows", FieldKind::VectorEdges, Direction::Out, ElementType::Float, VectorLayout::Span,
       VectorLayout::OnePtr, 4},
      {"list", FieldKind::VectorList, Direction::In, ElementType::UnsignedInt,
       VectorLayout::CompactDeltaN, VectorLayout::CompactDeltaN, 4},
      {"flag", FieldKind::ScalarState, Direction::None, ElementType::Bool, VectorLayout::NotAVector,
       VectorLayout::NotAVector, 0},
      {"h", FieldKind::ScalarState, Direction::None, ElementType::Half, VectorLayout::NotAVector,
       VectorLayout::NotAVector, 0},
      {"mode", FieldKind::ScalarState, Direction::None, ElementType::Int, VectorLayout::NotAVector,
       VectorLayout::NotAVector, 0},
      {"wide", FieldKind::ScalarState, Direction::None, ElementType::LongLong,
       VectorLayout::NotAVector, VectorLayout::NotAVector, 0},
      {"state", FieldKind::VectorState, Direction::None, ElementType::Int, VectorLayout::CompactPtr,
       VectorLayout::NotAVector, 4},
      {"nested", FieldKind::VectorOfState, Direction::None, ElementType::UnsignedChar,
       VectorLayout::Span, VectorLayout::Span, 1},
      {"eight", FieldKind::VectorEdge, Direction::In, ElementType::Quarter, VectorLayout::Span,
       VectorLayout::NotAVector, 1},
      {"counters", FieldKind::ScalarEdges, Direction::In, ElementType::UnsignedLongLong,
       VectorLayout::Span, VectorLayout::Span, 0},
  };
  ASSERT_EQ(type.fields.size(), std::size(expected));
  std::uint32_t end = 0;
  for (std::size_t i = 0; i < type.fields.size(); ++i) {
    const ir::FieldInfo &field = type.fields[i];
    EXPECT_EQ(field.name, expected[i].name);
    EXPECT_EQ(field.kind, expected[i].kind) << field.name;
    EXPECT_EQ(field.direction, expected[i].direction) << field.name;
    EXPECT_EQ(field.type, expected[i].element) << field.name;
    EXPECT_EQ(field.layout, expected[i].layout) << field.name;
    EXPECT_EQ(field.outerLayout, expected[i].outer) << field.name;
    EXPECT_EQ(field.minAlign, expected[i].minAlign) << field.name;
    EXPECT_GE(field.hostOffset, end) << field.name;
    end = field.hostOffset + 1;
  }
  EXPECT_TRUE(type.fields[3].interleaved);
  EXPECT_EQ(type.fields[1].hostOffset - type.fields[0].hostOffset, 8u);
  EXPECT_EQ(type.fields[2].hostOffset - type.fields[1].hostOffset, 16u);
  EXPECT_EQ(type.hostAlign, 8u);
  EXPECT_GT(type.hostSize, end);
}

} // namespace
} // namespace poplar_emu::codelet::test
