// SPDX-License-Identifier: MIT
// What poprun starts.
#pragma once

#include <string>
#include <vector>

namespace poplar_emu::poprun {

struct Request {
  unsigned numInstances = 1;
  unsigned numReplicas = 0; ///< 0: as many as instances
  unsigned ipusPerReplica = 1;
  unsigned numDomains = 1;
  std::string hosts, hostFile;
  std::string globalArguments, localArguments; ///< words separated by spaces
  int onlyOutputFrom = -1;
  std::string printTopology;
  int verbose = 0;
  std::string ignored;
  std::vector<std::string> command;
};

/// First argument of the poprun that mpirun starts for each instance; a pipe and the program
/// follow.
inline constexpr const char *kWatch = "--watch-instance";

/// The words to execute; those of `watcher` stand before the program unless hosts are named.
/// Throws std::runtime_error when the numbers do not fit together.
std::vector<std::string> commandLine(const Request &request, bool isRoot,
                                     const std::vector<std::string> &watcher);

/// One line an instance: "instance 1: replicas 2-3, IPUs 4-7".
std::string topology(const Request &request);

/// Replaces this process by the program when there is one instance. Otherwise runs mpirun until all
/// instances have ended, and returns the exit code: that of the first one that failed, if any did.
/// Throws std::runtime_error when nothing could be started.
int launch(const Request &request);

} // namespace poplar_emu::poprun
