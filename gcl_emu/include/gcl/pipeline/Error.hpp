// SPDX-License-Identifier: MIT
// The exception of the pipelining layer.
#ifndef GCL_PIPELINE_ERROR_HPP
#define GCL_PIPELINE_ERROR_HPP

#include <poplar/exceptions.hpp>
#include <poplar_emu/Export.hpp>

#include <string>

namespace gcl {
namespace pipeline {

/// A model that cannot be pipelined as asked. The text names the layers, stages and virtual graphs
/// concerned, shows how the numbers were counted, and says what to change.
struct POPLAR_EMU_EXPORT pipeline_error : public poplar::poplar_error {
  explicit pipeline_error(const std::string &message);
  ~pipeline_error() noexcept override;
};

} // namespace pipeline
} // namespace gcl

#endif
