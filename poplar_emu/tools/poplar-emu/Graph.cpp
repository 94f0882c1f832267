// SPDX-License-Identifier: MIT
// poplar-emu graph: the program tree, or the traffic between IPUs, for Graphviz.
#include "Commands.hpp"
#include "Input.hpp"
#include "graph/ProfileDot.hpp"

#include <memory>

namespace poplar_emu::tool {
namespace {

struct Options {
  std::string profile, output;
  std::size_t maxNodes = 500;
  bool ipus = false;
};

int run(const Options &options) {
  const pva::internal::Profile profile = openProfile(options.profile);
  Output output(options.output);
  if (options.ipus)
    writeIpuDot(profile, output.stream());
  else
    writeProgramDot(profile, options.maxNodes, output.stream());
  output.close();
  return 0;
}

} // namespace

void addGraph(CLI::App &app, int &status) {
  auto options = std::make_shared<Options>();
  CLI::App *graph = app.add_subcommand("graph", "write the program tree in the dot language");
  graph->add_option("profile", options->profile, "profile.pop, or its folder")->required();
  graph->add_option("-o,--output", options->output, "file (default: standard output)");
  graph->add_option("--max-nodes", options->maxNodes, "programs drawn (default 500)");
  graph->add_flag("--ipus", options->ipus, "the IPUs and the bytes between them instead");
  graph->callback([options, &status] { status = run(*options); });
}

} // namespace poplar_emu::tool
