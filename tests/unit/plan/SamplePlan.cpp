// SPDX-License-Identifier: MIT
// Fills every table of a plan.
#include "SamplePlan.hpp"

namespace poplar_emu::plan::test {
namespace {

MoveList contiguous(std::uint64_t source, std::uint64_t destination, std::uint32_t bytes) {
  MoveList list;
  list.moves.push_back({source, destination, bytes, Move::kContiguous});
  list.totalBytes = bytes;
  return list;
}

/// One move of each kind, in two chunks.
MoveList everyPattern() {
  MoveList list;
  list.loops = {{4, 32, 4}, {2, 4, 16}};
  list.words = {3, 1, 2, 0, 0, 1, 1, 0};
  list.patterns = {{PatternKind::Nest, 2, 0},
                   {PatternKind::Gather, 2, 0},
                   {PatternKind::Scatter, 2, 2},
                   {PatternKind::Pairs, 2, 4}};
  list.moves = {{0, 256, 4, 0},
                {64, 320, 4, 1},
                {64, 336, 4, 2},
                {64, 352, 4, 3},
                {128, 384, 64, Move::kContiguous}};
  list.chunks = {0, 3, 5};
  list.totalBytes = 32 + 8 + 8 + 8 + 64;
  return list;
}

ComputeStep compute() {
  ComputeStep step;
  step.name = "halo";
  step.computeSet = 7;
  step.work = {{0, 1, 0, 1, 0, 1, TileId(1)}};
  step.chunks = {0, 1};
  step.batches = {{0, 2, 1024, TileId(1), 0}};
  step.gathers = contiguous(0, 640, 16);
  step.scatters = contiguous(640, 64, 16);
  step.vertices = {{41, 0}, {42, kNone}};
  step.workers = {0, 1};
  step.tileStarts = {{1, TileId(2)}};
  step.status = 8;
  step.activeTiles = 1;
  step.costEstimate = 99;
  step.cycles = 123;
  step.exchange = {16, 16, 16, 0, 2, {0}, {TileSide::Compute}, 0, {}, {}, 4, 0, 2, 0};
  step.tileEstimates = {{0, 123, 100}};
  return step;
}

void addMemory(Memory &memory) {
  memory.bytes = 2048;
  memory.variables.resize(3);
  memory.variables[0] = {"in", ElementType::Float, 64, 0, 256, {}};
  memory.variables[2] = {"blocks", ElementType::Half,
                         64,       256,
                         128,      {{0, 4, 8, 8, 0, TileId(0)}, {4, 4, 8, 8, 32, TileId(1)}}};
  memory.initialData = {{0, 16, {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}}, {}},
                        {64, 1, {std::byte{9}}, {{0, {std::byte{7}}}, {1, {std::byte{8}}}}}};
  memory.replicaIndexAddresses = {512};
  memory.scratch = 640;
  memory.instances = 1024;
  memory.instanceImage.resize(48, std::byte{0x55});
  memory.relocations = {{1024, 0}, {1048, 2048}};
}

void addPrograms(Plan &plan) {
  const auto id = [](std::size_t i) { return SequenceId(i); };
  plan.programs = {id(0), id(1)};
  plan.sequences.resize(3);
  plan.sequences[0].name = "main";
  for (unsigned kind = 0; kind <= static_cast<unsigned>(StepKind::Collective); ++kind) {
    const auto stepKind = static_cast<StepKind>(kind);
    const bool second = stepKind == StepKind::StreamWrite || stepKind == StepKind::RemoteWrite;
    plan.sequences[0].steps.push_back({stepKind, second ? 1u : 0u, second ? 0u : kNone});
  }
  plan.sequences[2].steps.push_back({StepKind::Sync, 0});

  plan.repeats = {{5, id(2)}};
  plan.repeatWhiles = {{id(1), {16, ElementType::Bool}, false, id(2), "descend"}};
  plan.loops = {{id(2)}};
  plan.ifs = {{{20, ElementType::UnsignedInt}, id(1), id(2), "choose"}};
  SwitchStep choice;
  choice.control = {24, ElementType::Int};
  choice.cases = {{-3, id(1)}, {7, id(2)}};
  choice.onDefault = SwitchDefault::Error;
  choice.name = "which";
  plan.switches = {choice};
  plan.calls = {{id(2)}};
  plan.blocks = {{"layer", id(2), true}};
  plan.syncs = {{2}};
}

} // namespace

Plan samplePlan() {
  Plan plan;
  plan.machine = {2, 4, 6, 2, 638976};
  addMemory(plan.memory);
  plan.vertexTypes = {{"ns::Vertex<float,true>",
                       24,
                       true,
                       false,
                       {{"in", FieldShape::Vector, FieldAccess::Read, 0, 4, 16},
                        {"rows", FieldShape::Vectors, FieldAccess::ReadWrite, 8, 2, 16}},
                       VertexThreads::Supervisor}};
  plan.streams = {{"feed", StreamDirection::HostToDevice, StreamReplication::Broadcast,
                   ElementType::Float, 64, 3},
                  {"result", StreamDirection::DeviceToHost, StreamReplication::Replicate,
                   ElementType::Half, 32, 1}};
  plan.remoteBuffers = {{"rows", ElementType::Int, 32, 10}};
  plan.hostFunctions = {{"callback", {16}, {8}}};
  plan.hostReads = {{"read", ElementType::Float, {contiguous(0, 0, 256), 256}}};
  plan.hostWrites = {{"write", ElementType::Float, {contiguous(0, 0, 256), 256}}};
  plan.links = {{"IPU 0 -> IPU 1 (card)", 467'000'000'000}};
  plan.sites = {"stencil.cpp:41"};
  addPrograms(plan);

  plan.computes = {compute()};
  plan.ioTiles = {1};
  plan.exchangeDetails = {{{{0, 16, 0}, {1, 0, 16}}, {{0, 1, 16}}}};
  plan.copies = {{"shift",
                  {everyPattern(), contiguous(256, 0, 64)},
                  {64, 32, 16, 8, 4, {0, 1}, {}, 1, {{0, 1, 8}}, {{0, 8}}}}};
  plan.streamSteps = {{"", 0, contiguous(0, 64, 64), 64, {}},
                      {"out", 1, contiguous(64, 0, 32), 32, {32, 32, 0, 0, 1, {0}, {}, 0, {}, {}}}};
  plan.remoteSteps = {{"", 0, contiguous(0, 64, 64), 2, {512, 516}},
                      {"", 0, contiguous(64, 0, 32), 1, {}}};
  plan.hostCalls = {{0, {{contiguous(0, 0, 16), 16}}, {{contiguous(0, 64, 8), 8}}}};
  plan.crossReplicaCopies = {
      {"swap", contiguous(0, 256, 16), contiguous(0, 128, 64), {{0, 1}, {1, 0}}, {}}};
  plan.assumeEquals = {{"", {contiguous(0, 0, 4), 4}, ElementType::Float}};
  PrintStep print;
  print.title = "weights";
  print.type = ElementType::Quarter;
  print.shape = {2, 4};
  print.quarterMetadata = 0x42;
  print.value = {contiguous(0, 0, 8), 8};
  plan.prints = {print};
  plan.aborts = {{"stop", 0, Scalar{28, ElementType::Bool}}};
  plan.cycleStamps = {{TileId(3), true, {contiguous(0, 64, 8), 8}}};
  plan.hwSeeds = {{true, {contiguous(0, 0, 96), 96}, {TileId(2)}}};
  plan.fpControls = {{1, 8, kNoAddress, 32, {TileId(0), TileId(7)}}};
  plan.undefines = {{"dead", {contiguous(64, 0, 16), 16}}};
  CollectiveStep collective;
  collective.name = "sum";
  collective.steps = SequenceId(2);
  collective.combine = Combine::Max;
  collective.type = ElementType::Half;
  collective.scaleBits = 0x3f000000;
  collective.groups = {{1, 0}};
  collective.pieces = {{contiguous(0, 0, 64), {{0}, {1, 0}}, {0, 1}},
                       {contiguous(64, 64, 32), {}, {1}}};
  plan.collectives = {collective};
  plan.tileMemory.tiles.resize(2);
  for (TileBytes &tile : plan.tileMemory.tiles) {
    at(tile.bytes, MemoryCategory::Constant) = tile.alwaysLive = 100;
    at(tile.bytes, MemoryCategory::Variable) = tile.notAlwaysLive = 40;
    tile.fullestStep = 0;
  }
  plan.tileMemory.placed = {{0, 1, 64, 40, MemoryCategory::Variable, false, 0, 0}};
  plan.tileMemory.steps = {{"step", "user.cpp:1", StepKind::Copy, 0, 80, {40, 40}, {0}}};
  plan.tileMemory.alwaysLive = {0};
  return plan;
}

} // namespace poplar_emu::plan::test
