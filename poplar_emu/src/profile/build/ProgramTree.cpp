// SPDX-License-Identifier: MIT
// Lowers sequences of a plan to nodes, then numbers them.
#include "profile/build/ProgramTree.hpp"

#include "plan/cost/ControlCode.hpp"
#include "profile/build/Parts.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace poplar_emu::profile {
namespace {

using pva::internal::ProgramInfo;
using pva::internal::ProgramType;
using Nodes = std::vector<std::uint32_t>;

/// Has no node.
bool isHidden(plan::StepKind kind) {
  return kind == plan::StepKind::AssumeEqual || kind == plan::StepKind::Undefine;
}

bool isPartOfTransfer(Role role) {
  return role == Role::CopyBegin || role == Role::CopyMid || role == Role::CopyEnd;
}

class Lowering {
 public:
  Lowering(const plan::Plan &plan, const StepTable &table,
           const std::vector<std::uint32_t> &exchanges)
      : plan_(plan), table_(table), exchanges_(exchanges), leaves_(table.size()),
        bySequence_(plan.sequences.size(), plan::kNone), blocks_(plan.blocks.size(), plan::kNone) {}

  ProgramTree build();

 private:
  std::uint32_t node(ProgramType type, std::string name, Nodes children = {});
  std::uint32_t sequence(plan::SequenceId id);
  Nodes children(std::initializer_list<plan::SequenceId> ids);
  void add(plan::Step step, Nodes &into);
  std::uint32_t control(plan::Step step);

  void addWork(plan::Step step, Nodes &into);
  void addControlCode(plan::Step step, const Leaves &leaves);
  Leaves lowered(plan::Step step, std::uint32_t index);
  Leaves loweredCompute(const plan::ComputeStep &compute, std::uint32_t index);
  Leaves loweredTransfer(const std::string &name, const plan::ExchangeSummary &exchange,
                         std::uint32_t index, bool toHost);
  void addExchange(const std::string &name, const plan::ExchangeSummary &exchange,
                   std::uint32_t index, Leaves &into);
  void addLeaf(Role role, ProgramType type, const std::string &name, Leaves &into) {
    into.push_back({role, node(type, name)});
  }

  void number(std::uint32_t node);

  const plan::Plan &plan_;
  const StepTable &table_;
  const std::vector<std::uint32_t> &exchanges_;
  std::vector<ProgramInfo> nodes_; ///< in the order of their creation
  std::vector<Leaves> leaves_;
  std::vector<std::uint32_t> bySequence_, blocks_;
  std::string site_; ///< of the step at hand

  std::vector<bool> numbered_;
  Nodes order_; ///< children before their parents
};

std::uint32_t Lowering::node(ProgramType type, std::string name, Nodes children) {
  ProgramInfo &info = nodes_.emplace_back();
  info.type = type;
  info.name = std::move(name);
  info.children = std::move(children);
  info.site = site_;
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

std::uint32_t Lowering::sequence(plan::SequenceId id) {
  std::uint32_t &known = bySequence_[id.index()];
  if (known != plan::kNone) return known;
  const plan::Sequence &lowered = plan_.sequences[id.index()];
  Nodes children;
  std::uint64_t code = lowered.steps.empty() ? 0 : plan::kReturnCode;
  for (const plan::Step step : lowered.steps) {
    if (isHidden(step.kind)) code += plan::controlCode(plan_, step);
    add(step, children);
  }
  site_.clear();
  known = node(ProgramType::Sequence, lowered.name, std::move(children));
  nodes_[known].controlCode = code;
  return known;
}

Nodes Lowering::children(std::initializer_list<plan::SequenceId> ids) {
  Nodes nodes;
  for (const plan::SequenceId id : ids)
    if (id.valid()) nodes.push_back(sequence(id));
  return nodes;
}

void Lowering::add(plan::Step step, Nodes &into) {
  if (isHidden(step.kind)) return;
  const auto here = [&] {
    site_ = step.site == plan::kNone ? std::string() : plan_.sites[step.site];
  };
  here();
  switch (step.kind) {
  case plan::StepKind::Compute:
  case plan::StepKind::Copy:
  case plan::StepKind::StreamRead:
  case plan::StepKind::StreamWrite:
  case plan::StepKind::RemoteRead:
  case plan::StepKind::RemoteWrite:
  case plan::StepKind::CrossReplicaCopy:
    return addWork(step, into);
  default: {
    const std::uint32_t added = control(step);
    here(); // what it contains has other sites
    nodes_[added].site = site_;
    nodes_[added].controlCode += plan::controlCode(plan_, step);
    into.push_back(added);
  }
  }
}

std::uint32_t Lowering::control(plan::Step step) {
  const std::uint32_t payload = step.payload;
  switch (step.kind) {
  case plan::StepKind::Repeat: {
    const plan::RepeatStep &repeat = plan_.repeats[payload];
    const std::uint32_t added = node(ProgramType::Repeat, "", children({repeat.body}));
    nodes_[added].repeats = repeat.count;
    return added;
  }
  case plan::StepKind::RepeatWhile: {
    const plan::RepeatWhileStep &repeat = plan_.repeatWhiles[payload];
    return node(ProgramType::RepeatWhile, repeat.name, children({repeat.condition, repeat.body}));
  }
  case plan::StepKind::Loop:
    return node(ProgramType::RepeatWhile, "forever", children({plan_.loops[payload].body}));
  case plan::StepKind::If: {
    const plan::IfStep &choice = plan_.ifs[payload];
    return node(ProgramType::If, choice.name, children({choice.thenBranch, choice.elseBranch}));
  }
  case plan::StepKind::Switch: {
    const plan::SwitchStep &choice = plan_.switches[payload];
    Nodes nodes;
    for (const auto &[value, branch] : choice.cases)
      if (branch.valid()) nodes.push_back(sequence(branch));
    if (choice.defaultCase.valid()) nodes.push_back(sequence(choice.defaultCase));
    return node(ProgramType::Switch, choice.name, std::move(nodes));
  }
  case plan::StepKind::Call:
    return node(ProgramType::Call, "", children({plan_.calls[payload].body}));
  case plan::StepKind::Collective:
    return node(ProgramType::Sequence, plan_.collectives[payload].name,
                children({plan_.collectives[payload].steps}));
  case plan::StepKind::Block: {
    std::uint32_t &known = blocks_[payload];
    if (known == plan::kNone)
      known = node(ProgramType::Block, plan_.blocks[payload].name,
                   children({plan_.blocks[payload].body}));
    return known;
  }
  case plan::StepKind::Sync:
    return node(ProgramType::Sync,
                plan_.syncs[payload].kind == plan::SyncStep::kWithinIpus ? "internal" : "external");
  case plan::StepKind::HostCall:
    return node(ProgramType::StreamCopyMid,
                plan_.hostFunctions[plan_.hostCalls[payload].function].handle);
  case plan::StepKind::CycleStamp:
    return node(ProgramType::OnTileExecute, "cycleStamp");
  case plan::StepKind::HwSeeds:
    return node(ProgramType::OnTileExecute, "hwSeeds");
  case plan::StepKind::FpControl:
    return node(ProgramType::OnTileExecute, "floatingPointBehaviour");
  case plan::StepKind::Print:
    return node(ProgramType::Unknown, "PrintTensor " + plan_.prints[payload].title);
  default:
    return node(ProgramType::Unknown, "Abort");
  }
}

void Lowering::addWork(plan::Step step, Nodes &into) {
  const std::uint32_t index = table_.indexOf(step.kind, step.payload);
  if (leaves_[index].empty()) leaves_[index] = lowered(step, index);
  addControlCode(step, leaves_[index]);
  for (const Leaf &leaf : leaves_[index])
    into.push_back(leaf.node);
}

/// A transfer has as much in its beginning, its middle and its end. Otherwise a leaf is an
/// instruction, and the last one has what is left.
void Lowering::addControlCode(plan::Step step, const Leaves &leaves) {
  std::uint64_t left = plan::controlCode(plan_, step);
  const bool isTransfer = nodeOf(leaves, Role::CopyMid) != plan::kNone;
  const std::uint64_t share = isTransfer ? left / 3 : plan::kInstruction;
  std::uint32_t last = plan::kNone;
  for (const Leaf &leaf : leaves) {
    if (isTransfer && !isPartOfTransfer(leaf.role)) continue;
    const std::uint64_t code = std::min(left, share);
    nodes_[leaf.node].controlCode += code;
    left -= code;
    last = leaf.node;
  }
  if (last != plan::kNone) nodes_[last].controlCode += left;
}

Leaves Lowering::lowered(plan::Step step, std::uint32_t index) {
  Leaves leaves;
  switch (step.kind) {
  case plan::StepKind::Compute:
    return loweredCompute(plan_.computes[step.payload], index);
  case plan::StepKind::Copy: {
    const plan::CopyStep &copy = plan_.copies[step.payload];
    addLeaf(Role::Sync, ProgramType::Sync, "", leaves);
    addExchange(copy.name, copy.exchange, index, leaves);
    if (copy.exchange.totalBytes == 0 || copy.exchange.copyCycles != 0)
      addLeaf(Role::Execute, ProgramType::OnTileExecute, copy.name, leaves);
    return leaves;
  }
  case plan::StepKind::CrossReplicaCopy:
    addLeaf(Role::Sync, ProgramType::Sync, "", leaves);
    addLeaf(Role::GlobalExchange, ProgramType::GlobalExchange,
            plan_.crossReplicaCopies[step.payload].name, leaves);
    nodes_.back().exchange = exchanges_[index];
    return leaves;
  case plan::StepKind::StreamRead:
  case plan::StepKind::StreamWrite: {
    const plan::StreamStep &stream = plan_.streamSteps[step.payload];
    return loweredTransfer(plan_.streams[stream.stream].handle, stream.exchange, index,
                           step.kind == plan::StepKind::StreamWrite);
  }
  default: {
    const plan::RemoteStep &remote = plan_.remoteSteps[step.payload];
    return loweredTransfer(plan_.remoteBuffers[remote.buffer].handle, remote.exchange, index,
                           step.kind == plan::StepKind::RemoteWrite);
  }
  }
}

Leaves Lowering::loweredCompute(const plan::ComputeStep &compute, std::uint32_t index) {
  Leaves leaves;
  addLeaf(Role::Sync, ProgramType::Sync, "", leaves);
  addExchange(compute.name, compute.exchange, index, leaves);
  if (leaves.size() > 1) addLeaf(Role::SyncBeforeCompute, ProgramType::Sync, "", leaves);
  addLeaf(Role::Execute, ProgramType::OnTileExecute, compute.name, leaves);
  nodes_.back().computeSet = table_.stepAt(index).second;
  return leaves;
}

/// Data is rearranged on the device after it came, or before it goes.
Leaves Lowering::loweredTransfer(const std::string &name, const plan::ExchangeSummary &exchange,
                                 std::uint32_t index, bool toHost) {
  Leaves rearranging, transfer;
  addExchange(name, exchange, index, rearranging);
  if (exchange.copyCycles != 0)
    addLeaf(Role::Execute, ProgramType::OnTileExecute, name, rearranging);
  addLeaf(Role::CopyBegin, ProgramType::StreamCopyBegin, name, transfer);
  addLeaf(Role::CopyMid, ProgramType::StreamCopyMid, name, transfer);
  nodes_.back().exchange = exchanges_[index];
  addLeaf(Role::CopyEnd, ProgramType::StreamCopyEnd, name, transfer);
  Leaves &first = toHost ? rearranging : transfer;
  const Leaves &second = toHost ? transfer : rearranging;
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

void Lowering::addExchange(const std::string &name, const plan::ExchangeSummary &exchange,
                           std::uint32_t index, Leaves &into) {
  if (exchange.interIpuBytes != 0) {
    addLeaf(Role::GlobalExchange, ProgramType::GlobalExchange, name, into);
    nodes_.back().exchange = exchanges_[index];
  }
  if (exchange.totalBytes > exchange.interIpuBytes) {
    addLeaf(Role::Exchange, ProgramType::DoExchange, name, into);
    nodes_.back().exchange = exchanges_[index];
  }
}

void Lowering::number(std::uint32_t node) {
  if (numbered_[node]) return;
  numbered_[node] = true;
  const Nodes &children = nodes_[node].children;
  for (auto child = children.rbegin(); child != children.rend(); ++child)
    number(*child);
  order_.push_back(node);
}

ProgramTree Lowering::build() {
  ProgramTree tree;
  for (const plan::SequenceId id : plan_.programs)
    tree.entries.push_back(id.valid() ? sequence(id) : node(ProgramType::Sequence, ""));
  numbered_.resize(nodes_.size());
  for (auto entry = tree.entries.rbegin(); entry != tree.entries.rend(); ++entry)
    number(*entry);
  std::reverse(order_.begin(), order_.end());

  Nodes newIndex(nodes_.size(), plan::kNone);
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    newIndex[order_[i]] = i;
  const auto renumber = [&](std::uint32_t &index) {
    if (index != plan::kNone) index = newIndex[index];
  };
  for (const std::uint32_t node : order_) {
    ProgramInfo &info = tree.programs.emplace_back(std::move(nodes_[node]));
    for (std::uint32_t &child : info.children)
      renumber(child);
  }
  for (std::uint32_t &entry : tree.entries)
    renumber(entry);
  for (Leaves &leaves : leaves_)
    for (Leaf &leaf : leaves)
      renumber(leaf.node);
  for (std::uint32_t &block : blocks_)
    renumber(block);
  tree.leaves = std::move(leaves_);
  tree.blocks = std::move(blocks_);
  return tree;
}

} // namespace

std::uint32_t nodeOf(const Leaves &leaves, Role role) {
  for (const Leaf &leaf : leaves)
    if (leaf.role == role) return leaf.node;
  return plan::kNone;
}

ProgramTree buildProgramTree(const plan::Plan &plan, const StepTable &table,
                             const std::vector<std::uint32_t> &exchanges) {
  return Lowering(plan, table, exchanges).build();
}

} // namespace poplar_emu::profile
