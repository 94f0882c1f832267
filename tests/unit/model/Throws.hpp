// SPDX-License-Identifier: MIT
// What an exception says.
#pragma once

#include <exception>
#include <string>

/// The text of the exception that `call` throws; empty when it throws none.
template <class Call>
std::string textThrownBy(Call &&call) {
  try {
    call();
  } catch (const std::exception &error) {
    return error.what();
  }
  return {};
}
