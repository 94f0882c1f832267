// SPDX-License-Identifier: MIT
// Lays out a plan as text.
#include "plan/Print.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <string_view>

namespace poplar_emu::plan {
namespace {

constexpr std::size_t kMaxRows = 16;

std::string_view name(StepKind kind) {
  static constexpr std::string_view kNames[] = {"compute",        "copy",
                                                "stream read",    "stream write",
                                                "remote read",    "remote write",
                                                "repeat",         "while",
                                                "loop",           "if",
                                                "switch",         "call",
                                                "host call",      "cross-replica copy",
                                                "assume equal",   "block",
                                                "sync",           "print",
                                                "abort",          "cycle stamp",
                                                "hardware seeds", "floating-point control",
                                                "undefine",       "collective"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string text(const Scalar &scalar) {
  return fmt::format("{}@{}", poplar_emu::name(scalar.type), scalar.address);
}

class Printer {
 public:
  Printer(const Plan &plan, std::ostream &out) : plan_(plan), out_(out) {}

  void run() {
    const Machine &machine = plan_.machine;
    line("machine: {} IPUs of {} tiles, {} workers, {} replicas, {} bytes a tile", machine.numIpus,
         machine.tilesPerIpu, machine.numWorkers, machine.replicationFactor, machine.bytesPerTile);
    memory();
    hostObjects();
    for (std::size_t i = 0; i < plan_.programs.size(); ++i)
      line("program {}: sequence {}", i, plan_.programs[i].value);
    for (std::size_t i = 0; i < plan_.sequences.size(); ++i)
      sequence(i);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args &&...args) {
    fmt::print(out_, "{:{}}", "", indent_ * 2);
    fmt::print(out_, format, std::forward<Args>(args)...);
    out_ << '\n';
  }
  template <class T, class F>
  void table(const std::vector<T> &values, F &&row) {
    ++indent_;
    for (std::size_t i = 0; i < std::min(values.size(), kMaxRows); ++i)
      row(values[i]);
    if (values.size() > kMaxRows) line("... {} more", values.size() - kMaxRows);
    --indent_;
  }

  void memory() {
    const Memory &memory = plan_.memory;
    line("memory: {} bytes, scratch at {}, {} bytes of instances at {}, {} relocations",
         memory.bytes, memory.scratch, memory.instanceImage.size(), memory.instances,
         memory.relocations.size());
    ++indent_;
    for (std::size_t i = 0; i < memory.variables.size(); ++i)
      variable(i);
    --indent_;
    table(memory.initialData, [this](const InitialData &data) {
      line("initial data at {}: {} x {} bytes{}", data.address, data.count, data.bytes.size(),
           data.perReplica.empty() ? "" : ", by replica");
    });
  }

  void variable(std::size_t index) {
    const VariableStorage &variable = plan_.memory.variables[index];
    if (variable.bytes == 0) return;
    line("variable {} '{}': {} x {} at {}{}", index, variable.name, variable.numElements,
         poplar_emu::name(variable.type), variable.address,
         variable.blocks.empty() ? ", in order" : "");
    table(variable.blocks, [this](const PackedBlock &block) {
      line("[{}, +{}) x {} every {} on tile {}", block.element, block.length, block.count,
           block.stride, block.tile.value);
    });
  }

  void hostObjects() {
    for (const Stream &stream : plan_.streams)
      line("stream '{}': {}, {} bytes of {}", stream.handle,
           stream.direction == StreamDirection::HostToDevice ? "to device" : "to host",
           stream.bytes, poplar_emu::name(stream.type));
    for (const RemoteBuffer &buffer : plan_.remoteBuffers)
      line("remote buffer '{}': {} rows of {} bytes", buffer.handle, buffer.rows, buffer.rowBytes);
    for (const HostFunction &function : plan_.hostFunctions)
      line("host function '{}': {} inputs, {} outputs", function.handle, function.inputBytes.size(),
           function.outputBytes.size());
    for (const HostHandle &handle : plan_.hostReads)
      line("host read '{}': {}", handle.handle, summary(handle.transfer.moves));
    for (const HostHandle &handle : plan_.hostWrites)
      line("host write '{}': {}", handle.handle, summary(handle.transfer.moves));
  }

  void sequence(std::size_t index) {
    const Sequence &sequence = plan_.sequences[index];
    line("sequence {}{}{}", index, sequence.name.empty() ? "" : " ", sequence.name);
    ++indent_;
    for (const Step &step : sequence.steps) {
      line("{} {}{}", name(step.kind), step.payload, details(step));
      if (step.kind == StepKind::Compute) compute(plan_.computes[step.payload]);
      if (step.kind == StepKind::Copy) copy(plan_.copies[step.payload]);
    }
    --indent_;
  }

  void compute(const ComputeStep &step) {
    ++indent_;
    line("gathers: {}", summary(step.gathers));
    line("scatters: {}", summary(step.scatters));
    exchange(step.exchange);
    --indent_;
    table(step.batches, [this](const Batch &batch) {
      line("tile {}: {} x {}", batch.tile.value, batch.count, plan_.vertexTypes[batch.type].name);
    });
  }

  void copy(const CopyStep &step) {
    ++indent_;
    for (const MoveList &phase : step.phases) {
      line("phase: {}", summary(phase));
      table(phase.moves, [&](const Move &move) { this->move(phase, move); });
    }
    exchange(step.exchange);
    --indent_;
  }

  void move(const MoveList &list, const Move &move) {
    if (move.pattern == Move::kContiguous) {
      line("{} -> {}: {} bytes", move.source, move.destination, move.bytes);
      return;
    }
    const Pattern &pattern = list.patterns[move.pattern];
    if (pattern.kind != PatternKind::Nest) {
      static constexpr std::string_view kKinds[] = {"nest", "gather", "scatter", "pairs"};
      line("{} -> {}: {} x {} bytes, {}", move.source, move.destination, pattern.count, move.bytes,
           kKinds[static_cast<std::size_t>(pattern.kind)]);
      return;
    }
    std::string loops;
    for (std::uint32_t i = 0; i < pattern.count; ++i) {
      const MoveLoop &loop = list.loops[pattern.first + i];
      loops += fmt::format(" x {} ({}, {})", loop.count, loop.sourceStride, loop.destinationStride);
    }
    line("{} -> {}: {} bytes{}", move.source, move.destination, move.bytes, loops);
  }

  void exchange(const ExchangeSummary &summary) {
    if (summary.totalBytes == 0) return;
    line("exchange: {} bytes on {} tiles, {} sent at most, {} received at most, {} between IPUs",
         summary.totalBytes, summary.tiles, summary.maxSentBytes, summary.maxReceivedBytes,
         summary.interIpuBytes);
    for (const LinkLoad &load : summary.links)
      line("link: {} bytes over {}", load.bytes, plan_.links[load.link].name);
  }

  std::string details(const Step &step) const {
    const std::uint32_t i = step.payload;
    switch (step.kind) {
    case StepKind::Compute:
      return fmt::format(" '{}': {} vertices on {} tiles, {} chunks", plan_.computes[i].name,
                         plan_.computes[i].vertices.size(), plan_.computes[i].activeTiles,
                         plan_.computes[i].chunks.empty() ? 0
                                                          : plan_.computes[i].chunks.size() - 1);
    case StepKind::Copy:
      return fmt::format(" '{}'", plan_.copies[i].name);
    case StepKind::StreamRead:
    case StepKind::StreamWrite:
      return fmt::format(" '{}': {}", plan_.streams[plan_.streamSteps[i].stream].handle,
                         summary(plan_.streamSteps[i].moves));
    case StepKind::RemoteRead:
    case StepKind::RemoteWrite:
      return fmt::format(" '{}': {} rows, {}",
                         plan_.remoteBuffers[plan_.remoteSteps[i].buffer].handle,
                         plan_.remoteSteps[i].rows, summary(plan_.remoteSteps[i].moves));
    case StepKind::Repeat:
      return fmt::format(": {} times sequence {}", plan_.repeats[i].count,
                         plan_.repeats[i].body.value);
    case StepKind::RepeatWhile:
      return fmt::format(": sequence {}, while {} is {}, sequence {}",
                         plan_.repeatWhiles[i].condition.value,
                         text(plan_.repeatWhiles[i].predicate), plan_.repeatWhiles[i].continueOn,
                         plan_.repeatWhiles[i].body.value);
    case StepKind::Loop:
      return fmt::format(": sequence {}", plan_.loops[i].body.value);
    case StepKind::If:
      return fmt::format(": {}, then sequence {}, else sequence {}", text(plan_.ifs[i].predicate),
                         plan_.ifs[i].thenBranch.value, plan_.ifs[i].elseBranch.value);
    case StepKind::Switch: {
      std::string cases = fmt::format(": {}", text(plan_.switches[i].control));
      for (const auto &[value, body] : plan_.switches[i].cases)
        cases += fmt::format(", {}: sequence {}", value, body.value);
      if (plan_.switches[i].onDefault == SwitchDefault::Sequence)
        cases += fmt::format(", else sequence {}", plan_.switches[i].defaultCase.value);
      return cases;
    }
    case StepKind::Call:
      return fmt::format(": sequence {}", plan_.calls[i].body.value);
    case StepKind::Block:
      return fmt::format(" '{}': sequence {}", plan_.blocks[i].name, plan_.blocks[i].body.value);
    case StepKind::HostCall:
      return fmt::format(" '{}'", plan_.hostFunctions[plan_.hostCalls[i].function].handle);
    case StepKind::CrossReplicaCopy:
      return across(plan_.crossReplicaCopies[i]);
    case StepKind::Collective:
      return collective(plan_.collectives[i]);
    case StepKind::Print:
      return fmt::format(" '{}'", plan_.prints[i].title);
    case StepKind::Abort:
      return fmt::format(" '{}'", plan_.aborts[i].message);
    case StepKind::Undefine:
      return fmt::format(" '{}': {}", plan_.undefines[i].name,
                         summary(plan_.undefines[i].operand.moves));
    default:
      return {};
    }
  }

  static std::string across(const CrossReplicaCopyStep &step) {
    std::string text = fmt::format(" '{}': {}", step.name, summary(step.moves));
    if (!step.staging.empty()) text += fmt::format(", staged: {}", summary(step.staging));
    for (const auto &[from, to] : step.sourceToDestination)
      text += fmt::format(" {}->{}", from, to);
    return text;
  }

  static std::string collective(const CollectiveStep &step) {
    static constexpr std::string_view kForms[] = {"all-reduce", "reduce-scatter", "all-gather",
                                                  "all-to-all", "broadcast"};
    static constexpr std::string_view kCombines[] = {"add", "square-add",  "mul",       "min",
                                                     "max", "logical-and", "logical-or"};
    std::uint64_t bytes = 0;
    for (const CollectivePiece &piece : step.pieces)
      bytes += piece.moves.totalBytes;
    return fmt::format(
        " '{}': {}{}, {} of {}, {} groups, {} pieces, {} bytes, in place of sequence {}", step.name,
        step.staged ? "staged " : "", kForms[static_cast<std::size_t>(step.form)],
        kCombines[static_cast<std::size_t>(step.combine)], poplar_emu::name(step.type),
        step.groups.size(), step.pieces.size(), bytes, step.steps.value);
  }

  const Plan &plan_;
  std::ostream &out_;
  int indent_ = 0;
};

} // namespace

std::string summary(const MoveList &list) {
  return fmt::format("{} moves, {} bytes, {} patterns, {} words, {} chunks", list.moves.size(),
                     list.totalBytes, list.patterns.size(), list.words.size(), list.numChunks());
}

void print(const Plan &plan, std::ostream &out) {
  Printer(plan, out).run();
}

} // namespace poplar_emu::plan
