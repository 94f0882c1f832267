// SPDX-License-Identifier: MIT
// The verifier accepts what is right and finds each kind of fault.
#include "SamplePlan.hpp"

#include "plan/Verify.hpp"

#include <poplar_emu/InternalError.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace poplar_emu::plan::test {
namespace {

using testing::HasSubstr;

TEST(Verify, AcceptsTheSample) {
  EXPECT_EQ(findFault(samplePlan()), std::nullopt);
  EXPECT_NO_THROW(verify(samplePlan()));
}

TEST(Verify, FaultsAreInternalErrors) {
  Plan plan = samplePlan();
  plan.programs.push_back(SequenceId(99));
  try {
    verify(plan);
    FAIL() << "no error";
  } catch (const internal_error &error) {
    EXPECT_THAT(error.what(), HasSubstr("PE0001"));
    EXPECT_THAT(error.what(), HasSubstr("program 99"));
  }
}

struct Damage {
  const char *fault; ///< part of the text
  std::function<void(Plan &)> apply;
};

const std::vector<Damage> &damages() {
  static const std::vector<Damage> all = {
      {"link 7", [](Plan &p) { p.copies[0].exchange.links[0].link = 7; }},
      {"IPU 99 of ", [](Plan &p) { p.copies[0].exchange.ipus.push_back(99); }},
      {"a flow from IPU 0 to IPU 99", [](Plan &p) { p.copies[0].exchange.flows[0].to = 99; }},
      {"exchange detail 1 of 1", [](Plan &p) { p.copies[0].exchange.detail = 1; }},
      {"traffic of tile 99", [](Plan &p) { p.exchangeDetails[0].tiles[1].tile = 99; }},
      {"a flow from tile 0 to tile 99", [](Plan &p) { p.exchangeDetails[0].flows[0].to = 99; }},
      {"'halo': tile 99", [](Plan &p) { p.computes[0].tileEstimates[0].tile = 99; }},
      {"carries nothing", [](Plan &p) { p.links[0].bitsPerSecond = 0; }},
      {"no tiles", [](Plan &p) { p.machine.tilesPerIpu = 0; }},
      {"variable 'in' lies outside", [](Plan &p) { p.memory.variables[0].address = 2000; }},
      {"variable 'in' has 256 bytes", [](Plan &p) { p.memory.variables[0].numElements = 65; }},
      {"block of variable 'blocks'", [](Plan &p) { p.memory.variables[2].blocks[1].stride = 9; }},
      {"block of variable 'blocks'",
       [](Plan &p) { p.memory.variables[2].blocks[1].count = ~std::uint64_t{0}; }},
      {"do not cover", [](Plan &p) { p.memory.variables[2].blocks.pop_back(); }},
      {"tile 8", [](Plan &p) { p.memory.variables[2].blocks[0].tile = TileId(8); }},
      {"initial data", [](Plan &p) { p.memory.initialData[0].count = 1000; }},
      {"initial data", [](Plan &p) { p.memory.initialData[0].count = std::uint64_t{1} << 62; }},
      {"initial data of replica 2", [](Plan &p) { p.memory.initialData[1].perReplica[2]; }},
      {"replica's index", [](Plan &p) { p.memory.replicaIndexAddresses[0] = 2046; }},
      {"vertex instances", [](Plan &p) { p.memory.instances = 2040; }},
      {"relocation at 1068", [](Plan &p) { p.memory.relocations[0].location = 1068; }},
      {"relocation at 1028", [](Plan &p) { p.memory.relocations[0].location = 1028; }},
      {"points to 2049", [](Plan &p) { p.memory.relocations[0].target = 2049; }},
      {"source at 4000", [](Plan &p) { p.copies[0].phases[1].moves[0].source = 4000; }},
      {"destination at 2000", [](Plan &p) { p.copies[0].phases[1].moves[0].destination = 2000; }},
      {"no bytes", [](Plan &p) { p.copies[0].phases[1].moves[0].bytes = 0; }},
      {"pattern 9", [](Plan &p) { p.copies[0].phases[1].moves[0].pattern = 9; }},
      {"a move's source", [](Plan &p) { p.copies[0].phases[0].loops[0].sourceStride = 1000; }},
      {"a move's source", [](Plan &p) { p.copies[0].phases[0].loops[0].sourceStride = -4; }},
      {"a move's destination",
       [](Plan &p) { p.copies[0].phases[0].loops[1].destinationStride = 1 << 20; }},
      {"overflow",
       [](Plan &p) { p.copies[0].phases[0].loops[1] = {std::uint64_t{1} << 60, 1024, 1024}; }},
      {"without iterations", [](Plan &p) { p.copies[0].phases[0].loops[1].count = 0; }},
      {"loops of a pattern", [](Plan &p) { p.copies[0].phases[0].patterns[0].count = 3; }},
      {"words of a pattern", [](Plan &p) { p.copies[0].phases[0].patterns[3].count = 3; }},
      {"a move's source", [](Plan &p) { p.copies[0].phases[0].words[0] = 5000; }},
      {"a move's destination", [](Plan &p) { p.copies[0].phases[0].words[2] = 5000; }},
      {"a move's destination", [](Plan &p) { p.copies[0].phases[0].words[7] = ~0u; }},
      {"moves of 120 bytes", [](Plan &p) { p.copies[0].phases[0].totalBytes = 121; }},
      {"chunks", [](Plan &p) { p.copies[0].phases[0].chunks = {0, 4}; }},
      {"vertex type 1", [](Plan &p) { p.computes[0].batches[0].type = 1; }},
      {"instances at 1025", [](Plan &p) { p.computes[0].batches[0].instances = 1025; }},
      {"vertices of a batch", [](Plan &p) { p.computes[0].batches[0].firstVertex = 1; }},
      {"gathers [0, 2)", [](Plan &p) { p.computes[0].work[0].gatherEnd = 2; }},
      {"batches [1, 0)", [](Plan &p) { p.computes[0].work[0] = {0, 0, 1, 0, 0, 0, TileId(0)}; }},
      {"chunks do not cover", [](Plan &p) { p.computes[0].chunks = {0}; }},
      {"site 1", [](Plan &p) { p.computes[0].vertices[0].site = 1; }},
      {"worker 6", [](Plan &p) { p.computes[0].workers[1] = 6; }},
      {"1 workers", [](Plan &p) { p.computes[0].workers.pop_back(); }},
      {"vertex 2", [](Plan &p) { p.computes[0].tileStarts[0].vertex = 2; }},
      {"tile 9", [](Plan &p) { p.computes[0].tileStarts[0].tile = TileId(9); }},
      {"starts of tiles",
       [](Plan &p) { p.computes[0].tileStarts.insert(p.computes[0].tileStarts.begin(), {7, {}}); }},
      {"field 'in'", [](Plan &p) { p.vertexTypes[0].fields[0].offset = 16; }},
      {"field 'rows'", [](Plan &p) { p.vertexTypes[0].fields[1].rowBytes = 8; }},
      {"site 4", [](Plan &p) { p.sequences[0].steps[0].site = 4; }},
      {"WriteUndef", [](Plan &p) { p.undefines[0].operand.bytes = 15; }},
      {"scalar at 2048", [](Plan &p) { p.computes[0].status = 2048; }},
      {"stream 5", [](Plan &p) { p.streamSteps[0].stream = 5; }},
      {"the stream has 64", [](Plan &p) { p.streamSteps[0].bytes = 60; }},
      {"against its direction",
       [](Plan &p) { p.sequences[0].steps[static_cast<int>(StepKind::StreamRead)].payload = 1; }},
      {"remote buffer 1", [](Plan &p) { p.remoteSteps[0].buffer = 1; }},
      {"3 row indices", [](Plan &p) { p.remoteSteps[0].rowIndices.push_back(0); }},
      {"misaligned", [](Plan &p) { p.remoteSteps[0].rowIndices[0] = 514; }},
      {"size of input 0", [](Plan &p) { p.hostCalls[0].inputs[0].bytes = 4; }},
      {"number of arguments", [](Plan &p) { p.hostCalls[0].outputs.clear(); }},
      {"replica 0 to 2", [](Plan &p) { p.crossReplicaCopies[0].sourceToDestination[0] = 2; }},
      {"receives twice", [](Plan &p) { p.crossReplicaCopies[0].sourceToDestination[0] = 0; }},
      {"source at 2040", [](Plan &p) { p.crossReplicaCopies[0].staging.moves[0].source = 2040; }},
      {"AssumeEqualAcrossReplicas: no element type",
       [](Plan &p) { p.assumeEquals[0].type = ElementType::Invalid; }},
      {"sequence 9", [](Plan &p) { p.collectives[0].steps = SequenceId(9); }},
      {"step of kind", [](Plan &p) { p.sequences[2].steps.push_back({StepKind::Print, 0}); }},
      {"replica 2", [](Plan &p) { p.collectives[0].groups[0][0] = 2; }},
      {"replica 0", [](Plan &p) { p.collectives[0].groups[0][0] = 0; }},
      {"different sizes", [](Plan &p) { p.collectives[0].groups.push_back({}); }},
      {"position 2 of 2", [](Plan &p) { p.collectives[0].pieces[0].chains[1][0] = 2; }},
      {"position 7 of 2", [](Plan &p) { p.collectives[0].pieces[1].receivers[0] = 7; }},
      {"empty chain", [](Plan &p) { p.collectives[0].pieces[0].chains[0].clear(); }},
      {"float cannot be combined",
       [](Plan &p) {
         p.collectives[0].type = ElementType::Float;
         p.collectives[0].combine = Combine::LogicalAnd;
       }},
      {"splits an element",
       [](Plan &p) {
         p.collectives[0].pieces[0].moves.moves[0].bytes = 63;
         p.collectives[0].pieces[0].moves.totalBytes = 63;
       }},
      {"8 bytes for its shape", [](Plan &p) { p.prints[0].shape.push_back(3); }},
      {"float format", [](Plan &p) { p.prints[0].format.floatFormat = 4; }},
      {"print 3", [](Plan &p) { p.aborts[0].print = 3; }},
      {"tile 8", [](Plan &p) { p.cycleStamps[0].tile = TileId(8); }},
      {"96 bytes for 2 tiles", [](Plan &p) { p.hwSeeds[0].tiles.push_back(TileId(1)); }},
      {"floating-point control", [](Plan &p) { p.fpControls[0].store = 4096; }},
      {"cases of a Switch",
       [](Plan &p) { std::swap(p.switches[0].cases[0], p.switches[0].cases[1]); }},
      {"If: scalar of 8 bytes", [](Plan &p) { p.ifs[0].predicate.type = ElementType::LongLong; }},
      {"sync kind", [](Plan &p) { p.syncs[0].kind = 3; }},
      {"step 1 of kind", [](Plan &p) { p.sequences[2].steps[0].payload = 1; }},
      {"sequence 77", [](Plan &p) { p.loops[0].body = SequenceId(77); }},
      {"reaches itself", [](Plan &p) { p.sequences[2].steps.push_back({StepKind::Call, 0}); }},
      {"too many tiles", [](Plan &p) { p.tileMemory.tiles.resize(9); }},
      {"by category", [](Plan &p) { p.tileMemory.tiles[0].alwaysLive += 8; }},
      {"is fullest at step 7", [](Plan &p) { p.tileMemory.tiles[0].fullestStep = 7; }},
      {"memory placed on tile", [](Plan &p) { p.tileMemory.placed[0].tile = 9; }},
      {"memory placed for variable", [](Plan &p) { p.tileMemory.placed[0].variable = 99; }},
      {"live memory of too many", [](Plan &p) { p.tileMemory.steps[0].bytesByTile.resize(9); }},
      {"in step 'step'", [](Plan &p) { p.tileMemory.steps[0].variables = {99}; }},
      {"always live", [](Plan &p) { p.tileMemory.alwaysLive.resize(99); }},
      {"host read 'read'", [](Plan &p) { p.hostReads[0].transfer.bytes = 255; }},
      {"host write 'write'", [](Plan &p) { p.hostWrites[0].transfer.moves.moves[0].source = 1; }},
  };
  return all;
}

TEST(Verify, FindsEachFault) {
  for (std::size_t i = 0; i < damages().size(); ++i) {
    Plan plan = samplePlan();
    damages()[i].apply(plan);
    const std::optional<std::string> fault = findFault(plan);
    ASSERT_TRUE(fault) << "damage " << i << ": " << damages()[i].fault;
    EXPECT_THAT(*fault, HasSubstr(damages()[i].fault)) << "damage " << i;
  }
}

TEST(Verify, SharedSequencesAreNoCycle) {
  Plan plan = samplePlan();
  plan.calls.push_back({SequenceId(1)});
  plan.sequences[2].steps.push_back({StepKind::Call, 1});
  plan.sequences[0].steps.push_back({StepKind::Call, 1});
  EXPECT_EQ(findFault(plan), std::nullopt);
}

} // namespace
} // namespace poplar_emu::plan::test
