// SPDX-License-Identifier: MIT
// poplar-emu ledger: what every superstep costs, and what it would cost elsewhere.
#include "ledger/Ledger.hpp"
#include "Commands.hpp"
#include "Input.hpp"

#include <iostream>
#include <memory>

namespace poplar_emu::tool {
namespace {

struct Options {
  std::string profile;
  std::vector<std::string> whatIf;
  std::size_t rows = 30;
  bool tsv = false;
};

int run(const Options &options) {
  const pva::internal::Profile profile = openProfile(options.profile);
  std::vector<BspMachine> others;
  for (const std::string &what : options.whatIf)
    others.push_back(whatIf(machineOf(profile), what));
  printLedger(profile, others, options.rows,
              options.tsv ? TableForm::TabSeparated : TableForm::Aligned, std::cout);
  return 0;
}

} // namespace

void addLedger(CLI::App &app, int &status) {
  auto options = std::make_shared<Options>();
  CLI::App *ledger =
      app.add_subcommand("ledger", "account for the supersteps of a run: w, h, imbalance, waiting");
  ledger->add_option("profile", options->profile, "profile.pop, or its folder")->required();
  ledger->add_option("--what-if", options->whatIf,
                     "predict another machine: ipu1, ipu2, ipu21, bow, g=CYCLES, l=CYCLES, "
                     "g=CYCLES,l=CYCLES; may be repeated");
  ledger->add_option("--rows", options->rows, "supersteps shown (default 30)");
  ledger->add_flag("--tsv", options->tsv, "separate columns by tabs");
  ledger->callback([options, &status] { status = run(*options); });
}

} // namespace poplar_emu::tool
