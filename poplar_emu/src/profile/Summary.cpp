// SPDX-License-Identifier: MIT
// poplar::print*Summary: of report files, and of the values that the old getters return.
#include "profile/print/SummaryPrinter.hpp"
#include "profile/values/ProfileValues.hpp"
#include "pva/data/Verify.hpp"
#include "pva/file/ProfileFile.hpp"
#include "support/Diagnostic.hpp"

#include <ostream>
#include <string>

namespace poplar_emu::profile {
namespace {

using pva::internal::Profile;

Profile open(const std::string &path) {
  try {
    return pva::internal::readProfile(path);
  } catch (const std::exception &error) {
    Diagnostic(Code::PE0515, "there is no profile in '{}'", path)
        .note("{}", error.what())
        .fix("set the engine option autoReport.all to true; the file is written after each run "
             "and when the engine is destroyed")
        .raise();
  }
}

/// Values may come from anywhere, so their indices are looked at before they are followed.
Profile checked(Profile profile) {
  if (const std::string problem = pva::internal::firstProblem(profile); !problem.empty())
    Diagnostic(Code::PE0515, "the values are no profile")
        .note("{}", problem)
        .fix("pass what Engine::getGraphProfile() and Engine::getExecutionProfile() returned")
        .raise();
  return profile;
}

Profile joined(const poplar::ProfileValue &graph, const poplar::ProfileValue &execution) {
  Profile profile = profileOf(graph);
  addExecution(execution, profile);
  return profile;
}

} // namespace
} // namespace poplar_emu::profile

namespace poplar {

namespace profile = poplar_emu::profile;

void printGraphSummary(std::ostream &out, const std::string &profilePath,
                       const OptionFlags &options) {
  const profile::SummaryOptions values = profile::readSummaryOptions(options);
  profile::printGraph(out, profile::open(profilePath), values);
}

void printExecutionSummary(std::ostream &out, const std::string &profilePath,
                           const OptionFlags &options) {
  const profile::SummaryOptions values = profile::readSummaryOptions(options);
  profile::printExecution(out, profile::open(profilePath), values);
}

void printProfileSummary(std::ostream &out, const std::string &profilePath,
                         const OptionFlags &options) {
  const profile::SummaryOptions values = profile::readSummaryOptions(options);
  profile::printSummary(out, profile::open(profilePath), values);
}

void printGraphSummary(std::ostream &out, const ProfileValue &graphProfile,
                       const OptionFlags &options) {
  const profile::SummaryOptions values = profile::readSummaryOptions(options);
  profile::printGraph(out, profile::checked(profile::profileOf(graphProfile)), values);
}

void printExecutionSummary(std::ostream &out, const ProfileValue &graphProfile,
                           const ProfileValue &executionProfile, const OptionFlags &options) {
  const profile::SummaryOptions values = profile::readSummaryOptions(options);
  profile::printExecution(out, profile::checked(profile::joined(graphProfile, executionProfile)),
                          values);
}

void printProfileSummary(std::ostream &out, const ProfileValue &graphProfile,
                         const ProfileValue &executionProfile, const OptionFlags &options) {
  const profile::SummaryOptions values = profile::readSummaryOptions(options);
  profile::printSummary(out, profile::checked(profile::joined(graphProfile, executionProfile)),
                        values);
}

} // namespace poplar
