// SPDX-License-Identifier: MIT
// The door from the public handle classes to the states of this layer.
#pragma once

#include <poplar/DataStream.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Device.hpp>
#include <poplar/EngineOptions.hpp>
#include <poplar/RuntimeOptions.hpp>
#include <poplar/Target.hpp>

#include <memory>
#include <utility>

namespace poplar_emu::model {

/// Friend of the handle classes; null states stay null.
struct Access {
  static const std::shared_ptr<const TargetState> &state(const poplar::Target &target) {
    return target.state_;
  }
  static poplar::Target target(std::shared_ptr<const TargetState> state) {
    poplar::Target target;
    target.state_ = std::move(state);
    return target;
  }

  static const std::shared_ptr<DeviceState> &state(const poplar::Device &device) {
    return device.state_;
  }
  static poplar::Device device(std::shared_ptr<DeviceState> state) {
    poplar::Device device;
    device.state_ = std::move(state);
    return device;
  }

  static const std::shared_ptr<const StreamState> &state(const poplar::DataStream &stream) {
    return stream.state_;
  }
  static poplar::DataStream stream(std::shared_ptr<const StreamState> state) {
    poplar::DataStream stream;
    stream.state_ = std::move(state);
    return stream;
  }

  static const std::shared_ptr<const RemoteBufferState> &state(const poplar::RemoteBuffer &buffer) {
    return buffer.state_;
  }
  static poplar::RemoteBuffer remoteBuffer(std::shared_ptr<const RemoteBufferState> state) {
    poplar::RemoteBuffer buffer;
    buffer.state_ = std::move(state);
    return buffer;
  }

  static const poplar::OptionFlags &options(const poplar::RuntimeOptions &options) {
    return options.options_;
  }
  static const poplar::OptionFlags &options(const poplar::EngineOptions &options) {
    return options.options_;
  }

  static const poplar::SourceLocation &location(const poplar::DebugContext &context) {
    return context.location_;
  }
};

} // namespace poplar_emu::model
