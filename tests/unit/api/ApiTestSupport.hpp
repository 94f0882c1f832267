// SPDX-License-Identifier: MIT
// Graphs with vertex types that no compiler made, and a check of errors by class and code.
#pragma once

#include "api/Access.hpp"

#include <gtest/gtest.h>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/exceptions.hpp>

#include <memory>
#include <string>
#include <vector>

namespace poplar_emu::test {

/// An IPU target of small IPUs.
inline poplar::Target smallTarget(unsigned numIpus = 1, unsigned tilesPerIpu = 4) {
  return poplar::Target::createIPUTarget(numIpus, tilesPerIpu, "ipu2");
}

inline const ir::Graph &irOf(const poplar::Graph &graph) {
  return *api::Access::ir(graph);
}

/// Runs `f` and returns the text of the Exception that it throws; its class must be exactly that.
template <class Exception, class F>
std::string errorText(F &&f) {
  try {
    f();
  } catch (const Exception &error) {
    EXPECT_EQ(typeid(error), typeid(Exception)) << error.what();
    return error.what();
  } catch (const std::exception &error) {
    ADD_FAILURE() << "another class of exception: " << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no exception";
  return {};
}

/// The statement throws this class, with this code in its text, and names this file.
#define EXPECT_ERROR(Exception, code, statement)                                                   \
  do {                                                                                             \
    const std::string thrownText = ::poplar_emu::test::errorText<Exception>([&] {                  \
      static_cast<void>(statement); /* an expression, never a declaration */                       \
    });                                                                                            \
    EXPECT_NE(thrownText.find(code), std::string::npos) << thrownText;                             \
  } while (false)

#define EXPECT_ERROR_HERE(Exception, code, statement)                                              \
  do {                                                                                             \
    const std::string thrownText = ::poplar_emu::test::errorText<Exception>([&] {                  \
      static_cast<void>(statement); /* an expression, never a declaration */                       \
    });                                                                                            \
    EXPECT_NE(thrownText.find(code), std::string::npos) << thrownText;                             \
    const std::string wantedPlace =                                                                \
        std::string(__FILE__).substr(std::string(__FILE__).rfind('/') + 1) + ":" +                 \
        std::to_string(__LINE__);                                                                  \
    EXPECT_NE(thrownText.find(wantedPlace), std::string::npos)                                     \
        << thrownText << "\nshould name " << wantedPlace;                                          \
  } while (false)

/// One field of each kind that a codelet can declare.
inline ir::VertexType everyKind() {
  using Kind = ir::FieldKind;
  using Direction = ir::Direction;
  using Layout = ir::VectorLayout;
  ir::VertexType type;
  type.name = "EveryKind";
  const auto add = [&](const char *name, Kind kind, Direction direction, ElementType element,
                       Layout layout = Layout::NotAVector, Layout outer = Layout::NotAVector) {
    ir::FieldInfo field;
    field.name = name;
    field.kind = kind;
    field.direction = direction;
    field.type = element;
    field.layout = layout;
    field.outerLayout = outer;
    type.fields.push_back(field);
  };
  add("in", Kind::ScalarEdge, Direction::In, ElementType::Float);
  add("out", Kind::ScalarEdge, Direction::Out, ElementType::Float);
  add("vecIn", Kind::VectorEdge, Direction::In, ElementType::Float, Layout::Span);
  add("vecOut", Kind::VectorEdge, Direction::Out, ElementType::Float, Layout::OnePtr);
  add("vecInOut", Kind::VectorEdge, Direction::InOut, ElementType::Float, Layout::ShortSpan);
  add("scalars", Kind::ScalarEdges, Direction::In, ElementType::Float, Layout::Span);
  add("rows", Kind::VectorEdges, Direction::In, ElementType::Float, Layout::Span, Layout::Span);
  add("rowsOut", Kind::VectorEdges, Direction::Out, ElementType::Float, Layout::OnePtr,
      Layout::ShortSpan);
  add("list", Kind::VectorList, Direction::In, ElementType::Float, Layout::DeltaN);
  add("state", Kind::ScalarState, Direction::None, ElementType::Int);
  add("byte", Kind::ScalarState, Direction::None, ElementType::UnsignedChar);
  add("short16", Kind::ScalarState, Direction::None, ElementType::UnsignedShort);
  add("half", Kind::ScalarState, Direction::None, ElementType::Half);
  add("flag", Kind::ScalarState, Direction::None, ElementType::Bool);
  add("big", Kind::ScalarState, Direction::None, ElementType::UnsignedLongLong);
  add("states", Kind::VectorState, Direction::None, ElementType::Int, Layout::Span);
  add("stateRows", Kind::VectorOfState, Direction::None, ElementType::Int, Layout::Span,
      Layout::Span);
  add("chars", Kind::VectorEdge, Direction::In, ElementType::SignedChar, Layout::Span);
  return type;
}

/// The vertices that the library adds itself, so that tests need no codelet compiler.
inline std::vector<ir::VertexType> builtinTypes() {
  ir::VertexType difference;
  difference.name = "poplar_emu_builtin::CycleDifference";
  for (const char *name : {"begin", "end", "cycles"}) {
    ir::FieldInfo field;
    field.name = name;
    field.kind = ir::FieldKind::VectorEdge;
    field.direction = name[0] == 'c' ? ir::Direction::Out : ir::Direction::In;
    field.type = ElementType::UnsignedInt;
    difference.fields.push_back(field);
  }
  ir::VertexType metadata;
  metadata.name = "poplar_emu_builtin::MakeMetadata<int>";
  metadata.fields.resize(3);
  metadata.fields[0] = {"scale", ir::FieldKind::ScalarEdge, ir::Direction::In, ElementType::Int};
  metadata.fields[1] = {"metadata", ir::FieldKind::ScalarEdge, ir::Direction::Out,
                        ElementType::UnsignedChar};
  metadata.fields[2] = {"isF143", ir::FieldKind::ScalarState, ir::Direction::None,
                        ElementType::Bool};
  return {difference, metadata};
}

inline void addTypes(poplar::Graph &graph, const std::vector<ir::VertexType> &types) {
  auto unit = std::make_shared<codelet::Unit>();
  for (const ir::VertexType &type : types)
    unit->vertices.push_back({type, "", {}});
  api::Access::state(graph)->core->registry.addUnits({unit}, {});
}

/// A graph that knows EveryKind and the built-in types.
inline poplar::Graph graphWithTypes(unsigned numIpus = 1, unsigned tilesPerIpu = 4) {
  poplar::Graph graph(smallTarget(numIpus, tilesPerIpu));
  std::vector<ir::VertexType> types = builtinTypes();
  types.push_back(everyKind());
  addTypes(graph, types);
  return graph;
}

} // namespace poplar_emu::test
