// SPDX-License-Identifier: MIT
// Compressed pointer forms of the architecture. Defining none makes codelets take SPAN, ONE_PTR and
// DELTANELEMENTS, which every architecture has. Included from assembler too.
#ifndef POPLAR_AVAILABLE_VTYPES_H
#define POPLAR_AVAILABLE_VTYPES_H

#endif
