// SPDX-License-Identifier: MIT
// Numbers that host programs and codelets agree on.
#ifndef POPOPS_ENCODING_CONSTANTS_HPP
#define POPOPS_ENCODING_CONSTANTS_HPP

/// An index that stands for no class at all.
#define MASKED_LABEL_CODE 0xFFFFFFFFU

/// What is added to the argument of a logarithm so that it is not zero.
#define EPS_LOG_N_FLOAT (1.17549435e-38F)
#define EPS_LOG_N_HALF (0.000000059605F)

#endif
