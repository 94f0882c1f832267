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

/// The words to execute. Throws std::runtime_error when the numbers do not fit together.
std::vector<std::string> commandLine(const Request &request, bool isRoot);

/// One line an instance: "instance 1: replicas 2-3, IPUs 4-7".
std::string topology(const Request &request);

/// Replaces this process by mpirun, or by the program when there is one instance. Returns only when
/// that failed; then throws std::runtime_error with the reason.
int launch(const Request &request);

} // namespace poplar_emu::poprun
