// SPDX-License-Identifier: MIT
// Vertices that sort what a tile has, and that merge two sorted blocks.
#include "SortRun.hpp"

#include "../Loops.hpp"

using namespace poplar;

namespace popops {

/// Sorts each run of `run` elements; the last one may be shorter. Workers take runs in turn.
template <typename Element>
class SortRuns : public MultiVertex {
 public:
  InOut<Vector<Element>> data;
  Output<Vector<Element>> scratch;
  unsigned run;

  void compute(unsigned worker) {
    const unsigned n = data.size();
    for (unsigned begin = worker * run; begin < n; begin += numWorkers() * run)
      device::sortRun(&data[begin], &scratch[begin], n - begin < run ? n - begin : run);
  }
};
template class SortRuns<unsigned>;
template class SortRuns<unsigned long long>;

/// Writes the elements [skip, skip + out.size()) of a and b, merged. Each worker merges a part.
template <typename Element>
class MergeSplit : public MultiVertex {
 public:
  Input<Vector<Element>> a;
  Input<Vector<Element>> b;
  Output<Vector<Element>> out;
  unsigned skip;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    if (part.begin == part.end) return;
    const Element *first = &a[0], *second = &b[0];
    const unsigned na = a.size(), nb = b.size();
    const unsigned begin = skip + part.begin, end = skip + part.end;
    const unsigned fromA = device::takenFromFirst(first, na, second, nb, begin);
    const unsigned toA = device::takenFromFirst(first, na, second, nb, end);
    device::merge(first + fromA, toA - fromA, second + (begin - fromA), end - toA - (begin - fromA),
                  &out[part.begin]);
  }
};
template class MergeSplit<unsigned>;
template class MergeSplit<unsigned long long>;

} // namespace popops
