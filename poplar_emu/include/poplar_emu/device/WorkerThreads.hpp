// SPDX-License-Identifier: MIT
// The workers of a MultiVertex on threads of their own, for codelets whose workers wait for one
// another. Chosen by the macro POPLAR_EMU_WORKER_THREADS.
#ifndef POPLAR_EMU_DEVICE_WORKER_THREADS_HPP
#define POPLAR_EMU_DEVICE_WORKER_THREADS_HPP

#include <poplar_emu/device/Current.hpp>

#include <threads.h>

extern "C" void poplar_emu_setContext(poplar_emu_TileContext *context);

namespace poplar_emu {
namespace device {

/// Each worker has a context of its own, behind which lie the tile's statics and registers.
/// Lines of printf come in the order in which they are printed.
template <class Compute, unsigned Workers>
class WorkerThreads {
 public:
  WorkerThreads(Compute compute, const TileContext &context) : compute_(compute), tile_(context) {
    mtx_init(&printing_, mtx_plain);
  }
  ~WorkerThreads() { mtx_destroy(&printing_); }

  bool run() {
    for (unsigned w = 0; w < Workers; ++w) {
      Worker &worker = workers_[w];
      worker.all = this;
      worker.context = tile_;
      worker.context.worker = w;
      worker.context.prng = tile_.prngStates ? &tile_.prngStates[w] : 0;
      worker.context.user = this;
      if (tile_.print) worker.context.print = &WorkerThreads::print;
      if (thrd_create(&worker.thread, &WorkerThreads::start, &worker) != thrd_success)
        __builtin_trap();
    }
    bool all = true;
    for (Worker &worker : workers_) {
      thrd_join(worker.thread, 0);
      all = all && worker.succeeded;
    }
    return all;
  }

 private:
  struct Worker {
    WorkerThreads *all;
    TileContext context;
    thrd_t thread;
    bool succeeded;
  };

  static int start(void *raw) {
    Worker &worker = *static_cast<Worker *>(raw);
    poplar_emu_setContext(&worker.context);
    worker.succeeded = worker.all->compute_(worker.context.worker);
    return 0;
  }

  static void print(poplar_emu_TileContext *context, const char *text, size_t length) {
    WorkerThreads &all = *static_cast<WorkerThreads *>(context->user);
    mtx_lock(&all.printing_);
    all.tile_.print(&all.tile_, text, length);
    mtx_unlock(&all.printing_);
  }

  Compute compute_;
  TileContext tile_;
  mtx_t printing_;
  Worker workers_[Workers];
};

} // namespace device
} // namespace poplar_emu

#endif
