// SPDX-License-Identifier: MIT
// The program tree: immutable nodes, shared freely, one kind of payload each.
#pragma once

#include "ir/HostObjects.hpp"
#include "support/Combination.hpp"
#include "support/ElementType.hpp"
#include "support/Ids.hpp"
#include "support/SourceSite.hpp"
#include "view/View.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace poplar_emu::ir {

struct ProgramNode;
using ProgramRef = std::shared_ptr<const ProgramNode>; ///< null: the empty program

/// A tensor used by a program.
struct Operand {
  view::View view;
  ElementType type = ElementType::Invalid;
};

struct Sequence {
  std::vector<ProgramRef> steps;
};
struct Execute {
  ComputeSetId computeSet;
  std::optional<Operand> status; ///< BOOL scalar: AND of what the vertices returned
};
struct Copy {
  Operand source, destination;
  /// Sources and destinations that the compiler copies at the same time (docs/decisions/0034); none
  /// of the copies reads or writes what another one writes.
  std::vector<std::pair<Operand, Operand>> joined = {};
};
struct StreamRead {
  StreamId stream;
  Operand destination;
  Rearranges rearranges = Rearranges::Device;
};
struct StreamWrite {
  Operand source;
  StreamId stream;
  Rearranges rearranges = Rearranges::Device;
};
struct RemoteRead {
  RemoteBufferId buffer;
  Operand destination;
  std::optional<Operand> rows; ///< row indices; without them row 0
};
struct RemoteWrite {
  Operand source;
  RemoteBufferId buffer;
  std::optional<Operand> rows;
};
struct Repeat {
  std::uint32_t count = 0;
  ProgramRef body;
};
/// loop { condition; if (predicate != continueOn) break; body }
struct RepeatWhile {
  ProgramRef condition;
  Operand predicate;
  bool continueOn = true;
  ProgramRef body;
};
struct Loop {
  ProgramRef body;
};
struct If {
  Operand predicate;
  ProgramRef thenBranch, elseBranch;
};
enum class SwitchDefault : std::uint8_t { Program, Error, Unreachable };
struct Switch {
  Operand control;
  std::vector<std::pair<std::int32_t, ProgramRef>> cases;
  ProgramRef defaultCase;
  SwitchDefault onDefault = SwitchDefault::Program;
};
struct Call {
  FunctionId function;
};
struct HostCall {
  HostFunctionId function;
  std::vector<Operand> inputs, outputs;
};
struct CrossReplicaCopy {
  Operand source, destination;
  std::map<unsigned, unsigned> sourceToDestination;
};
/// A stretch of a collective; see <poplar_emu/Collective.hpp>.
struct CollectivePiece {
  std::uint64_t source = 0, destination = 0, elements = 0;
  std::vector<std::vector<unsigned>> chains; ///< positions in a group
  std::vector<unsigned> receivers;
};
/// Steps, and what they compute all in all.
struct Collective {
  ProgramRef body;
  CollectiveForm form = CollectiveForm::AllReduce;
  Combine combine = Combine::Add;
  float scale = 1;
  Operand source, destination;
  std::vector<std::vector<unsigned>> groups; ///< replicas by position
  std::vector<CollectivePiece> pieces;
};
struct WriteUndef {
  Operand operand;
};
struct AssumeEqualAcrossReplicas {
  Operand operand;
};
struct Block {
  ProgramRef body;
};
enum class SyncKind : std::uint8_t { Internal, External, Global };
struct Sync {
  SyncKind kind = SyncKind::Internal;
};
enum class FloatFormat : std::uint8_t { Auto, Fixed, Scientific, None };
struct PrintFormat {
  std::uint32_t summariseThreshold = 1000;
  std::uint32_t edgeItems = 3;
  std::uint32_t maxLineWidth = 75;
  std::uint32_t digits = 8;
  FloatFormat floatFormat = FloatFormat::Auto;
  char separator = ' ';
  char open = '[';
  char close = ']';
  bool formatting = true; ///< false: disableFormatting()
};
struct Print {
  std::string title;
  Operand operand;
  PrintFormat format;
};
/// Throws application_runtime_error; with an operand prints it first, with a predicate only if it
/// holds.
struct Abort {
  std::string message;
  std::optional<Operand> printed;
  std::optional<Operand> condition;
};
/// Writes the tile's cycle counter, low word first, to a UNSIGNED_INT[2].
struct CycleStamp {
  TileId tile;
  SyncKind sync = SyncKind::Internal;
  Operand destination;
};
/// Reads or writes the PRNG states, UNSIGNED_INT {tiles, workers, 4}, of tiles given in order.
struct HwSeeds {
  bool write = false;
  Operand seeds;
  std::vector<TileId> tiles;
};
/// Bits of the floating-point control: exceptions and modes, on the given tiles.
struct FpControl {
  static constexpr std::uint32_t kInvalid = 1, kDivideByZero = 2, kOverflow = 4;
  static constexpr std::uint32_t kStochasticRounding = 8, kNanOnOverflow = 16;
  std::uint32_t clear = 0, set = 0;
  std::optional<Operand> load;  ///< UNSIGNED_INT scalar: take the state from it
  std::optional<Operand> store; ///< UNSIGNED_INT scalar: the state before
  std::vector<TileId> tiles;
};

using ProgramPayload =
    std::variant<Sequence, Execute, Copy, StreamRead, StreamWrite, RemoteRead, RemoteWrite, Repeat,
                 RepeatWhile, Loop, If, Switch, Call, HostCall, CrossReplicaCopy, Collective,
                 WriteUndef, AssumeEqualAcrossReplicas, Block, Sync, Print, Abort, CycleStamp,
                 HwSeeds, FpControl>;

struct ProgramNode {
  ProgramPayload payload;
  std::string name; ///< debug path, may be empty
  SiteId site;
  std::uint64_t graphId = 0; ///< the graph whose tensors it uses; 0 when it uses none
};

} // namespace poplar_emu::ir
