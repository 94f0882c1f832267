// SPDX-License-Identifier: MIT
// poplar-emu report: a profile as one HTML file that shows itself in any browser, without a
// network.
#include "Commands.hpp"
#include "Input.hpp"
#include "page/Page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

namespace poplar_emu::tool {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string profile, output, title;
};

/// "runs/a" for runs/a, runs/a/ and runs/a/profile.pop.
fs::path nameOf(const std::string &profile) {
  fs::path path = fs::path(profile).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  if (path.filename() == "profile.pop" && path.has_parent_path()) path = path.parent_path();
  return path;
}

int run(const Options &options) {
  const pva::internal::Profile profile = openProfile(options.profile);
  const std::string path = options.output.empty() ? "report.html" : options.output;
  Output output(path);
  report::writePage(output.stream(), profile,
                    options.title.empty() ? nameOf(options.profile).string() : options.title);
  output.close();
  if (path != "-") std::cout << fs::absolute(path).string() << "\n";
  return 0;
}

} // namespace

void addReport(CLI::App &app, int &status) {
  auto options = std::make_shared<Options>();
  CLI::App *report = app.add_subcommand("report", "write one HTML file that shows a profile");
  report->add_option("profile", options->profile, "profile.pop, or its folder")->required();
  report->add_option("-o,--output", options->output,
                     "file (default: report.html; - is standard output)");
  report->add_option("--title", options->title, "title (default: the name of the profile)");
  report->callback([options, &status] { status = run(*options); });
}

} // namespace poplar_emu::tool
