// SPDX-License-Identifier: MIT
// Engine and run-time options: known keys, values, environment, complaints.
#include "Throws.hpp"
#include "model/EngineOptionTable.hpp"

#include <poplar/EngineOptions.hpp>
#include <poplar/RuntimeOptions.hpp>
#include <poplar/exceptions.hpp>

#include <gtest/gtest.h>

#include <cstdlib>

namespace poplar_emu::model {
namespace {

using poplar::OptionFlags;

EngineOptionValues parse(const OptionFlags &flags) {
  return parseEngineOptions(flags, UnknownKeys::Refuse);
}

/// Sets an environment variable as long as it lives.
class Environment {
 public:
  Environment(const char *name, const char *value) : name_(name) { setenv(name, value, 1); }
  ~Environment() { unsetenv(name_); }

 private:
  const char *name_;
};

TEST(EngineOptions, Defaults) {
  const EngineOptionValues values = parse({});
  EXPECT_EQ(values.exchange, ExchangeMode::InPlace);
  EXPECT_EQ(values.executor, ExecutorKind::Tbb);
  EXPECT_EQ(values.vertexFalse, VertexFalse::Warn);
  EXPECT_FALSE(values.prefetch || values.writesReport || values.allowOutOfMemory || values.checks);
  EXPECT_FALSE(values.prngSeed.has_value());
  EXPECT_EQ(values.hostSyncTimeout, 300);
  EXPECT_EQ(values.workerStackBytes, 512U);
  EXPECT_EQ(values.supervisorStackBytes, 128U);
  EXPECT_EQ(values.executionProfileRunCount, 2U);
}

TEST(EngineOptions, ValuesAreRead) {
  const EngineOptionValues values = parse({{"poplar_emu.exchange", "copy"},
                                           {"poplar_emu.collectives", "steps"},
                                           {"poplar_emu.executor", "serial"},
                                           {"poplar_emu.threads", "3"},
                                           {"poplar_emu.vertexFalse", "error"},
                                           {"poplar_emu.checks", "true"},
                                           {"debug.allowOutOfMemory", "true"},
                                           {"debug.floatPointOpException", "true"},
                                           {"prng.seed", "0x10"},
                                           {"target.hostSyncTimeout", "0"},
                                           {"streamCallbacks.maxLookahead", "unlimited"},
                                           {"opt.maxCopyMergeSize", "-1"},
                                           {"profiler.blocks.filter", "a|b"}});
  EXPECT_EQ(values.exchange, ExchangeMode::Copy);
  EXPECT_EQ(values.collectives, CollectiveMode::Steps);
  EXPECT_EQ(values.executor, ExecutorKind::Serial);
  EXPECT_EQ(values.threads, 3U);
  EXPECT_EQ(values.vertexFalse, VertexFalse::Error);
  EXPECT_TRUE(values.checks && values.allowOutOfMemory && values.floatingPointExceptions);
  EXPECT_EQ(values.prngSeed, 16U);
  EXPECT_EQ(values.hostSyncTimeout, 0);
  EXPECT_EQ(values.maxLookahead, ~std::uint64_t{0});
  EXPECT_EQ(values.blocksFilter, "a|b");
}

TEST(EngineOptions, TheSizeOfJoinedCopies) {
  const auto size = [](const char *value) {
    return parse({{"opt.maxCopyMergeSize", value}}).maxCopyMergeSize;
  };
  EXPECT_EQ(parse({}).maxCopyMergeSize, ~std::uint64_t{0});
  EXPECT_EQ(size("-1"), ~std::uint64_t{0});
  EXPECT_EQ(size("0"), 0U);
  EXPECT_EQ(size("8388608"), 8388608U);
}

TEST(EngineOptions, AutoReportAllIsTheDefaultOfItsParts) {
  const EngineOptionValues all = parse({{"autoReport.all", "true"}});
  EXPECT_TRUE(all.writesReport && all.reportsGraph && all.reportsExecution && all.instrument);
  const EngineOptionValues graph =
      parse({{"autoReport.all", "true"}, {"autoReport.outputExecutionProfile", "false"}});
  EXPECT_TRUE(graph.writesReport && graph.reportsGraph);
  EXPECT_FALSE(graph.reportsExecution);
}

TEST(EngineOptions, AutoReportAllTurnsOnEveryFile) {
  const EngineOptionValues all = parse({{"autoReport.all", "true"}});
  EXPECT_TRUE(all.reportsLoweredVars && all.reportsArchive && all.reportsDebugInfo &&
              all.reportsSerializedGraph && all.reportsAtEachRun);
  const EngineOptionValues none = parse({});
  EXPECT_FALSE(none.writesReport || none.reportsLoweredVars || none.reportsArchive ||
               none.reportsDebugInfo || none.reportsSerializedGraph);
  EXPECT_FALSE(parse({{"autoReport.streamAtEachRun", "false"}}).reportsAtEachRun);
}

TEST(EngineOptions, InstrumentTurnsOnEveryKindOfInstrumentation) {
  const EngineOptionValues values = parse({{"debug.instrument", "true"}});
  EXPECT_TRUE(values.instrumentsCompute && values.instrumentsExternalExchange &&
              values.instrumentsControlFlow);
  EXPECT_EQ(values.computeLevel, ComputeLevel::Tile);
  const EngineOptionValues compute =
      parse({{"debug.instrumentCompute", "true"}, {"debug.computeInstrumentationLevel", "device"}});
  EXPECT_EQ(compute.computeLevel, ComputeLevel::Device);
  EXPECT_FALSE(compute.instrumentsExternalExchange);
  // A level alone instruments nothing; the level "off" wins over instrumentCompute.
  EXPECT_EQ(parse({{"debug.computeInstrumentationLevel", "vertex"}}).computeLevel,
            ComputeLevel::Off);
  EXPECT_FALSE(parse({{"debug.instrument", "true"}, {"debug.computeInstrumentationLevel", "off"}})
                   .instrumentsCompute);
  // Old SDKs.
  EXPECT_TRUE(parse({{"debug.executionProfile", "compute_sets"}}).instrumentsCompute);
  EXPECT_FALSE(parse({{"debug.executionProfile", "none"}}).instrumentsCompute);
}

TEST(EngineOptions, OwnBuffersMeanPrefetching) {
  EXPECT_TRUE(parse({{"exchange.streamBufferOverlap", "none"}}).prefetch);
  EXPECT_TRUE(parse({{"exchange.enablePrefetch", "true"}}).prefetch);
  EXPECT_FALSE(
      parse({{"exchange.streamBufferOverlap", "none"}, {"exchange.enablePrefetch", "false"}})
          .prefetch);
  EXPECT_FALSE(parse({{"exchange.streamBufferOverlap", "any"}}).prefetch);
}

TEST(EngineOptions, EnvironmentWins) {
  const Environment environment("POPLAR_ENGINE_OPTIONS",
                                R"({"poplar_emu.executor": "thread", "debug.instrument": true})");
  const EngineOptionValues values = parse({{"poplar_emu.executor", "serial"}});
  EXPECT_EQ(values.executor, ExecutorKind::Thread);
  EXPECT_TRUE(values.instrument);
  EXPECT_EQ(values.flags.at("poplar_emu.executor"), "thread");
  // A bad value is an error even where the environment overrides it.
  EXPECT_THROW(parse({{"poplar_emu.executor", "fast"}}), poplar::invalid_option);
}

TEST(EngineOptions, UnknownKeysOfForeignPrefixesAreErrors) {
  EXPECT_THROW(parse({{"autoreport.all", "true"}}), poplar::invalid_option);
  const std::string text = textThrownBy([] { parse({{"poplar_emu.exchnge", "copy"}}); });
  EXPECT_NE(text.find("error[PE0701]: unknown engine option 'poplar_emu.exchnge'"),
            std::string::npos);
  EXPECT_NE(text.find("did you mean 'poplar_emu.exchange'?"), std::string::npos);
  EXPECT_NO_THROW(parseEngineOptions({{"nonsense", "1"}}, UnknownKeys::Ignore));
}

TEST(EngineOptions, UnknownKeysOfKnownPrefixesAreWarnings) {
  testing::internal::CaptureStderr();
  parse({{"debug.instrumentCompte", "true"}});
  parse({{"debug.instrumentCompte", "true"}});
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "warning[PE0701]: unknown engine option 'debug.instrumentCompte' has no effect; did you mean "
      "'debug.instrumentCompute'?\n");
}

TEST(EngineOptions, BadValuesNameTheLegalOnes) {
  const std::string text = textThrownBy([] { parse({{"poplar_emu.executor", "tbbb"}}); });
  EXPECT_NE(text.find("PE0702"), std::string::npos);
  EXPECT_NE(text.find("tbb, thread, serial"), std::string::npos);
  EXPECT_NE(text.find("did you mean 'tbb'?"), std::string::npos);
  EXPECT_THROW(parse({{"debug.instrument", "True"}}), poplar::invalid_option);
  EXPECT_THROW(parse({{"debug.instrument", "1"}}), poplar::invalid_option);
  EXPECT_THROW(parse({{"prng.seed", "-1"}}), poplar::invalid_option);
  EXPECT_THROW(parse({{"prng.seed", "0x"}}), poplar::invalid_option);
  EXPECT_THROW(parse({{"target.hostSyncTimeout", "5s"}}), poplar::invalid_option);
  EXPECT_THROW(parse({{"poplar_emu.threads", "4294967296"}}), poplar::invalid_option);
  EXPECT_THROW(parseEngineOptions({{"debug.verify", "maybe"}}, UnknownKeys::Ignore),
               poplar::invalid_option);
}

TEST(EngineOptions, PublicClassesCompareAndHash) {
  const poplar::Target target = poplar::Target::createIPUTarget("ipu2");
  const poplar::EngineOptions a({{"debug.instrument", "true"}}, target, 2);
  const poplar::EngineOptions b({{"debug.instrument", "true"}}, target, 2);
  const poplar::EngineOptions c({{"debug.instrument", "true"}}, target, 4);
  EXPECT_EQ(a, b);
  EXPECT_EQ(std::hash<poplar::EngineOptions>()(a), hash_value(b));
  EXPECT_NE(a, c);
  EXPECT_THROW(poplar::EngineOptions({{"nonsense", "1"}}, target, 1), poplar::invalid_option);
}

TEST(RuntimeOptions, ComeOnTopOfThoseOfTheEngine) {
  Environment environment("POPLAR_ENGINE_OPTIONS", R"({"streamCallbacks.maxLookahead": "5"})");
  const EngineOptionValues engine = parse({{"poplar_emu.vertexFalse", "error"}});
  EXPECT_EQ(engine.maxLookahead, 5u);
  const EngineOptionValues values = withRuntimeOptions(
      engine, {{"streamCallbacks.maxLookahead", "7"}, {"target.hostSyncTimeout", "12"}});
  EXPECT_EQ(values.maxLookahead, 7u);
  EXPECT_EQ(values.hostSyncTimeout, 12);
  EXPECT_EQ(values.vertexFalse, VertexFalse::Error);
}

TEST(RuntimeOptions, EnvironmentWins) {
  const poplar::OptionFlags given = {{"target.syncMethod", "polling"}};
  EXPECT_EQ(checkRuntimeOptions(given).at("target.syncMethod"), "polling");
  EXPECT_THROW(poplar::RuntimeOptions({{"target.syncMethod", "fast"}}), poplar::invalid_option);
  const Environment environment("POPLAR_RUNTIME_OPTIONS", R"({"target.syncMethod": "hybrid"})");
  EXPECT_EQ(checkRuntimeOptions(given).at("target.syncMethod"), "hybrid");
  EXPECT_EQ(poplar::RuntimeOptions(given), poplar::RuntimeOptions());
}

} // namespace
} // namespace poplar_emu::model
