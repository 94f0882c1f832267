// SPDX-License-Identifier: MIT
// The rules that find what memory limits.
#pragma once

#include "page/advice/Advice.hpp"

namespace poplar_emu::report {

void memoryAdvice(const pva::internal::Profile &profile, std::vector<Advice> &list);

} // namespace poplar_emu::report
