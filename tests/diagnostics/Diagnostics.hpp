// SPDX-License-Identifier: MIT
// What every diagnostic must show: exception class, code, the user's line, the facts, the fix.
#pragma once

#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar/IPUModel.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace diagnostics {

/// Runs `action`, which must throw an Error whose text holds the code, this file's name, "fix:" and
/// all `parts`. Returns the text.
template <class Error, class Action>
std::string expectError(const char *code, const std::vector<std::string> &parts, Action &&action) {
  try {
    action();
  } catch (const Error &error) {
    const std::string text = error.what();
    EXPECT_THAT(text, testing::HasSubstr(std::string("error[") + code + "]"));
    EXPECT_THAT(text, testing::HasSubstr("fix: "));
    for (const std::string &part : parts)
      EXPECT_THAT(text, testing::HasSubstr(part));
    return text;
  } catch (const std::exception &error) {
    ADD_FAILURE() << code << ": another class of exception was thrown: " << error.what();
    return error.what();
  }
  ADD_FAILURE() << code << ": nothing was thrown";
  return {};
}

/// The same for errors that know the user's line: it is in the file that the test is in.
template <class Error, class Action>
std::string expectErrorAt(const char *file, const char *code, std::vector<std::string> parts,
                          Action &&action) {
  const std::string path = file;
  parts.push_back(path.substr(path.rfind('/') + 1) + ":");
  return expectError<Error>(code, parts, std::forward<Action>(action));
}

#define EXPECT_DIAGNOSTIC(Error, code, parts, ...)                                                 \
  ::diagnostics::expectErrorAt<Error>(__FILE__, code, std::vector<std::string> parts,              \
                                      [&] { __VA_ARGS__; })
/// operator[] cannot know its caller's line.
#define EXPECT_DIAGNOSTIC_WITHOUT_LINE(Error, code, parts, ...)                                    \
  ::diagnostics::expectError<Error>(code, std::vector<std::string> parts, [&] { __VA_ARGS__; })

/// A graph on a model of 4 tiles with a few vertices to connect.
class DiagnosticsTest : public testing::Test {
 protected:
  DiagnosticsTest() : device(makeDevice()), graph(device.getTarget()) {
    std::stringstream source(
        "#include <poplar/Vertex.hpp>\n"
        "using namespace poplar;\n"
        "class Copy1 : public Vertex { public: Input<float> in; Output<float> out;\n"
        "  void compute() { *out = in; } };\n"
        "class Scale : public Vertex { public: Input<Vector<float>> in; Output<Vector<float>> "
        "out;\n"
        "  float factor;\n"
        "  void compute() { for (unsigned i = 0; i < out.size(); ++i) out[i] = factor * in[i]; } "
        "};\n"
        "class Rows : public Vertex { public: Vector<Input<Vector<float>>> in; Output<float> out;\n"
        "  void compute() { *out = in.size(); } };\n"
        "class Flag : public Vertex { public: Output<bool> flag; bool compute() { *flag = true; "
        "return "
        "false; } };\n"
        "class Crash : public Vertex { public: Output<int> out; Input<unsigned> where;\n"
        "  void compute() { *reinterpret_cast<volatile int *>(static_cast<unsigned long>(*where)) "
        "= 1; "
        "*out = 1; } };\n"
        "class Store : public Vertex { public: Output<int> out; int index;\n"
        "  bool compute() { (&*out)[index * 0x100000000000L] = 1; return true; } };\n");
    graph.addCodelets(source);
  }

  static poplar::Device makeDevice() {
    poplar::IPUModel model;
    model.tilesPerIPU = 4;
    return model.createDevice();
  }

  poplar::Tensor variable(const poplar::Type &type, std::vector<std::size_t> shape,
                          const char *name) {
    poplar::Tensor t = graph.addVariable(type, shape, name);
    graph.setTileMapping(t, 0);
    return t;
  }

  void compile(const poplar::program::Program &program) { poplar::Engine engine(graph, program); }

  poplar::Device device;
  poplar::Graph graph;
};

} // namespace diagnostics
