// SPDX-License-Identifier: MIT
// What popc appends to a codelet source: the loop over a batch, and printf.
#ifndef POPLAR_EMU_DEVICE_BATCH_HPP
#define POPLAR_EMU_DEVICE_BATCH_HPP

#include <poplar_emu/device/CountSlots.hpp>
#include <poplar_emu/device/Current.hpp>
#include <poplar_emu/device/Print.hpp>
#ifdef POPLAR_EMU_WORKER_THREADS
#include <poplar_emu/device/WorkerThreads.hpp>
#endif

#include <type_traits>

#undef printf
#undef puts
#undef putchar

extern "C" {

// popc removes the call from batches that turn out not to use the context; hence a function.
__attribute__((weak, noinline, visibility("hidden"))) void
poplar_emu_setContext(poplar_emu_TileContext *context) {
  poplar_emu_tileContext = context;
}

// Stands in for function bodies that only the device can run. popc refuses what reaches it.
__attribute__((weak, noinline, noreturn, visibility("hidden"))) void poplar_emu_noHostCode(int) {
  __builtin_trap();
}

#if defined(__clang__) // popc's compiler; others know printf too well to have it hidden
// The C library's names, so that std::printf and <stdio.h> go to the tile's buffer too.
__attribute__((weak, visibility("hidden"))) int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = ::poplar_emu::device::printArguments(format, arguments);
  va_end(arguments);
  return length;
}
__attribute__((weak, visibility("hidden"))) int puts(const char *text) {
  ::poplar_emu::device::printText(text, __builtin_strlen(text));
  ::poplar_emu::device::printText("\n", 1);
  return 1;
}
__attribute__((weak, visibility("hidden"))) int putchar(int character) {
  const char c = static_cast<char>(character);
  ::poplar_emu::device::printText(&c, 1);
  return character;
}
#endif
}

namespace poplar_emu {
namespace device {

inline void selectWorker(TileContext &context, uint32_t worker) {
  context.worker = worker;
  context.prng = context.prngStates ? &context.prngStates[worker] : 0;
}

/// True unless compute() returns something that converts to false.
template <class Compute>
inline bool succeeded(Compute compute, std::true_type /*returns void*/) {
  compute();
  return true;
}
template <class Compute>
inline bool succeeded(Compute compute, std::false_type) {
  return static_cast<bool>(compute());
}

// Inlined into the batch, so that the vertex stays in registers: see runBatch.
template <class V_, class Meter>
__attribute__((always_inline)) inline bool runInstance(V_ &vertex, TileContext &, Meter &meter,
                                                       std::integral_constant<unsigned, 0>) {
  meter.begin();
  const bool result =
      succeeded([&] { return vertex.compute(); }, std::is_void<decltype(vertex.compute())>());
  meter.end();
  return result;
}

#ifdef POPLAR_EMU_WORKER_THREADS
/// A MultiVertex: the workers at the same time.
template <class V_, class Meter, unsigned Workers>
__attribute__((always_inline)) inline bool runInstance(V_ &vertex, TileContext &context,
                                                       Meter &meter,
                                                       std::integral_constant<unsigned, Workers>) {
  Meter meters[Workers];
  const auto compute = [&vertex, &meters](unsigned w) {
    meters[w].begin();
    const bool result =
        succeeded([&] { return vertex.compute(w); }, std::is_void<decltype(vertex.compute(w))>());
    meters[w].end();
    return result;
  };
  WorkerThreads<decltype(compute), Workers> threads(compute, context);
  const bool all = threads.run();
  for (const Meter &one : meters)
    meter.include(one);
  return all;
}
#else
/// A MultiVertex: the workers one after another.
template <class V_, class Meter, unsigned Workers>
__attribute__((always_inline)) inline bool runInstance(V_ &vertex, TileContext &context,
                                                       Meter &meter,
                                                       std::integral_constant<unsigned, Workers>) {
  bool all = true;
  for (unsigned w = 0; w < Workers; ++w) {
    selectWorker(context, w);
    meter.begin();
    const bool one =
        succeeded([&] { return vertex.compute(w); }, std::is_void<decltype(vertex.compute(w))>());
    meter.end();
    all = all && one;
  }
  return all;
}
#endif

/// `Workers` is 0 for vertices that run on one worker. See poplar_emu_BatchFunction.
///
/// compute() works on a copy of the instance whose address nobody else knows. Stores through the
/// vertex's pointers then cannot change its sizes and pointers, which stay in registers, and loops
/// over its fields vectorise. What compute() left in the copy is the instance's state afterwards.
template <class V_, unsigned Workers, bool IsSupervisor = false>
inline uint32_t runBatch(void *instances, uint32_t count, size_t stride, TileContext *context,
                         const uint8_t *workers) {
  poplar_emu_setContext(context);
  char *instance = static_cast<char *>(instances);
  uint32_t failures = 0;
  for (uint32_t i = 0; i < count; ++i, instance += stride) {
    // Volatile: only a crash handler reads it, which the optimiser cannot know.
    *const_cast<volatile uint32_t *>(&context->instance) = i;
    if (Workers == 0 && workers) selectWorker(*context, workers[i]);
    alignas(V_) char copy[sizeof(V_)];
    __builtin_memcpy(copy, instance, sizeof(V_));
    SlotMeter<IsSupervisor> meter;
    if (!runInstance(*reinterpret_cast<V_ *>(copy), *context, meter,
                     std::integral_constant<unsigned, Workers>())) {
      if (failures == 0) context->firstFalse = i;
      ++failures;
    }
    meter.store(*context, i);
    __builtin_memcpy(instance, copy, sizeof(V_));
  }
  return failures;
}

} // namespace device
} // namespace poplar_emu

#endif
