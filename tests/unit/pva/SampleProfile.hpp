// SPDX-License-Identifier: MIT
// A profile of two IPUs of two tiles in which every field has a value of its own.
#pragma once

#include "pva/data/Profile.hpp"

namespace pva::internal {

Profile sampleProfile();

} // namespace pva::internal
