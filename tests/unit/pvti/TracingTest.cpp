// SPDX-License-Identifier: MIT
// What a process traces comes back from its file. Each test is a process of its own: a trace is one
// a process, and is configured by the environment.
#include "pvti/file/Trace.hpp"

#include "database/Database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pvti/pvti.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <thread>

namespace pvti::internal {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TraceChannel channel = {"steps"};
TraceChannel other = {"others"};

/// Runs `program` in a child with these PVTI_OPTIONS (null: unset); what it wrote to `directory`.
std::vector<std::string> filesOf(const std::string &directory, const char *options,
                                 const std::function<void()> &program) {
  std::filesystem::remove_all(directory);
  std::filesystem::create_directory(directory);
  const pid_t child = fork();
  if (child == 0) {
    if (options)
      setenv("PVTI_OPTIONS", options, 1);
    else
      unsetenv("PVTI_OPTIONS");
    program();
    closeTrace();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::directory_iterator(directory))
    files.push_back(entry.path().string());
  return files;
}

Trace traceOf(const std::string &directory, const std::string &more,
              const std::function<void()> &program) {
  const std::string options = R"({"enable":"true","directory":")" + directory + "\"" + more + "}";
  const std::vector<std::string> files = filesOf(directory, options.c_str(), program);
  EXPECT_EQ(files.size(), 1u);
  return files.empty() ? Trace() : readTrace(files[0]);
}

const TraceEvent *find(const Trace &trace, const std::string &label) {
  const auto found = std::find_if(trace.events.begin(), trace.events.end(),
                                  [&](const TraceEvent &event) { return event.label == label; });
  return found == trace.events.end() ? nullptr : &*found;
}

TEST(Tracing, WritesNothingUnlessItIsAskedFor) {
  const auto program = [] {
    Tracepoint scope(&channel, "scope");
    Graph graph("graph");
    graph.addSeries("series").add(1);
    if (!getCurrentTraceFilename().empty()) _exit(1);
  };
  EXPECT_TRUE(filesOf("unset", nullptr, program).empty());
  EXPECT_TRUE(filesOf("off", R"({"enable":false,"directory":"off"})", program).empty());
}

TEST(Tracing, NamesTheFileByTimeAndProcess) {
  const auto files = filesOf("named", R"({"directory":"named"})", [] {
    if (getCurrentTraceFilename().rfind("named/", 0) != 0) _exit(1);
  });
  ASSERT_EQ(files.size(), 1u);
  EXPECT_TRUE(std::regex_match(
      files[0], std::regex("named/[A-Z][a-z]{2}_[A-Z][a-z]{2}_\\d\\d_\\d\\d:\\d\\d:\\d\\d_\\d{4}"
                           "_GMT_\\d+\\.pvti")))
      << files[0];
  const Trace trace = readTrace(files[0]);
  EXPECT_EQ(trace.executable, std::filesystem::read_symlink("/proc/self/exe"));
  EXPECT_THAT(files[0], HasSubstr("_" + std::to_string(trace.pid) + ".pvti"));
  EXPECT_GT(trace.start, 0u);
}

TEST(Tracing, KeepsScopesWithTheirMetadata) {
  const Trace trace = traceOf("scopes", "", [] {
    Metadata metadata = createJsonMetadata("{\"step\": 1}");
    Tracepoint outer(&channel, std::string("outer"));
    Tracepoint inner(&channel, "inner, cut", 5, &metadata);
    Tracepoint plain(&channel, "plain", 5);
    Tracepoint none(&channel, "none", 4, nullptr);
  });
  ASSERT_EQ(trace.events.size(), 4u);
  const TraceEvent *outer = find(trace, "outer"), *inner = find(trace, "inner");
  ASSERT_TRUE(outer && inner);
  EXPECT_EQ(inner->metadata, "{\"step\": 1}");
  EXPECT_EQ(outer->metadata, "");
  EXPECT_EQ(outer->channel, "steps");
  EXPECT_LE(outer->from, inner->from);
  EXPECT_LE(inner->to, outer->to);
  EXPECT_FALSE(outer->isOpen);
  EXPECT_FALSE(outer->isInstant);
}

TEST(Tracing, PairsBeginsAndEndsOfDifferentThreads) {
  const Trace trace = traceOf("threads", "", [] {
    ThreadName name("main thread");
    Tracepoint::begin(&channel, "first");
    Tracepoint::begin(&channel, "second");
    Tracepoint::end(&channel, "first"); // not nested
    std::thread([] { Tracepoint::end(&channel, "second"); }).join();
    Tracepoint::end(&channel, "never begun");
    Tracepoint::begin(&channel, "never ended");
    Tracepoint::event(&other, "moment");
  });
  ASSERT_EQ(trace.events.size(), 4u);
  const TraceEvent *first = find(trace, "first"), *second = find(trace, "second");
  ASSERT_TRUE(first && second);
  EXPECT_LE(first->from, second->from);
  EXPECT_LE(first->to, second->to);
  EXPECT_EQ(first->thread, first->endThread);
  EXPECT_NE(second->thread, second->endThread);
  EXPECT_EQ(trace.threadNames.at(first->thread), "main thread");
  EXPECT_TRUE(find(trace, "never ended")->isOpen);
  EXPECT_TRUE(find(trace, "moment")->isInstant);
  EXPECT_EQ(find(trace, "moment")->channel, "others");
}

TEST(Tracing, EndsTheInnermostOfEventsOfOneName) {
  const Trace trace = traceOf("nested", "", [] {
    Tracepoint::begin(&channel, "again");
    Tracepoint::begin(&channel, "again");
    Tracepoint::end(&channel, "again");
    Tracepoint::end(&channel, "again");
  });
  ASSERT_EQ(trace.events.size(), 2u);
  EXPECT_LE(trace.events[0].from, trace.events[1].from);
  EXPECT_GE(trace.events[0].to, trace.events[1].to);
}

TEST(Tracing, RecordsWantedAndEnabledChannelsOnly) {
  const Trace trace = traceOf("channels", R"(,"channels":["steps"])", [] {
    Tracepoint::event(&channel, "wanted");
    Tracepoint::event(&other, "unwanted");
    disableTraceChannel(&channel);
    Tracepoint::event(&channel, "disabled");
    enableTraceChannel(&channel);
    Tracepoint::event(&channel, "enabled again");
  });
  ASSERT_EQ(trace.events.size(), 2u);
  EXPECT_EQ(trace.events[0].label, "wanted");
  EXPECT_EQ(trace.events[1].label, "enabled again");
}

TEST(Tracing, StopsWhenItsDurationIsOver) {
  const Trace trace = traceOf("duration", R"(,"duration":1e-9)", [] {
    (void)getCurrentTraceFilename();
    Tracepoint::event(&channel, "late");
  });
  EXPECT_TRUE(trace.events.empty());
}

TEST(Tracing, KeepsGraphs) {
  const Trace trace = traceOf("graphs", "", [] {
    Graph plot("Throughput", "paths/sec");
    Series series = plot.addSeries("Samples/sec");
    series.add(1.5);
    series.add(-2);
    Graph off("off", "", false);
    off.addSeries("series").add(3);
  });
  ASSERT_EQ(trace.graphs.size(), 1u);
  EXPECT_EQ(trace.graphs[0].name, "Throughput");
  EXPECT_EQ(trace.graphs[0].unit, "paths/sec");
  ASSERT_EQ(trace.graphs[0].series.size(), 1u);
  EXPECT_EQ(trace.graphs[0].series[0].name, "Samples/sec");
  ASSERT_EQ(trace.graphs[0].series[0].samples.size(), 2u);
  EXPECT_EQ(trace.graphs[0].series[0].samples[0].second, 1.5);
  EXPECT_EQ(trace.graphs[0].series[0].samples[1].second, -2);
}

TEST(Tracing, KeepsHeatMaps) {
  const Trace trace = traceOf("heat", "", [] {
    HeatmapDouble map("gradients", {0, 1, 10}, "log");
    map.add({-1, 0, 0.5, 1, 100, 100});
    HeatmapInt integers("counts", {2});
    integers.add({1, 2, 3});
  });
  ASSERT_EQ(trace.heatmaps.size(), 2u);
  EXPECT_EQ(trace.heatmaps[0].name, "gradients");
  EXPECT_THAT(trace.heatmaps[0].edges, ElementsAre(0, 1, 10));
  ASSERT_EQ(trace.heatmaps[0].columns.size(), 1u);
  EXPECT_THAT(trace.heatmaps[0].columns[0].second, ElementsAre(1, 2, 1, 2));
  EXPECT_THAT(trace.heatmaps[1].columns[0].second, ElementsAre(1, 2));
}

TEST(Tracing, KeepsMoreEventsThanOnePortion) {
  const Trace trace = traceOf("many", "", [] {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([] {
        for (int i = 0; i < 3000; ++i)
          Tracepoint scope(&channel, "step");
      });
    for (std::thread &thread : threads)
      thread.join();
  });
  EXPECT_EQ(trace.events.size(), 12000u);
  EXPECT_TRUE(std::none_of(trace.events.begin(), trace.events.end(),
                           [](const TraceEvent &event) { return event.isOpen; }));
}

TEST(Tracing, WritesWhatStaticObjectsTraceAtTheEnd) {
  struct Late {
    Client client;
    ~Late() { Tracepoint::event(&channel, "late"); }
  };
  const auto files = filesOf("late", R"({"directory":"late"})", [] {
    static Late late;
    Tracepoint::event(&channel, "early");
    std::exit(0);
  });
  ASSERT_EQ(files.size(), 1u);
  const Trace trace = readTrace(files[0]);
  EXPECT_TRUE(find(trace, "early") && find(trace, "late"));
}

TEST(Tracing, ChildProcessesHaveTracesOfTheirOwn) {
  const auto files = filesOf("fork", R"({"directory":"fork"})", [] {
    Tracepoint::event(&channel, "parent");
    const pid_t child = fork();
    if (child == 0) {
      Tracepoint::event(&channel, "child");
      closeTrace();
      _exit(0);
    }
    waitpid(child, nullptr, 0);
  });
  ASSERT_EQ(files.size(), 2u);
  for (const std::string &file : files)
    EXPECT_EQ(readTrace(file).events.size(), 1u);
}

TEST(Tracing, DoesNotEndAProgramWhoseTraceCannotBeWritten) {
  EXPECT_TRUE(filesOf("unwritable", R"({"directory":"/proc/none"})", [] {
                Tracepoint::event(&channel, "lost");
                closeTrace();
                Tracepoint::event(&channel, "lost too");
              }).empty());
}

std::string whyRefused(const std::string &path) {
  try {
    readTrace(path);
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "not refused";
}

TEST(ReadTrace, SaysWhyAFileIsNoTrace) {
  EXPECT_THAT(whyRefused("no_such.pvti"),
              AllOf(HasSubstr("'no_such.pvti'"), HasSubstr("no such file")));
  std::ofstream("text.pvti") << "this is text, and there is a lot of it, but none of it is a table";
  EXPECT_THAT(whyRefused("text.pvti"), AllOf(HasSubstr("no trace"), HasSubstr("PVTI_OPTIONS")));
  std::ofstream("empty.pvti").flush();
  EXPECT_THAT(whyRefused("empty.pvti"), HasSubstr("no trace"));
  std::filesystem::remove("newer.pvti");
  poplar_emu::database::Database("newer.pvti", poplar_emu::database::Mode::Create)
      .run("PRAGMA application_id = 1886811241; PRAGMA user_version = 7");
  EXPECT_THAT(whyRefused("newer.pvti"), HasSubstr("version 7"));
}

TEST(HeatMaps, RefuseEdgesThatDoNotAscend) {
  EXPECT_THROW(HeatmapDouble("map", {1, 0}), std::invalid_argument);
}

TEST(HeatMaps, DecodeTheDocumentedBytes) {
  EXPECT_THAT(decodeHeatmapData({1, 0x80, 1, 0}), ElementsAre(1, 128, 0));
  EXPECT_THAT(decodeHeatmapData({0xff, 0xff, 0xff, 0xff, 0x0f}), ElementsAre(0xffffffffu));
  EXPECT_TRUE(decodeHeatmapData({}).empty());
  EXPECT_THROW(decodeHeatmapData({0x80}), std::runtime_error);
  EXPECT_THROW(decodeHeatmapData({0xff, 0xff, 0xff, 0xff, 0x1f}), std::runtime_error);
  EXPECT_THROW(decodeHeatmapData(std::vector<std::uint8_t>(7, 0xff)), std::runtime_error);
}

} // namespace
} // namespace pvti::internal
