// SPDX-License-Identifier: MIT
// two_processes BYTES REPLICAS, under poprun: an all-reduce of so many bytes of floats on each
// replica against MPI_Allreduce of the data of all replicas that a process has, between the same
// processes, taking turns. The medians in seconds, ours first, on the standard output of the first
// process.
#include "../Support.hpp"

#include <gcl/Collectives.hpp>
#include <mpi.h>
#include <poplar_emu/Distributed.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kTurns = 15;

/// Of the slowest process.
template <class Body>
double secondsOf(Body &&body) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  body();
  double seconds = MPI_Wtime() - start;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return seconds;
}

double medianOf(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

/// False: results differ.
bool measure(std::size_t elements, unsigned replicas) {
  const poplar_emu::Distribution share = poplar_emu::distribution();
  poplar::Device device = bench::attachIpu(replicas);
  poplar::Graph graph(device.getTarget(), poplar::replication_factor(replicas));
  poplar::Tensor data =
      graph.addVariable(poplar::FLOAT, {elements}, poplar::VariableMappingMethod::LINEAR, "data");
  graph.createHostWrite("data", data);
  graph.createHostRead("data", data);
  poplar::program::Sequence prog;
  gcl::allReduceInPlaceCrossReplica(graph, data, gcl::CollectiveOperator::MEAN, prog);
  poplar::Engine engine(graph, prog);
  engine.load(device);

  // The mean is exact, and stays what it is in later runs.
  std::vector<float> values(share.numLocalReplicas * elements), plain(values.size(), 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t replica = share.firstReplica + i / elements;
    values[i] = static_cast<float>(i % elements % 1000 + 2 * replica);
  }
  bench::writeTensor(engine, "data", values);
  std::vector<double> ours, theirs;
  for (int turn = 0; turn < kTurns; ++turn) {
    ours.push_back(secondsOf([&] { engine.run(); }));
    theirs.push_back(secondsOf([&] {
      MPI_Allreduce(MPI_IN_PLACE, plain.data(), static_cast<int>(plain.size()), MPI_FLOAT, MPI_SUM,
                    MPI_COMM_WORLD);
    }));
  }
  values = bench::readTensor<float>(engine, "data", values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != static_cast<float>(i % elements % 1000 + replicas - 1)) return false;
  if (share.instance == 0) std::printf("%.9f %.9f\n", medianOf(ours), medianOf(theirs));
  return true;
}

} // namespace

int main(int argc, char **argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  const std::size_t bytes = std::strtoull(argc > 1 ? argv[1] : "0", nullptr, 10);
  const unsigned replicas =
      static_cast<unsigned>(std::strtoul(argc > 2 ? argv[2] : "0", nullptr, 10));
  const bool same = measure(bytes / sizeof(float), replicas);
  MPI_Finalize();
  return same ? 0 : 1;
}
