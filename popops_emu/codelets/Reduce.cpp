// SPDX-License-Identifier: MIT
// Vertices that reduce rows, or columns, of what lies on their tile.
#include "Functions.hpp"
#include "Loops.hpp"
#include "popops/OperationDef.hpp"

#include <limits>

using namespace poplar;

namespace popops {
namespace device {

/// Sums and products of reals are made in float.
template <Operation op, class T>
using Accumulator =
    std::conditional_t<std::is_same_v<T, half> && op != Operation::MIN && op != Operation::MAX,
                       float, T>;

template <Operation op, class A>
inline A neutral() {
  using L = std::numeric_limits<std::conditional_t<std::is_same_v<A, half>, float, A>>;
  if constexpr (op == Operation::MUL || op == Operation::LOGICAL_AND)
    return A(1);
  else if constexpr (op == Operation::MIN)
    return A(L::has_infinity ? L::infinity() : L::max());
  else if constexpr (op == Operation::MAX)
    return A(L::has_infinity ? -L::infinity() : L::lowest());
  else
    return A(0);
}

template <Operation op, class A>
inline A combined(A sum, A x) {
  if constexpr (op == Operation::ADD)
    return binary<BinaryOpType::ADD>(sum, x);
  else if constexpr (op == Operation::MUL)
    return binary<BinaryOpType::MULTIPLY>(sum, x);
  else if constexpr (op == Operation::MIN)
    return binary<BinaryOpType::MINIMUM>(sum, x);
  else if constexpr (op == Operation::MAX)
    return binary<BinaryOpType::MAXIMUM>(sum, x);
  else if constexpr (op == Operation::LOGICAL_AND)
    return sum & x;
  else
    return sum | x;
}

/// An element and what has been reduced so far.
template <Operation op, class A, class T>
inline A taken(A sum, T x) {
  const A value = static_cast<A>(x);
  if constexpr (op == Operation::SQUARE_ADD)
    return combined<Operation::ADD>(sum, binary<BinaryOpType::MULTIPLY>(value, value));
  else
    return combined<op>(sum, value);
}

template <Operation op, class A>
inline void setNeutral(A *sums, unsigned n) {
  for (unsigned j = 0; j < n; ++j)
    sums[j] = neutral<op, A>();
}

/// Starts to fetch elements that are read soon: parts of rows lie too far apart for the hardware to
/// guess. Those behind the last row belong to another vertex, or to none.
template <class T>
inline void fetch(const T *x, unsigned n) {
  for (unsigned i = 0; i < n; i += 64 / sizeof(T))
    __builtin_prefetch(x + i);
}

constexpr unsigned kLanes = 64;
/// Long runs of each row, and sums that stay in the first-level cache.
constexpr unsigned kColumns = 2048;

/// Many partial results, so that the loop runs in vectors and long sums stay exact.
template <Operation op, class A, class T>
A reduceRow(const T *x, unsigned n) {
  constexpr Operation between = op == Operation::SQUARE_ADD ? Operation::ADD : op;
  A lanes[kLanes];
  for (unsigned j = 0; j < kLanes; ++j)
    lanes[j] = neutral<op, A>();
  unsigned i = 0;
  for (; i + kLanes <= n; i += kLanes)
#pragma clang loop vectorize(assume_safety)
    for (unsigned j = 0; j < kLanes; ++j)
      lanes[j] = taken<op, A>(lanes[j], x[i + j]);
  for (unsigned j = 0; i < n; ++i, ++j)
    lanes[j] = taken<op, A>(lanes[j], x[i]);
  for (unsigned width = kLanes / 2; width > 0; width /= 2)
    for (unsigned j = 0; j < width; ++j)
      lanes[j] = combined<between>(lanes[j], lanes[j + width]);
  return lanes[0];
}

/// log(sum(exp(x))) about the largest element.
template <class T>
float logSumOfRow(const T *x, unsigned n) {
  const float top = static_cast<float>(reduceRow<Operation::MAX, T>(x, n));
  if (!isFinite(top)) return top;
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += std::exp(static_cast<float>(x[i]) - top);
  return top + std::log(sum);
}

} // namespace device

/// out[0] is made of the first `first` elements, every other element of `length` more.
template <Operation op, typename InType, typename OutType>
class ReduceRows : public MultiVertex {
 public:
  Input<Vector<InType>> in;
  Output<Vector<OutType>> out;
  unsigned first;
  unsigned length;

  void compute(unsigned worker) {
    for (unsigned row = worker; row < out.size(); row += numWorkers()) {
      const unsigned begin = row == 0 ? 0 : first + (row - 1) * length;
      unsigned end = first + row * length;
      if (end > in.size()) end = in.size();
      out[row] = reduce(&in[0] + begin, end - begin);
    }
  }

 private:
  static OutType reduce(const InType *x, unsigned n) {
    if constexpr (op == Operation::LOG_ADD)
      return static_cast<OutType>(device::logSumOfRow(x, n));
    else
      return static_cast<OutType>(device::reduceRow<op, device::Accumulator<op, InType>>(x, n));
  }
};

/// Elements go to the outputs in turn, the first to out[start].
template <Operation op, typename InType, typename OutType>
class ReduceColumns : public MultiVertex {
 public:
  Input<Vector<InType>> in;
  Output<Vector<OutType>> out;
  unsigned start;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned begin = part.begin; begin < part.end; begin += device::kColumns) {
      const unsigned width =
          part.end - begin < device::kColumns ? part.end - begin : device::kColumns;
      reduce(begin, width);
    }
  }

 private:
  /// Calls f(elements, first column, count) for each row's part of columns [begin, begin + width).
  template <class F>
  void forEachRow(unsigned begin, unsigned width, F f) {
    const unsigned columns = out.size(), n = in.size();
    const InType *elements = &in[0];
    // Element i is in column start + i; `origin` is where column 0 of the row would be.
    for (long origin = -static_cast<long>(start); origin < static_cast<long>(n);
         origin += columns) {
      long from = origin + begin, to = from + width;
      if (from < 0) from = 0;
      if (to > static_cast<long>(n)) to = n;
      if (from < to)
        f(elements + from, static_cast<unsigned>(from - origin - begin),
          static_cast<unsigned>(to - from));
    }
  }

  void reduce(unsigned begin, unsigned width) {
    if constexpr (op == Operation::LOG_ADD)
      logSum(begin, width);
    else
      accumulate(begin, width);
  }

  template <class Index>
  void accumulate(Index begin, Index width) {
    using A = device::Accumulator<op, InType>;
    A sums[device::kColumns];
    const unsigned columns = out.size();
    bool isFirst = true;
    forEachRow(begin, width, [&](const InType *x, unsigned column, unsigned count) {
      device::fetch(x + columns, count); // the same part of the next row
      if (isFirst && count == width) {
#pragma clang loop vectorize(assume_safety)
        for (unsigned j = 0; j < count; ++j)
          sums[j] = device::taken<op, A>(device::neutral<op, A>(), x[j]);
      } else {
        if (isFirst) device::setNeutral<op>(sums, width);
        A *row = sums + column;
#pragma clang loop vectorize(assume_safety)
        for (unsigned j = 0; j < count; ++j)
          row[j] = device::taken<op, A>(row[j], x[j]);
      }
      isFirst = false;
    });
    if (isFirst) device::setNeutral<op>(sums, width);
    OutType *results = &out[0] + begin;
    for (unsigned j = 0; j < width; ++j)
      results[j] = static_cast<OutType>(sums[j]);
  }

  void logSum(unsigned begin, unsigned width) {
    float top[device::kColumns], sums[device::kColumns];
    for (unsigned j = 0; j < width; ++j) {
      top[j] = -__builtin_inff();
      sums[j] = 0;
    }
    forEachRow(begin, width, [&](const InType *x, unsigned column, unsigned count) {
      for (unsigned j = 0; j < count; ++j)
        top[column + j] = device::larger(top[column + j], static_cast<float>(x[j]));
    });
    forEachRow(begin, width, [&](const InType *x, unsigned column, unsigned count) {
      for (unsigned j = 0; j < count; ++j)
        if (device::isFinite(top[column + j]))
          sums[column + j] += std::exp(static_cast<float>(x[j]) - top[column + j]);
    });
    for (unsigned j = 0; j < width; ++j)
      out[begin + j] =
          static_cast<OutType>(device::isFinite(top[j]) ? top[j] + std::log(sums[j]) : top[j]);
  }
};

/// out[i] is made of in[0][i], in[1][i], ...; rows are read where they lie.
template <Operation op, typename InType, typename OutType>
class ReduceTogether : public MultiVertex {
 public:
  Vector<Input<Vector<InType>>> in;
  Output<Vector<OutType>> out;

  void compute(unsigned worker) {
    using A = device::Accumulator<op, InType>;
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned begin = part.begin; begin < part.end; begin += device::kColumns) {
      const unsigned width =
          part.end - begin < device::kColumns ? part.end - begin : device::kColumns;
      A sums[device::kColumns];
      device::setNeutral<op>(sums, width);
      for (unsigned row = 0; row < in.size(); ++row) {
        const InType *x = &in[row][0] + begin;
#pragma clang loop vectorize(assume_safety)
        for (unsigned j = 0; j < width; ++j)
          sums[j] = device::taken<op, A>(sums[j], x[j]);
      }
      OutType *results = &out[0] + begin;
      for (unsigned j = 0; j < width; ++j)
        results[j] = static_cast<OutType>(sums[j]);
    }
  }
};

#define VERTICES(op, In, Out)                                                                      \
  template class ReduceRows<Operation::op, In, Out>;                                               \
  template class ReduceColumns<Operation::op, In, Out>;
#define REAL(op)                                                                                   \
  VERTICES(op, float, float)                                                                       \
  VERTICES(op, float, half)                                                                        \
  VERTICES(op, half, float)                                                                        \
  VERTICES(op, half, half)
#define WHOLE(op)                                                                                  \
  VERTICES(op, int, int)                                                                           \
  VERTICES(op, unsigned, unsigned)

// Partial results are float, or of the type that they are made of.
#define TOGETHER(op, In, Out) template class ReduceTogether<Operation::op, In, Out>;
TOGETHER(ADD, float, float)
TOGETHER(ADD, float, half)
TOGETHER(MUL, float, float)
TOGETHER(MUL, float, half)
TOGETHER(MIN, float, float)
TOGETHER(MAX, float, float)
TOGETHER(ADD, int, int)
TOGETHER(ADD, unsigned, unsigned)

REAL(ADD)
REAL(MUL)
REAL(SQUARE_ADD)
REAL(LOG_ADD)
WHOLE(ADD)
WHOLE(MUL)
WHOLE(SQUARE_ADD)
WHOLE(MIN)
WHOLE(MAX)
VERTICES(MIN, float, float)
VERTICES(MAX, float, float)
VERTICES(MIN, half, half)
VERTICES(MAX, half, half)
VERTICES(LOGICAL_AND, bool, bool)
VERTICES(LOGICAL_OR, bool, bool)

} // namespace popops
