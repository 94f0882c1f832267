// SPDX-License-Identifier: MIT
// poplar-emu diff: compares two profiles, for people and for continuous integration.
#include "Commands.hpp"
#include "Input.hpp"
#include "diff/Comparison.hpp"

#include <iostream>
#include <memory>

namespace poplar_emu::tool {
namespace {

struct Options {
  std::string before, after;
  std::vector<std::string> failIf;
  std::size_t rows = 10;
  bool tsv = false;
};

int run(const Options &options) {
  const pva::internal::Profile before = openProfile(options.before),
                               after = openProfile(options.after);
  const std::vector<Metric> first = metricsOf(before), second = metricsOf(after);
  std::vector<Condition> conditions;
  for (const std::string &text : options.failIf)
    conditions.emplace_back(text, first);
  printComparison(before, after, options.rows,
                  options.tsv ? TableForm::TabSeparated : TableForm::Aligned, std::cout);
  return anyHolds(conditions, first, second, std::cerr) ? kConditionHolds : 0;
}

} // namespace

void addDiff(CLI::App &app, int &status) {
  auto options = std::make_shared<Options>();
  CLI::App *diff = app.add_subcommand("diff", "compare two profiles");
  diff->add_option("before", options->before, "profile.pop, or its folder")->required();
  diff->add_option("after", options->after, "profile.pop, or its folder")->required();
  diff->add_option("--fail-if", options->failIf,
                   "exit with 1 if this holds: 'cycles>+2%', 'memory.max>600000'; may be repeated");
  diff->add_option("--rows", options->rows, "supersteps shown (default 10)");
  diff->add_flag("--tsv", options->tsv, "separate columns by tabs");
  diff->callback([options, &status] { status = run(*options); });
}

} // namespace poplar_emu::tool
