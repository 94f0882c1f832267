// SPDX-License-Identifier: MIT
// What a program node refers to: its tensors and the programs below it.
#pragma once

#include "ir/Program.hpp"

#include <variant>

namespace poplar_emu::compile {

enum class Access : std::uint8_t {
  Read,
  Write,
  Undefine, ///< the contents are declared dead
};

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};

/// Calls f(const ir::Operand &, Access) for each tensor that the node itself uses, sources first.
template <class F>
void forEachOperand(const ir::ProgramNode &node, F &&f) {
  const auto optional = [&f](const std::optional<ir::Operand> &operand, Access access) {
    if (operand) f(*operand, access);
  };
  std::visit(Overloaded{
                 [&](const ir::Execute &p) { optional(p.status, Access::Write); },
                 [&](const ir::Copy &p) {
                   f(p.source, Access::Read);
                   for (const auto &[source, destination] : p.joined)
                     f(source, Access::Read);
                   f(p.destination, Access::Write);
                   for (const auto &[source, destination] : p.joined)
                     f(destination, Access::Write);
                 },
                 [&](const ir::StreamRead &p) { f(p.destination, Access::Write); },
                 [&](const ir::StreamWrite &p) { f(p.source, Access::Read); },
                 [&](const ir::RemoteRead &p) {
                   optional(p.rows, Access::Read);
                   f(p.destination, Access::Write);
                 },
                 [&](const ir::RemoteWrite &p) {
                   optional(p.rows, Access::Read);
                   f(p.source, Access::Read);
                 },
                 [&](const ir::RepeatWhile &p) { f(p.predicate, Access::Read); },
                 [&](const ir::If &p) { f(p.predicate, Access::Read); },
                 [&](const ir::Switch &p) { f(p.control, Access::Read); },
                 [&](const ir::HostCall &p) {
                   for (const ir::Operand &input : p.inputs)
                     f(input, Access::Read);
                   for (const ir::Operand &output : p.outputs)
                     f(output, Access::Write);
                 },
                 [&](const ir::CrossReplicaCopy &p) {
                   f(p.source, Access::Read);
                   f(p.destination, Access::Write);
                 },
                 [&](const ir::Collective &p) {
                   f(p.source, Access::Read);
                   f(p.destination, Access::Write);
                 },
                 [&](const ir::WriteUndef &p) { f(p.operand, Access::Undefine); },
                 [&](const ir::AssumeEqualAcrossReplicas &p) { f(p.operand, Access::Read); },
                 [&](const ir::Print &p) { f(p.operand, Access::Read); },
                 [&](const ir::Abort &p) {
                   optional(p.printed, Access::Read);
                   optional(p.condition, Access::Read);
                 },
                 [&](const ir::CycleStamp &p) { f(p.destination, Access::Write); },
                 [&](const ir::HwSeeds &p) { f(p.seeds, p.write ? Access::Read : Access::Write); },
                 [&](const ir::FpControl &p) {
                   optional(p.load, Access::Read);
                   optional(p.store, Access::Write);
                 },
                 [](const auto &) {},
             },
             node.payload);
}

/// Calls f(const ir::ProgramRef &) for each program below the node, in order. Functions are not
/// followed. A null reference is passed on.
template <class F>
void forEachChild(const ir::ProgramNode &node, F &&f) {
  std::visit(Overloaded{
                 [&](const ir::Sequence &p) {
                   for (const ir::ProgramRef &step : p.steps)
                     f(step);
                 },
                 [&](const ir::Repeat &p) { f(p.body); },
                 [&](const ir::RepeatWhile &p) {
                   f(p.condition);
                   f(p.body);
                 },
                 [&](const ir::Loop &p) { f(p.body); },
                 [&](const ir::If &p) {
                   f(p.thenBranch);
                   f(p.elseBranch);
                 },
                 [&](const ir::Switch &p) {
                   for (const auto &[value, body] : p.cases)
                     f(body);
                   f(p.defaultCase);
                 },
                 [&](const ir::Block &p) { f(p.body); },
                 [&](const ir::Collective &p) { f(p.body); },
                 [](const auto &) {},
             },
             node.payload);
}

} // namespace poplar_emu::compile
