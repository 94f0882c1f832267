// SPDX-License-Identifier: MIT
// Functions of the host that programs call.
#pragma once

#include "plan/Plan.hpp"
#include "runtime/StreamEndpoint.hpp"
#include "runtime/executor/Executors.hpp"
#include "runtime/memory/Replicas.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace poplar_emu::runtime {

class HostFunctions {
 public:
  HostFunctions(const plan::Plan &plan, const Replicas &replicas, Pool &pool);

  /// PE0502, PE0511.
  void connect(std::string_view handle, std::uint32_t replica, HostFunctionEndpoint function);
  /// PE0501 if the step's function is not connected for every replica.
  void requireConnected(const plan::HostCallStep &step) const;
  /// Calls the functions of all replicas in order: inputs out, call, outputs in.
  void call(const plan::HostCallStep &step);

 private:
  const plan::Plan *plan_;
  const Replicas *replicas_;
  Pool *pool_;
  std::vector<HostFunctionEndpoint> endpoints_; ///< by function * replicas + replica
};

} // namespace poplar_emu::runtime
