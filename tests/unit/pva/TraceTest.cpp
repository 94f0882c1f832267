// SPDX-License-Identifier: MIT
// Trace channels keep their state in every shape in which programs declare them.
#include <pvti/pvti.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace {

pvti::TraceChannel atNamespaceScope = {"namespace"};

struct Owner {
  pvti::TraceChannel member = {"member"};
  static pvti::TraceChannel shared;
};
pvti::TraceChannel Owner::shared{"shared", false};

struct Scope : pvti::Tracepoint {
  Scope(pvti::TraceChannel *channel, const char *label, std::size_t length,
        pvti::Metadata *metadata)
      : pvti::Tracepoint(channel, label, length, metadata) {}
  ~Scope() = default;
};

bool isListed(pvti::TraceChannel *channel) {
  const auto channels = pvti::listTraceChannel();
  return std::find(channels.begin(), channels.end(), channel) != channels.end();
}

TEST(TraceChannel, IsListedWhileItLives) {
  EXPECT_TRUE(isListed(&atNamespaceScope));
  EXPECT_TRUE(isListed(&pvti::tracePoplar));
  pvti::TraceChannel *address = nullptr;
  {
    Owner owner;
    address = &owner.member;
    EXPECT_TRUE(isListed(address));
    Owner copy = owner;
    EXPECT_TRUE(isListed(&copy.member));
  }
  EXPECT_FALSE(isListed(address));
}

TEST(TraceChannel, IsSwitchedOnAndOff) {
  EXPECT_TRUE(pvti::checkTraceChannel(&atNamespaceScope));
  EXPECT_FALSE(pvti::checkTraceChannel(&Owner::shared));
  pvti::enableTraceChannel(&Owner::shared);
  EXPECT_TRUE(Owner::shared.enabled);
  pvti::disableTraceChannel(&Owner::shared);
  EXPECT_FALSE(Owner::shared.enabled);
}

TEST(Tracepoint, TakesEveryShapeOfCall) {
  pvti::Metadata metadata = pvti::createJsonMetadata("{\"step\": 1}");
  Scope scope(&atNamespaceScope, "label", 3, &metadata);
  pvti::Tracepoint::begin(&atNamespaceScope, std::string("outer"));
  pvti::Tracepoint::begin(&atNamespaceScope, "inner");
  pvti::Tracepoint::end(&atNamespaceScope, "outer");
  pvti::Tracepoint::end(&atNamespaceScope, "inner");
  pvti::Graph plot("Throughput", "paths/sec");
  auto series = plot.addSeries("Samples/sec");
  series.add(1.5);
  EXPECT_EQ(pvti::getCurrentTraceFilename(), "");
}

} // namespace
