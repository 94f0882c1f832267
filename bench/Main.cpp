// SPDX-License-Identifier: MIT
// poplar_emu_bench GROUP|all [TABLE.tsv [FILTER]]: measures rows with Google Benchmark and prints
// the table.
#include "Child.hpp"
#include "Table.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <string_view>
#include <vector>

namespace bench {
namespace {

struct Row {
  std::string group, name;
  double bar;
  Better better;
  std::function<Contest()> make;
  std::function<double()> figure;
};

std::vector<Row> &rows() {
  static std::vector<Row> instance;
  return instance;
}

/// Keeps the median real time of every benchmark; says nothing itself.
class Medians : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        medians[run.run_name.function_name] = run.real_accumulated_time / run.iterations;
  }
  std::map<std::string, double> medians;
};

void registerBody(const std::string &name, const Body &body) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [&body](benchmark::State &state) {
                                 while (state.KeepRunningBatch(1))
                                   body(1);
                               })
      ->UseRealTime()
      ->Repetitions(9)
      ->MinTime(0.05)
      ->ReportAggregatesOnly();
}

double measureContest(const Row &row) {
  Contest contest = row.make();
  contest.ours(1);
  contest.native(1);
  if (contest.check)
    if (const std::string wrong = contest.check(); !wrong.empty()) {
      std::cerr << row.name << ": " << wrong << '\n';
      return 0;
    }
  // Interleaved repetitions: a slow moment of the machine hits both sides.
  benchmark::ClearRegisteredBenchmarks();
  registerBody("ours", contest.ours);
  registerBody("native", contest.native);
  Medians medians;
  benchmark::RunSpecifiedBenchmarks(&medians);
  const double ours = medians.medians["ours"], native = medians.medians["native"];
  return row.better == Better::Higher ? native / ours : ours / native;
}

bool measure(const Row &row, std::ostream &table) {
  const double value = row.figure ? row.figure() : measureContest(row);
  const bool ok = row.better == Better::Higher ? value >= row.bar : value > 0 && value <= row.bar;
  const std::string line =
      fmt::format("{}\t{:.3g}\t{}{:g}\t{}\n", row.name, value,
                  row.better == Better::Higher ? ">=" : "<=", row.bar, ok ? "ok" : "short");
  std::cout << line << std::flush;
  table << line;
  return ok;
}

} // namespace

bool addContest(const std::string &group, const std::string &name, double bar, Better better,
                std::function<Contest()> make) {
  rows().push_back({group, name, bar, better, std::move(make), {}});
  return true;
}

bool addFigure(const std::string &group, const std::string &name, double bar,
               std::function<double()> measure, Better better) {
  rows().push_back({group, name, bar, better, {}, std::move(measure)});
  return true;
}

int run(const std::string &group, const std::string &path, const std::string &filter) {
  std::ofstream table(path);
  std::vector<Row> selected;
  for (const Row &row : rows())
    if ((group == "all" || row.group == group) && row.name.find(filter) != std::string::npos)
      selected.push_back(row);
  std::sort(selected.begin(), selected.end(),
            [](const Row &a, const Row &b) { return a.name < b.name; });
  unsigned missed = 0;
  for (const Row &row : selected)
    missed += !measure(row, table);
  std::cout << fmt::format("{} rows, {} short\n", selected.size(), missed);
  return 0;
}

} // namespace bench

int main(int argc, char **argv) {
  if (argc == 3 && std::string_view(argv[1]) == bench::kAddCodeletsFlag)
    return bench::addCodeletsOnce(argv[2]);
  char name[] = "poplar_emu_bench", interleave[] = "--benchmark_enable_random_interleaving=true";
  char *flags[] = {name, interleave, nullptr};
  int count = 2;
  benchmark::Initialize(&count, flags);
  try {
    return bench::run(argc > 1 ? argv[1] : "all", argc > 2 ? argv[2] : "table.tsv",
                      argc > 3 ? argv[3] : "");
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
