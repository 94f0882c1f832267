// SPDX-License-Identifier: MIT
// Vertices that write rows of a table, or combine them with slices. Lookups of one row are applied
// in their order.
#include "SliceRows.hpp"

#include <poplar/HalfFloat.hpp>

using namespace poplar;

namespace popops {

/// table[row] = slices[place]. Elements are carriers of as many bytes as the real type.
template <typename T>
class SetRows : public Vertex {
 public:
  Output<Vector<T>> table; // rows without a lookup stay as they are
  Input<Vector<unsigned>> range;
  Input<Vector<unsigned>> rows;
  Input<Vector<unsigned>> places;
  Input<Vector<T>> slices;
  unsigned firstRow;
  unsigned numRows;
  unsigned width;

  void compute() {
    T *to = &table[0];
    const T *from = &slices[0];
    device::FetchAhead<T> fetch(range, rows, places, to, firstRow, from, width);
    device::forEachHit(range, rows, places, firstRow, numRows,
                       [=](unsigned row, unsigned place) mutable {
                         fetch();
                         device::copyRow(to + row * width, from + place * width, width);
                       });
  }
};

namespace {

/// Halves are computed in float and rounded once; narrow integers wrap.
template <class T>
struct Wide {
  typedef T type;
};
template <>
struct Wide<half> {
  typedef float type;
};

struct Larger {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? b : a;
  }
  static float apply(float a, float b) { return __builtin_fmaxf(a, b); }
};
struct Product {
  template <class T>
  static T apply(T a, T b) {
    return a * b;
  }
};

template <class F, class T>
inline void combineRow(T *__restrict to, const T *__restrict from, unsigned width) {
  typedef typename Wide<T>::type W;
  for (unsigned c = 0; c < width; ++c)
    to[c] = static_cast<T>(F::apply(static_cast<W>(to[c]), static_cast<W>(from[c])));
}

/// Unsigned arithmetic wraps as the device's does.
template <class T>
struct Sum {
  static T of(T a, T scale, T b) {
    return static_cast<T>(static_cast<unsigned>(a) +
                          static_cast<unsigned>(scale) * static_cast<unsigned>(b));
  }
};
template <>
struct Sum<float> {
  static float of(float a, float scale, float b) { return a + scale * b; }
};
template <>
struct Sum<bool> {
  static bool of(bool a, bool scale, bool b) { return a || (scale && b); }
};

template <class T, class W>
inline void addRow(T *__restrict to, const T *__restrict from, W scale, unsigned width) {
  for (unsigned c = 0; c < width; ++c)
    to[c] = static_cast<T>(Sum<W>::of(static_cast<W>(to[c]), scale, static_cast<W>(from[c])));
}

} // namespace

/// table[row] += scale * slices[place].
template <typename T, typename Scale>
class AddRows : public Vertex {
 public:
  InOut<Vector<T>> table;
  Input<Vector<unsigned>> range;
  Input<Vector<unsigned>> rows;
  Input<Vector<unsigned>> places;
  Input<Vector<T>> slices;
  Input<Scale> scale;
  unsigned firstRow;
  unsigned numRows;
  unsigned width;

  void compute() {
    T *to = &table[0];
    const T *from = &slices[0];
    const auto factor = static_cast<typename Wide<T>::type>(*scale);
    device::FetchAhead<T> fetch(range, rows, places, to, firstRow, from, width);
    device::forEachHit(range, rows, places, firstRow, numRows,
                       [=](unsigned row, unsigned place) mutable {
                         fetch();
                         addRow(to + row * width, from + place * width, factor, width);
                       });
  }
};

#define COMBINE_ROWS(Name, F)                                                                      \
  template <typename T>                                                                            \
  class Name : public Vertex {                                                                     \
   public:                                                                                         \
    InOut<Vector<T>> table;                                                                        \
    Input<Vector<unsigned>> range;                                                                 \
    Input<Vector<unsigned>> rows;                                                                  \
    Input<Vector<unsigned>> places;                                                                \
    Input<Vector<T>> slices;                                                                       \
    unsigned firstRow;                                                                             \
    unsigned numRows;                                                                              \
    unsigned width;                                                                                \
                                                                                                   \
    void compute() {                                                                               \
      T *to = &table[0];                                                                           \
      const T *from = &slices[0];                                                                  \
      device::forEachHit(range, rows, places, firstRow, numRows,                                   \
                         [=](unsigned row, unsigned place) {                                       \
                           combineRow<F>(to + row * width, from + place * width, width);           \
                         });                                                                       \
    }                                                                                              \
  };

/// table[row] = max(table[row], slices[place]).
COMBINE_ROWS(MaxRows, Larger)
/// table[row] *= slices[place].
COMBINE_ROWS(MulRows, Product)

template class SetRows<unsigned char>;
template class SetRows<unsigned short>;
template class SetRows<unsigned>;
template class SetRows<unsigned long long>;

template class AddRows<float, float>;
template class AddRows<half, half>;
template class AddRows<half, float>;
template class AddRows<int, int>;
template class AddRows<unsigned, unsigned>;
template class AddRows<bool, bool>;
template class AddRows<char, char>;
template class AddRows<signed char, signed char>;
template class AddRows<unsigned char, unsigned char>;

#define NUMBERS(Name)                                                                              \
  template class Name<float>;                                                                      \
  template class Name<half>;                                                                       \
  template class Name<int>;                                                                        \
  template class Name<unsigned>;
NUMBERS(MaxRows)
NUMBERS(MulRows)

} // namespace popops
