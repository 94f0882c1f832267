// SPDX-License-Identifier: MIT
// The table of questions: each row compares our run with the plain native loop, or with a fixed
// bar.
#pragma once

#include <functional>
#include <string>

namespace bench {

/// Runs something `iterations` times; returns nothing, is timed from outside.
using Body = std::function<void(std::size_t iterations)>;

/// Made when the row is measured, so that only one row's memory is alive at a time.
struct Contest {
  Body ours, native;
  /// Checks that both computed the same; returns an empty string or what is wrong.
  std::function<std::string()> check;
};

enum class Better {
  Higher, ///< ratio is native time / our time: at least the bar
  Lower,  ///< ratio is our time / native time: at most the bar
};

/// Registers a row of a group ("core", ...).
bool addContest(const std::string &group, const std::string &name, double bar, Better better,
                std::function<Contest()> make);

/// A row with a figure of its own instead of a native loop; `measure` returns it.
bool addFigure(const std::string &group, const std::string &name, double bar,
               std::function<double()> measure, Better better = Better::Lower);

} // namespace bench
