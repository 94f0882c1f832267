// SPDX-License-Identifier: MIT
// The public callback classes as the runtime's endpoints.
#pragma once

#include "runtime/StreamEndpoint.hpp"

#include <poplar/HostFunctionCallback.hpp>
#include <poplar/StreamCallback.hpp>

#include <memory>

namespace poplar_emu::engine {

std::shared_ptr<runtime::StreamEndpoint>
adaptStream(std::unique_ptr<poplar::StreamCallback> callback);

runtime::HostFunctionEndpoint adaptHostFunction(std::unique_ptr<poplar::HostCallback> callback);

} // namespace poplar_emu::engine
