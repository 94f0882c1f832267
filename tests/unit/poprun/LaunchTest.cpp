// SPDX-License-Identifier: MIT
// What poprun makes of its arguments.
#include "Launch.hpp"

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace poplar_emu::poprun {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Request request(unsigned instances, unsigned replicas) {
  Request result;
  result.numInstances = instances;
  result.numReplicas = replicas;
  result.command = {"./train", "--epochs", "3"};
  return result;
}

std::string words(const Request &request, bool isRoot = false) {
  return fmt::format("{}", fmt::join(commandLine(request, isRoot, {"poprun", "watch"}), " "));
}

std::string complaint(const Request &request) {
  try {
    commandLine(request, false, {});
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "no complaint";
}

TEST(Poprun, OneInstanceNeedsNoMpi) {
  EXPECT_EQ(words(request(1, 4)), "./train --epochs 3");
}

TEST(Poprun, InstancesShareTheCores) {
  EXPECT_EQ(words(request(2, 4)),
            "mpirun --oversubscribe --bind-to none -np 2 -x POPLAR_EMU_NUM_REPLICAS "
            "-x POPLAR_EMU_IPUS_PER_REPLICA poprun watch ./train --epochs 3");
  EXPECT_THAT(words(request(2, 4), true), StartsWith("mpirun --allow-run-as-root "));
  EXPECT_THAT(words(request(2, 0)), HasSubstr("-np 2 -x POPLAR_EMU_IPUS_PER_REPLICA "));
}

TEST(Poprun, HostsAndArgumentsReachMpirunInTheirPlaces) {
  Request many = request(4, 4);
  many.hosts = "a,b";
  many.globalArguments = "--mca  btl tcp,self";
  many.localArguments = "-x LD_LIBRARY_PATH";
  EXPECT_THAT(words(many), HasSubstr("--host a,b --mca btl tcp,self -np 4 "));
  EXPECT_THAT(words(many), HasSubstr("-x LD_LIBRARY_PATH ./train"));
}

TEST(Poprun, TopologySaysWhoHasWhat) {
  Request pairs = request(2, 4);
  pairs.ipusPerReplica = 2;
  EXPECT_EQ(topology(pairs), "instance 0: replicas 0-1, IPUs 0-3\n"
                             "instance 1: replicas 2-3, IPUs 4-7\n");
}

TEST(Poprun, NumbersThatDoNotFitAreRefused) {
  EXPECT_THAT(complaint(request(2, 3)), HasSubstr("--num-replicas 3 is not a multiple"));
  EXPECT_THAT(complaint(request(0, 3)), HasSubstr("counted from 1"));
  Request domains = request(2, 2);
  domains.numDomains = 3;
  EXPECT_THAT(complaint(domains), HasSubstr("--num-ilds 3"));
  Request silent = request(2, 2);
  silent.onlyOutputFrom = 2;
  EXPECT_THAT(complaint(silent), HasSubstr("there are 2 instances"));
  Request nothing = request(2, 2);
  nothing.command.clear();
  EXPECT_THAT(complaint(nothing), HasSubstr("which program?"));
  nothing.command = {"--num-instance", "3"};
  EXPECT_THAT(complaint(nothing), HasSubstr("unknown option --num-instance"));
}

} // namespace
} // namespace poplar_emu::poprun
