// SPDX-License-Identifier: MIT
// Builds mpirun's command line and runs it.
#include "Launch.hpp"

#include "Supervise.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace poplar_emu::poprun {
namespace {

/// What mpirun may take to end its instances after a fault, and itself after them.
constexpr std::chrono::seconds kPatience{5};

unsigned replicasOf(const Request &request) {
  return request.numReplicas == 0 ? request.numInstances : request.numReplicas;
}

void append(std::vector<std::string> &words, const std::string &text) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;)
    words.push_back(word);
}

void check(const Request &request) {
  const unsigned replicas = replicasOf(request);
  if (request.command.empty()) throw std::runtime_error("which program? poprun [options] program");
  if (request.command[0].starts_with('-'))
    throw std::runtime_error("unknown option " + request.command[0] + "; poprun --help lists them");
  if (request.numInstances == 0 || request.ipusPerReplica == 0)
    throw std::runtime_error("instances and IPUs are counted from 1");
  if (replicas % request.numInstances != 0)
    throw std::runtime_error(
        fmt::format("--num-replicas {} is not a multiple of --num-instances {}: every instance "
                    "runs as many replicas",
                    replicas, request.numInstances));
  if (request.numDomains > request.numInstances)
    throw std::runtime_error(
        fmt::format("--num-ilds {} needs as many instances at least; --num-instances is {}",
                    request.numDomains, request.numInstances));
  if (request.onlyOutputFrom >= static_cast<int>(request.numInstances))
    throw std::runtime_error(fmt::format("--only-output-from-instance {}: there are {} instances",
                                         request.onlyOutputFrom, request.numInstances));
}

} // namespace

std::vector<std::string> commandLine(const Request &request, bool isRoot,
                                     const std::vector<std::string> &watcher) {
  check(request);
  if (request.numInstances == 1) return request.command;
  std::vector<std::string> words = {"mpirun"};
  if (isRoot) words.emplace_back("--allow-run-as-root");
  // Instances share the cores as the system sees fit; binding would put all threads on one.
  for (const char *word : {"--oversubscribe", "--bind-to", "none"})
    words.emplace_back(word);
  if (!request.hosts.empty()) words.insert(words.end(), {"--host", request.hosts});
  if (!request.hostFile.empty()) words.insert(words.end(), {"--hostfile", request.hostFile});
  append(words, request.globalArguments);
  words.insert(words.end(), {"-np", std::to_string(request.numInstances)});
  if (request.numReplicas != 0) words.insert(words.end(), {"-x", "POPLAR_EMU_NUM_REPLICAS"});
  words.insert(words.end(), {"-x", "POPLAR_EMU_IPUS_PER_REPLICA"});
  append(words, request.localArguments);
  if (request.onlyOutputFrom >= 0)
    words.insert(words.end(),
                 {"/bin/sh", "-c",
                  R"([ "$OMPI_COMM_WORLD_RANK" = "$0" ] || exec >/dev/null; exec "$@")",
                  std::to_string(request.onlyOutputFrom)});
  // Only this host is sure to have a poprun, and to see its pipe.
  if (request.hosts.empty() && request.hostFile.empty())
    words.insert(words.end(), watcher.begin(), watcher.end());
  words.insert(words.end(), request.command.begin(), request.command.end());
  return words;
}

std::string topology(const Request &request) {
  const unsigned local = replicasOf(request) / request.numInstances;
  std::string text;
  for (unsigned instance = 0; instance < request.numInstances; ++instance) {
    const unsigned first = instance * local, end = first + local;
    text += fmt::format("instance {}: replicas {}-{}, IPUs {}-{}\n", instance, first, end - 1,
                        first * request.ipusPerReplica, end * request.ipusPerReplica - 1);
  }
  return text;
}

namespace {

[[noreturn]] void become(const std::vector<std::string> &words) {
  std::vector<char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  throw std::runtime_error(fmt::format("cannot run {}: {}", words[0], std::strerror(errno)));
}

} // namespace

int launch(const Request &request) {
  check(request);
  if (request.numReplicas == 0)
    unsetenv("POPLAR_EMU_NUM_REPLICAS");
  else
    setenv("POPLAR_EMU_NUM_REPLICAS", std::to_string(request.numReplicas).c_str(), 1);
  setenv("POPLAR_EMU_IPUS_PER_REPLICA", std::to_string(request.ipusPerReplica).c_str(), 1);
  if (!request.printTopology.empty() && request.printTopology != "no")
    std::fputs(topology(request).c_str(), stderr);
  const auto show = [&](const std::vector<std::string> &words) {
    if (request.verbose)
      std::fprintf(stderr, "poprun: %s\n", fmt::format("{}", fmt::join(words, " ")).c_str());
  };
  const bool isRoot = geteuid() == 0;
  if (request.numInstances == 1) {
    const std::vector<std::string> words = commandLine(request, isRoot, {});
    show(words);
    become(words);
  }
  const Reports reports;
  const std::vector<std::string> words = commandLine(
      request, isRoot, {std::filesystem::read_symlink("/proc/self/exe"), kWatch, reports.path()});
  show(words);
  return supervise(words, request.numInstances, reports, kPatience);
}

} // namespace poplar_emu::poprun
