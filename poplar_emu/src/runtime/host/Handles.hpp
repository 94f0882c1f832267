// SPDX-License-Identifier: MIT
// Finds what the user names by a handle.
#pragma once

#include "support/Diagnostic.hpp"
#include "support/NearestName.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::runtime {

/// Index of the row with that handle. PE0502 with the nearest name; `kind` says what is looked for.
template <class Row>
std::uint32_t findHandle(const std::vector<Row> &rows, std::string_view handle,
                         std::string_view kind) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].handle == handle) return static_cast<std::uint32_t>(i);
  std::vector<std::string> names;
  names.reserve(rows.size());
  for (const Row &row : rows)
    names.push_back(row.handle);
  Diagnostic diagnostic(Code::PE0502, "there is no {} '{}' in the compiled programs", kind, handle);
  const std::string nearest = nearestName(handle, names);
  if (!nearest.empty())
    diagnostic.fix("did you mean '{}'?", nearest);
  else
    diagnostic.fix("only what a program of this engine uses can be named here");
  diagnostic.raise();
}

} // namespace poplar_emu::runtime
