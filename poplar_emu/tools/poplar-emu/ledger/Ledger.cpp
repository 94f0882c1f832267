// SPDX-License-Identifier: MIT
// The ledger's table and its predictions.
#include "ledger/Ledger.hpp"

#include "pva/data/IoTiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>

namespace poplar_emu::tool {
namespace {

std::string whole(double value) {
  return fmt::format("{:.0f}", value);
}

template <class Value>
std::string orUnknown(const std::optional<Value> &value, const char *format) {
  return value ? fmt::format(fmt::runtime(format), *value) : "?";
}

std::string percent(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f}", 100 * part / whole) : "0.0";
}

double microseconds(double cycles, double clockFrequency) {
  return clockFrequency > 0 ? cycles / clockFrequency * 1e6 : 0;
}

std::string change(double from, double to) {
  return from > 0 ? fmt::format("{:+.1f}", 100 * (to - from) / from) : "0.0";
}

void printPredictions(const std::vector<Superstep> &supersteps, const BspMachine &own,
                      std::vector<BspMachine> others, TableForm form, std::ostream &out) {
  Table table({"machine", "compute", "exchange", "rest", "cycles", "microseconds", "time %"});
  others.insert(others.begin(), own); // what the others are compared with
  double time = 0;
  for (const BspMachine &machine : others) {
    PredictedStep sum;
    for (const Superstep &superstep : supersteps) {
      const PredictedStep one = predict(superstep, own, machine);
      sum.compute += one.compute;
      sum.exchange += one.exchange;
      sum.rest += one.rest;
    }
    if (&machine == others.data()) time = microseconds(sum.total(), own.clockFrequency);
    const double predicted = microseconds(sum.total(), machine.clockFrequency);
    table.add({machine.name, whole(sum.compute), whole(sum.exchange), whole(sum.rest),
               whole(sum.total()), fmt::format("{:.1f}", predicted), change(time, predicted)});
  }
  out << '\n';
  table.print(out, form);
}

/// "swap (IPU 2)".
std::string nameOf(const Superstep &superstep) {
  const std::string name = superstep.name.empty() ? "(no name)" : superstep.name;
  std::string where;
  if (superstep.ipus.size() == 1) where = fmt::format("IPU {}", superstep.ipus[0]);
  if (superstep.onIoTiles) where += where.empty() ? "I/O tiles" : ", I/O tiles";
  return where.empty() ? name : fmt::format("{} ({})", name, where);
}

/// What the other tiles waited for is in the host's cycles of their IPU.
void printHostOverlap(const pva::internal::Profile &profile, std::ostream &out) {
  const pva::internal::HostOverlap overlap = pva::internal::hostOverlap(profile);
  if (overlap.ofIoTiles != 0)
    out << fmt::format("I/O tiles dealt with the host for {} cycles of their IPUs; the other tiles "
                       "waited {} of them.\n",
                       overlap.ofIoTiles, overlap.waitedFor);
}

} // namespace

void printLedger(const pva::internal::Profile &profile, const std::vector<BspMachine> &others,
                 std::size_t rows, TableForm form, std::ostream &out) {
  std::vector<Superstep> supersteps = superstepsOf(profile);
  const auto rank = [](const Superstep &s) {
    return std::tuple(~s.parts.total(), s.computeProgram, s.exchangeProgram); // largest first
  };
  std::sort(supersteps.begin(), supersteps.end(),
            [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
  Superstep sum;
  for (const Superstep &superstep : supersteps) {
    sum.executions += superstep.executions;
    sum.parts += superstep.parts;
  }
  const auto cycles = static_cast<double>(std::max(sum.parts.total(), profile.totalCycles));

  Table table({"superstep", "times", "w", "h", "imbalance", "waiting", "compute", "exchange",
               "sync", "other", "cycles", "%"});
  const auto line = [&](const std::string &name, const Superstep &s, bool isOne) {
    const CycleParts &p = s.parts;
    table.add({name, fmt::format("{}", s.executions), isOne ? whole(s.w) : "",
               isOne ? orUnknown(s.h, "{}") : "", isOne ? orUnknown(s.imbalance(), "{:.2f}") : "",
               isOne ? orUnknown(s.waiting(), "{:.0f}") : "", fmt::format("{}", p.compute),
               fmt::format("{}", p.exchange + p.globalExchange), fmt::format("{}", p.sync),
               fmt::format("{}", p.host + p.control), fmt::format("{}", p.total()),
               percent(static_cast<double>(p.total()), cycles)});
  };
  Superstep left;
  for (std::size_t i = 0; i < supersteps.size(); ++i) {
    if (i < rows) {
      line(nameOf(supersteps[i]), supersteps[i], true);
    } else {
      left.executions += supersteps[i].executions;
      left.parts += supersteps[i].parts;
    }
  }
  if (left.executions != 0) line(fmt::format("({} more)", supersteps.size() - rows), left, false);
  // Branches and iterations belong to no superstep.
  const std::uint64_t between = profile.stepsDropped == 0 && profile.totalCycles > sum.parts.total()
                                    ? profile.totalCycles - sum.parts.total()
                                    : 0;
  if (between != 0) {
    Superstep control;
    control.parts.control = between;
    line("(between supersteps)", control, false);
    sum.parts.control += between;
  }
  line("sum", sum, false);
  table.print(out, form);
  if (form == TableForm::Aligned) {
    if (profile.stepsDropped != 0)
      out << fmt::format("The profile kept {} of {} steps; the others are not counted here.\n",
                         profile.steps.size(), profile.steps.size() + profile.stepsDropped);
    if (profile.stepsDropped == 0 && profile.totalCycles < sum.parts.total())
      out << fmt::format("Supersteps of different IPUs{} overlap: the runs took {} cycles.\n",
                         profile.target.ioTiles.empty() ? "" : ", and of I/O tiles,",
                         profile.totalCycles);
    printHostOverlap(profile, out);
    out << "w: cycles of the slowest tile; h: words sent or received by the busiest tile; waiting: "
           "cycles of an average tile; all of one execution. The rest is of all executions.\n";
  }
  if (!others.empty()) printPredictions(supersteps, machineOf(profile), others, form, out);
}

} // namespace poplar_emu::tool
