// SPDX-License-Identifier: MIT
// Conditions on tensors and their messages.
#include "compile/program/checks/Checks.hpp"

#include "ir/Names.hpp"
#include "view/Regions.hpp"

#include <algorithm>
#include <unordered_map>

namespace poplar_emu::compile {
namespace {

std::string typeList(std::initializer_list<ElementType> types) {
  std::string out;
  for (const ElementType type : types) {
    if (!out.empty()) out += " or ";
    out += name(type);
  }
  return out;
}

/// Two positions of the flattened view that hold the same element.
struct Twice {
  VariableId variable;
  std::uint64_t element = 0;
  std::uint64_t first = 0, second = 0;
};

/// Only for messages: visits elements until one comes again.
Twice findTwice(const view::View &view) {
  std::unordered_map<VariableId, std::unordered_map<std::uint64_t, std::uint64_t>> seen;
  std::uint64_t position = 0;
  for (const view::Run &run : view::runs(view))
    for (std::uint64_t row = 0; row < run.count; ++row)
      for (std::uint64_t i = 0; i < run.length; ++i, ++position) {
        const std::uint64_t element = run.rowStart(row) + i;
        const auto [entry, isNew] = seen[run.variable].try_emplace(element, position);
        if (!isNew) return {run.variable, element, entry->second, position};
      }
  return {};
}

} // namespace

std::string NodeChecks::title() const {
  return node_.name.empty() ? std::string(what_) : fmt::format("{} '{}'", what_, node_.name);
}

const ir::Variable *NodeChecks::firstVariable(const ir::Operand &operand) const {
  if (operand.view.pieces().empty()) return nullptr;
  return &graph_.variable(operand.view.pieces().front().variable);
}

std::string NodeChecks::describe(const ir::Operand &operand) const {
  const ir::Variable *first = firstVariable(operand);
  const std::size_t others = first ? view::variables(operand.view).size() - 1 : 0;
  return fmt::format("{}{}{} {}", first ? ir::nameOf(graph_, *first) : "no elements",
                     others ? fmt::format(" and {} more, ", others) : ", ", name(operand.type),
                     view::shapeText(operand.view.shape()));
}

Diagnostic &NodeChecks::show(Diagnostic &diagnostic, std::string_view role,
                             const ir::Operand &operand) const {
  const ir::Variable *first = firstVariable(operand);
  return diagnostic.at(first ? first->site : SiteId(), "{} {}", role, describe(operand));
}

void NodeChecks::valid(const ir::Operand &operand) const {
  POPLAR_EMU_CHECK(operand.type != ElementType::Invalid);
  for (const view::Piece &piece : operand.view.pieces())
    POPLAR_EMU_CHECK(piece.variable.index() < graph_.variables.size());
}

void NodeChecks::sameSizeAndType(const ir::Operand &source, const ir::Operand &destination) const {
  if (source.type != destination.type) {
    Diagnostic diagnostic =
        error(Code::PE0403, "from type {} to type {}", name(source.type), name(destination.type));
    show(diagnostic, "source", source);
    show(diagnostic, "destination", destination)
        .fix("copies do not convert: cast with a vertex (popops::cast), or use reinterpret")
        .raise();
  }
  if (source.view.numElements() != destination.view.numElements()) {
    Diagnostic diagnostic = error(Code::PE0402, "from {} elements to {} elements",
                                  source.view.numElements(), destination.view.numElements());
    show(diagnostic, "source", source);
    show(diagnostic, "destination", destination)
        .fix("slice or broadcast one of them to the shape of the other")
        .raise();
  }
}

void NodeChecks::writable(const ir::Operand &destination) const {
  for (const view::Piece &piece : destination.view.pieces()) {
    const ir::Variable &variable = graph_.variable(piece.variable);
    if (!variable.isConstant()) continue;
    error(Code::PE0405, "the destination contains {}", ir::nameOf(graph_, variable))
        .at(variable.site, "{}, {} {}", ir::nameOf(graph_, variable), name(variable.type),
            view::shapeText(
                std::vector<std::uint64_t>(variable.shape.begin(), variable.shape.end())))
        .fix("write to a variable (addVariable with setInitialValue)")
        .raise();
  }
  if (!view::containsAliases(destination.view)) return;
  const Twice twice = findTwice(destination.view);
  const ir::Variable &variable = graph_.variable(twice.variable);
  Diagnostic diagnostic = error(Code::PE0404, "the destination contains an element twice");
  show(diagnostic, "destination", destination)
      .note("element {} of {} is element {} and element {} of the flattened destination",
            twice.element, ir::nameOf(graph_, variable), twice.first, twice.second)
      .fix("write to the tensor before it is broadcast or joined with itself")
      .raise();
}

void NodeChecks::type(const ir::Operand &operand, std::string_view role,
                      std::initializer_list<ElementType> types) const {
  if (std::find(types.begin(), types.end(), operand.type) != types.end()) return;
  Diagnostic diagnostic = error(Code::PE0412, "the {} must be of type {}, not {}", role,
                                typeList(types), name(operand.type));
  show(diagnostic, role, operand).raise();
}

void NodeChecks::scalar(const ir::Operand &operand, std::string_view role,
                        std::initializer_list<ElementType> types) const {
  if (operand.view.numElements() != 1) {
    Diagnostic diagnostic = error(Code::PE0406, "the {} must have one element, not {}", role,
                                  operand.view.numElements());
    show(diagnostic, role, operand).fix("pass one element of the tensor, such as t[0]").raise();
  }
  type(operand, role, types);
}

void NodeChecks::numElements(const ir::Operand &operand, std::string_view role,
                             std::uint64_t wanted) const {
  if (operand.view.numElements() == wanted) return;
  Diagnostic diagnostic = error(Code::PE0402, "the {} must have {} elements, not {}", role, wanted,
                                operand.view.numElements());
  show(diagnostic, role, operand).raise();
}

} // namespace poplar_emu::compile
