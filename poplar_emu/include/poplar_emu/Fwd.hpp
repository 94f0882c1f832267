// SPDX-License-Identifier: MIT
// Names of the hidden implementations behind the public handle classes.
#ifndef POPLAR_EMU_FWD_HPP
#define POPLAR_EMU_FWD_HPP

namespace poplar_emu {

struct TypeAccess;

namespace api {
struct Access;
struct FieldDataState;
struct GraphState;
struct ProgramNode;
struct RearrangerState;
struct TensorState;
struct VertexIntrospectorState;
} // namespace api

namespace engine {
struct EngineState;
struct ExecutableState;
struct ModuleState;
} // namespace engine

namespace model {
struct Access;
struct DebugInfoState;
struct DeviceState;
struct RemoteBufferState;
struct ResumableState;
struct StreamState;
struct TargetState;
} // namespace model

} // namespace poplar_emu

#endif
