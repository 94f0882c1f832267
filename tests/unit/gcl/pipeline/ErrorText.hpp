// SPDX-License-Identifier: MIT
// The text of a pipeline_error, and what must occur in it.
#pragma once

#include <gcl/pipeline/Error.hpp>

#include <string>

namespace pipeline_test {

/// The message that `action` throws, or "" if it throws nothing.
template <class Action>
std::string errorOf(Action &&action) {
  try {
    action();
  } catch (const gcl::pipeline::pipeline_error &error) {
    return error.what();
  }
  return "";
}

} // namespace pipeline_test

#define EXPECT_PART(text, part)                                                                    \
  EXPECT_NE((text).find(part), std::string::npos) << "missing: " << (part) << "\nin: " << (text)
