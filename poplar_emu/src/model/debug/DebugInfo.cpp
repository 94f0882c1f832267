// SPDX-License-Identifier: MIT
// Nodes of the debug tree.
#include "model/debug/DebugFile.hpp"
#include "model/debug/PathName.hpp"
#include "support/SourceSite.hpp"

#include <poplar/DebugContext.hpp>

#include <atomic>
#include <optional>

namespace poplar_emu::model {

struct DebugInfoState {
  DebugNode node;
  std::string path;
  std::optional<LibraryCall> call;
};

namespace {

poplar::DebugId nextId() {
  static std::atomic<poplar::DebugId> last{0};
  return ++last;
}

} // namespace
} // namespace poplar_emu::model

namespace poplar {

using poplar_emu::model::DebugInfoState;

DebugInfo::DebugInfo(const DebugContext &debugContext, std::string layer)
    : state_(std::make_unique<DebugInfoState>()) {
  poplar_emu::model::startDebugFileOfEnvironment();
  state_->node.id = poplar_emu::model::nextId();
  state_->node.parent = debugContext.parentId_;
  if (layer == "poplibs" || layer == "gcl") {
    const SourceLocation &caller = debugContext.location_;
    state_->call.emplace(caller.getFileName(), caller.getLineNumber(), caller.getFunctionName());
  }
  state_->node.layer = std::move(layer);
  state_->node.name = debugContext.name_;
  state_->node.location = debugContext.location_;
  state_->path = debugContext.getPathName();
}

DebugInfo::~DebugInfo() {
  poplar_emu::model::writeDebugNode(state_->node);
}

DebugId DebugInfo::getId() const {
  return state_->node.id;
}

std::string DebugInfo::getPathName() const {
  return state_->path;
}

bool DebugInfo::setValue(std::string name, ProfileValue value) {
  return state_->node.values.insert_or_assign(std::move(name), std::move(value)).second;
}

void DebugInfo::initializeStreamer(const std::string &fileName,
                                   const DebugSerializationFormat &format) {
  poplar_emu::model::openDebugFile(fileName, format);
}

void DebugInfo::closeStreamer() {
  poplar_emu::model::closeDebugFile();
}

} // namespace poplar
