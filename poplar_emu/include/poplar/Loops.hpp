// SPDX-License-Identifier: MIT
// The type of counters of hardware-repeat loops.
#ifndef POPLAR_LOOPS_HPP
#define POPLAR_LOOPS_HPP

typedef unsigned rptsize_t;

namespace poplar {
using ::rptsize_t;
}

#endif
