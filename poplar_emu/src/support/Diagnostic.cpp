// SPDX-License-Identifier: MIT
// Lays out a diagnostic and throws it as the right class.
#include "support/Diagnostic.hpp"

#include "support/DefaultFixes.hpp"

#include <poplar/exceptions.hpp>
#include <poplar_emu/InternalError.hpp>

#include <algorithm>
#include <array>

namespace poplar_emu {
namespace {

struct CodeRow {
  std::string_view name;
  ErrorClass errorClass;
  std::string_view title;
};

constexpr CodeRow kCodes[] = {
#define POPLAR_EMU_CODE_ROW(code, errorClass, title) {#code, ErrorClass::errorClass, title},
    POPLAR_EMU_DIAGNOSTIC_CODES(POPLAR_EMU_CODE_ROW)
#undef POPLAR_EMU_CODE_ROW
};

const CodeRow &row(Code code) {
  return kCodes[static_cast<std::size_t>(code)];
}

} // namespace

std::string_view name(Code code) {
  return row(code).name;
}

std::string_view title(Code code) {
  return row(code).title;
}

ErrorClass errorClass(Code code) {
  return row(code).errorClass;
}

Diagnostic &Diagnostic::addParty(SiteId site, std::string text) {
  if (site.valid() || !text.empty()) parties_.push_back({site, std::move(text)});
  return *this;
}

std::string Diagnostic::text() const {
  std::string out = fmt::format("error[{}]: {}", name(code_), headline_);
  const bool namesALine = std::any_of(parties_.begin(), parties_.end(),
                                      [](const Party &party) { return party.site.valid(); });
  if (!namesALine && CallSite::current().valid()) out += "\n  --> " + describe(CallSite::current());
  for (const Party &party : parties_) {
    out += "\n  --> ";
    out += describe(party.site);
    if (party.site.valid() && !party.text.empty()) out += "   ";
    out += party.text;
  }
  for (const std::string &note : notes_)
    out += "\n  " + note;
  out += "\n  fix: ";
  out += fix_.empty() ? defaultFix(code_) : std::string_view(fix_);
  return out;
}

void Diagnostic::raise() const {
  const std::string message = text();
  switch (errorClass(code_)) {
  case ErrorClass::PoplarError:
    throw poplar::poplar_error(message);
  case ErrorClass::GraphProgramCompilation:
    throw poplar::graph_program_compilation_error(message);
  case ErrorClass::GraphObjectCreation:
    throw poplar::graph_object_creation_error(message);
  case ErrorClass::GraphObjectLoad:
    throw poplar::graph_object_load_error(message);
  case ErrorClass::UnknownVertexType:
    throw poplar::unknown_vertex_type(message);
  case ErrorClass::UnknownField:
    throw poplar::unknown_field(message);
  case ErrorClass::ControlProgram:
    throw poplar::control_program_error(message);
  case ErrorClass::Type:
    throw poplar::type_error(message);
  case ErrorClass::Index:
    throw poplar::index_error(message);
  case ErrorClass::NoSizeSpecified:
    throw poplar::no_size_specified(message);
  case ErrorClass::GraphConnection:
    throw poplar::graph_connection_error(message);
  case ErrorClass::GraphRecursion:
    throw poplar::graph_recursion_error(message);
  case ErrorClass::GraphReplication:
    throw poplar::graph_replication_error(message);
  case ErrorClass::ProfilingDisabled:
    throw poplar::profiling_disabled(message);
  case ErrorClass::MissingProfileData:
    throw poplar::missing_profile_data(message);
  case ErrorClass::MissingPerfEstimate:
    throw poplar::missing_perf_estimate(message);
  case ErrorClass::InvalidTileMapping:
    throw poplar::invalid_tile_mapping(message);
  case ErrorClass::TensorCreation:
    throw poplar::tensor_creation_error(message);
  case ErrorClass::TensorIoState:
    throw poplar::tensor_io_state_error(message);
  case ErrorClass::TensorMetadata:
    throw poplar::tensor_metadata_error(message);
  case ErrorClass::StreamConnection:
    throw poplar::stream_connection_error(message);
  case ErrorClass::Overflow:
    throw poplar::overflow_error(message);
  case ErrorClass::GraphMemoryAllocation:
    throw poplar::graph_memory_allocation_error(message);
  case ErrorClass::StreamMemoryAllocation:
    throw poplar::stream_memory_allocation_error(message);
  case ErrorClass::InvalidMachineModel:
    throw poplar::invalid_machine_model(message);
  case ErrorClass::InvalidOption:
    throw poplar::invalid_option(message);
  case ErrorClass::Link:
    throw poplar::link_error(message);
  case ErrorClass::FileLoad:
    throw poplar::file_load_error(message);
  case ErrorClass::Parse:
    throw poplar::parse_error(message);
  case ErrorClass::ApplicationRuntime:
    throw poplar::application_runtime_error(message);
  case ErrorClass::UnknownRuntime:
    throw poplar::unknown_runtime_error(message);
  case ErrorClass::Internal:
    break;
  }
  throw internal_error(message);
}

void raiseInternalError(const char *condition, const char *file, unsigned line) {
  Diagnostic(Code::PE0001, "internal check failed: {}", condition)
      .note("at {}:{}", file, line)
      .fix("this is a fault of the library, not of your program: please report it with the program")
      .raise();
}

} // namespace poplar_emu
