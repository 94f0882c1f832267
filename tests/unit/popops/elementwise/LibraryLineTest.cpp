// SPDX-License-Identifier: MIT
// Errors of libpoplar in the middle of a library operation name the line that called the operation.
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>
#include <popops/ScaledAdd.hpp>
#include <poputil/DebugInfo.hpp>
#include <poputil/TileMapping.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace {

using poplar::Tensor;

/// A graph without codelets: the first vertex of an operation is an error.
struct Bare {
  poplar::Device device = poplar::IPUModel().createDevice();
  poplar::Graph graph{device.getTarget()};
  poplar::program::Sequence prog;
  Tensor a = mapped();

  Tensor mapped() {
    const Tensor t = graph.addVariable(poplar::FLOAT, {100}, "a");
    poputil::mapTensorLinearly(graph, t);
    return t;
  }
};

/// What `f` throws must name `line` of this file and no source of the library.
template <class F>
void expectLine(unsigned line, F f) {
  std::string text;
  try {
    f();
  } catch (const std::exception &error) {
    text = error.what();
  }
  EXPECT_NE(text.find("LibraryLineTest.cpp:" + std::to_string(line)), std::string::npos) << text;
  EXPECT_EQ(text.find("poplibs:/"), std::string::npos) << text;
  EXPECT_EQ(text.find("popops_emu/"), std::string::npos) << text;
}

TEST(LibraryLine, OfTheCall) {
  Bare b;
  expectLine(__LINE__, [&] { popops::add(b.graph, b.a, b.a, b.prog); });
  expectLine(__LINE__, [&] { popops::add(b.graph, b.a, b.a, b.prog, "sum"); });
  expectLine(__LINE__, [&] { popops::mulInPlace(b.graph, b.a, 2.0f, b.prog, "twice"); });
  const auto sum = popops::Operation::ADD;
  expectLine(__LINE__, [&] { popops::reduce(b.graph, b.a, {0}, sum, b.prog); });
}

TEST(LibraryLine, OfOperationsThatUseOthers) {
  Bare b;
  const Tensor half = b.graph.addVariable(poplar::HALF, {100}, "h");
  poputil::mapTensorLinearly(b.graph, half);
  expectLine(__LINE__, [&] { popops::scaledAddTo(b.graph, b.a, half, 2.0f, b.prog, "scaled"); });
}

TEST(LibraryLine, UnderTheUsersOwnNode) {
  Bare b;
  const poputil::PoplibsOpDebugInfo mine(poplar::DebugContext{"mine"});
  expectLine(__LINE__, [&] { popops::add(b.graph, b.a, b.a, b.prog, {mine, "sum"}); });
  // Nodes that outlive their call do not stay in the way.
  auto kept = std::make_unique<poputil::PoplibsOpDebugInfo>(poplar::DebugContext{"kept"});
  expectLine(__LINE__, [&] { popops::add(b.graph, b.a, b.a, b.prog, {*kept, "sum"}); });
  kept.reset();
  expectLine(__LINE__, [&] { b.graph.addVertex(b.graph.addComputeSet("mine"), "NoSuchVertex"); });
}

} // namespace
