// SPDX-License-Identifier: MIT
// Variables and functions that two codelet files share: one of each on every tile.
#include "CodeletRunner.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>

#include <sstream>

namespace poplar_emu::codelet::test {
namespace {

using testing::HasSubstr;

constexpr const char *kDefines = R"(
int counter = 5;
int table[4] = {1, 2, 3, 4};
extern const int fixed[2] = {7, 8};
inline int inlined = 3;
void bump() { ++counter; }
class Defines : public poplar::Vertex {
 public:
  poplar::Output<int> y;
  void compute() { *y = counter * 1000 + table[2] * 10 + ++inlined; }
};
)";

constexpr const char *kUses = R"(
#include <cstdio>
extern int counter;
extern int table[4];
extern const int fixed[2];
inline int inlined = 3;
void bump();
class Uses : public poplar::Vertex {
 public:
  poplar::Output<int> y;
  void compute() {
    counter += 2;
    table[2] += fixed[1];
    *y = counter + inlined++;
    if (*y < 0) fflush(stdout); // of the C library, not of another file
  }
};
class Calls : public poplar::Vertex {
 public:
  poplar::Output<int> y;
  void compute() { bump(); *y = 1; }
};
)";

class SharedStatics : public testing::Test {
 protected:
  void add(const char *source) {
    CompileRequest request;
    request.output = &output_;
    registry_.addSource(std::string("#include <poplar/Vertex.hpp>\n") + source, request);
  }
  void load() {
    std::vector<VertexTypeId> all;
    for (std::size_t i = 0; i < registry_.numTypes(); ++i)
      all.push_back(VertexTypeId(i));
    loaded_ = codelet::load(registry_.bundle(all), 6);
  }
  int run(const char *name, Tile &tile) {
    const VertexTypeId type = registry_.require(name, {});
    EXPECT_TRUE(registry_.type(type).hasMutableStatics) << name;
    Instance instance(registry_.type(type));
    int y = 0;
    instance.scalar("y", y);
    loaded_.batch(type)(instance.data(), 1, 8, &tile.context, nullptr);
    return y;
  }

  std::ostringstream output_;
  Registry registry_;
  LoadedCodelets loaded_;
};

TEST_F(SharedStatics, OneOfEachOnATile) {
  for (const bool definitionFirst : {true, false}) {
    registry_ = {};
    add(definitionFirst ? kDefines : kUses);
    add(definitionFirst ? kUses : kDefines);
    load();
    Tile a(0), b(1);
    a.useStatics(loaded_.statics());
    b.useStatics(loaded_.statics());
    EXPECT_EQ(run("Uses", a), 5 + 2 + 3);
    EXPECT_EQ(run("Defines", b), 5 * 1000 + 3 * 10 + 4);
    EXPECT_EQ(run("Defines", a), 7 * 1000 + 11 * 10 + 5);
    run("Calls", a);
    run("Calls", a);
    EXPECT_EQ(run("Uses", a), 9 + 2 + 5);
    EXPECT_EQ(run("Defines", b), 5 * 1000 + 3 * 10 + 5);
  }
}

TEST_F(SharedStatics, TwoDefinitionsDoNotLink) {
  add(kDefines);
  add("int counter;\nstruct Again : poplar::Vertex { poplar::Output<int> y;\n"
      "  void compute() { *y = ++counter; } };\n");
  try {
    load();
    FAIL() << "no error";
  } catch (const poplar::link_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("symbol 'counter' is defined twice"));
  }
}

TEST_F(SharedStatics, NoDefinitionDoesNotLink) {
  add("extern int nowhere;\nstruct Asks : poplar::Vertex { poplar::Output<int> y;\n"
      "  void compute() { *y = ++nowhere; } };\n");
  try {
    load();
    FAIL() << "no error";
  } catch (const poplar::link_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("undefined symbol 'nowhere'"));
  }
}

TEST_F(SharedStatics, AddressesInInitialisersAreRefused) {
  try {
    add("extern int far;\nint *where = &far;\nstruct Points : poplar::Vertex {\n"
        "  poplar::Output<int> y; void compute() { *y = ++*where; where = &far + 1; } };\n");
    FAIL() << "no error";
  } catch (const poplar::graph_program_compilation_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("holds the address of 'far'"));
  }
}

} // namespace
} // namespace poplar_emu::codelet::test
