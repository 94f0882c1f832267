// SPDX-License-Identifier: MIT
// Every error that a user can see: its stable code, its exception class and its title.
#pragma once

#include <cstdint>
#include <string_view>

namespace poplar_emu {

/// Poplar's exception class that a diagnostic is thrown as; see <poplar/exceptions.hpp>.
enum class ErrorClass : std::uint8_t {
  PoplarError,
  GraphProgramCompilation,
  GraphObjectCreation,
  GraphObjectLoad,
  UnknownVertexType,
  UnknownField,
  ControlProgram,
  Type,
  Index,
  NoSizeSpecified,
  GraphConnection,
  GraphRecursion,
  GraphReplication,
  ProfilingDisabled,
  MissingProfileData,
  MissingPerfEstimate,
  InvalidTileMapping,
  TensorCreation,
  TensorIoState,
  TensorMetadata,
  StreamConnection,
  Overflow,
  GraphMemoryAllocation,
  StreamMemoryAllocation,
  InvalidMachineModel,
  InvalidOption,
  Link,
  FileLoad,
  Parse,
  ApplicationRuntime,
  UnknownRuntime,
  Internal,
};

// 00xx our own faults, 01xx views and tensors, 02xx graph, 03xx codelets, 04xx compilation,
// 05xx engine and host I/O, 06xx run time, 07xx options, devices and targets, 08xx files.
#define POPLAR_EMU_DIAGNOSTIC_CODES(X)                                                             \
  X(PE0001, Internal, "internal error")                                                            \
  X(PE0101, PoplarError, "invalid tensor used")                                                    \
  X(PE0102, Index, "index out of range")                                                           \
  X(PE0103, Index, "dimension out of range")                                                       \
  X(PE0104, Index, "slice out of range")                                                           \
  X(PE0105, PoplarError, "reshape changes the number of elements")                                 \
  X(PE0106, PoplarError, "invalid permutation of dimensions")                                      \
  X(PE0107, PoplarError, "shapes do not fit")                                                      \
  X(PE0108, PoplarError, "nothing to concatenate")                                                 \
  X(PE0109, Type, "element types differ")                                                          \
  X(PE0110, Type, "reinterpret to a type of another size")                                         \
  X(PE0111, PoplarError, "dimension cannot be squeezed")                                           \
  X(PE0112, PoplarError, "wrong rank")                                                             \
  X(PE0113, PoplarError, "invalid stride or factor")                                               \
  X(PE0114, TensorMetadata, "quarter tensors with different metadata")                             \
  X(PE0115, PoplarError, "tensors of different graphs")                                            \
  X(PE0201, InvalidTileMapping, "variable or vertex without a tile")                               \
  X(PE0202, InvalidTileMapping, "invalid tile mapping")                                            \
  X(PE0203, GraphConnection, "two vertices use the same elements and one writes them")             \
  X(PE0204, UnknownVertexType, "unknown vertex type")                                              \
  X(PE0205, UnknownField, "unknown field")                                                         \
  X(PE0206, GraphConnection, "field cannot be connected like this")                                \
  X(PE0207, Type, "element type of tensor and field differ")                                       \
  X(PE0208, GraphConnection, "field not connected")                                                \
  X(PE0209, NoSizeSpecified, "size of a vector field not specified")                               \
  X(PE0210, Index, "field index out of range")                                                     \
  X(PE0211, GraphConnection, "constant written")                                                   \
  X(PE0212, GraphConnection, "element occurs twice in a written field")                            \
  X(PE0213, PoplarError, "wrong number of values")                                                 \
  X(PE0214, PoplarError, "value not representable")                                                \
  X(PE0215, PoplarError, "invalid handle")                                                         \
  X(PE0216, PoplarError, "duplicate handle")                                                       \
  X(PE0217, PoplarError, "invalid virtual graph")                                                  \
  X(PE0218, PoplarError, "initial value of a constant")                                            \
  X(PE0219, MissingPerfEstimate, "no performance estimate")                                        \
  X(PE0220, GraphReplication, "invalid replication")                                               \
  X(PE0221, TensorCreation, "invalid variable")                                                    \
  X(PE0222, TensorMetadata, "metadata missing or not wanted")                                      \
  X(PE0223, PoplarError, "invalid clone")                                                          \
  X(PE0224, PoplarError, "serialised tensors cannot be read")                                      \
  X(PE0301, GraphProgramCompilation, "codelet does not compile")                                   \
  X(PE0302, FileLoad, "codelet file not found")                                                    \
  X(PE0303, GraphObjectLoad, "codelet file cannot be read")                                        \
  X(PE0304, GraphProgramCompilation, "unsupported field")                                          \
  X(PE0305, Link, "codelets do not link")                                                          \
  X(PE0306, GraphObjectCreation, "codelet compiler cannot be run")                                 \
  X(PE0307, GraphObjectLoad, "two different codelets of one name")                                 \
  X(PE0308, Link, "vertex type has no code for the host")                                          \
  X(PE0309, GraphObjectLoad, "codelet file is not for this target")                                \
  X(PE0401, ControlProgram, "malformed program")                                                   \
  X(PE0402, PoplarError, "copy between shapes that do not fit")                                    \
  X(PE0403, Type, "copy between element types")                                                    \
  X(PE0404, GraphConnection, "destination of a copy aliases itself")                               \
  X(PE0405, GraphConnection, "destination of a copy is constant")                                  \
  X(PE0406, ControlProgram, "predicate or control tensor not scalar")                              \
  X(PE0407, GraphMemoryAllocation, "out of tile memory")                                           \
  X(PE0408, GraphRecursion, "function calls itself")                                               \
  X(PE0409, StreamConnection, "size or type of stream and tensor differ")                          \
  X(PE0410, ControlProgram, "invalid switch")                                                      \
  X(PE0411, GraphReplication, "invalid cross-replica copy")                                        \
  X(PE0412, Type, "predicate or control tensor of a wrong type")                                   \
  X(PE0413, ControlProgram, "program nested too deeply")                                           \
  X(PE0414, GraphReplication, "description of a collective does not fit")                          \
  X(PE0501, StreamConnection, "stream not connected")                                              \
  X(PE0502, StreamConnection, "unknown stream or handle")                                          \
  X(PE0503, StreamConnection, "host buffer of a wrong size")                                       \
  X(PE0504, PoplarError, "engine not loaded")                                                      \
  X(PE0505, PoplarError, "no such program")                                                        \
  X(PE0506, PoplarError, "device does not fit the graph")                                          \
  X(PE0507, PoplarError, "device not attached")                                                    \
  X(PE0508, PoplarError, "engine lost its device")                                                 \
  X(PE0509, PoplarError, "engine must be loaded again")                                            \
  X(PE0510, StreamConnection, "remote buffer row out of range")                                    \
  X(PE0511, PoplarError, "null callback")                                                          \
  X(PE0512, Type, "host function arguments do not fit")                                            \
  X(PE0513, ProfilingDisabled, "profiling is disabled")                                            \
  X(PE0514, PoplarError, "engine is running")                                                      \
  X(PE0515, MissingProfileData, "no profile data")                                                 \
  X(PE0601, ApplicationRuntime, "program aborted")                                                 \
  X(PE0602, ApplicationRuntime, "vertex crashed")                                                  \
  X(PE0603, ApplicationRuntime, "vertex returned false")                                           \
  X(PE0604, ApplicationRuntime, "floating-point exception")                                        \
  X(PE0605, ApplicationRuntime, "replicas diverge")                                                \
  X(PE0606, ApplicationRuntime, "switch value without a case")                                     \
  X(PE0607, ApplicationRuntime, "undefined value read")                                            \
  X(PE0608, ApplicationRuntime, "remote buffer offset out of range")                               \
  X(PE0701, InvalidOption, "unknown option")                                                       \
  X(PE0702, InvalidOption, "invalid value of an option")                                           \
  X(PE0703, PoplarError, "option not set")                                                         \
  X(PE0704, InvalidMachineModel, "invalid machine model")                                          \
  X(PE0705, PoplarError, "unknown system or target")                                               \
  X(PE0706, PoplarError, "no such device")                                                         \
  X(PE0707, PoplarError, "wrong type of a profile value")                                          \
  X(PE0708, Parse, "JSON cannot be parsed")                                                        \
  X(PE0709, PoplarError, "value outside the range of the type")                                    \
  X(PE0710, PoplarError, "null pointer")                                                           \
  X(PE0801, PoplarError, "executable cannot be read")                                              \
  X(PE0802, PoplarError, "executable of another version")                                          \
  X(PE0803, PoplarError, "file cannot be written")                                                 \
  X(PE0901, PoplarError, "MPI cannot be loaded")                                                   \
  X(PE0902, ApplicationRuntime, "instances do not run together")                                   \
  X(PE0903, GraphReplication, "replicas do not divide among instances")

enum class Code : std::uint16_t {
#define POPLAR_EMU_CODE_NAME(code, errorClass, title) code,
  POPLAR_EMU_DIAGNOSTIC_CODES(POPLAR_EMU_CODE_NAME)
#undef POPLAR_EMU_CODE_NAME
};

/// "PE0203".
std::string_view name(Code code);
/// The title of the code's help page.
std::string_view title(Code code);
ErrorClass errorClass(Code code);

} // namespace poplar_emu
