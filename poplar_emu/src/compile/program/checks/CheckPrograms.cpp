// SPDX-License-Identifier: MIT
// Walks all reached programs and checks each node once.
#include "compile/ProgramLowering.hpp"
#include "compile/ProgramVisit.hpp"
#include "compile/program/checks/CheckCollective.hpp"
#include "compile/program/checks/Checks.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace poplar_emu::compile {
namespace {

constexpr std::initializer_list<ElementType> kPredicateTypes = {ElementType::Bool, ElementType::Int,
                                                                ElementType::UnsignedInt};
constexpr std::initializer_list<ElementType> kIndexTypes = {ElementType::UnsignedInt,
                                                            ElementType::Int};
constexpr std::initializer_list<ElementType> kWordTypes = {ElementType::UnsignedInt};

std::string_view kindOf(const ir::ProgramNode &node) {
  static constexpr std::string_view kKinds[] = {"Sequence",
                                                "Execute",
                                                "Copy",
                                                "Copy from stream",
                                                "Copy to stream",
                                                "Copy from remote buffer",
                                                "Copy to remote buffer",
                                                "Repeat",
                                                "RepeatWhile",
                                                "Loop",
                                                "If",
                                                "Switch",
                                                "Call",
                                                "Call of host function",
                                                "CrossReplicaCopy",
                                                "fused collective",
                                                "WriteUndef",
                                                "AssumeEqualAcrossReplicas",
                                                "Block",
                                                "Sync",
                                                "PrintTensor",
                                                "Abort",
                                                "cycle stamp",
                                                "hardware seeds",
                                                "floating-point control"};
  static_assert(std::size(kKinds) == std::variant_size_v<ir::ProgramPayload>);
  return kKinds[node.payload.index()];
}

/// What tells the graph of the node, and its verb.
std::string_view ownerOf(const ir::ProgramNode &node) {
  if (std::holds_alternative<ir::Call>(node.payload)) return "its function belongs";
  const auto *execute = std::get_if<ir::Execute>(&node.payload);
  return execute && !execute->status ? "its compute set belongs" : "its tensors belong";
}

class NodeChecker {
 public:
  NodeChecker(const ir::Graph &graph, const ir::ProgramNode &node)
      : graph_(graph), node_(node), checks_(graph, node, kindOf(node)) {}

  void run() {
    if (node_.graphId != 0 && node_.graphId != graph_.id)
      checks_.error(Code::PE0115, "{} to another graph", ownerOf(node_))
          .note("graph {} is compiled, this is of graph {}", graph_.id, node_.graphId)
          .fix("build the program with the graph that the engine gets")
          .raise();
    forEachOperand(node_, [this](const ir::Operand &operand, Access) { checks_.valid(operand); });
    std::visit([this](const auto &payload) { check(payload); }, node_.payload);
  }

 private:
  template <class T>
  void check(const T &) {}

  void check(const ir::Execute &execute) {
    if (execute.computeSet.index() >= graph_.computeSets.size())
      checks_.error(Code::PE0401, "compute set {} does not exist", execute.computeSet.value)
          .raise();
    if (!execute.status) return;
    checks_.scalar(*execute.status, "exit status", {ElementType::Bool});
    checks_.writable(*execute.status);
  }

  void check(const ir::Copy &copy) {
    checks_.sameSizeAndType(copy.source, copy.destination);
    checks_.writable(copy.destination);
  }

  void check(const ir::StreamRead &read) {
    const ir::Stream &stream = graph_.streams[read.stream.index()];
    checkStream(stream, read.destination, ir::StreamDirection::HostToDevice);
    checks_.writable(read.destination);
  }

  void check(const ir::StreamWrite &write) {
    checkStream(graph_.streams[write.stream.index()], write.source,
                ir::StreamDirection::DeviceToHost);
  }

  void checkStream(const ir::Stream &stream, const ir::Operand &operand,
                   ir::StreamDirection wanted) {
    if (stream.direction != wanted)
      checks_.error(Code::PE0401, "stream '{}' goes the other way", stream.handle)
          .at(stream.site, "stream '{}'", stream.handle)
          .fix("{}", wanted == ir::StreamDirection::HostToDevice
                         ? "make it with addHostToDeviceFIFO"
                         : "make it with addDeviceToHostFIFO")
          .raise();
    checkBuffer("stream", stream.handle, stream.site, stream.type, stream.numElements, operand);
  }

  void checkBuffer(std::string_view what, const std::string &handle, SiteId site,
                   ElementType elementType, std::uint64_t numElements, const ir::Operand &operand) {
    if (elementType == operand.type && numElements == operand.view.numElements()) return;
    Diagnostic diagnostic = checks_.error(
        Code::PE0409, "{} '{}' carries {} x {}, the tensor has {} x {}", what, handle, numElements,
        name(elementType), operand.view.numElements(), name(operand.type));
    diagnostic.at(site, "{} '{}', {} x {}", what, handle, numElements, name(elementType));
    checks_.show(diagnostic, "tensor", operand).raise();
  }

  void check(const ir::RemoteRead &read) {
    checkRemote(read.buffer, read.destination, read.rows);
    checks_.writable(read.destination);
  }
  void check(const ir::RemoteWrite &write) { checkRemote(write.buffer, write.source, write.rows); }

  void checkRemote(RemoteBufferId id, const ir::Operand &data,
                   const std::optional<ir::Operand> &rows) {
    const ir::RemoteBuffer &buffer = graph_.remoteBuffers[id.index()];
    if (rows) checks_.type(*rows, "offset", kIndexTypes);
    const std::uint64_t numRows = rows ? rows->view.numElements() : 1;
    checkBuffer("remote buffer", buffer.handle, buffer.site, buffer.type,
                numRows * buffer.numElements, data);
  }

  void check(const ir::RepeatWhile &loop) {
    checks_.scalar(loop.predicate, "predicate", kPredicateTypes);
  }
  void check(const ir::If &branch) {
    checks_.scalar(branch.predicate, "predicate", kPredicateTypes);
  }

  void check(const ir::Switch &choice) {
    checks_.scalar(choice.control, "control", kIndexTypes);
    std::set<std::int32_t> values;
    for (const auto &[value, body] : choice.cases)
      if (!values.insert(value).second)
        checks_.error(Code::PE0410, "case {} occurs twice", value).raise();
  }

  void check(const ir::Call &call) {
    if (call.function.index() >= graph_.functions.size())
      checks_.error(Code::PE0401, "function {} does not exist", call.function.value).raise();
  }

  void check(const ir::HostCall &call) {
    const ir::HostFunction &function = graph_.hostFunctions[call.function.index()];
    checkArguments(function, "input", function.inputs, call.inputs);
    checkArguments(function, "output", function.outputs, call.outputs);
    for (const ir::Operand &output : call.outputs)
      checks_.writable(output);
  }

  void checkArguments(const ir::HostFunction &function, std::string_view role,
                      const std::vector<ir::HostFunctionArgument> &wanted,
                      const std::vector<ir::Operand> &given) {
    if (wanted.size() != given.size())
      checks_
          .error(Code::PE0512, "'{}' has {} {}s, {} are given", function.handle, wanted.size(),
                 role, given.size())
          .at(function.site, "host function '{}'", function.handle)
          .raise();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i].type == given[i].type && wanted[i].numElements == given[i].view.numElements())
        continue;
      Diagnostic diagnostic =
          checks_.error(Code::PE0512, "{} {} of '{}' is {} x {}, the tensor has {} x {}", role, i,
                        function.handle, wanted[i].numElements, name(wanted[i].type),
                        given[i].view.numElements(), name(given[i].type));
      diagnostic.at(function.site, "host function '{}'", function.handle);
      checks_.show(diagnostic, role, given[i]).raise();
    }
  }

  void check(const ir::CrossReplicaCopy &copy) {
    checks_.sameSizeAndType(copy.source, copy.destination);
    checks_.writable(copy.destination);
    const unsigned replicas = graph_.machine.replicationFactor;
    std::set<unsigned> destinations;
    for (const auto &[source, destination] : copy.sourceToDestination) {
      if (source >= replicas || destination >= replicas)
        checks_
            .error(Code::PE0411, "from replica {} to {}, the graph has {}", source, destination,
                   replicas)
            .raise();
      if (source == destination)
        checks_.error(Code::PE0411, "replica {} sends to itself", source).raise();
      if (!destinations.insert(destination).second)
        checks_.error(Code::PE0411, "replica {} receives twice", destination).raise();
    }
    if (copy.sourceToDestination.size() != replicas)
      checks_
          .error(Code::PE0411, "{} of {} replicas send", copy.sourceToDestination.size(), replicas)
          .fix("give a permutation of all replicas without fixed points")
          .raise();
  }

  void check(const ir::Collective &collective) { checkCollective(graph_, checks_, collective); }

  void check(const ir::Abort &abort) {
    if (abort.condition) checks_.scalar(*abort.condition, "predicate", kPredicateTypes);
  }

  void check(const ir::CycleStamp &stamp) {
    checks_.type(stamp.destination, "cycle count", kWordTypes);
    checks_.numElements(stamp.destination, "cycle count", 2);
    checks_.writable(stamp.destination);
  }

  void check(const ir::HwSeeds &seeds) {
    checks_.type(seeds.seeds, "seeds", kWordTypes);
    checks_.numElements(seeds.seeds, "seeds",
                        std::uint64_t{4} * graph_.machine.numWorkers * seeds.tiles.size());
    if (!seeds.write) checks_.writable(seeds.seeds);
  }

  void check(const ir::FpControl &control) {
    if (control.load) checks_.scalar(*control.load, "state", kWordTypes);
    if (control.store) {
      checks_.scalar(*control.store, "state", kWordTypes);
      checks_.writable(*control.store);
    }
  }

  const ir::Graph &graph_;
  const ir::ProgramNode &node_;
  NodeChecks checks_;
};

class Walk {
 public:
  explicit Walk(const ir::Graph &graph) : graph_(graph) {}

  void visit(const ir::ProgramRef &program) {
    if (!program || !seen_.insert(program.get()).second) return;
    NodeChecker(graph_, *program).run();
    forEachChild(*program, [this](const ir::ProgramRef &child) { visit(child); });
  }

 private:
  const ir::Graph &graph_;
  std::unordered_set<const ir::ProgramNode *> seen_;
};

} // namespace

void checkPrograms(const Input &input, const Usage &usage) {
  Walk walk(input.graph);
  for (const ir::ProgramRef &program : input.programs)
    walk.visit(program);
  for (const FunctionId function : usage.functions)
    walk.visit(input.graph.functions[function.index()].body);
}

} // namespace poplar_emu::compile
