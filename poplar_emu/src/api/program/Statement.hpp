// SPDX-License-Identifier: MIT
// How the constructors of program classes check their arguments and make their node.
#pragma once

#include "api/Access.hpp"
#include "api/Sites.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Program.hpp>

#include <memory>
#include <string>
#include <utility>

namespace poplar_emu::api {

/// A program under construction: its class, its name and its line, for messages and for the node.
class Statement {
 public:
  Statement(const char *kind, const poplar::DebugContext &context)
      : kind_(kind), name_(context.getPathName()), location_(Access::location(context)),
        site_(siteOf(location_)) {}

  SiteId site() const { return site_; }
  /// "Copy 'exchange halo'".
  std::string text() const {
    return name_.empty() ? std::string(kind_) : fmt::format("{} '{}'", kind_, name_);
  }

  /// PE0101 for an invalid tensor, PE0115 unless all belong to one graph.
  const TensorState &operand(const poplar::Tensor &tensor);
  /// PE0405 if it has constants, PE0404 if it has an element twice.
  void needWritable(const TensorState &destination) const;
  /// PE0403 and PE0402.
  void needAlike(const TensorState &source, const TensorState &destination) const;
  /// PE0406 unless it has one element, PE0412 unless its type steers control flow.
  void needPredicate(const TensorState &predicate) const;
  /// The same for the number of a switch's case.
  void needControl(const TensorState &control) const;

  template <class... Args>
  Diagnostic error(Code code, fmt::format_string<Args...> format, Args &&...args) const {
    Diagnostic diagnostic(code, "{}: {}", text(), fmt::format(format, std::forward<Args>(args)...));
    diagnostic.at(site_);
    return diagnostic;
  }

  /// Takes over which graph a compute set or function belongs to. PE0115 if the tensors tell
  /// another one.
  template <class Element>
  void belongsWith(const Element &element, const char *what) {
    const std::uint64_t owner = Access::graphIdOf(element);
    if (owner == 0) return;
    if (core_ && core_->graph.id != owner)
      error(Code::PE0115, "{} belongs to another graph than the tensors", what).raise();
    elementGraph_ = owner;
  }

  const std::shared_ptr<GraphCore> &core() const { return core_; }

  /// Makes the node of `program`.
  void finish(poplar::program::Program &program, ir::ProgramPayload payload) {
    auto node = std::make_shared<ProgramNode>();
    node->payload = std::move(payload);
    node->name = std::move(name_);
    node->site = site_;
    node->graphId = core_ ? core_->graph.id : elementGraph_;
    Access::node(program) = std::move(node);
  }

 private:
  void needScalar(const TensorState &tensor, const char *role) const;

  const char *kind_;
  std::string name_;
  poplar::SourceLocation location_;
  SiteId site_;
  std::shared_ptr<GraphCore> core_;
  std::uint64_t elementGraph_ = 0; ///< of the compute set or function; 0: not known
};

inline ir::Operand operandOf(const TensorState &tensor) {
  return {tensor.view, tensor.type};
}

/// The payload of a program, for changing it: the node is copied first if anybody else holds it.
template <class Payload>
Payload &changePayload(poplar::program::Program &program) {
  std::shared_ptr<const ProgramNode> &node = Access::node(program);
  if (!node) {
    auto fresh = std::make_shared<ProgramNode>();
    fresh->payload = Payload();
    node = std::move(fresh);
  } else if (node.use_count() != 1) {
    node = std::make_shared<ProgramNode>(*node);
  }
  return std::get<Payload>(const_cast<ProgramNode &>(*node).payload);
}

} // namespace poplar_emu::api
