// SPDX-License-Identifier: MIT
// Names, parents and source lines of calls.
#include "model/debug/PathName.hpp"

#include <poplar/DebugContext.hpp>

#include <ostream>
#include <utility>

namespace poplar {

using poplar_emu::model::joinPath;

DebugNameAndId::DebugNameAndId(std::string name, DebugId debugId, std::string parentPath)
    : name_(std::move(name)), parentPath_(std::move(parentPath)), id_(debugId) {}

DebugNameAndId::DebugNameAndId(const char *name) : name_(StringRef(name).cloneAsString()), id_(0) {}

DebugNameAndId::DebugNameAndId(DebugId debugId) : id_(debugId) {}

DebugNameAndId::DebugNameAndId(const DebugInfo &debugInfo, std::string name)
    : name_(std::move(name)), parentPath_(debugInfo.getPathName()), id_(debugInfo.getId()) {}

DebugNameAndId::DebugNameAndId(const DebugNameAndId &parent, StringRef name)
    : name_(joinPath(parent.name_, name.cloneAsString())), parentPath_(parent.parentPath_),
      id_(parent.id_) {}

DebugNameAndId &DebugNameAndId::operator=(const DebugNameAndId &) = default;
DebugNameAndId::~DebugNameAndId() = default;

std::string DebugNameAndId::getPathName() const {
  return joinPath(parentPath_, name_);
}

DebugContext::DebugContext(SourceLocation loc) : parentId_(0), location_(loc) {}

DebugContext::DebugContext(const char *name, SourceLocation loc)
    : name_(StringRef(name).cloneAsString()), parentId_(0), location_(loc) {}

DebugContext::DebugContext(StringRef name, SourceLocation loc)
    : name_(name.cloneAsString()), parentId_(0), location_(loc) {}

DebugContext::DebugContext(std::string name, SourceLocation loc)
    : name_(std::move(name)), parentId_(0), location_(loc) {}

DebugContext::DebugContext(const DebugInfo &debugInfo, std::string name, SourceLocation loc)
    : name_(std::move(name)), parentPath_(debugInfo.getPathName()), parentId_(debugInfo.getId()),
      location_(loc) {}

DebugContext::DebugContext(const DebugNameAndId &debugNameAndId, std::string name,
                           SourceLocation loc)
    : name_(joinPath(debugNameAndId.name_, name)), parentPath_(debugNameAndId.parentPath_),
      parentId_(debugNameAndId.id_), location_(loc) {}

DebugContext::DebugContext(const DebugContext &debugContext, StringRef name)
    : name_(joinPath(debugContext.name_, name.cloneAsString())),
      parentPath_(debugContext.parentPath_), parentId_(debugContext.parentId_),
      location_(debugContext.location_) {}

DebugContext::DebugContext(const DebugContext &) = default;
DebugContext::DebugContext(DebugContext &&) noexcept = default;
DebugContext &DebugContext::operator=(const DebugContext &) = default;
DebugContext::~DebugContext() = default;

std::string DebugContext::getPathName() const {
  return joinPath(parentPath_, name_);
}

std::ostream &operator<<(std::ostream &out, const DebugContext &debugContext) {
  return out << debugContext.getPathName();
}

} // namespace poplar
