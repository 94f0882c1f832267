// SPDX-License-Identifier: MIT
// Calls host functions with buffers of their own.
#include "runtime/host/HostFunctions.hpp"

#include "runtime/host/Handles.hpp"
#include "runtime/memory/HostBuffer.hpp"
#include "support/Diagnostic.hpp"

#include <cstring>
#include <utility>

namespace poplar_emu::runtime {

HostFunctions::HostFunctions(const plan::Plan &plan, const Replicas &replicas, Pool &pool)
    : plan_(&plan), replicas_(&replicas), pool_(&pool),
      endpoints_(plan.hostFunctions.size() * replicas.count()) {}

void HostFunctions::connect(std::string_view handle, std::uint32_t replica,
                            HostFunctionEndpoint function) {
  const std::uint32_t index = findHandle(plan_->hostFunctions, handle, "host function");
  if (replica >= replicas_->count())
    Diagnostic(Code::PE0502, "callback for replica {} of host function '{}'", replica, handle)
        .note("there are {} replica(s)", replicas_->count())
        .raise();
  if (!function)
    Diagnostic(Code::PE0511, "null callback connected to host function '{}'", handle).raise();
  endpoints_[std::size_t{index} * replicas_->count() + replica] = std::move(function);
}

void HostFunctions::requireConnected(const plan::HostCallStep &step) const {
  const plan::HostFunction &shape = plan_->hostFunctions[step.function];
  for (std::uint32_t replica = 0; replica < replicas_->count(); ++replica)
    if (!endpoints_[std::size_t{step.function} * replicas_->count() + replica])
      Diagnostic(Code::PE0501, "host function '{}' is not connected for replica {}", shape.handle,
                 replica)
          .fix("call connectHostFunction for every replica before run")
          .raise();
}

void HostFunctions::call(const plan::HostCallStep &step) {
  for (std::uint32_t replica = 0; replica < replicas_->count(); ++replica) {
    std::vector<HostBuffer> buffers;
    std::vector<const void *> inputs;
    std::vector<void *> outputs;
    for (const plan::HostArgument &argument : step.inputs) {
      buffers.emplace_back(argument.bytes);
      replicas_->fromOneToHost(argument.moves, buffers.back().data(), replica, *pool_);
      inputs.push_back(buffers.back().data());
    }
    for (const plan::HostArgument &argument : step.outputs) {
      buffers.emplace_back(argument.bytes);
      std::memset(buffers.back().data(), 0, argument.bytes);
      outputs.push_back(buffers.back().data());
    }
    endpoints_[std::size_t{step.function} * replicas_->count() + replica](inputs, outputs);
    for (std::size_t i = 0; i < step.outputs.size(); ++i)
      replicas_->fromHostToOne(step.outputs[i].moves, static_cast<std::byte *>(outputs[i]), replica,
                               *pool_);
  }
}

} // namespace poplar_emu::runtime
