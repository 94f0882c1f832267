// SPDX-License-Identifier: MIT
// What a performance estimator can see of a vertex.
#ifndef POPLAR_VERTEX_INTROSPECTOR_HPP
#define POPLAR_VERTEX_INTROSPECTOR_HPP

#include <poplar/GraphElements.hpp>
#include <poplar/TypeTraits.hpp>
#include <poplar/VectorLayout.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace poplar {

class Target;

/// A field of a vertex: a scalar (rank 0), a vector (rank 1) or a list of vectors (rank 2).
class POPLAR_EMU_EXPORT FieldData {
 public:
  /// The size of one row.
  class SizeT {
   public:
    SizeT(std::size_t size) : size_(size) {}
    std::size_t size() const { return size_; }

   private:
    std::size_t size_;
  };

  FieldData(FieldData &&) noexcept;
  FieldData(const FieldData &) = delete;
  FieldData &operator=(FieldData &&) noexcept;
  FieldData &operator=(const FieldData &) = delete;
  ~FieldData();

  unsigned rank() const;
  /// 1 for scalars, the number of elements or rows otherwise.
  std::size_t size() const;
  /// Elements of a row of a field of rank 2. Throws poplar_error for other ranks.
  std::size_t getSizeAtIndex(std::size_t i) const;
  SizeT operator[](std::size_t i) const { return SizeT(getSizeAtIndex(i)); }
  std::string name() const;

  layout::Vector getProfilerVectorLayout(std::size_t nestingLevel) const;
  layout::VectorList getProfilerVectorListLayout() const;

  /// The initial value of a scalar. Throws poplar_error when there is none.
  template <class T>
  T getInitialValue(const Target &target) const {
    T value;
    readInitialValues(target, &value, TypeTraits::make<T>(), 1, kNoRow);
    return value;
  }

  /// The initial values of a vector, or with T = std::vector<U> those of a list of vectors.
  template <class T>
  std::vector<T> getInitialValues(const Target &target) const {
    std::vector<T> values(size());
    fillInitialValues(target, values);
    return values;
  }

 private:
  friend struct poplar_emu::api::Access;

  FieldData();

  static const std::size_t kNoRow = static_cast<std::size_t>(-1);

  void readInitialValues(const Target &target, void *values, const TypeTraits &traits,
                         std::size_t count, std::size_t row) const;

  template <class T>
  void fillInitialValues(const Target &target, std::vector<T> &values) const {
    readInitialValues(target, values.data(), TypeTraits::make<T>(), values.size(), kNoRow);
  }

  template <class U>
  void fillInitialValues(const Target &target, std::vector<std::vector<U>> &rows) const {
    for (std::size_t i = 0; i != rows.size(); ++i)
      fillRow(target, rows[i], i);
  }

  void fillInitialValues(const Target &target, std::vector<bool> &values) const {
    std::unique_ptr<bool[]> plain(new bool[values.size()]);
    readInitialValues(target, plain.get(), TypeTraits::make<bool>(), values.size(), kNoRow);
    values.assign(plain.get(), plain.get() + values.size());
  }

  template <class U>
  void fillRow(const Target &target, std::vector<U> &values, std::size_t row) const {
    const std::size_t count = getSizeAtIndex(row);
    std::unique_ptr<U[]> plain(new U[count]);
    readInitialValues(target, plain.get(), TypeTraits::make<U>(), count, row);
    values.assign(plain.get(), plain.get() + count);
  }

  std::unique_ptr<poplar_emu::api::FieldDataState> state_;
};

/// A vertex as its performance estimator sees it.
class POPLAR_EMU_EXPORT VertexIntrospector {
 public:
  VertexIntrospector(VertexIntrospector &&) noexcept;
  VertexIntrospector(const VertexIntrospector &) = delete;
  VertexIntrospector &operator=(VertexIntrospector &&) noexcept;
  VertexIntrospector &operator=(const VertexIntrospector &) = delete;
  ~VertexIntrospector();

  /// Throws unknown_field.
  FieldData getFieldInfo(const std::string &name) const;
  ComputeSet getComputeSet() const;

 private:
  friend struct poplar_emu::api::Access;

  VertexIntrospector();

  std::unique_ptr<poplar_emu::api::VertexIntrospectorState> state_;
};

} // namespace poplar

#endif
