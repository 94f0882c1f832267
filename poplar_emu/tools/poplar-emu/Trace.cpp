// SPDX-License-Identifier: MIT
// poplar-emu trace: a run as a timeline for Chrome's tracing page and Perfetto.
#include "Commands.hpp"
#include "Input.hpp"
#include "trace/ChromeTrace.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace poplar_emu::tool {
namespace {

struct Options {
  std::string profile, output;
  std::vector<std::string> pvti;
  std::uint64_t maxBytes = 50'000'000;
};

int run(const Options &options) {
  const pva::internal::Profile profile = openProfile(options.profile);
  std::vector<pvti::internal::Trace> processes;
  for (const std::string &file : options.pvti)
    processes.push_back(pvti::internal::readTrace(file));
  Output output(options.output);
  const TraceSize size =
      writeChromeTrace(profile, HostTrace(std::move(processes)), options.maxBytes, output.stream());
  output.close();
  if (size.hostDropped != 0)
    std::cerr << fmt::format("poplar-emu trace: {} events of the host do not fit half of {} bytes; "
                             "the shortest are left out\n",
                             size.hostDropped, options.maxBytes);
  if (!size.runsStandWhereTheyRan)
    std::cerr << "poplar-emu trace: the host's traces have another number of runs than the "
                 "profile; the device's time starts with theirs\n";
  if (size.stepsPerEvent > 1)
    std::cerr << fmt::format("poplar-emu trace: {} steps do not fit {} bytes; {} at a time are one "
                             "event\n",
                             size.steps, options.maxBytes, size.stepsPerEvent);
  return 0;
}

} // namespace

void addTrace(CLI::App &app, int &status) {
  auto options = std::make_shared<Options>();
  CLI::App *trace = app.add_subcommand("trace", "write a timeline for Chrome or Perfetto");
  trace->add_option("profile", options->profile, "profile.pop, or its folder")->required();
  trace->add_option("-o,--output", options->output, "file (default: standard output)");
  trace
      ->add_option("--pvti", options->pvti,
                   "a .pvti file: what a process of the host did; may be repeated")
      ->allow_extra_args(false);
  trace->add_option("--max-bytes", options->maxBytes, "size that it may have (default 50000000)");
  trace->callback([options, &status] { status = run(*options); });
}

} // namespace poplar_emu::tool
