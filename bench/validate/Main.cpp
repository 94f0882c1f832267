// SPDX-License-Identifier: MIT
// Prints published beside modelled cycles; fails when a row that is judged misses its tolerance.
#include "Row.hpp"

#include <cmath>
#include <cstdio>
#include <exception>

namespace {

using validate::Row;

/// What the model does not speak of: a product of 16 columns needs the number of rows and the
/// depth, LBM the size of the grid, and neither was published.
void addOthers(validate::Rows &rows) {
  validate::report(rows, "V21 AMP call, a group of 16", 940, {}, 5);
  validate::report(rows, "V33 exchange of LBM, %", 27, {});
}

double errorOf(const Row &row) {
  return 100 * (*row.modelled - row.published) / row.published;
}

bool holds(const Row &row) {
  return std::fabs(errorOf(row)) <= row.tolerance + 1e-9;
}

void print(const Row &row) {
  std::printf("%s\t%.10g\t", row.id.c_str(), row.published);
  if (row.modelled)
    std::printf("%.10g\t%+.2f %%\t", *row.modelled, errorOf(row));
  else
    std::printf("-\t-\t");
  std::printf("%.3g %%\t", row.tolerance);
  const bool judged = row.kind == Row::Kind::Judged;
  std::puts(!judged ? "-" : holds(row) ? "ok" : "short");
}

/// Adds an exhibit's rows and shows them at once.
void show(validate::Rows &rows, void (*add)(validate::Rows &)) {
  const std::size_t first = rows.size();
  add(rows);
  for (std::size_t i = first; i < rows.size(); ++i)
    print(rows[i]);
  std::fflush(stdout);
}

int run() {
  validate::Rows rows;
  std::puts("row\tpublished\tmodelled\terror\ttolerance\tverdict");
  for (auto *add :
       {validate::addMatrixVector, validate::addHalo, validate::addProducts, validate::addPi,
        validate::addTriad, validate::addExchange, validate::addHeat, validate::addPeaks,
        validate::addSyncs, validate::addHaloCopies, validate::addCalls, validate::addLaunch,
        validate::addPairs, validate::addBlur, addOthers})
    show(rows, add);
  double errors = 0, judgedErrors = 0;
  unsigned modelled = 0, judged = 0, missed = 0;
  for (const Row &row : rows) {
    if (!row.modelled) continue;
    const double error = std::fabs(errorOf(row));
    ++modelled;
    errors += error;
    if (row.kind != Row::Kind::Judged) continue;
    ++judged;
    judgedErrors += error;
    if (!holds(row)) ++missed;
  }
  std::printf("mean absolute error of %u rows\t%.2f %%\n", modelled, errors / modelled);
  std::printf("mean absolute error of %u judged rows\t%.2f %%\n", judged, judgedErrors / judged);
  std::printf("judged rows\t%u of %u hold\n", judged - missed, judged);
  return missed == 0 ? 0 : 1;
}

} // namespace

int main() {
  try {
    return run();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
