// SPDX-License-Identifier: MIT
// Report: the handle to all data, and how a profile becomes one.
#include "pva/file/ProfileFile.hpp"
#include "pva/report/Access.hpp"
#include "pva/report/MakeReport.hpp"

#include <fmt/format.h>

#include <fstream>
#include <utility>

namespace pva {
namespace internal {
namespace {

using Compute = InstrumentationSettings::ComputeInstrumentationLevel;
using ExternalExchange = InstrumentationSettings::ExternalExchangeInstrumentationLevel;

// Settings are stored as the engine's options say them.
Compute computeLevel(const std::string &text) {
  if (text.empty() || text == "off" || text == "false") return Compute::Off;
  if (text == "vertex") return Compute::Vertex;
  if (text == "tile" || text == "true") return Compute::Tile;
  if (text == "ipu") return Compute::Ipu;
  if (text == "device") return Compute::Device;
  return Compute::Unknown;
}

ExternalExchange externalExchangeLevel(const std::string &text) {
  if (text.empty() || text == "off" || text == "false") return ExternalExchange::Off;
  if (text == "tile" || text == "true") return ExternalExchange::Tile;
  return ExternalExchange::Unknown;
}

} // namespace

Report Access::report(const ProfilePtr &profile) {
  auto data = std::make_shared<Report::Data>();
  const auto model = std::make_shared<const Model>(profile);
  std::vector<ComputeSet> computeSets;
  for (const ComputeSetInfo &info : profile->computeSets)
    computeSets.push_back(computeSet(profile, info));
  const List<ComputeSet> computeSetList(std::move(computeSets));
  const Programs programs = Access::programs(model, computeSetList);

  data->compilation = compilation(model, programs);
  data->compilation.computeSets_ = computeSetList;
  data->execution = execution(profile, programs);
  data->poplarVersion.major_ = profile->versionMajor;
  data->poplarVersion.minor_ = profile->versionMinor;
  data->poplarVersion.point_ = profile->versionPoint;
  data->poplarVersion.packageHash_ = profile->packageHash;
  data->version.major_ = kSchemaVersion;
  data->instrumentation.compute_ = computeLevel(profile->computeInstrumentation);
  data->instrumentation.externalExchange_ =
      externalExchangeLevel(profile->externalExchangeInstrumentation);
  Report report;
  report.data_ = std::move(data);
  return report;
}

Report makeReport(std::shared_ptr<const Profile> profile) {
  return Access::report(profile);
}

} // namespace internal

Report::Report() : data_(std::make_shared<Data>()) {}
const CompilationReport &Report::compilation() const {
  return data_->compilation;
}
const ExecutionReport &Report::execution() const {
  return data_->execution;
}
const PoplarVersion &Report::poplarVersion() const {
  return data_->poplarVersion;
}
const ProfileReportVersion &Report::version() const {
  return data_->version;
}
const InstrumentationSettings &Report::instrumentationSettings() const {
  return data_->instrumentation;
}

std::string PoplarVersion::string() const {
  return fmt::format("{}.{}.{} ({})", major_, minor_, point_, packageHash_);
}

std::ostream &operator<<(std::ostream &out, const PoplarVersion &version) {
  return out << version.string();
}

std::ostream &operator<<(std::ostream &out, const ProfileReportVersion &version) {
  return out << fmt::format("{}.{}.{}", version.majorVer(), version.minorVer(), version.pointVer());
}

Report openReport(const std::string &profilePop) {
  return internal::makeReport(
      std::make_shared<const internal::Profile>(internal::readProfile(profilePop)));
}

// Nothing that a report shows comes from the debug information, so only its presence is checked.
Report openReport(const std::string &profilePop, const std::string &debugInfo) {
  if (!std::ifstream(debugInfo).good())
    throw std::runtime_error(fmt::format(
        "cannot read the debug information '{}'; open the profile without it, or run the program "
        "with the engine option autoReport.outputDebugInfo=true",
        debugInfo));
  return openReport(profilePop);
}

} // namespace pva
