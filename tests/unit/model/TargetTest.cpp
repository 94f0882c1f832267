// SPDX-License-Identifier: MIT
// poplar::Target and poplar::IPUModel: values of each machine, virtual targets, files, complaints.
#include "Throws.hpp"

#include <poplar/IPUModel.hpp>
#include <poplar/Target.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <sstream>

namespace poplar {
namespace {

TEST(Target, ValuesOfTheGenerations) {
  const Target mk1 = Target::createIPUTarget("ipu1");
  EXPECT_EQ(mk1.getTilesPerIPU(), 1216U);
  EXPECT_EQ(mk1.getBytesPerTile(), 262144U);
  EXPECT_EQ(mk1.getTileClockFrequency(), 1.6e9);
  EXPECT_EQ(mk1.getMemoryElementOffsets().size(), 16U);
  EXPECT_EQ(mk1.getInterleavedMemoryElementIndex(), 8U);
  EXPECT_FALSE(mk1.supportsExchangeBusSharing());
  EXPECT_EQ(mk1.getTilesPerSharedExchangeBus(), 1U);

  const Target mk2 = Target::createIPUTarget(2, "ipu2");
  EXPECT_EQ(mk2.getTargetType(), TargetType::IPU);
  EXPECT_EQ(mk2.getTargetArchString(), "ipu2");
  EXPECT_EQ(mk2.getNumTiles(), 2944U);
  EXPECT_EQ(mk2.getBytesPerTile(), 638976U);
  EXPECT_EQ(mk2.getMemoryBytes(), 2944ULL * 638976);
  EXPECT_EQ(mk2.getTileClockFrequency(), 1.33e9);
  EXPECT_EQ(mk2.getNumWorkerContexts(), 6U);
  EXPECT_EQ(mk2.getExchangeBytesPerCycle(), 4U);
  EXPECT_EQ(mk2.getRptCountMax(), 4095U);
  EXPECT_EQ(mk2.getAtomicStoreGranularity(), 4U);
  EXPECT_EQ(mk2.getMemoryElementOffsets().size(), 39U);
  EXPECT_EQ(mk2.getMemoryElementOffsets()[13], 0x34000U);
  EXPECT_EQ(mk2.getTilesPerSharedExchangeBus(), 2U);
  EXPECT_EQ(mk2.getGlobalSyncCycles(), 600U);
  EXPECT_EQ(mk2.getMaxIPUSyncDelay(), 126U);
  EXPECT_EQ(mk2.getNumConvUnits(HALF, HALF), 16U);
  EXPECT_EQ(mk2.getNumConvUnits(QUARTER, HALF), 0U);
  EXPECT_EQ(mk2.getNumConvUnits(INT, INT), 0U);
  EXPECT_EQ(Target::createIPUTarget("ipu21").getNumConvUnits(QUARTER, HALF), 16U);
  EXPECT_EQ(mk2.getWeightsPerConvUnit(HALF), 16U);
  EXPECT_EQ(mk2.getWeightsPerConvUnit(true), 8U);
  EXPECT_EQ(mk2.getNumTilesPerXBContext(), 23U);
}

TEST(Target, WidthsAndSizes) {
  const Target target = Target::createIPUTarget("ipu2");
  EXPECT_EQ(target.getFloatVectorWidth(), 2U);
  EXPECT_EQ(target.getHalfVectorWidth(), 4U);
  EXPECT_EQ(target.getQuarterVectorWidth(), 8U);
  EXPECT_EQ(target.getVectorWidth(LONGLONG), 1U);
  EXPECT_EQ(target.getTypeSize(HALF), 2U);
  EXPECT_EQ(target.getTypeSize(BOOL), 1U);
  EXPECT_EQ(target.getTypeSize(UNSIGNED_LONGLONG), 8U);
  EXPECT_THROW(target.getTypeSize(Type()), type_error);
  EXPECT_THROW(target.getWeightsPerConvUnit(INT), type_error);
}

TEST(Target, TypeLimits) {
  const Target target = Target::createCPUTarget();
  EXPECT_EQ(target.getTypeLimitsMaxAs<double>(HALF), 65504.0);
  EXPECT_EQ(target.getTypeLimitsLowestAs<float>(HALF), -65504.0F);
  EXPECT_EQ(target.getTypeLimitsMaxAs<float>(FLOAT), std::numeric_limits<float>::max());
  EXPECT_EQ(target.getTypeLimitsMaxAs<int>(INT), std::numeric_limits<int>::max());
  EXPECT_EQ(target.getTypeLimitsLowestAs<long long>(LONGLONG),
            std::numeric_limits<long long>::min());
  EXPECT_EQ(target.getTypeLimitsMaxAs<unsigned long long>(UNSIGNED_LONGLONG), ~0ULL);
  EXPECT_EQ(target.getTypeLimitsMaxAs<int>(UNSIGNED_CHAR), 255);
  EXPECT_EQ(target.getTypeLimitsLowest(SHORT), -32768.0);
  EXPECT_EQ(target.getTypeLimitsMax(BOOL), 1.0);
  // 2^31 - 1 has 31 significant bits, a float 24.
  EXPECT_THROW(target.getTypeLimitsMaxAs<float>(INT), poplar_error);
  EXPECT_THROW(target.getTypeLimitsLowestAs<unsigned>(INT), poplar_error);
  EXPECT_THROW(target.getTypeLimitsMaxAs<short>(INT), poplar_error);
  EXPECT_THROW(target.getTypeLimitsMax(QUARTER), poplar_error);
}

TEST(Target, CpuTargetsHaveATileOfOneWorkerAnIpu) {
  const Target target = Target::createCPUTarget(true, 3);
  EXPECT_EQ(target.getTargetType(), TargetType::CPU);
  EXPECT_EQ(target.getTargetArchString(), "cpu");
  EXPECT_EQ(target.getNumIPUs(), 3U);
  EXPECT_EQ(target.getNumTiles(), 3U);
  EXPECT_EQ(target.getNumWorkerContexts(), 1U);
}

TEST(Target, SystemsByName) {
  EXPECT_EQ(Target::createIPUTarget("IPU-POD16").getNumIPUs(), 16U);
  EXPECT_EQ(Target::createIPUTarget("IPU-POD16").getTargetSystemString(), "IPU-POD16");
  EXPECT_EQ(Target::createIPUTarget(4, "IPU-POD16").getNumIPUs(), 4U);
  EXPECT_EQ(Target::createIPUTarget("Bow-POD64").getTileClockFrequency(), 1.85e9);
  EXPECT_EQ(Target::createIPUTarget("_VIRTUAL_GRAPH_TEST_16").getTilesPerIPU(), 16U);
  EXPECT_EQ(Target::createIPUTarget(1, 4, "ipu2").getTilesPerIPU(), 4U);
  EXPECT_NE(textThrownBy([] { Target::createIPUTarget("ipu9"); }).find("PE0705"),
            std::string::npos);
  EXPECT_THROW(Target::createIPUTarget("IPU-POD"), poplar_error);
  EXPECT_THROW(Target::createIPUTarget("IPU-POD0"), poplar_error);
  EXPECT_THROW(Target::createIPUTarget(0, "ipu2"), poplar_error);
  EXPECT_THROW(Target::createIPUTarget(1, 1473, "ipu2"), poplar_error);
}

TEST(Target, TakesOptionsByName) {
  const Target target = Target::createIPUTarget(8, "ipu2",
                                                {{"ipuLinkTopology", "torus"},
                                                 {"ipuLinkConfiguration", "BarleyTwist"},
                                                 {"ipuLinkDomainSize", "4"},
                                                 {"gatewayMode", "false"},
                                                 {"target.hostSyncTimeout", "10"}});
  EXPECT_EQ(target.getIpuLinkTopology(), IpuLinkTopology::Torus);
  EXPECT_EQ(target.getIpuLinkConfiguration(), IpuLinkConfiguration::BarleyTwist);
  EXPECT_EQ(target.getIpuLinkDomainSize(), 4U);
  EXPECT_FALSE(target.getGatewayMode());
  EXPECT_EQ(target.getTargetOptions().size(), 4U);
  EXPECT_EQ(Target::createIPUTarget(8, "ipu2").getIpuLinkDomainSize(), 8U);
  const std::string text =
      textThrownBy([] { Target::createIPUTarget("ipu2", {{"ipuLinkTopolgy", "torus"}}); });
  EXPECT_NE(text.find("did you mean 'ipuLinkTopology'?"), std::string::npos);
  EXPECT_THROW(Target::createIPUTarget("ipu2", {{"ipuLinkTopology", "cube"}}), invalid_option);
  EXPECT_THROW(Target::createIPUTarget("ipu2", {{"ipuLinkDomainSize", "0"}}), invalid_option);
}

TEST(Target, EnvironmentOptionsWin) {
  setenv("POPLAR_TARGET_OPTIONS", R"({"ipuLinkDomainSize": 2})", 1);
  EXPECT_EQ(Target::createIPUTarget(8, "ipu2", {{"ipuLinkDomainSize", "4"}}).getIpuLinkDomainSize(),
            2U);
  unsetenv("POPLAR_TARGET_OPTIONS");
}

TEST(Target, VirtualTargetsAreSmaller) {
  const Target whole = Target::createIPUTarget(4, "ipu2");
  const Target part = whole.createVirtualTarget(2, 16);
  EXPECT_EQ(part.getNumTiles(), 32U);
  EXPECT_EQ(part.getBytesPerTile(), whole.getBytesPerTile());
  EXPECT_NE(part, whole);
  EXPECT_THROW(part.createVirtualTarget(2, 17), poplar_error);
  EXPECT_THROW(part.createVirtualTarget(3, 1), poplar_error);
  EXPECT_THROW(part.createVirtualTarget(0, 1), poplar_error);
}

TEST(Target, EqualityHashAndOrder) {
  const Target a = Target::createIPUTarget("ipu2"), b = Target::createIPUTarget("ipu2");
  const Target c = Target::createIPUTarget("ipu1");
  EXPECT_EQ(a, b);
  EXPECT_EQ(std::hash<Target>()(a), b.hash());
  EXPECT_NE(a, c);
  EXPECT_NE(a < c, c < a);
  EXPECT_NE(a, Target());
  EXPECT_EQ(Target(), Target());
  EXPECT_EQ(a, Target::createIPUTarget("ipu2", {{"debug.instrument", "true"}}));
}

TEST(Target, NullTargetsAreNamed) {
  EXPECT_NE(textThrownBy([] { Target().getNumTiles(); }).find("PE0215"), std::string::npos);
}

TEST(Target, FilesHoldEverything) {
  IPUModel model("ipu21");
  model.numIPUs = 2;
  model.tilesPerIPU = 7;
  model.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
  model.globalExchangeConstraints.emplace_back(1.5e9,
                                               std::vector<GlobalExchangeFlow>{{0, 1}, {1, 0}});
  const Device device = model.createDevice({{"ipuLinkTopology", "line"}});
  const Target &target = device.getTarget();
  std::stringstream file;
  target.serialize(file);
  Target::createCPUTarget().serialize(file);
  const Target first(file), second(file);
  EXPECT_EQ(first, target);
  EXPECT_EQ(first.getGlobalExchangeConstraints(), model.globalExchangeConstraints);
  EXPECT_EQ(first.getTargetOptions().at("ipuLinkTopology"), "line");
  EXPECT_EQ(second.getTargetType(), TargetType::CPU);
  EXPECT_THROW(Target{file}, poplar_error);
}

TEST(Target, FloatingPointRegister) {
  const Target target = Target::createIPUTarget("ipu2");
  EXPECT_EQ(target.makeFpIctlValue(true, true, true, false, false), 7U);
  EXPECT_EQ(target.makeFpIctlValue(false, false, false, true, true), 24U);
}

TEST(IPUModel, FieldsReachTheTarget) {
  IPUModel model;
  EXPECT_EQ(model.IPUVersion, "ipu2");
  model.numIPUs = 2;
  model.tilesPerIPU = 4;
  model.minIPUSyncDelay = 0;
  model.relativeSyncDelay = IPUModel::RelativeSyncDelayType::NO_DELAY;
  const Device device = model.createDevice({}, true, 17);
  EXPECT_EQ(device.getTarget().getTargetType(), TargetType::IPU_MODEL);
  EXPECT_EQ(device.getTarget().getTargetArchString(), "ipu2");
  EXPECT_EQ(device.getTarget().getNumTiles(), 8U);
  EXPECT_EQ(device.getTarget().getMaxIPUSyncDelay(), 0U);
  EXPECT_EQ(device.getId(), 17U);
  EXPECT_TRUE(device.attach());
}

TEST(IPUModel, ComparesAllFields) {
  IPUModel a, b;
  EXPECT_EQ(a, b);
  b.workerInstrFetchDelay += 1;
  EXPECT_NE(a, b);
  b = a;
  b.globalExchangeConstraints.emplace_back(1.0, std::vector<GlobalExchangeFlow>{{0, 1}});
  EXPECT_NE(a, b);
}

TEST(IPUModel, ContradictionsAreRefused) {
  EXPECT_NE(textThrownBy([] { IPUModel("ipu3"); }).find("did you mean 'ipu"), std::string::npos);
  IPUModel model;
  model.tilesPerIPU = 0;
  EXPECT_THROW(model.createDevice(), invalid_machine_model);
  model.tilesPerIPU = 1U << 31;
  model.numIPUs = 4;
  EXPECT_THROW(model.createDevice(), invalid_machine_model);
  model = IPUModel();
  model.memcpyBytesPerCycle = 0;
  EXPECT_THROW(model.createDevice(), invalid_machine_model);
  model = IPUModel();
  model.IPUVersion = "ipu3";
  EXPECT_THROW(model.createDevice(), invalid_machine_model);
}

} // namespace
} // namespace poplar
