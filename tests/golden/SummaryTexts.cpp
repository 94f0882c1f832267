// SPDX-License-Identifier: MIT
// Summaries and values of the profile of a small program.
#include "Golden.hpp"
#include "Program.hpp"

#include <poplar/ProfileValue.hpp>

namespace golden {
namespace {

class SummaryTexts : public Texts {
 protected:
  /// The program of all texts, with estimates for its vertices, run once.
  poplar::Engine ran(const poplar::OptionFlags &options) {
    poplar::program::Program program = scaledSum();
    poplar::Engine engine(graph, program, options);
    engine.connectStream("feed", values, values + 24);
    engine.connectStream("drain", values);
    engine.setPrintTensorStream(ignored);
    engine.load(device);
    engine.run(0, "main");
    return engine;
  }

  float values[24] = {};
  std::ostringstream ignored;
};

TEST_F(SummaryTexts, ShortSummary) {
  poplar::Engine engine = ran({{"poplar_emu.vertexCycles", "estimated"}});
  std::ostringstream out;
  engine.printProfileSummary(out);
  EXPECT_GOLDEN("summary.txt", out.str());
}

TEST_F(SummaryTexts, WithAllSections) {
  poplar::Engine engine =
      ran({{"debug.instrument", "true"}, {"poplar_emu.vertexCycles", "estimated"}});
  std::ostringstream out;
  engine.printProfileSummary(out, {{"showExecutionSteps", "true"},
                                   {"showVarStorage", "true"},
                                   {"showOptimizations", "true"},
                                   {"showPerIpuMemoryUsage", "true"},
                                   {"colours", "true"}});
  EXPECT_GOLDEN("summary_all.txt", out.str());
}

TEST_F(SummaryTexts, ProfilesAsJson) {
  poplar::Engine engine =
      ran({{"debug.instrument", "true"}, {"poplar_emu.vertexCycles", "estimated"}});
  std::ostringstream graphText, executionText;
  poplar::serializeToJSON(graphText, engine.getGraphProfile(), true);
  poplar::serializeToJSON(executionText, engine.getExecutionProfile(), true);
  EXPECT_GOLDEN("graph_profile.json", graphText.str() + "\n");
  EXPECT_GOLDEN("execution_profile.json", executionText.str() + "\n");
}

TEST_F(SummaryTexts, Intervals) {
  poplar::Engine engine =
      ran({{"debug.instrument", "true"}, {"poplar_emu.vertexCycles", "estimated"}});
  std::ostringstream out;
  engine.reportIntervals(out);
  EXPECT_GOLDEN("intervals.csv", out.str());
}

} // namespace
} // namespace golden
