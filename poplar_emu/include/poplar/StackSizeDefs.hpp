// SPDX-License-Identifier: MIT
// Stack annotations. The host grows its stack by itself, so all of them are empty.
#ifndef POPLAR_STACK_SIZE_DEFS_HPP
#define POPLAR_STACK_SIZE_DEFS_HPP

#define DEF_STACK_USAGE(size, function)
#define DEF_STACK_SIZE_OWN(size, function)
#define DEF_FUNC_CALLS(caller, callees)
#define DEF_FUNC_CALL_PTRS(caller, callees)
#define DEF_FUNC_CALL_STACK(function, size)
#define DEF_FUNC_CALL_PTRS_STACK(function, size)
#define RECURSIVE_FUNCTION_SIZE 0

#endif
