// SPDX-License-Identifier: MIT
// The graph: variables, vertices that work on them, and streams to the host.
#ifndef POPLAR_GRAPH_HPP
#define POPLAR_GRAPH_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/CodeletFileType.hpp>
#include <poplar/CycleEstimateFunc.hpp>
#include <poplar/DataStream.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Device.hpp>
#include <poplar/FunctionBufferMappingType.hpp>
#include <poplar/GraphElements.hpp>
#include <poplar/Interval.hpp>
#include <poplar/LateInitCallback.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/PerfEstimateFunc.hpp>
#include <poplar/ReplicatedStreamMode.hpp>
#include <poplar/SerializationFormat.hpp>
#include <poplar/StringRef.hpp>
#include <poplar/Target.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/TensorCloneMethod.hpp>
#include <poplar/TensorRearranger.hpp>
#include <poplar/Type.hpp>
#include <poplar/TypeTraits.hpp>
#include <poplar/VariableMappingMethod.hpp>
#include <poplar/VariableRef.hpp>
#include <poplar/VertexIntrospector.hpp>
#include <poplar/exceptions.hpp>
#include <poplar/replication_factor.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>
#include <poplar_emu/StandardHeaders.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace poplar {

namespace program {
class Program;
class Sequence;
class Copy;
} // namespace program

/// A graph, or a view of some of its tiles (a virtual graph). Views share everything but tile
/// numbers. Movable, not copyable.
class POPLAR_EMU_EXPORT Graph {
  template <class T, class Result = void>
  using IfSimple = typename std::enable_if<TypeTraits::isSimpleType<T>(), Result>::type;
  template <class P, class Result = void>
  using IfPointer = typename std::enable_if<std::is_pointer<P>::value, Result>::type;
  template <class P, class T, class Result = void>
  using IfPointerTo =
      typename std::enable_if<std::is_pointer<P>::value && std::is_convertible<P, const T *>::value,
                              Result>::type;

  /// A value for each replica. Its own type, so that braced lists of numbers do not fit it.
  class ReplicaValues {
   public:
    ReplicaValues(const std::map<unsigned, unsigned> &values) : values_(values) {}
    ReplicaValues(std::initializer_list<std::pair<const unsigned, unsigned>> values)
        : values_(values) {}
    const std::map<unsigned, unsigned> &values() const { return values_; }

   private:
    std::map<unsigned, unsigned> values_;
  };

 public:
  /// For each tile, ranges of a flattened tensor.
  using TileToTensorMapping = std::vector<std::vector<Interval>>;
  /// Element type and number of elements.
  using HostFunctionArgument = std::tuple<Type, std::size_t>;

  /// What a field is connected to, by name.
  class POPLAR_EMU_EXPORT ConnectionDesc {
   public:
    ConnectionDesc(StringRef field, Tensor tensor);
    ConnectionDesc(StringRef field, ArrayRef<Tensor> tensors);
    template <class T, class = IfSimple<T>>
    ConnectionDesc(StringRef field, T value)
        : ConnectionDesc(field, &value, TypeTraits::make<T>()) {}
    ConnectionDesc(const ConnectionDesc &);
    ConnectionDesc(ConnectionDesc &&) noexcept;
    ConnectionDesc &operator=(const ConnectionDesc &);
    ConnectionDesc &operator=(ConnectionDesc &&) noexcept;
    ~ConnectionDesc();

   private:
    friend struct poplar_emu::api::Access;

    enum class Kind { Tensor, Tensors, Value };

    ConnectionDesc(StringRef field, const void *value, const TypeTraits &traits);

    std::string field_;
    Kind kind_;
    std::vector<Tensor> tensors_;
    TypeTraits valueTraits_;
    unsigned char value_[16];
  };

  // Construction and queries -----------------------------------------------------------------

  Graph();
  explicit Graph(const Target &target, replication_factor replicationFactor = replication_factor(1),
                 SourceLocation loc = SourceLocation::Current());
  explicit Graph(const Device &device, replication_factor replicationFactor = replication_factor(1),
                 SourceLocation loc = SourceLocation::Current());
  Graph(Graph &&) noexcept;
  Graph(const Graph &) = delete;
  Graph &operator=(Graph &&) noexcept;
  Graph &operator=(const Graph &) = delete;
  ~Graph();

  /// The target of one replica, and of this view.
  const Target &getTarget() const;
  unsigned getReplicationFactor() const;
  Graph getTopLevelGraph();
  /// An UNSIGNED_INT scalar that holds the index of the replica. It is not mapped to a tile yet.
  Tensor addReplicationIndexConstant(const DebugContext &debugContext = {});

  // Codelets ---------------------------------------------------------------------------------

  /// Adds a codelet file; false when it was added before. Throws graph_program_compilation_error,
  /// file_load_error or graph_object_load_error.
  bool addCodelets(StringRef file, CodeletFileType type = CodeletFileType::Auto,
                   StringRef compileFlags = "", StringRef targetName = "",
                   SourceLocation loc = SourceLocation::Current());
  bool addCodelets(StringRef file, CodeletFileType type, StringRef compileFlags,
                   std::ostream &compileOutput, StringRef targetName = "",
                   SourceLocation loc = SourceLocation::Current());
  bool addCodelets(ArrayRef<std::string> files, StringRef compileFlags = "",
                   StringRef targetName = "", SourceLocation loc = SourceLocation::Current());
  void addCodelets(std::stringstream &source, StringRef compileFlags = "",
                   CodeletFileType type = CodeletFileType::CppSource, StringRef targetName = "",
                   SourceLocation loc = SourceLocation::Current());
  void addCodelets(std::stringstream &source, StringRef compileFlags, std::ostream &compileOutput,
                   CodeletFileType type = CodeletFileType::CppSource, StringRef targetName = "",
                   SourceLocation loc = SourceLocation::Current());
  bool hasCodelet(StringRef name) const;

  // Variables and constants ------------------------------------------------------------------

  Tensor addVariable(const Type &type, ArrayRef<std::size_t> shape,
                     const DebugContext &debugContext = {});
  Tensor addVariable(const Type &type, const Tensor &metadata, ArrayRef<std::size_t> shape,
                     const DebugContext &debugContext = {});
  Tensor addVariable(const Type &type, ArrayRef<std::size_t> shape,
                     VariableMappingMethod mappingMethod, const DebugContext &debugContext = {});
  Tensor addVariable(const Type &type, const Tensor &metadata, ArrayRef<std::size_t> shape,
                     VariableMappingMethod mappingMethod, const DebugContext &debugContext = {});
  Tensor addExternalVariable(const Type &type, ArrayRef<std::size_t> shape, StringRef handle,
                             const DebugContext &debugContext = {});

  /// Constants: as many values as elements, or one value for all. Values are converted to the
  /// element type. Throws poplar_error when the number of values is wrong.
  template <class T>
  Tensor addConstant(const Type &type, ArrayRef<std::size_t> shape, ArrayRef<T> values,
                     const DebugContext &debugContext = {"<const>"}) {
    return makeConstant(type, nullptr, shape, values.data(), TypeTraits::make<T>(), values.size(),
                        debugContext);
  }
  template <class T>
  IfSimple<T, Tensor> addConstant(const Type &type, ArrayRef<std::size_t> shape, T value,
                                  const DebugContext &debugContext = {"<const>"}) {
    return addConstant(type, shape, &value, TypeTraits::make<T>(), true, debugContext);
  }
  template <class P>
  IfPointer<P, Tensor> addConstant(const Type &type, ArrayRef<std::size_t> shape, P values,
                                   const DebugContext &debugContext = {"<const>"}) {
    return addConstant(type, shape, values, traitsOfPointee<P>(), false, debugContext);
  }
  template <class T, class P>
  IfPointerTo<P, T, Tensor> addConstant(const Type &type, ArrayRef<std::size_t> shape, P values,
                                        const DebugContext &debugContext = {"<const>"}) {
    return addConstant(type, shape, values, TypeTraits::make<T>(), false, debugContext);
  }
  Tensor addConstant(const Type &type, ArrayRef<std::size_t> shape, const void *values,
                     const TypeTraits &traits, bool broadcast,
                     const DebugContext &debugContext = {"<const>"});

  template <class T>
  Tensor addConstant(const Type &type, const Tensor &metadata, ArrayRef<std::size_t> shape,
                     ArrayRef<T> values, const DebugContext &debugContext = {"<const>"}) {
    return makeConstant(type, &metadata, shape, values.data(), TypeTraits::make<T>(), values.size(),
                        debugContext);
  }
  template <class T>
  IfSimple<T, Tensor> addConstant(const Type &type, const Tensor &metadata,
                                  ArrayRef<std::size_t> shape, T value,
                                  const DebugContext &debugContext = {"<const>"}) {
    return addConstant(type, metadata, shape, &value, TypeTraits::make<T>(), true, debugContext);
  }
  template <class P>
  IfPointer<P, Tensor> addConstant(const Type &type, const Tensor &metadata,
                                   ArrayRef<std::size_t> shape, P values,
                                   const DebugContext &debugContext = {"<const>"}) {
    return addConstant(type, metadata, shape, values, traitsOfPointee<P>(), false, debugContext);
  }
  template <class T, class P>
  IfPointerTo<P, T, Tensor> addConstant(const Type &type, const Tensor &metadata,
                                        ArrayRef<std::size_t> shape, P values,
                                        const DebugContext &debugContext = {"<const>"}) {
    return addConstant(type, metadata, shape, values, TypeTraits::make<T>(), false, debugContext);
  }
  Tensor addConstant(const Type &type, const Tensor &metadata, ArrayRef<std::size_t> shape,
                     const void *values, const TypeTraits &traits, bool broadcast,
                     const DebugContext &debugContext = {"<const>"});

  /// Constants whose values are the bits of halves.
  Tensor addConstantHalf(const Type &type, ArrayRef<std::size_t> shape, std::uint16_t bits,
                         const DebugContext &debugContext = {"<const>"});
  Tensor addConstantHalf(const Type &type, ArrayRef<std::size_t> shape, const std::uint16_t *bits,
                         const DebugContext &debugContext = {"<const>"});

  /// New variables of the same shape, mapped like the original.
  Tensor clone(const Type &type, const Tensor &tensor, const DebugContext &debugContext = {},
               TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
  Tensor clone(const Type &type, const Tensor &metadata, const Tensor &tensor,
               const DebugContext &debugContext = {},
               TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
  Tensor clone(const Tensor &tensor, const DebugContext &debugContext = {},
               TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);
  Tensor clone(const Tensor &metadata, const Tensor &tensor, const DebugContext &debugContext = {},
               TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES);

  /// N clones with a new outermost dimension.
  Tensor cloneN(const Type &type, const Tensor &tensor, std::size_t N,
                const DebugContext &debugContext = {},
                TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES,
                TensorCloneDuplicationMethod duplicationMethod =
                    TensorCloneDuplicationMethod::DUPLICATE_BY_OUTER_DIMENSION);
  Tensor cloneN(const Type &type, const Tensor &metadata, const Tensor &tensor, std::size_t N,
                const DebugContext &debugContext = {},
                TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES,
                TensorCloneDuplicationMethod duplicationMethod =
                    TensorCloneDuplicationMethod::DUPLICATE_BY_OUTER_DIMENSION);
  Tensor cloneN(const Tensor &tensor, std::size_t N, const DebugContext &debugContext = {},
                TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES,
                TensorCloneDuplicationMethod duplicationMethod =
                    TensorCloneDuplicationMethod::DUPLICATE_BY_OUTER_DIMENSION);
  Tensor cloneN(const Tensor &metadata, const Tensor &tensor, std::size_t N,
                const DebugContext &debugContext = {},
                TensorCloneMethod method = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES,
                TensorCloneDuplicationMethod duplicationMethod =
                    TensorCloneDuplicationMethod::DUPLICATE_BY_OUTER_DIMENSION);

  Tensor getVariable(VariableRef variable) const;
  bool isConstant(VariableRef variable) const;

  // Compute sets, vertices and fields --------------------------------------------------------

  ComputeSet addComputeSet(const DebugContext &debugContext = {});
  /// Throws unknown_vertex_type.
  VertexRef addVertex(ComputeSet computeSet, StringRef vertexType,
                      ArrayRef<ConnectionDesc> connections = {},
                      SourceLocation loc = SourceLocation::Current());
  VertexRef addExternalExchangeVertex(ComputeSet computeSet, StringRef vertexType,
                                      unsigned incomingDownCount, bool usesEastEdge, bool sendsXReq,
                                      SourceLocation loc = SourceLocation::Current());

  void connect(FieldRef field, const Tensor &tensor,
               SourceLocation loc = SourceLocation::Current());
  /// Connects the elements of a vector field and sets its size.
  void connect(FieldRef field, ArrayRef<Tensor> tensors,
               SourceLocation loc = SourceLocation::Current());
  /// Connects an input to a constant on the vertex's tile.
  template <class T>
  IfSimple<T> connect(FieldRef field, T value, SourceLocation loc = SourceLocation::Current()) {
    connectValue(field, &value, TypeTraits::make<T>(), loc);
  }

  /// Initial values of the state of a vertex, converted to the type of the field.
  template <class T>
  IfSimple<T> setInitialValue(FieldRef field, T value,
                              SourceLocation loc = SourceLocation::Current()) {
    setFieldValue(field, &value, TypeTraits::make<T>(), loc);
  }
  template <class T>
  void setInitialValue(FieldRef field, ArrayRef<T> values,
                       SourceLocation loc = SourceLocation::Current()) {
    setFieldValues(field, values.data(), TypeTraits::make<T>(), values.size(), loc);
  }
  template <class T>
  void setInitialValue(FieldRef field, const std::vector<T> &values,
                       SourceLocation loc = SourceLocation::Current()) {
    setFieldValues(field, values.data(), TypeTraits::make<T>(), values.size(), loc);
  }
  void setInitialValue(FieldRef field, const std::vector<bool> &values,
                       SourceLocation loc = SourceLocation::Current()) {
    const std::vector<unsigned char> plain(values.begin(), values.end());
    setInitialValue(field, plain, loc);
  }
  template <class T>
  void setInitialValue(FieldRef field, const std::initializer_list<T> &values,
                       SourceLocation loc = SourceLocation::Current()) {
    setFieldValues(field, values.begin(), TypeTraits::make<T>(), values.size(), loc);
  }
  void setInitialValueHalf(FieldRef field, std::uint16_t bits,
                           SourceLocation loc = SourceLocation::Current());
  void setInitialValueHalf(FieldRef field, ArrayRef<std::uint16_t> bits,
                           SourceLocation loc = SourceLocation::Current());

  /// Contents of a variable when the engine is loaded, converted to its element type.
  template <class T>
  IfSimple<T> setInitialValue(const Tensor &tensor, T value,
                              SourceLocation loc = SourceLocation::Current()) {
    setTensorValue(tensor, &value, TypeTraits::make<T>(), loc);
  }
  template <class T>
  void setInitialValue(const Tensor &tensor, ArrayRef<T> values,
                       SourceLocation loc = SourceLocation::Current()) {
    setTensorValues(tensor, values.data(), TypeTraits::make<T>(), values.size(), loc);
  }
  /// A value for each replica, by its index.
  void setInitialValue(const Tensor &tensor, const ReplicaValues &perReplicaValue,
                       SourceLocation loc = SourceLocation::Current());
  void setInitialValueHalf(const Tensor &tensor, std::uint16_t bits,
                           SourceLocation loc = SourceLocation::Current());
  void setInitialValueHalf(const Tensor &tensor, ArrayRef<std::uint16_t> bits,
                           SourceLocation loc = SourceLocation::Current());

  /// Old form: the value is asked for when the graph is compiled.
  template <class T>
  void setInitCallback(FieldRef field, LateInitCallback<T> callback,
                       SourceLocation loc = SourceLocation::Current()) {
    setLateValue(
        field,
        [callback](const VertexEdgeInfo &info, void *value) {
          *static_cast<T *>(value) = callback(info);
        },
        TypeTraits::make<T>(), loc);
  }

  void setFieldSize(FieldRef field, std::size_t size,
                    SourceLocation loc = SourceLocation::Current());
  /// Throws no_size_specified.
  std::size_t getFieldSize(FieldRef field) const;
  /// The largest size that a dimension of a vector field can have.
  std::size_t getMaxFieldDim(StringRef vertexName, StringRef fieldName, unsigned dimIndex) const;
  double getMaxVertexFieldValue(StringRef vertexName, StringRef fieldName) const;
  /// Throws poplar_error when T cannot hold the value exactly.
  template <class T>
  T getMaxVertexFieldValueAs(StringRef vertexName, StringRef fieldName) const {
    T value;
    storeMaxVertexFieldValue(vertexName, fieldName, &value, TypeTraits::make<T>());
    return value;
  }
  unsigned getNumVertices() const;

  // Performance estimates --------------------------------------------------------------------

  void setPerfEstimate(const VertexRef &vertex, std::uint64_t cycles, std::uint64_t flops = 0,
                       SourceLocation loc = SourceLocation::Current());
  void setPerfEstimate(const VertexRef &vertex, const VertexPerfEstimate &estimate,
                       SourceLocation loc = SourceLocation::Current());
  /// Throws missing_perf_estimate.
  VertexPerfEstimate getPerfEstimate(const VertexRef &vertex) const;
  void registerPerfEstimator(StringRef vertexTypeName, PerfEstimateFunc estimator,
                             SourceLocation loc = SourceLocation::Current());

  // Old names.
  void setCycleEstimate(const VertexRef &vertex, std::uint64_t cycles,
                        SourceLocation loc = SourceLocation::Current());
  std::uint64_t getCycleEstimate(const VertexRef &vertex) const;
  void registerCycleEstimator(StringRef vertexTypeName, CycleEstimateFunc estimator,
                              SourceLocation loc = SourceLocation::Current());

  // Host input and output --------------------------------------------------------------------

  /// Lets Engine::writeTensor write a tensor.
  void createHostWrite(StringRef handle, const Tensor &tensor, bool rearrangeOnHost = false,
                       SourceLocation loc = SourceLocation::Current());
  /// Lets Engine::readTensor read a tensor.
  void createHostRead(StringRef handle, const Tensor &tensor, bool rearrangeOnHost = false,
                      SourceLocation loc = SourceLocation::Current());
  DataStream
  addHostToDeviceFIFO(StringRef handle, const Type &elementType, std::size_t numElements,
                      ReplicatedStreamMode replicatedMode = ReplicatedStreamMode::REPLICATE,
                      const OptionFlags &options = {},
                      SourceLocation loc = SourceLocation::Current());
  DataStream addDeviceToHostFIFO(StringRef handle, const Type &elementType, std::size_t numElements,
                                 const OptionFlags &options = {},
                                 SourceLocation loc = SourceLocation::Current());
  RemoteBuffer addRemoteBuffer(StringRef handle, const Type &elementType, std::size_t numElements,
                               std::size_t repeats = 1, bool rearrangeOnHost = false,
                               bool optimiseMemory = false,
                               SourceLocation loc = SourceLocation::Current());
  HostFunction addHostFunction(StringRef handle, ArrayRef<HostFunctionArgument> inputs,
                               ArrayRef<HostFunctionArgument> outputs,
                               SourceLocation loc = SourceLocation::Current());

  // Tile mapping -----------------------------------------------------------------------------

  void setTileMapping(VertexRef vertex, unsigned tile,
                      SourceLocation loc = SourceLocation::Current());
  void setTileMapping(const Tensor &tensor, unsigned tile,
                      SourceLocation loc = SourceLocation::Current());
  /// Throws invalid_tile_mapping.
  void setTileMapping(const Tensor &tensor, const TileToTensorMapping &mapping,
                      SourceLocation loc = SourceLocation::Current());
  /// One entry a tile. Throws invalid_tile_mapping when requireComplete and an element is unmapped.
  TileToTensorMapping getTileMapping(const Tensor &tensor, bool requireComplete = true,
                                     bool allowExternal = false) const;
  TileToTensorMapping getTileMapping(const Tensor &tensor, bool *isComplete,
                                     bool allowExternal = false) const;
  /// Without the elements of constants.
  TileToTensorMapping getVariableTileMapping(const Tensor &tensor) const;

  // Layout -----------------------------------------------------------------------------------

  /// Splits ranges of a flattened tensor into sequences that are contiguous in memory.
  std::vector<std::vector<Interval>>
  getSortedContiguousRegions(const Tensor &tensor, ArrayRef<Interval> regions,
                             bool removeAliasedIntervals = false,
                             std::vector<std::size_t> *aliases = nullptr) const;
  /// Permutes a tensor of rank 1 into the order of memory, and others in the same way.
  void reorderToSimplify(Tensor *tensor, ArrayRef<Tensor *> others,
                         bool requireSimplestOrder = true) const;
  TensorRearranger getSimplifyingRearranger(const Tensor &tensor) const;
  /// The smallest slice that, broadcast, gives the tensor.
  Tensor findUnbroadcastTensor(const Tensor &tensor) const;

  // Virtual graphs and functions -------------------------------------------------------------

  /// The first tiles of each IPU.
  Graph createVirtualGraph(unsigned numTilesPerIPU, SourceLocation loc = SourceLocation::Current());
  /// Tiles [lowerTile, upperTile), all on one IPU or covering whole IPUs.
  Graph createVirtualGraph(unsigned lowerTile, unsigned upperTile,
                           SourceLocation loc = SourceLocation::Current());
  /// The listed tiles of each IPU.
  Graph createVirtualGraph(const std::vector<unsigned> &perIpuTiles,
                           SourceLocation loc = SourceLocation::Current());

  // Old members.
  Graph createReplicatedGraph(unsigned replicationFactor,
                              SourceLocation loc = SourceLocation::Current());
  Tensor getNonReplicatedTensor(const Tensor &tensor) const;

  Function addFunction(const program::Program &program,
                       SourceLocation loc = SourceLocation::Current());
  FunctionBuffer addFunctionBuffer(const Function &function, FunctionBufferMappingType mappingType,
                                   SourceLocation loc = SourceLocation::Current());

  unsigned convertTileToTopLevelGraphTile(unsigned tile) const;
  unsigned convertTopLevelGraphTileToTile(unsigned tile) const;
  unsigned convertVirtualTileToPhysicalTile(unsigned virtualTile) const;
  unsigned convertPhysicalTileToVirtualTile(unsigned physicalTile) const;
  unsigned convertPhysicalTileToVirtualTile(unsigned ipu, unsigned physicalTile) const;

  // Output -----------------------------------------------------------------------------------

  /// A picture of the graph in the dot language.
  void outputVertexGraph(std::ostream &out, ArrayRef<program::Program> programs = {}) const;
  void outputComputeGraph(std::ostream &out, ArrayRef<program::Program> programs = {}) const;
  void serialize(std::ostream &out, SerializationFormat format) const;
  void serialize(std::ostream &out, ArrayRef<program::Program> programs,
                 SerializationFormat format) const;
  /// Writes tensors so that deserializeTensors, on any graph, makes new variables laid out alike.
  void serializeTensors(std::ostream &out, ArrayRef<Tensor> tensors,
                        SerializationFormat format) const;
  std::vector<Tensor> deserializeTensors(std::istream &in, SerializationFormat format);

 private:
  friend struct poplar_emu::api::Access;

  template <class P>
  static TypeTraits traitsOfPointee() {
    return TypeTraits::make<typename std::remove_cv<typename std::remove_pointer<P>::type>::type>();
  }

  Tensor makeConstant(const Type &type, const Tensor *metadata, ArrayRef<std::size_t> shape,
                      const void *values, const TypeTraits &traits, std::size_t numValues,
                      const DebugContext &debugContext);
  void connectValue(const FieldRef &field, const void *value, const TypeTraits &traits,
                    SourceLocation loc);
  void setFieldValue(const FieldRef &field, const void *value, const TypeTraits &traits,
                     SourceLocation loc);
  void setFieldValues(const FieldRef &field, const void *values, const TypeTraits &traits,
                      std::size_t numValues, SourceLocation loc);
  void setTensorValue(const Tensor &tensor, const void *value, const TypeTraits &traits,
                      SourceLocation loc);
  void setTensorValues(const Tensor &tensor, const void *values, const TypeTraits &traits,
                       std::size_t numValues, SourceLocation loc);
  void setLateValue(const FieldRef &field,
                    std::function<void(const VertexEdgeInfo &, void *)> callback,
                    const TypeTraits &traits, SourceLocation loc);
  void storeMaxVertexFieldValue(StringRef vertexName, StringRef fieldName, void *value,
                                const TypeTraits &traits) const;

  std::shared_ptr<poplar_emu::api::GraphState> state_;
};

POPLAR_EMU_EXPORT StringRef versionString();
POPLAR_EMU_EXPORT StringRef packageHash();

} // namespace poplar

#endif
