// SPDX-License-Identifier: MIT
// Vertices of the largest and smallest elements of rows.
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace popnn {

namespace {

template <class T>
bool isNan(T x) {
  const auto value = static_cast<double>(x);
  return value != value;
}

/// Whether a comes before b: larger (smaller), and numbers before NaNs.
template <bool Max, class T>
bool beats(T a, T b) {
  if (isNan(b)) return !isNan(a);
  return Max ? a > b : a < b;
}

template <bool Max, class Row>
unsigned best(const Row &row) {
  unsigned index = 0;
  for (unsigned i = 1; i < row.size(); ++i)
    if (beats<Max>(row[i], row[index])) index = i;
  return index;
}

} // namespace

template <class T, bool Max>
class ExtremeOfRow : public Vertex {
 public:
  Input<Vector<T>> in;
  Output<T> value;
  Output<unsigned> index;

  void compute() {
    const unsigned i = best<Max>(in);
    *value = in[i];
    *index = i;
  }
};

namespace {

/// The k largest elements in order; among equal ones the first comes first. labels[i] stands for
/// element i.
template <class T, class Labels>
void findLargest(const T *in, unsigned n, const Labels &labels, T *values, unsigned *indices,
                 unsigned k) {
  if (k == 0) return;
  for (unsigned i = 0; i < n; ++i) {
    unsigned place = i < k ? i : k;
    const T x = in[i];
    if (place == k && !beats<true>(x, values[k - 1])) continue;
    if (place == k) --place;
    for (; place > 0 && beats<true>(x, values[place - 1]); --place) {
      values[place] = values[place - 1];
      indices[place] = indices[place - 1];
    }
    values[place] = x;
    indices[place] = labels[i];
  }
}

/// Elements stand for themselves.
struct Positions {
  unsigned operator[](unsigned i) const { return i; }
};

} // namespace

template <class T>
class LargestOfRow : public Vertex {
 public:
  Input<Vector<T>> in;
  Output<Vector<T>> values;
  Output<Vector<unsigned>> indices;

  void compute() {
    findLargest(&in[0], in.size(), Positions(), &values[0], &indices[0], values.size());
  }
};

/// Candidates that are the largest of parts of a row, with their places in the row.
template <class T>
class LargestOfCandidates : public Vertex {
 public:
  Input<Vector<T>> in;
  Input<Vector<unsigned>> labels;
  Output<Vector<T>> values;
  Output<Vector<unsigned>> indices;

  void compute() {
    findLargest(&in[0], in.size(), &labels[0], &values[0], &indices[0], values.size());
  }
};

template class ExtremeOfRow<float, true>;
template class ExtremeOfRow<float, false>;
template class ExtremeOfRow<half, true>;
template class ExtremeOfRow<half, false>;
template class ExtremeOfRow<int, true>;
template class ExtremeOfRow<int, false>;
template class ExtremeOfRow<unsigned, true>;
template class ExtremeOfRow<unsigned, false>;
template class LargestOfRow<float>;
template class LargestOfRow<half>;
template class LargestOfRow<int>;
template class LargestOfRow<unsigned>;
template class LargestOfRow<bool>;
template class LargestOfCandidates<float>;
template class LargestOfCandidates<half>;
template class LargestOfCandidates<int>;
template class LargestOfCandidates<unsigned>;
template class LargestOfCandidates<bool>;

// Names and fields of these two are known to programs that place them on their own.

template <class T, class Label>
class ReduceMaxClassSparse : public Vertex {
 public:
  Input<Vector<T>> activations;
  Input<Vector<Label>> labels;
  Output<T> maxValue;
  Output<Label> maxIndex;

  void compute() {
    const unsigned i = best<true>(activations);
    *maxValue = activations[i];
    *maxIndex = labels[i];
  }
};

template <class T, class Label>
class ReduceMinClassSparse : public Vertex {
 public:
  Input<Vector<T>> activations;
  Input<Vector<Label>> labels;
  Output<T> minValue;
  Output<Label> minIndex;

  void compute() {
    const unsigned i = best<false>(activations);
    *minValue = activations[i];
    *minIndex = labels[i];
  }
};

#define INSTANTIATE(T)                                                                             \
  template class ReduceMaxClassSparse<T, unsigned>;                                                \
  template class ReduceMaxClassSparse<T, int>;                                                     \
  template class ReduceMinClassSparse<T, unsigned>;                                                \
  template class ReduceMinClassSparse<T, int>;

INSTANTIATE(float)
INSTANTIATE(half)
INSTANTIATE(int)
INSTANTIATE(unsigned)

} // namespace popnn
