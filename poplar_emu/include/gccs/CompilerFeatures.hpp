// SPDX-License-Identifier: MIT
// Macros over compiler attributes.
#ifndef GCCS_COMPILER_FEATURES_HPP
#define GCCS_COMPILER_FEATURES_HPP

#ifndef GC_DEPRECATED
#if __cplusplus >= 201402L
#define GC_DEPRECATED [[deprecated]]
#else
#define GC_DEPRECATED __attribute__((deprecated))
#endif
#endif

#endif
