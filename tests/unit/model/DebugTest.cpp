// SPDX-License-Identifier: MIT
// Debug contexts, names and the file of the debug tree.
#include "model/Access.hpp"

#include <poplar/DebugContext.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace poplar {
namespace {

unsigned lineOf(const DebugContext &context) {
  return poplar_emu::model::Access::location(context).getLineNumber();
}

unsigned lineOfDefault(const DebugContext &context = {}) {
  return lineOf(context);
}

TEST(DebugContext, KnowsTheLineOfItsCaller) {
  const unsigned here = __LINE__;
  EXPECT_EQ(lineOf({"x"}), here + 1);
  EXPECT_EQ(lineOfDefault(), here + 2);
  const DebugContext outer("x");
  EXPECT_EQ(lineOf({outer, "y"}), here + 3);
  EXPECT_TRUE(poplar_emu::model::Access::location(outer).isValid());
  EXPECT_FALSE(SourceLocation().isValid());
}

TEST(DebugContext, NamesJoinToPaths) {
  const DebugInfo layer(DebugContext("layer"), "test");
  const DebugNameAndId name(layer, "op");
  EXPECT_EQ(DebugContext().getPathName(), "");
  EXPECT_EQ(DebugContext(layer).getPathName(), "layer");
  EXPECT_EQ(DebugContext(layer, "a").getPathName(), "layer/a");
  EXPECT_EQ(name.getPathName(), "layer/op");
  EXPECT_EQ(DebugContext(name).getPathName(), "layer/op");
  EXPECT_EQ(DebugContext(name, "b").getPathName(), "layer/op/b");
  EXPECT_EQ(DebugContext(DebugContext(name, "b"), "c").getPathName(), "layer/op/b/c");
  EXPECT_EQ(DebugNameAndId(name, "z").getPathName(), "layer/op/z");
  EXPECT_EQ(DebugNameAndId("n", layer.getId(), "parent").getPathName(), "parent/n");
  const DebugInfo inner(DebugContext(name, "d"), "test");
  EXPECT_EQ(inner.getPathName(), "layer/op/d");
  EXPECT_NE(inner.getId(), layer.getId());
  std::ostringstream out;
  out << DebugContext(inner, "e");
  EXPECT_EQ(out.str(), "layer/op/d/e");
}

TEST(DebugInfo, SetValueSaysWhetherTheNameIsNew) {
  DebugInfo info(DebugContext("x"), "test");
  EXPECT_TRUE(info.setValue("a", 1));
  EXPECT_FALSE(info.setValue("a", 2));
}

std::string readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Writes a parent with one child, each with one value, and a node after the file is closed.
std::string writeTree(DebugSerializationFormat format) {
  const std::string path = testing::TempDir() + "poplar_emu_debug_test";
  DebugInfo::initializeStreamer(path, format);
  {
    DebugInfo parent(DebugContext("parent", SourceLocation("f", "file.cpp", 5)), "outer");
    parent.setValue("kind", "p");
    DebugInfo child(DebugContext(parent, "child"), "inner");
    child.setValue("count", 3);
  }
  DebugInfo::closeStreamer();
  {
    const DebugInfo late(DebugContext("late"), "outer");
  }
  std::string text = readFile(path);
  std::remove(path.c_str());
  return text;
}

void expectTree(const nlohmann::json &root) {
  const nlohmann::json &contexts = root.at("contexts");
  ASSERT_EQ(contexts.size(), 2U);
  const nlohmann::json &child = contexts[0], &parent = contexts[1];
  EXPECT_EQ(child.at("name"), "child");
  EXPECT_EQ(child.at("layer"), "inner");
  EXPECT_EQ(child.at("count"), 3);
  EXPECT_EQ(child.at("parentId"), parent.at("id"));
  EXPECT_EQ(parent.at("kind"), "p");
  EXPECT_FALSE(parent.contains("parentId"));
  EXPECT_EQ(parent.at("location").at("fileName"), "file.cpp");
  EXPECT_EQ(parent.at("location").at("lineNumber"), 5);
}

TEST(DebugFile, KeepsTheTreeInJson) {
  expectTree(nlohmann::json::parse(writeTree(DebugSerializationFormat::JSON)));
}

TEST(DebugFile, KeepsTheTreeInCbor) {
  expectTree(nlohmann::json::from_cbor(writeTree(DebugSerializationFormat::CBOR)));
}

TEST(DebugFile, NodesOfManyThreadsDoNotMix) {
  const std::string path = testing::TempDir() + "poplar_emu_debug_threads";
  DebugInfo::initializeStreamer(path, DebugSerializationFormat::JSON);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 100; ++i)
        const DebugInfo info(DebugContext("n"), "thread");
    });
  for (std::thread &thread : threads)
    thread.join();
  DebugInfo::closeStreamer();
  EXPECT_EQ(nlohmann::json::parse(readFile(path)).at("contexts").size(), 400U);
  std::remove(path.c_str());
}

TEST(DebugFile, UnwritablePathIsAnError) {
  EXPECT_THROW(DebugInfo::initializeStreamer("/nonexistent/folder/file"), poplar_error);
}

} // namespace
} // namespace poplar
