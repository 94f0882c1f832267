// SPDX-License-Identifier: MIT
// The one macro that marks what the shared libraries export.
#ifndef POPLAR_EMU_EXPORT_HPP
#define POPLAR_EMU_EXPORT_HPP

#define POPLAR_EMU_EXPORT __attribute__((visibility("default")))

#endif
