// SPDX-License-Identifier: MIT
// Are all-reduces over two processes nearly as fast as MPI_Allreduce of the same data between the
// same processes? The figure is their time over ours.
#include "../Table.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

namespace bench {
namespace {

double speedOverMpi(std::size_t bytes, unsigned replicas) {
  const std::string command =
      fmt::format("{} --num-instances 2 --num-replicas {} {} {} {}", BENCH_POPRUN, replicas,
                  BENCH_TWO_PROCESSES, bytes, replicas);
  std::FILE *pipe = ::popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start " + command);
  double ours = 0, theirs = 0;
  const int read = std::fscanf(pipe, "%lf %lf", &ours, &theirs);
  if (::pclose(pipe) != 0 || read != 2) throw std::runtime_error("failed: " + command);
  return theirs / ours;
}

bool addAll() {
  int number = 90;
  for (const unsigned replicas : {2u, 4u, 16u})
    for (const std::size_t mib : {1u, 16u, 64u})
      addFigure(
          "gcl",
          fmt::format("{} all-reduce {} MiB, {} replicas in 2 processes: speed / MPI's", number++,
                      mib, replicas),
          0.7, [=] { return speedOverMpi(mib << 20, replicas); }, Better::Higher);
  return true;
}

const bool added = addAll();

} // namespace
} // namespace bench
