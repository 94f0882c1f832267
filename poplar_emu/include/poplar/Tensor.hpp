// SPDX-License-Identifier: MIT
// Views of the variables of a graph.
#ifndef POPLAR_TENSOR_HPP
#define POPLAR_TENSOR_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Type.hpp>
#include <poplar/TypeTraits.hpp>
#include <poplar/VariableRef.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>
#include <poplar_emu/StandardHeaders.hpp>

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace poplar {

enum class UpsampleMethod { REPEAT };

/// A shape and the elements of variables that fill it, in row-major order. Copies are cheap and
/// refer to the same elements; views never move data. A default-constructed tensor is invalid: only
/// valid(), copying and assignment work on it. Wrong indices and shapes throw poplar_error or a
/// class derived from it.
class POPLAR_EMU_EXPORT Tensor {
 public:
  Tensor();
  Tensor(const Tensor &);
  Tensor(Tensor &&) noexcept;
  Tensor &operator=(const Tensor &) &;
  Tensor &operator=(Tensor &&) & noexcept;
  ~Tensor();

  Type elementType() const;

  /// Removes dimension 0 by taking its element i.
  Tensor operator[](std::size_t i) const &;
  Tensor operator[](std::size_t i) &&;

  /// Elements [begin, end) of one dimension. An empty range is legal.
  Tensor slice(std::size_t begin, std::size_t end, unsigned dimension,
               SourceLocation loc = SourceLocation::Current()) const &;
  Tensor slice(std::size_t begin, std::size_t end, unsigned dimension,
               SourceLocation loc = SourceLocation::Current()) &&;
  Tensor slice(std::size_t begin, std::size_t end,
               SourceLocation loc = SourceLocation::Current()) const;
  Tensor slice(const Interval &region, unsigned dimension = 0,
               SourceLocation loc = SourceLocation::Current()) const;
  /// Slices the first dimensions, as many as there are bounds.
  Tensor slice(ArrayRef<std::size_t> begin, ArrayRef<std::size_t> end,
               SourceLocation loc = SourceLocation::Current()) const;

  std::vector<Tensor> slices(ArrayRef<Interval> intervals, unsigned dimension = 0,
                             SourceLocation loc = SourceLocation::Current()) const;
  /// Each result is the concatenation of the slices of one list.
  std::vector<Tensor> slices(const std::vector<std::vector<Interval>> &intervals,
                             unsigned dimension = 0,
                             SourceLocation loc = SourceLocation::Current()) const;
  /// Slices of size 1; the rank is kept.
  std::vector<Tensor> slices(const ArrayRef<unsigned> &indices, unsigned dimension = 0,
                             SourceLocation loc = SourceLocation::Current()) const;

  /// operator[] for each index in turn.
  Tensor index(ArrayRef<std::size_t> indices, SourceLocation loc = SourceLocation::Current()) const;

  Tensor flatten(SourceLocation loc = SourceLocation::Current()) const;
  /// Collapses dimensions [dimBegin, dimEnd) to one.
  Tensor flatten(unsigned dimBegin, unsigned dimEnd,
                 SourceLocation loc = SourceLocation::Current()) const;
  Tensor reshape(ArrayRef<std::size_t> shape, SourceLocation loc = SourceLocation::Current()) const;
  /// Replaces dimensions [beginIndex, endIndex) by newDims.
  Tensor reshapePartial(unsigned beginIndex, unsigned endIndex, ArrayRef<std::size_t> newDims,
                        SourceLocation loc = SourceLocation::Current()) const;
  /// Dimension i of the result is dimension permutation[i] of this tensor.
  Tensor dimShuffle(ArrayRef<unsigned> permutation,
                    SourceLocation loc = SourceLocation::Current()) const;
  /// Moves dimension source[k] to position destination[k]; the others keep their order.
  Tensor dimShufflePartial(ArrayRef<unsigned> source, ArrayRef<unsigned> destination,
                           SourceLocation loc = SourceLocation::Current()) const;
  Tensor dimRoll(unsigned dimIndex, unsigned newIndex = 0,
                 SourceLocation loc = SourceLocation::Current()) const;
  /// Inserts a dimension of size 1 before each index.
  Tensor expand(ArrayRef<std::size_t> indices,
                SourceLocation loc = SourceLocation::Current()) const;
  /// Removes dimensions of size 1.
  Tensor squeeze(ArrayRef<std::size_t> indices,
                 SourceLocation loc = SourceLocation::Current()) const;
  /// Swaps the dimensions of a tensor of rank 2.
  Tensor transpose(SourceLocation loc = SourceLocation::Current()) const;
  Tensor subSample(unsigned stride, unsigned dimension,
                   SourceLocation loc = SourceLocation::Current()) const;
  Tensor upsample(unsigned scale, unsigned dimension, UpsampleMethod method,
                  SourceLocation loc = SourceLocation::Current()) const;
  /// n copies of the same elements one after another along a dimension.
  Tensor broadcast(unsigned n, unsigned dimension,
                   SourceLocation loc = SourceLocation::Current()) const;
  /// The same bits as another type of the same size.
  Tensor reinterpret(const Type &type, SourceLocation loc = SourceLocation::Current()) const;
  Tensor reverse(unsigned dimension, SourceLocation loc = SourceLocation::Current()) const;

  std::size_t numElements() const;
  std::size_t dim(unsigned i) const;
  std::vector<std::size_t> shape() const;
  unsigned rank() const;

  bool isContiguous() const;
  /// Whether an element of a variable occurs more than once.
  bool containsAliases() const;
  bool containsConstant() const;
  bool isParallelWriteable() const;

  /// Ranges of the flattened tensor that lie one after another in memory.
  const std::vector<Interval> getContiguousRegions() const;
  /// The parts of variables that the tensor consists of, in order and merged.
  const std::vector<VariableInterval> getVarRegions() const;

  /// Stores the value of a constant of one element; false when the tensor is none.
  template <class T>
  bool getConstantValue(T *value) const {
    return readConstant(value, TypeTraits::make<T>());
  }

  bool intersectsWith(const Tensor &other) const;

  std::string shapeToString() const;
  std::string getVarStr() const;
  std::string getDebugStr() const;
  std::ostream &output(std::ostream &out) const;
  std::ostream &outputRegions(std::ostream &out) const;
  void dump() const;
  void dumpRegions() const;

  bool valid() const;
  /// The scalar that holds format and scale of a QUARTER tensor.
  Tensor getMetadata() const;
  bool hasMetadata() const;

 private:
  friend struct poplar_emu::api::Access;

  bool readConstant(void *value, const TypeTraits &traits) const;

  std::shared_ptr<const poplar_emu::api::TensorState> state_;
};

POPLAR_EMU_EXPORT Tensor concat(ArrayRef<Tensor> tensors, unsigned dimension = 0,
                                SourceLocation loc = SourceLocation::Current());
POPLAR_EMU_EXPORT Tensor concat(const Tensor &first, const Tensor &second, unsigned dimension = 0,
                                SourceLocation loc = SourceLocation::Current());
/// Appends a tensor that lacks the dimension along which it is appended.
POPLAR_EMU_EXPORT Tensor append(const Tensor &first, const Tensor &second, unsigned dimension,
                                SourceLocation loc = SourceLocation::Current());
POPLAR_EMU_EXPORT Tensor append(const Tensor &first, const Tensor &second,
                                SourceLocation loc = SourceLocation::Current());

/// Whether both are the same elements in the same order and shape; values are not compared.
POPLAR_EMU_EXPORT bool operator==(const Tensor &a, const Tensor &b);
POPLAR_EMU_EXPORT bool operator!=(const Tensor &a, const Tensor &b);
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, const Tensor &tensor);

} // namespace poplar

#endif
