// SPDX-License-Identifier: MIT
// Comparison of program trees, payload by payload.
#include "api/program/tree/ProgramEquality.hpp"

#include "view/Ops.hpp"

#include <algorithm>
#include <type_traits>

namespace poplar_emu::api {
namespace {

bool same(const ir::ProgramRef &a, const ir::ProgramRef &b) {
  return equalPrograms(a.get(), b.get());
}

bool same(const ir::Operand &a, const ir::Operand &b) {
  return a.type == b.type && view::equal(a.view, b.view);
}

bool same(const std::optional<ir::Operand> &a, const std::optional<ir::Operand> &b) {
  return a.has_value() == b.has_value() && (!a || same(*a, *b));
}

bool same(const std::vector<ir::Operand> &a, const std::vector<ir::Operand> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ir::Operand &x, const ir::Operand &y) { return same(x, y); });
}

bool same(const ir::PrintFormat &a, const ir::PrintFormat &b) {
  return a.summariseThreshold == b.summariseThreshold && a.edgeItems == b.edgeItems &&
         a.maxLineWidth == b.maxLineWidth && a.digits == b.digits &&
         a.floatFormat == b.floatFormat && a.separator == b.separator && a.open == b.open &&
         a.close == b.close && a.formatting == b.formatting;
}

bool same(const ir::Sequence &a, const ir::Sequence &b) {
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const ir::ProgramRef &x, const ir::ProgramRef &y) { return same(x, y); });
}
bool same(const ir::Execute &a, const ir::Execute &b) {
  return a.computeSet == b.computeSet && same(a.status, b.status);
}
bool same(const ir::Copy &a, const ir::Copy &b) {
  return same(a.source, b.source) && same(a.destination, b.destination);
}
bool same(const ir::StreamRead &a, const ir::StreamRead &b) {
  return a.stream == b.stream && same(a.destination, b.destination) && a.rearranges == b.rearranges;
}
bool same(const ir::StreamWrite &a, const ir::StreamWrite &b) {
  return a.stream == b.stream && same(a.source, b.source) && a.rearranges == b.rearranges;
}
bool same(const ir::RemoteRead &a, const ir::RemoteRead &b) {
  return a.buffer == b.buffer && same(a.destination, b.destination) && same(a.rows, b.rows);
}
bool same(const ir::RemoteWrite &a, const ir::RemoteWrite &b) {
  return a.buffer == b.buffer && same(a.source, b.source) && same(a.rows, b.rows);
}
bool same(const ir::Repeat &a, const ir::Repeat &b) {
  return a.count == b.count && same(a.body, b.body);
}
bool same(const ir::RepeatWhile &a, const ir::RepeatWhile &b) {
  return a.continueOn == b.continueOn && same(a.condition, b.condition) &&
         same(a.predicate, b.predicate) && same(a.body, b.body);
}
bool same(const ir::Loop &a, const ir::Loop &b) {
  return same(a.body, b.body);
}
bool same(const ir::If &a, const ir::If &b) {
  return same(a.predicate, b.predicate) && same(a.thenBranch, b.thenBranch) &&
         same(a.elseBranch, b.elseBranch);
}
bool same(const ir::Switch &a, const ir::Switch &b) {
  const auto sameCase = [](const auto &x, const auto &y) {
    return x.first == y.first && same(x.second, y.second);
  };
  return a.onDefault == b.onDefault && same(a.control, b.control) &&
         same(a.defaultCase, b.defaultCase) &&
         std::equal(a.cases.begin(), a.cases.end(), b.cases.begin(), b.cases.end(), sameCase);
}
bool same(const ir::Call &a, const ir::Call &b) {
  return a.function == b.function;
}
bool same(const ir::HostCall &a, const ir::HostCall &b) {
  return a.function == b.function && same(a.inputs, b.inputs) && same(a.outputs, b.outputs);
}
bool same(const ir::CrossReplicaCopy &a, const ir::CrossReplicaCopy &b) {
  return a.sourceToDestination == b.sourceToDestination && same(a.source, b.source) &&
         same(a.destination, b.destination);
}
bool same(const ir::CollectivePiece &a, const ir::CollectivePiece &b) {
  return a.source == b.source && a.destination == b.destination && a.elements == b.elements &&
         a.chains == b.chains && a.receivers == b.receivers;
}
bool same(const ir::Collective &a, const ir::Collective &b) {
  return a.form == b.form && a.combine == b.combine && a.scale == b.scale && a.groups == b.groups &&
         same(a.source, b.source) && same(a.destination, b.destination) &&
         std::equal(a.pieces.begin(), a.pieces.end(), b.pieces.begin(), b.pieces.end(),
                    [](const ir::CollectivePiece &x, const ir::CollectivePiece &y) {
                      return same(x, y);
                    }) &&
         same(a.body, b.body);
}
bool same(const ir::WriteUndef &a, const ir::WriteUndef &b) {
  return same(a.operand, b.operand);
}
bool same(const ir::AssumeEqualAcrossReplicas &a, const ir::AssumeEqualAcrossReplicas &b) {
  return same(a.operand, b.operand);
}
bool same(const ir::Block &a, const ir::Block &b) {
  return same(a.body, b.body);
}
bool same(const ir::Sync &a, const ir::Sync &b) {
  return a.kind == b.kind;
}
bool same(const ir::Print &a, const ir::Print &b) {
  return a.title == b.title && same(a.operand, b.operand) && same(a.format, b.format);
}
bool same(const ir::Abort &a, const ir::Abort &b) {
  return a.message == b.message && same(a.printed, b.printed) && same(a.condition, b.condition);
}
bool same(const ir::CycleStamp &a, const ir::CycleStamp &b) {
  return a.tile == b.tile && a.sync == b.sync && same(a.destination, b.destination);
}
bool same(const ir::HwSeeds &a, const ir::HwSeeds &b) {
  return a.write == b.write && a.tiles == b.tiles && same(a.seeds, b.seeds);
}
bool same(const ir::FpControl &a, const ir::FpControl &b) {
  return a.clear == b.clear && a.set == b.set && a.tiles == b.tiles && same(a.load, b.load) &&
         same(a.store, b.store);
}

} // namespace

bool isEmptyProgram(const ir::ProgramNode *program) {
  if (!program) return true;
  const auto *sequence = std::get_if<ir::Sequence>(&program->payload);
  return sequence && std::all_of(sequence->steps.begin(), sequence->steps.end(),
                                 [](const ir::ProgramRef &s) { return isEmptyProgram(s.get()); });
}

bool equalPrograms(const ir::ProgramNode *a, const ir::ProgramNode *b) {
  if (a == b) return true;
  if (!a || !b) return isEmptyProgram(a) && isEmptyProgram(b);
  if (a->graphId != b->graphId) return false;
  return std::visit(
      [](const auto &x, const auto &y) {
        if constexpr (std::is_same_v<decltype(x), decltype(y)>)
          return same(x, y);
        else
          return false;
      },
      a->payload, b->payload);
}

} // namespace poplar_emu::api
