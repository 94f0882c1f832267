// SPDX-License-Identifier: MIT
// The operations of reductions, and their text.
#ifndef POPOPS_OPERATION_HPP
#define POPOPS_OPERATION_HPP

#include <poplar_emu/Export.hpp>
#include <popops/OperationDef.hpp>

#include <iosfwd>

namespace popops {

/// Reads and writes "ADD", "SQUARE_ADD", ... Other text throws poputil::poplibs_error.
POPLAR_EMU_EXPORT std::istream &operator>>(std::istream &is, Operation &op);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &os, const Operation &op);

} // namespace popops

#endif
