// SPDX-License-Identifier: MIT
// One line of the accuracy table: a published number and what the emulator makes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace validate {

struct Row {
  std::string id; ///< of a published measurement, "V09 N=32"
  double published = 0;
  std::optional<double> modelled; ///< nothing: the model does not speak of it
  double tolerance = 0;           ///< of the error, in percent; 0: none
  enum class Kind { Judged, Reported } kind = Kind::Reported;
};

using Rows = std::vector<Row>;

inline void judge(Rows &rows, const std::string &id, double published, double modelled,
                  double tolerance) {
  rows.push_back({id, published, modelled, tolerance, Row::Kind::Judged});
}

inline void report(Rows &rows, const std::string &id, double published,
                   std::optional<double> modelled, double tolerance = 0) {
  rows.push_back({id, published, modelled, tolerance, Row::Kind::Reported});
}

void addMatrixVector(Rows &rows); // V01 V02
void addHalo(Rows &rows);         // V06
void addHaloCopies(Rows &rows);   // V08
void addProducts(Rows &rows);     // V09 V10
void addPi(Rows &rows);           // V12
void addTriad(Rows &rows);        // V13 V16
void addExchange(Rows &rows);     // V17 V18 V22 V23
void addCalls(Rows &rows);        // V20 V21
void addHeat(Rows &rows);         // V25 V26 V27
void addLaunch(Rows &rows);       // V29
void addPairs(Rows &rows);        // V31
void addPeaks(Rows &rows);        // V32
void addBlur(Rows &rows);         // V33
void addSyncs(Rows &rows);        // V34 V35

} // namespace validate
