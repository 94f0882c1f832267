// SPDX-License-Identifier: MIT
// Poplar's exception classes: hierarchy, text, payload.
#include <poplar/DebugContext.hpp>
#include <poplar/exceptions.hpp>
#include <poplar_emu/InternalError.hpp>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace poplar {
namespace {

TEST(Exceptions, EachNamesItselfAndKeepsItsText) {
  const invalid_option error("bad");
  EXPECT_STREQ(error.what(), "bad");
  EXPECT_EQ(error.type, "invalid_option");
  EXPECT_EQ(poplar_error(std::string("x")).type, "poplar_error");
  EXPECT_EQ(application_runtime_error("x").type, "application_runtime_error");
  EXPECT_EQ(profiling_disabled().type, "profiling_disabled");
}

TEST(Exceptions, Hierarchy) {
  static_assert(std::is_base_of_v<std::runtime_error, poplar_error>);
  static_assert(std::is_base_of_v<runtime_error, recoverable_runtime_error>);
  static_assert(std::is_base_of_v<system_runtime_error, unknown_runtime_error>);
  static_assert(!std::is_base_of_v<poplar_error, poplar_emu::internal_error>);
  EXPECT_THROW(throw stream_connection_error("x"), poplar_error);
  EXPECT_THROW(throw application_runtime_error("x"), poplar::runtime_error);
  EXPECT_THROW(throw poplar_emu::internal_error("x"), std::logic_error);
}

TEST(Exceptions, FormsWithParts) {
  EXPECT_STREQ(index_error("V.field", 3).what(), "index 3 is out of range for 'V.field'");
  EXPECT_STREQ(unknown_field("f", "V").what(), "vertex type 'V' has no field 'f'");
  EXPECT_EQ(link_error("m", "output").output, "output");
  EXPECT_EQ(link_error(std::string("m")).output, "");
  EXPECT_NE(std::string(graph_object_load_error("p.gp", "why").what()).find("p.gp"),
            std::string::npos);
  EXPECT_EQ(recoverable_runtime_error(RecoveryAction::LINK_RESET, "m").getRecoveryAction(),
            RecoveryAction::LINK_RESET);
  const graph_memory_allocation_error full("m", std::string("profile.pop"));
  const graph_memory_allocation_error copy(full);
  EXPECT_EQ(copy.profilePath, "profile.pop");
}

TEST(Exceptions, SourceLocationIsAttachedOnce) {
  poplar_error error("text");
  error.attachSourceLocation(DebugContext("a", SourceLocation("f", "file.cpp", 12)));
  EXPECT_STREQ(error.what(), "text\n  --> file.cpp:12   a");
  error.attachSourceLocation(DebugContext("b"));
  EXPECT_STREQ(error.what(), "text\n  --> file.cpp:12   a");
}

} // namespace
} // namespace poplar
