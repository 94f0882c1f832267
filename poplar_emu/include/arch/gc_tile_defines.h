// SPDX-License-Identifier: MIT
// Architecture constants under their older header name.
#ifndef ARCH_GC_TILE_DEFINES_H
#define ARCH_GC_TILE_DEFINES_H

#include <poplar/TileConstants.hpp>

#endif
