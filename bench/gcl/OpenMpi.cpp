// SPDX-License-Identifier: MIT
// Are all-reduces in one process faster than those of Open MPI between as many processes? Measured
// in the same run; the figure is our time over theirs.
#include "../Support.hpp"
#include "../Table.hpp"

#include <gcl/Collectives.hpp>
#include <poplar/Engine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace bench {
namespace {

double secondsOfMpi(std::size_t bytes, unsigned ranks) {
  const std::string command = fmt::format(
      "mpirun --allow-run-as-root --oversubscribe --bind-to none -n {} {} {} 2>/dev/null", ranks,
      BENCH_MPI_ALLREDUCE, bytes);
  std::FILE *pipe = ::popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start " + command);
  double seconds = 0;
  const int read = std::fscanf(pipe, "%lf", &seconds);
  if (::pclose(pipe) != 0 || read != 1) throw std::runtime_error("failed: " + command);
  return seconds;
}

double secondsOfOurs(std::size_t bytes, unsigned replicas) {
  poplar::Device device = attachIpu(replicas);
  poplar::Graph graph(device.getTarget(), poplar::replication_factor(replicas));
  poplar::Tensor data = graph.addVariable(poplar::FLOAT, {bytes / sizeof(float)},
                                          poplar::VariableMappingMethod::LINEAR, "data");
  poplar::program::Sequence prog;
  gcl::allReduceInPlaceCrossReplica(graph, data, gcl::CollectiveOperator::MEAN, prog);
  poplar::Engine engine(graph, prog);
  engine.load(device);
  engine.run();
  double best = 1e9;
  for (int i = 0; i < 7; ++i) {
    const auto start = std::chrono::steady_clock::now();
    engine.run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    best = std::min(best, taken.count());
  }
  return best;
}

bool addAll() {
  int number = 80;
  for (const unsigned replicas : {4u, 16u})
    for (const std::size_t mib : {1u, 16u, 64u})
      addFigure("gcl",
                fmt::format("{} all-reduce {} MiB, {} replicas: time / Open MPI's", number++, mib,
                            replicas),
                0.2, [=] {
                  const std::size_t bytes = mib << 20;
                  return secondsOfOurs(bytes, replicas) / secondsOfMpi(bytes, replicas);
                });
  return true;
}

const bool added = addAll();

} // namespace
} // namespace bench
