// SPDX-License-Identifier: MIT
// What a running codelet can see of the machine: tile, worker, random numbers, cycles, registers.
#ifndef POPLAR_EMU_DEVICE_CONTEXT_HPP
#define POPLAR_EMU_DEVICE_CONTEXT_HPP

#include <stddef.h>
#include <stdint.h>

/// Control and status registers that a context holds. Register numbers are taken modulo this.
#define POPLAR_EMU_CSR_COUNT 256

/// State of one worker's random number generator: xoroshiro128+ (Blackman, Vigna 2018; 24, 16, 37).
/// Never all zero.
struct poplar_emu_PrngState {
  uint64_t s[2];
};

/// Shared by the engine (which fills it) and the codelets' shared object (which reads it through a
/// thread-local pointer). Plain data: the two sides are built by different compilers.
struct poplar_emu_TileContext {
  uint32_t tile;       ///< physical tile
  uint32_t worker;     ///< worker that runs now
  uint32_t numWorkers; ///< workers of this tile
  /// Instance that runs now, an index into the batch. Written before each compute(); read by the
  /// crash handler, so it is meaningful only when a batch did not return.
  uint32_t instance;
  /// First instance of the batch whose compute() returned false. Written only if there is one.
  uint32_t firstFalse;
  uint32_t reserved;
  struct poplar_emu_PrngState *prngStates; ///< one per worker of this tile
  struct poplar_emu_PrngState *prng;       ///< &prngStates[worker]; batches keep it so
  const uint64_t *cycles;                  ///< modelled cycles of this tile; may be null (reads 0)
  uint32_t *csr;                           ///< POPLAR_EMU_CSR_COUNT words; may be null (reads 0)
  void *statics;                           ///< this tile's mutable statics; null if there are none
  /// Receives what printf wrote; may be null (discarded).
  void (*print)(struct poplar_emu_TileContext *context, const char *text, size_t length);
  void *user; ///< for the engine
  /// Receives, by instance, the issue slots of a real IPU that compute() took: of its slowest
  /// worker, for those that run on all. Only images that count them write it.
  uint64_t *slots;
};

/// Runs compute() of `count` instances that lie `stride` bytes apart. `workers[i]` is the worker of
/// instance i (null: all run as context->worker). Returns how many returned false.
/// The context is never null; types that do not use it leave all but `instance` alone.
typedef uint32_t (*poplar_emu_BatchFunction)(void *instances, uint32_t count, size_t stride,
                                             struct poplar_emu_TileContext *context,
                                             const uint8_t *workers);

static inline uint64_t poplar_emu_splitMix64(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// Seeds the generator of one worker. Different (replica, tile, worker) give independent streams.
static inline void poplar_emu_seedPrng(struct poplar_emu_PrngState *state, uint64_t seed,
                                       uint32_t replica, uint32_t tile, uint32_t worker) {
  uint64_t mix = seed;
  mix = poplar_emu_splitMix64(&mix) ^ (((uint64_t)replica << 32) | tile);
  mix = poplar_emu_splitMix64(&mix) ^ worker;
  state->s[0] = poplar_emu_splitMix64(&mix);
  state->s[1] = poplar_emu_splitMix64(&mix) | 1U;
}

/// Next 64 random bits. The upper bits are the better ones.
static inline uint64_t poplar_emu_nextRandom(struct poplar_emu_PrngState *state) {
  const uint64_t s0 = state->s[0];
  uint64_t s1 = state->s[1];
  const uint64_t result = s0 + s1;
  s1 ^= s0;
  state->s[0] = ((s0 << 24) | (s0 >> 40)) ^ s1 ^ (s1 << 16);
  state->s[1] = (s1 << 37) | (s1 >> 27);
  return result;
}

#endif
