// SPDX-License-Identifier: MIT
// Poplar's exception classes: constructors, destructors (which anchor their type information),
// text.
#include <poplar/DebugContext.hpp>
#include <poplar/exceptions.hpp>
#include <poplar_emu/InternalError.hpp>

#include "model/Access.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace poplar_emu {

internal_error::internal_error(const std::string &message) : std::logic_error(message) {}
internal_error::~internal_error() noexcept = default;

} // namespace poplar_emu

namespace poplar {

poplar_error::poplar_error(const std::string &message)
    : std::runtime_error(message), type("poplar_error") {}

poplar_error::poplar_error(const char *message) : poplar_error(std::string(message)) {}

poplar_error::poplar_error(const poplar_error &) = default;
poplar_error &poplar_error::operator=(const poplar_error &) = default;
poplar_error::~poplar_error() noexcept = default;

const char *poplar_error::what() const noexcept {
  return text_.empty() ? std::runtime_error::what() : text_.c_str();
}

void poplar_error::attachSourceLocation(const DebugContext &context) {
  if (!text_.empty()) return;
  const SourceLocation &location = poplar_emu::model::Access::location(context);
  const std::string path = context.getPathName();
  std::string party;
  if (location.isValid())
    party = fmt::format("{}:{}", location.getFileName(), location.getLineNumber());
  if (!path.empty()) party += (party.empty() ? "" : "   ") + path;
  // The party comes right below the headline, as in every diagnostic.
  text_ = std::runtime_error::what();
  if (!party.empty()) text_.insert(std::min(text_.find('\n'), text_.size()), "\n  --> " + party);
}

// The base's constructors take the message only; each class then names itself.
#define POPLAR_EMU_DEFINE_ERROR(name, base)                                                        \
  name::name(const std::string &message) : base(message) {                                         \
    type = #name;                                                                                  \
  }                                                                                                \
  name::name(const char *message) : name(std::string(message)) {}                                  \
  name::~name() noexcept = default;

POPLAR_EMU_DEFINE_ERROR(graph_program_compilation_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(graph_object_creation_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(no_environment, poplar_error)
POPLAR_EMU_DEFINE_ERROR(unknown_vertex_type, poplar_error)
POPLAR_EMU_DEFINE_ERROR(control_program_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(type_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(graph_connection_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(graph_cycle_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(graph_recursion_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(graph_replication_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(missing_graph_profile, poplar_error)
POPLAR_EMU_DEFINE_ERROR(missing_perf_estimate, poplar_error)
POPLAR_EMU_DEFINE_ERROR(invalid_tile_mapping, poplar_error)
POPLAR_EMU_DEFINE_ERROR(tensor_creation_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(tensor_io_state_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(tensor_metadata_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(stream_connection_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(overflow_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(memory_elem_constraints_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(stream_memory_allocation_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(invalid_machine_model, poplar_error)
POPLAR_EMU_DEFINE_ERROR(invalid_option, poplar_error)
POPLAR_EMU_DEFINE_ERROR(file_load_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(parse_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(runtime_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(application_runtime_error, runtime_error)
POPLAR_EMU_DEFINE_ERROR(system_runtime_error, runtime_error)
POPLAR_EMU_DEFINE_ERROR(unrecoverable_runtime_error, system_runtime_error)
POPLAR_EMU_DEFINE_ERROR(unknown_runtime_error, system_runtime_error)
POPLAR_EMU_DEFINE_ERROR(graph_object_load_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(unknown_field, poplar_error)
POPLAR_EMU_DEFINE_ERROR(index_error, poplar_error)
POPLAR_EMU_DEFINE_ERROR(no_size_specified, poplar_error)
POPLAR_EMU_DEFINE_ERROR(profiling_disabled, poplar_error)
POPLAR_EMU_DEFINE_ERROR(missing_profile_data, poplar_error)
POPLAR_EMU_DEFINE_ERROR(graph_memory_allocation_error, poplar_error)
#undef POPLAR_EMU_DEFINE_ERROR

graph_object_load_error::graph_object_load_error(const std::string &path,
                                                 const std::string &message)
    : graph_object_load_error(fmt::format("cannot load '{}': {}", path, message)) {}

unknown_field::unknown_field(const std::string &field, const std::string &vertexType)
    : unknown_field(fmt::format("vertex type '{}' has no field '{}'", vertexType, field)) {}

index_error::index_error(const std::string &vertexDotField, std::size_t index)
    : index_error(fmt::format("index {} is out of range for '{}'", index, vertexDotField)) {}

no_size_specified::no_size_specified(const std::string &field, const std::string &vertex)
    : no_size_specified(fmt::format("no size is given for field '{}' of '{}'", field, vertex)) {}

profiling_disabled::profiling_disabled()
    : profiling_disabled("profiling is disabled: there is nothing to report") {}

missing_profile_data::missing_profile_data()
    : missing_profile_data("no profile data was collected") {}

graph_memory_allocation_error::graph_memory_allocation_error(const std::string &message,
                                                             const std::string &path)
    : graph_memory_allocation_error(message) {
  profilePath = path;
}

graph_memory_allocation_error::graph_memory_allocation_error(
    const graph_memory_allocation_error &) = default;

link_error::link_error(const std::string &message, const std::string &linkerOutput)
    : poplar_error(message), output(linkerOutput) {
  type = "link_error";
}

link_error::link_error(const char *message, const char *linkerOutput)
    : link_error(std::string(message), std::string(linkerOutput)) {}

link_error::~link_error() noexcept = default;

symbol_error::symbol_error(const std::string &name, unsigned tile)
    : poplar_error(fmt::format("symbol '{}' is missing on tile {}", name, tile)) {
  type = "symbol_error";
}

symbol_error::~symbol_error() noexcept = default;

recoverable_runtime_error::recoverable_runtime_error(RecoveryAction action,
                                                     const std::string &message)
    : system_runtime_error(message), action_(action) {
  type = "recoverable_runtime_error";
}

recoverable_runtime_error::recoverable_runtime_error(RecoveryAction action, const char *message)
    : recoverable_runtime_error(action, std::string(message)) {}

recoverable_runtime_error::~recoverable_runtime_error() noexcept = default;

} // namespace poplar
