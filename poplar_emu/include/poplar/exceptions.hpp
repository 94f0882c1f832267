// SPDX-License-Identifier: MIT
// The exceptions that Poplar throws.
#ifndef POPLAR_EXCEPTIONS_HPP
#define POPLAR_EXCEPTIONS_HPP

#include <poplar/Error.hpp>
#include <poplar_emu/Export.hpp>

#include <stdexcept>
#include <string>

namespace poplar {

class DebugContext;

/// Base of all of Poplar's exceptions.
struct POPLAR_EMU_EXPORT poplar_error : public std::runtime_error {
  /// Name of the exception class.
  std::string type;

  poplar_error(const std::string &message);
  poplar_error(const char *message);
  poplar_error(const poplar_error &);
  poplar_error &operator=(const poplar_error &);
  ~poplar_error() noexcept override;

  const char *what() const noexcept override;
  /// Adds the user's line and the debug path to the text, once.
  void attachSourceLocation(const DebugContext &context);

 private:
  std::string text_;
};

#define POPLAR_EMU_DECLARE_ERROR(name, base)                                                       \
  struct POPLAR_EMU_EXPORT name : public base {                                                    \
    name(const std::string &message);                                                              \
    name(const char *message);                                                                     \
    ~name() noexcept override;                                                                     \
  }

/// A codelet does not compile.
POPLAR_EMU_DECLARE_ERROR(graph_program_compilation_error, poplar_error);
/// A codelet object cannot be made.
POPLAR_EMU_DECLARE_ERROR(graph_object_creation_error, poplar_error);

/// A codelet file cannot be loaded.
struct POPLAR_EMU_EXPORT graph_object_load_error : public poplar_error {
  graph_object_load_error(const std::string &message);
  graph_object_load_error(const char *message);
  graph_object_load_error(const std::string &path, const std::string &message);
  ~graph_object_load_error() noexcept override;
};

/// The environment that Poplar needs is not set up.
POPLAR_EMU_DECLARE_ERROR(no_environment, poplar_error);
/// addVertex with a type that no codelet file has.
POPLAR_EMU_DECLARE_ERROR(unknown_vertex_type, poplar_error);

/// A vertex type has no field of that name.
struct POPLAR_EMU_EXPORT unknown_field : public poplar_error {
  unknown_field(const std::string &message);
  unknown_field(const char *message);
  unknown_field(const std::string &field, const std::string &vertexType);
  ~unknown_field() noexcept override;
};

/// A program tree is malformed.
POPLAR_EMU_DECLARE_ERROR(control_program_error, poplar_error);
/// Element types do not match.
POPLAR_EMU_DECLARE_ERROR(type_error, poplar_error);

/// An index is out of range.
struct POPLAR_EMU_EXPORT index_error : public poplar_error {
  index_error(const std::string &message);
  index_error(const char *message);
  index_error(const std::string &vertexDotField, std::size_t index);
  ~index_error() noexcept override;
};

/// A vector field was never sized.
struct POPLAR_EMU_EXPORT no_size_specified : public poplar_error {
  no_size_specified(const std::string &message);
  no_size_specified(const char *message);
  no_size_specified(const std::string &field, const std::string &vertex);
  ~no_size_specified() noexcept override;
};

/// A field is connected in an illegal way, or not at all.
POPLAR_EMU_DECLARE_ERROR(graph_connection_error, poplar_error);
/// The graph has a cycle.
POPLAR_EMU_DECLARE_ERROR(graph_cycle_error, poplar_error);
/// A function calls itself.
POPLAR_EMU_DECLARE_ERROR(graph_recursion_error, poplar_error);
/// The replication factor does not fit.
POPLAR_EMU_DECLARE_ERROR(graph_replication_error, poplar_error);

/// Profile data was asked for but profiling is off.
struct POPLAR_EMU_EXPORT profiling_disabled : public poplar_error {
  profiling_disabled();
  profiling_disabled(const std::string &message);
  profiling_disabled(const char *message);
  ~profiling_disabled() noexcept override;
};

/// Profile data was asked for but none was collected.
struct POPLAR_EMU_EXPORT missing_profile_data : public poplar_error {
  missing_profile_data();
  missing_profile_data(const std::string &message);
  missing_profile_data(const char *message);
  ~missing_profile_data() noexcept override;
};

/// The profile of the graph was asked for but none was made.
POPLAR_EMU_DECLARE_ERROR(missing_graph_profile, poplar_error);
/// A vertex has no performance estimate.
POPLAR_EMU_DECLARE_ERROR(missing_perf_estimate, poplar_error);
/// Old name of missing_perf_estimate.
typedef missing_perf_estimate missing_cycle_estimate;

/// An element or vertex is not mapped, or a tile does not exist.
POPLAR_EMU_DECLARE_ERROR(invalid_tile_mapping, poplar_error);
/// A tensor cannot be made.
POPLAR_EMU_DECLARE_ERROR(tensor_creation_error, poplar_error);
/// A tensor cannot be read or written by the host.
POPLAR_EMU_DECLARE_ERROR(tensor_io_state_error, poplar_error);
/// The metadata of a quarter tensor is missing or does not fit.
POPLAR_EMU_DECLARE_ERROR(tensor_metadata_error, poplar_error);
/// A stream is not connected, unknown or of a wrong size.
POPLAR_EMU_DECLARE_ERROR(stream_connection_error, poplar_error);
/// A number does not fit its field.
POPLAR_EMU_DECLARE_ERROR(overflow_error, poplar_error);
/// Memory element constraints cannot be met.
POPLAR_EMU_DECLARE_ERROR(memory_elem_constraints_error, poplar_error);

/// The graph does not fit the memory of the tiles.
struct POPLAR_EMU_EXPORT graph_memory_allocation_error : public poplar_error {
  graph_memory_allocation_error(const std::string &message);
  graph_memory_allocation_error(const char *message);
  graph_memory_allocation_error(const std::string &message, const std::string &profilePath);
  graph_memory_allocation_error(const graph_memory_allocation_error &);
  ~graph_memory_allocation_error() noexcept override;

  /// File with the profile of the graph that did not fit; empty when none was written.
  std::string profilePath;
};

/// The streams do not fit the memory of the host.
POPLAR_EMU_DECLARE_ERROR(stream_memory_allocation_error, poplar_error);
/// The fields of a machine model contradict each other.
POPLAR_EMU_DECLARE_ERROR(invalid_machine_model, poplar_error);
/// An option is unknown or has an illegal value.
POPLAR_EMU_DECLARE_ERROR(invalid_option, poplar_error);

/// Codelets do not link.
struct POPLAR_EMU_EXPORT link_error : public poplar_error {
  link_error(const std::string &message, const std::string &output = "");
  link_error(const char *message, const char *output = "");
  ~link_error() noexcept override;

  /// What the linker printed.
  std::string output;
};

/// A symbol is missing on a tile.
struct POPLAR_EMU_EXPORT symbol_error : public poplar_error {
  symbol_error(const std::string &name, unsigned tile);
  ~symbol_error() noexcept override;
};

/// A file cannot be read.
POPLAR_EMU_DECLARE_ERROR(file_load_error, poplar_error);
/// Text cannot be parsed.
POPLAR_EMU_DECLARE_ERROR(parse_error, poplar_error);

/// Something failed while a program ran.
struct POPLAR_EMU_EXPORT runtime_error : public poplar_error {
  /// What failed and where.
  struct ErrorInfo {
    ErrorCode code;
    ErrorLocation location;
  };

  runtime_error(const std::string &message);
  runtime_error(const char *message);
  ~runtime_error() noexcept override;
};

/// The program itself failed: Abort, floating-point exception, ErrorProgram.
POPLAR_EMU_DECLARE_ERROR(application_runtime_error, runtime_error);
/// The system that runs the program failed.
POPLAR_EMU_DECLARE_ERROR(system_runtime_error, runtime_error);

/// A system error after which the program can go on once the action was taken.
struct POPLAR_EMU_EXPORT recoverable_runtime_error : public system_runtime_error {
  recoverable_runtime_error(RecoveryAction action, const std::string &message);
  recoverable_runtime_error(RecoveryAction action, const char *message);
  ~recoverable_runtime_error() noexcept override;

  RecoveryAction getRecoveryAction() const { return action_; }

 private:
  RecoveryAction action_;
};

/// A system error that needs other hardware.
POPLAR_EMU_DECLARE_ERROR(unrecoverable_runtime_error, system_runtime_error);
/// A system error of unknown cause.
POPLAR_EMU_DECLARE_ERROR(unknown_runtime_error, system_runtime_error);

#undef POPLAR_EMU_DECLARE_ERROR

} // namespace poplar

#endif
