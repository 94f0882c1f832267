// SPDX-License-Identifier: MIT
// Constants of the tile. Only macros: included from C++ and from assembler.
// Register numbers are the emulator's own unless a public source shows one.
#ifndef POPLAR_TILE_CONSTANTS_HPP
#define POPLAR_TILE_CONSTANTS_HPP

// Worker contexts of a tile. Follows the worker count that the codelet is compiled for, so that
// `for (i = worker; i < n; i += CTXT_WORKERS)` covers everything on a one-worker target too.
#ifdef POPLAR_EMU_NUM_WORKERS
#define CTXT_WORKERS POPLAR_EMU_NUM_WORKERS
#else
#define CTXT_WORKERS 6
#endif
#define CTXT_TOTAL (CTXT_WORKERS + 1)

#define CSR_UPPER_MASK 0x80

// Worker registers.
#define CSR_W_PC__INDEX 0
#define CSR_W_WSR__INDEX 1
#define CSR_W_WSR__CTXTID_M1__SHIFT 0
#define CSR_W_WSR__CTXTID_M1__MASK 0x7
#define CSR_W_WSR__CTXTID_M1__SIZE 3
#define CSR_W_VERTEX_BASE__INDEX 3
#define CSR_W_WORKER_BASE__INDEX 4
#define CSR_W_REPEAT_COUNT__INDEX 5
#define CSR_W_REPEAT_COUNT__VALUE__SHIFT 0
#define CSR_W_REPEAT_COUNT__VALUE__MASK 0xfff
#define CSR_W_REPEAT_COUNT__VALUE__SIZE 12
#define CSR_W_REPEAT_FIRST__INDEX 6
#define CSR_W_PRNG_0_0__INDEX 16
#define CSR_W_PRNG_0_1__INDEX 17
#define CSR_W_PRNG_1_0__INDEX 18
#define CSR_W_PRNG_1_1__INDEX 19
#define CSR_W_PRNG_SEED__INDEX 20
#define CSR_W_FP_CTL__INDEX 32
#define CSR_W_FP_STS__INDEX 33
#define CSR_W_FP_CLR__INDEX 34
#define CSR_W_FP_CLR__ZAACC__SHIFT 0
#define CSR_W_FP_CLR__ZAACC__MASK 0x1
#define CSR_W_FP_SCL__INDEX 35
#define CSR_W_FP_NFMT__INDEX 36
#define CSR_W_TAS__INDEX 37

// Supervisor registers.
#define CSR_S_PC__INDEX 0
#define CSR_S_SR__INDEX 64
#define CSR_S_FP_ICTL__INDEX 72
#define CSR_S_FP_ICTL__INV__SHIFT 0
#define CSR_S_FP_ICTL__INV__MASK 0x1
#define CSR_S_FP_ICTL__DIV0__SHIFT 1
#define CSR_S_FP_ICTL__DIV0__MASK 0x1
#define CSR_S_FP_ICTL__OFLO__SHIFT 2
#define CSR_S_FP_ICTL__OFLO__MASK 0x1
#define CSR_S_FP_ICTL__ESR__SHIFT 3
#define CSR_S_FP_ICTL__ESR__MASK 0x1
#define CSR_S_FP_ICTL__NANOO__SHIFT 4
#define CSR_S_FP_ICTL__NANOO__MASK 0x1
#define CSR_S_FP_ISCL__INDEX 73
#define CSR_S_FP_INFMT__INDEX 74
#define CSR_S_CCCSLOAD__INDEX 80

// Memory.
#define TMEM_BASE_ADDR 0x4c000
#define TMEM_REGION0_BASE_ADDR 0x4c000
#define TMEM_ELEMSIZE 0x4000
#define TMEM_BYTE_MAX_ADDRESS 0x1fffff
#define TMEM_FULL_ADDRESS_WIDTH 21

// Exchange.
#define TEXCH_SYNCZONE_LOCAL 0
#define TEXCH_SYNCZONE_INTERNAL 1
#define TEXCH_SYNCZONE_EXTERNAL 2

// Floating point unit.
#define TFPU_ROUND_NEAREST 0
#define TFPU_ROUND_ZERO 1
#define TFPU_ROUND_UP 2
#define TFPU_ROUND_DOWN 3

// Index of a convolution weight register.
#define CWEI_N_M(n, m) ((m) + 4 * (n))

#endif
