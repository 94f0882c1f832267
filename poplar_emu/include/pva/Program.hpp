// SPDX-License-Identifier: MIT
// The compiled program tree of a report, and the visitor that walks it.
#ifndef PVA_PROGRAM_HPP
#define PVA_PROGRAM_HPP

#include <pva/Memory.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pva {

class ProgramVisitor;

/// A variable of the user's graph.
class POPLAR_EMU_EXPORT Variable {
 public:
  const std::string &name() const { return name_; }
  /// Bytes.
  std::uint64_t size() const { return size_; }

 private:
  friend struct internal::Access;
  std::string name_;
  std::uint64_t size_ = 0;
};

/// A piece of tile memory that the compiler allotted.
class POPLAR_EMU_EXPORT LoweredVariable {
 public:
  const std::string &name() const { return name_; }
  std::uint64_t bytes() const { return bytes_; }
  bool alwaysLive() const { return alwaysLive_; }
  const std::string &category() const { return category_; }
  /// Byte offset in the tile's memory.
  std::uint64_t offset() const { return offset_; }
  /// The variable of the graph that it is part of; null for memory of the compiler's own.
  const std::shared_ptr<const Variable> &unloweredVar() const { return unloweredVar_; }

 private:
  friend struct internal::Access;
  std::string name_, category_;
  std::uint64_t bytes_ = 0, offset_ = 0;
  bool alwaysLive_ = false;
  std::shared_ptr<const Variable> unloweredVar_;
};

class POPLAR_EMU_EXPORT ComputeSet {
 public:
  const std::string &name() const { return name_; }
  const List<VertexInstances> &vertices() const { return vertices_; }

 private:
  friend struct internal::Access;
  std::string name_;
  List<VertexInstances> vertices_;
};

/// One node of the program tree.
class POPLAR_EMU_EXPORT Program {
 public:
  enum class Type {
    Unknown,
    OnTileExecute,
    DoExchange,
    GlobalExchange,
    StreamCopyBegin,
    StreamCopyMid,
    StreamCopyEnd,
    Sync,
    Sequence,
    Repeat,
    RepeatWhile,
    If,
    Switch,
    OnEveryTileSwitch,
    Call,
    SetLocalConsensusFromVar,
    CpuCopy,
    Block
  };

  Program();
  virtual ~Program();
  const std::string &name() const { return name_; }
  Type type() const { return type_; }
  const std::vector<std::shared_ptr<Program>> &children() const { return children_; }
  std::size_t _id() const { return id_; }
  /// Bytes of control code, one entry a tile; empty if not kept.
  const List<std::uint64_t> &controlCodeByTile() const { return controlCodeByTile_; }
  /// Bytes of code: of an exchange, or of the vertex types that no earlier program runs on the
  /// tile, so that all programs add up to the memory of the tiles. One entry a tile; empty if not
  /// kept.
  const List<std::uint64_t> &codeBytesByTile() const { return codeBytesByTile_; }
  /// Calls the visitor's function for this kind of program; children are not visited.
  virtual void accept(ProgramVisitor &visitor) const;

 private:
  friend struct internal::Access;
  std::string name_;
  Type type_ = Type::Unknown;
  std::vector<std::shared_ptr<Program>> children_;
  std::size_t id_ = 0;
  List<std::uint64_t> controlCodeByTile_, codeBytesByTile_;
};

class POPLAR_EMU_EXPORT OnTileExecuteProgram : public Program {
 public:
  /// What it reads or writes, on tiles with liveness data.
  const List<LoweredVariable> &vars() const { return vars_; }
  const ComputeSet &computeset() const { return computeset_; }
  void accept(ProgramVisitor &visitor) const override;

 private:
  friend struct internal::Access;
  List<LoweredVariable> vars_;
  ComputeSet computeset_;
};

class POPLAR_EMU_EXPORT DoExchangeProgram : public Program {
 public:
  const List<LoweredVariable> &vars() const { return vars_; }
  void accept(ProgramVisitor &visitor) const override;

 private:
  friend struct internal::Access;
  List<LoweredVariable> vars_;
};

/// The kinds that carry no data of their own.
#define PVA_PLAIN_PROGRAMS(X)                                                                      \
  X(GlobalExchange)                                                                                \
  X(StreamCopyBegin)                                                                               \
  X(StreamCopyMid)                                                                                 \
  X(StreamCopyEnd)                                                                                 \
  X(Sync)                                                                                          \
  X(Sequence)                                                                                      \
  X(Repeat)                                                                                        \
  X(RepeatWhile)                                                                                   \
  X(If)                                                                                            \
  X(Switch)                                                                                        \
  X(OnEveryTileSwitch)                                                                             \
  X(Call)                                                                                          \
  X(SetLocalConsensusFromVar)                                                                      \
  X(CpuCopy)                                                                                       \
  X(Block)

#define PVA_PLAIN_PROGRAM(Kind)                                                                    \
  class POPLAR_EMU_EXPORT Kind##Program : public Program {                                         \
   public:                                                                                         \
    void accept(ProgramVisitor &visitor) const override;                                           \
  };
PVA_PLAIN_PROGRAMS(PVA_PLAIN_PROGRAM)
#undef PVA_PLAIN_PROGRAM

/// Derive from it and override the kinds of interest; the others do nothing.
class POPLAR_EMU_EXPORT ProgramVisitor {
 public:
  virtual ~ProgramVisitor();
  virtual void visitOnTileExecute(const OnTileExecuteProgram &);
  virtual void visitDoExchange(const DoExchangeProgram &);
#define PVA_VISIT(Kind) virtual void visit##Kind(const Kind##Program &);
  PVA_PLAIN_PROGRAMS(PVA_VISIT)
#undef PVA_VISIT
};

} // namespace pva

#endif
