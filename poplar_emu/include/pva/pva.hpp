// SPDX-License-Identifier: MIT
// PopVision analysis: reads the report of a compiled and executed program.
#ifndef PVA_PVA_HPP
#define PVA_PVA_HPP

#include <pva/Compilation.hpp>
#include <pva/Execution.hpp>
#include <pva/Version.hpp>

// Programs take these from pva.hpp.
#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace pva {

/// A whole report. It owns all it shows, also after the Engine is gone; copies share the data.
class POPLAR_EMU_EXPORT Report {
 public:
  Report();
  const CompilationReport &compilation() const;
  const ExecutionReport &execution() const;
  const PoplarVersion &poplarVersion() const;
  const ProfileReportVersion &version() const;
  const InstrumentationSettings &instrumentationSettings() const;

 private:
  friend struct internal::Access;
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// Reads the report that an engine wrote to `profilePop`.
///
/// Throws std::runtime_error if the file is missing, or no report.
POPLAR_EMU_EXPORT Report openReport(const std::string &profilePop);
/// As above; `debugInfo` adds the debug information written beside the report.
POPLAR_EMU_EXPORT Report openReport(const std::string &profilePop, const std::string &debugInfo);

} // namespace pva

#endif
