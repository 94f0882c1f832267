// SPDX-License-Identifier: MIT
// Profile values as JSON trees.
#pragma once

#include <poplar/ProfileValue.hpp>

#include <nlohmann/json.hpp>

namespace poplar_emu::model {

/// Whole numbers become JSON integers; what JSON cannot say (NaN, infinity) becomes null.
nlohmann::ordered_json toJson(const poplar::ProfileValue &value);

} // namespace poplar_emu::model
