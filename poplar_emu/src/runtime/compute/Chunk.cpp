// SPDX-License-Identifier: MIT
// Tile after tile: gather, compute, scatter, while the tile's data is in the cache.
#include "runtime/compute/Chunk.hpp"

#include "plan/VertexPlace.hpp"
#include "runtime/compute/FetchAhead.hpp"
#include "support/Diagnostic.hpp"

#include <cfenv>
#include <csignal>
#include <cstring>
#include <exception>

namespace poplar_emu::runtime {
namespace {

std::uint32_t raisedFpExceptions() {
  const int raised = std::fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
  return ((raised & FE_INVALID) != 0 ? kFpInvalid : 0) |
         ((raised & FE_DIVBYZERO) != 0 ? kFpDivideByZero : 0) |
         ((raised & FE_OVERFLOW) != 0 ? kFpOverflow : 0);
}

const char *describeFpException(std::uint32_t bits) {
  if ((bits & kFpInvalid) != 0) return "invalid operation";
  return (bits & kFpDivideByZero) != 0 ? "division by zero" : "overflow";
}

} // namespace

namespace {

constexpr std::string_view kThrown =
    "look at the sizes and indices that compute() hands to functions of the standard library";

} // namespace

ComputeRunner::Chunk::Chunk(ComputeRunner &runner, const plan::ComputeStep &step,
                            std::uint32_t replica, std::uint32_t begin, std::uint32_t end,
                            ChunkOutcome &outcome, std::uint64_t *slots)
    : runner_(runner), step_(step), replica_(replica), begin_(begin), end_(end), outcome_(outcome),
      slots_(slots), memory_(runner.replicas_->memory(replica)),
      fetchesAhead_(step.costEstimate > FetchAhead::kLeastBytes), context_() {
  context_.numWorkers = runner.plan_->machine.numWorkers;
  context_.cycles = &runner.cycles_;
  context_.csr = csr_.data();
  context_.print = print;
  context_.user = this;
}

void ComputeRunner::Chunk::runAndReport() {
  const int signal = runGuarded(*this);
  if (signal == SIGFPE)
    raiseCrash("signal", describeSignal(signal),
               "look for a divisor that is 0, or the lowest int divided by -1, in compute()");
  if (signal != 0)
    raiseCrash("signal", describeSignal(signal),
               "look for an index out of range or a null pointer in compute()");
}

void ComputeRunner::Chunk::raiseCrash(const char *cause, std::string_view what,
                                      std::string_view advice) const {
  Diagnostic(Code::PE0602, "a vertex of {} crashed", plan::computeSetName(step_))
      .at({}, "{}",
          plan::describeVertex(*runner_.plan_, step_, *batch_, firstInstance_ + context_.instance,
                               runner_.replicas_->first() + replica_))
      .note("{}: {}", cause, what)
      .fix("{}; the engine must be loaded again before its next run", advice)
      .raise();
}

/// Codelets cannot throw, but functions of the standard library that they call can.
inline std::uint32_t ComputeRunner::Chunk::call(BatchFunction function, std::byte *instances,
                                                std::uint32_t count, std::uint32_t stride,
                                                const std::uint8_t *workers) {
  try {
    return function(instances, count, stride, &context_, workers);
  } catch (const std::exception &error) {
    raiseCrash("C++ exception", error.what(), kThrown);
  } catch (...) {
    raiseCrash("C++ exception", "of a type that is no std::exception", kThrown);
  }
}

void ComputeRunner::Chunk::run() {
  const MoveBases bases{memory_, memory_};
  const bool mayTrap = runner_.raisesFpExceptions();
  for (std::uint32_t w = begin_; w < end_; ++w) {
    const plan::TileWork &work = step_.work[w];
    if (work.gatherBegin != work.gatherEnd)
      executeMoves(step_.gathers, work.gatherBegin, work.gatherEnd, bases, Stores::Cached);
    {
      const ArmedCalls armed;
      for (std::uint32_t b = work.batchBegin; b < work.batchEnd; ++b)
        runBatch(step_.batches[b], mayTrap);
    }
    if (work.scatterBegin != work.scatterEnd)
      executeMoves(step_.scatters, work.scatterBegin, work.scatterEnd, bases, Stores::Cached);
  }
}

inline void ComputeRunner::Chunk::runBatch(const plan::Batch &batch, bool mayTrap) {
  const TypeCode &code = runner_.types_[batch.type];
  batch_ = &batch;
  context_.tile = batch.tile.value;
  context_.instance = 0;
  if (code.usesContext) prepareContext(batch);
  if (mayTrap) return runTrapping(batch);
  if (slots_ != nullptr) return runCounting(batch);
  if (code.fetchesAhead && fetchesAhead_ && batch.count > 1 &&
      FetchAhead::hasShortRows(memory_ + batch.instances, runner_.plan_->vertexTypes[batch.type]))
    return runFetching(batch);
  const std::uint8_t *workers =
      step_.workers.empty() ? nullptr : step_.workers.data() + batch.firstVertex;
  const std::uint32_t numFalse =
      call(code.batch, memory_ + batch.instances, batch.count, code.stride, workers);
  if (numFalse != 0) noteFalse(batch, context_.firstFalse);
}

/// One vertex at a time, while the rows of the next are on their way.
void ComputeRunner::Chunk::runFetching(const plan::Batch &batch) {
  const plan::VertexTypeUse &type = runner_.plan_->vertexTypes[batch.type];
  const BatchFunction function = runner_.types_[batch.type].batch;
  const std::byte *next = memory_ + batch.instances + type.stride;
  for (std::uint32_t i = 0; i < batch.count; ++i, next += type.stride) {
    if (i + 1 < batch.count) FetchAhead::rows(next, type);
    runPart(batch, i, 1, function);
  }
  firstInstance_ = 0;
}

void ComputeRunner::Chunk::runCounting(const plan::Batch &batch) {
  context_.slots = slots_ + batch.firstVertex;
  runPart(batch, 0, batch.count, runner_.types_[batch.type].counting);
}

void ComputeRunner::Chunk::prepareContext(const plan::Batch &batch) {
  context_.worker = 0;
  context_.prngStates = runner_.tiles_.prngStates(replica_, batch.tile);
  context_.prng = context_.prngStates;
  context_.statics = runner_.types_[batch.type].hasMutableStatics
                         ? runner_.tiles_.statics(replica_, batch.tile)
                         : nullptr;
  csr_.fill(0);
}

/// Tile by tile, for each has its own floating-point state.
void ComputeRunner::Chunk::runTrapping(const plan::Batch &batch) {
  for (std::uint32_t i = 0; i < batch.count;) {
    const plan::VertexPlace place = plan::placeOf(step_, batch, i);
    const std::uint32_t enabled = runner_.tiles_.fpState(replica_, place.tile) & kFpExceptionBits;
    if (enabled == 0) {
      runPart(batch, i, place.following, runner_.types_[batch.type].batch);
    } else {
      // One vertex at a time, so that the message can name it.
      for (std::uint32_t v = i; v < i + place.following; ++v)
        runWatched(batch, v, enabled);
    }
    i += place.following;
  }
  firstInstance_ = 0;
}

void ComputeRunner::Chunk::runPart(const plan::Batch &batch, std::uint32_t first,
                                   std::uint32_t count, BatchFunction function) {
  firstInstance_ = first;
  context_.instance = 0;
  const std::uint32_t stride = runner_.types_[batch.type].stride;
  const std::uint8_t *workers =
      step_.workers.empty() ? nullptr : step_.workers.data() + batch.firstVertex + first;
  const std::uint32_t numFalse = call(
      function, memory_ + batch.instances + std::uint64_t{first} * stride, count, stride, workers);
  if (numFalse != 0) noteFalse(batch, first + context_.firstFalse);
}

void ComputeRunner::Chunk::runWatched(const plan::Batch &batch, std::uint32_t vertex,
                                      std::uint32_t enabled) {
  std::feclearexcept(FE_ALL_EXCEPT);
  runPart(batch, vertex, 1, runner_.types_[batch.type].trapping);
  const std::uint32_t raised = raisedFpExceptions() & enabled;
  if (raised == 0) return;
  std::feclearexcept(FE_ALL_EXCEPT);
  Diagnostic(Code::PE0604, "floating-point exception in {}: {}", plan::computeSetName(step_),
             describeFpException(raised))
      .at({}, "{}",
          plan::describeVertex(*runner_.plan_, step_, batch, vertex,
                               runner_.replicas_->first() + replica_))
      .fix("check the values that the vertex reads, or disable the exception with "
           "setFloatingPointBehaviour")
      .raise();
}

void ComputeRunner::Chunk::noteFalse(const plan::Batch &batch, std::uint32_t instance) {
  runner_.somethingToSay_.store(true, std::memory_order_relaxed);
  for (const FalseVertex &known : outcome_.falseVertices)
    if (known.batch->type == batch.type) return;
  outcome_.falseVertices.push_back({&batch, instance});
}

void ComputeRunner::Chunk::print(TileContext *context, const char *text, std::size_t length) {
  Chunk &self = *static_cast<Chunk *>(context->user);
  const std::size_t index =
      std::size_t{self.batch_->firstVertex} + self.firstInstance_ + context->instance;
  const std::uint32_t vertex =
      index < self.step_.vertices.size() ? self.step_.vertices[index].id : context->instance;
  self.runner_.somethingToSay_.store(true, std::memory_order_relaxed);
  std::vector<PrintedText> &printed = self.outcome_.printed;
  const bool continues = !printed.empty() && printed.back().tile == context->tile &&
                         printed.back().worker == context->worker &&
                         printed.back().vertex == vertex;
  if (continues)
    printed.back().text.append(text, length);
  else
    printed.push_back({context->tile, context->worker, vertex, std::string(text, length)});
}

} // namespace poplar_emu::runtime
