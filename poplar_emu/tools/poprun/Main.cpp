// SPDX-License-Identifier: MIT
// poprun: starts one process an instance with Open MPI's mpirun.
#include "Instance.hpp"
#include "Launch.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

int main(int argc, char **argv) {
  using poplar_emu::poprun::Request;
  if (argc > 3 && argv[1] == std::string(poplar_emu::poprun::kWatch)) {
    const char *rank = std::getenv("OMPI_COMM_WORLD_RANK");
    return poplar_emu::poprun::runInstance(
        argv[2], rank == nullptr ? 0 : static_cast<unsigned>(std::atoi(rank)), argv + 3);
  }
  Request request;
  CLI::App app(
      "Starts a distributed Poplar program: one process an instance, each with its share of "
      "the replicas.",
      "poprun [options] program [arguments]");
  app.set_version_flag("--version", POPLAR_EMU_VERSION);
  app.prefix_command();
  app.add_option("--num-instances,-n", request.numInstances, "processes (default 1)");
  app.add_option("--num-replicas", request.numReplicas,
                 "replicas of all instances (default: one each)");
  app.add_option("--ipus-per-replica", request.ipusPerReplica, "IPUs of a replica (default 1)");
  app.add_option("--num-ilds", request.numDomains, "link domains; one instance each at least");
  app.add_option("-H,--host", request.hosts, "hosts, as mpirun takes them");
  app.add_option("--hostfile", request.hostFile, "file with hosts, as mpirun takes it");
  app.add_option("--mpi-global-args", request.globalArguments, "passed to mpirun");
  app.add_option("--mpi-local-args", request.localArguments,
                 "passed to mpirun, before the program");
  app.add_option("--only-output-from-instance", request.onlyOutputFrom,
                 "drop what other instances print");
  app.add_flag("--offline-mode{yes}", request.ignored, "ignored: there is no hardware");
  app.add_option("--numa-aware", request.ignored,
                 "ignored: the emulator's threads may run anywhere");
  for (const char *option : {"--vipu-partition", "--vipu-allocation", "--vipu-cluster",
                             "--vipu-server-host", "--vipu-server-port", "--vipu-server-timeout",
                             "--update-partition", "--reset-partition", "--remove-partition"})
    app.add_option(option, request.ignored, "ignored: there is no partition to manage");
  app.add_option("--executable-cache-path", request.ignored,
                 "ignored: see POPLAR_EMU_CACHE_DIR in the guide");
  app.add_flag("--print-topology{yes}", request.printTopology,
               "say which instance has which replicas");
  app.add_flag("-v,--verbose", request.verbose, "say what is started");
  try {
    app.parse(argc, argv);
    request.command = app.remaining();
    return poplar_emu::poprun::launch(request);
  } catch (const CLI::ParseError &error) {
    return app.exit(error);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "poprun: %s\n", error.what());
    return 2;
  }
}
