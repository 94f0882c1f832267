// SPDX-License-Identifier: MIT
// Classes that look like vertices and are none: popc says so, and the registry remembers why.
#include "CodeletRunner.hpp"

#include <poplar/exceptions.hpp>

#include <gmock/gmock.h>

#include <sstream>

namespace poplar_emu::codelet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class LeftOut : public testing::Test {
 protected:
  /// What popc says.
  std::string add(const std::string &body) {
    std::ostringstream output;
    CompileRequest request;
    request.output = &output;
    registry.addSource("#include <poplar/Vertex.hpp>\nusing namespace poplar;\n" + body, request);
    return output.str();
  }
  std::string errorFor(const std::string &name) {
    try {
      registry.require(name, {});
    } catch (const poplar::unknown_vertex_type &error) {
      EXPECT_THAT(error.what(), HasSubstr("error[PE0204]: unknown vertex type '" + name + "'"));
      return error.what();
    }
    return "nothing was raised";
  }

  Registry registry;
};

TEST_F(LeftOut, ComputeDoesNotFitTheKindOfVertex) {
  const std::string notes =
      add("class M : public MultiVertex { public: bool compute() { return true; } };\n"
          "class V : public Vertex { public: bool compute(unsigned) { return true; } };\n"
          "class Two : public Vertex { public: bool compute(int, int) { return true; } };\n"
          "namespace ns { class N : public Vertex { public: Output<int> o; }; }\n"
          "class Good : public Vertex { public: bool compute() { return true; } };\n");
  EXPECT_THAT(notes, AllOf(HasSubstr("codelet-source.cpp:3: vertex class 'M' is left out"),
                           HasSubstr("codelet-source.cpp:4: vertex class 'V' is left out"),
                           HasSubstr("codelet-source.cpp:6: vertex class 'ns::N' is left out"),
                           Not(HasSubstr("Good"))));
  EXPECT_EQ(registry.numTypes(), 1u);
  EXPECT_THAT(errorFor("M"),
              AllOf(HasSubstr("codelet-source.cpp:3: its compute() takes no argument"),
                    HasSubstr("fix: declare 'bool compute(unsigned workerId)', or derive")));
  EXPECT_THAT(errorFor("V"), AllOf(HasSubstr("which only a MultiVertex gets"),
                                   HasSubstr("fix: declare 'bool compute()'")));
  EXPECT_THAT(errorFor("Two"), HasSubstr("its compute() takes 2 arguments"));
  EXPECT_THAT(errorFor("ns::N"), HasSubstr("codelet-source.cpp:6: it has no compute()"));
}

TEST_F(LeftOut, TemplatesWithoutInstantiation) {
  const std::string notes =
      add("template <class T, int N> struct Never : Vertex { bool compute() { return true; } };\n"
          "template <class T> struct Once : Vertex { bool compute() { return true; } };\n"
          "template struct Once<float>;\n");
  EXPECT_THAT(notes,
              AllOf(HasSubstr("'Never' is left out: it is a template that was never"),
                    HasSubstr("'template class Never<float,...>;'"), Not(HasSubstr("Once"))));
  EXPECT_THAT(errorFor("Never<int, 3>"),
              AllOf(HasSubstr("never instantiated"),
                    HasSubstr("fix: add 'template class Never<int,3>;' to that file")));
  EXPECT_THAT(errorFor("Never"), HasSubstr("never instantiated"));
  EXPECT_THAT(errorFor("Once<half>"),
              AllOf(HasSubstr("is instantiated as Once<float>"),
                    HasSubstr("add 'template class Once<half>;' to that file")));
  EXPECT_THAT(errorFor("Once"), HasSubstr("name it with all its arguments"));
}

TEST_F(LeftOut, BaseClassesAreNotMentioned) {
  EXPECT_EQ(add("struct Base : Vertex { Output<int> o; };\n"
                "template <class T> struct Common : Vertex { Output<T> o; };\n"
                "struct A : Base { void compute() { *o = 1; } };\n"
                "struct B : Common<int> { void compute() { *o = 1; } };\n"
                "template <class T> struct C : Common<T> { void compute() { *this->o = 1; } };\n"
                "template struct C<float>;\n"),
            "");
  EXPECT_EQ(registry.numTypes(), 3u);
  EXPECT_THAT(errorFor("Base"), HasSubstr("it has no compute()"));
}

} // namespace
} // namespace poplar_emu::codelet::test
