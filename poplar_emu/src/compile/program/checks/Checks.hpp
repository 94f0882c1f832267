// SPDX-License-Identifier: MIT
// The conditions that tensors of programs must meet, and how their owners are named in errors.
#pragma once

#include "compile/Pipeline.hpp"
#include "support/Diagnostic.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace poplar_emu::compile {

/// Checks of one program node.
class NodeChecks {
 public:
  /// `what`: how the node is called in messages, "Copy".
  NodeChecks(const ir::Graph &graph, const ir::ProgramNode &node, std::string_view what)
      : graph_(graph), node_(node), what_(what) {}

  /// "Copy 'halo'".
  std::string title() const;
  /// "'grid', float [4, 6]".
  std::string describe(const ir::Operand &operand) const;

  /// Starts a diagnostic that shows the node and its line.
  template <class... Args>
  Diagnostic error(Code code, fmt::format_string<Args...> format, Args &&...args) const {
    Diagnostic diagnostic(code, "{}: {}", title(),
                          fmt::format(format, std::forward<Args>(args)...));
    diagnostic.at(node_.site, "{}", title());
    return diagnostic;
  }
  /// Adds a tensor as a party, with the line that made its first variable.
  Diagnostic &show(Diagnostic &diagnostic, std::string_view role, const ir::Operand &operand) const;

  /// All variables exist (PE0001 otherwise: the api layer guarantees it).
  void valid(const ir::Operand &operand) const;
  /// PE0402 and PE0403.
  void sameSizeAndType(const ir::Operand &source, const ir::Operand &destination) const;
  /// No constant (PE0405), no element twice (PE0404).
  void writable(const ir::Operand &destination) const;
  /// One element (PE0406) of one of the types (PE0412).
  void scalar(const ir::Operand &operand, std::string_view role,
              std::initializer_list<ElementType> types) const;
  void type(const ir::Operand &operand, std::string_view role,
            std::initializer_list<ElementType> types) const;
  /// PE0402.
  void numElements(const ir::Operand &operand, std::string_view role, std::uint64_t wanted) const;

 private:
  const ir::Variable *firstVariable(const ir::Operand &operand) const;

  const ir::Graph &graph_;
  const ir::ProgramNode &node_;
  std::string_view what_;
};

} // namespace poplar_emu::compile
