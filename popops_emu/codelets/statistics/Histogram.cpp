// SPDX-License-Identifier: MIT
// The vertices of histograms.
#include "../Loops.hpp"

#include <poplar/HalfFloat.hpp>

using namespace poplar;

namespace popops {

/// Each worker writes its own histogram: bins of worker w from w * (levels + 1) on.
template <typename T, bool IsAbsolute>
class HistogramCount : public MultiVertex {
 public:
  Input<Vector<T>> data;
  Input<Vector<T>> levels;
  Output<Vector<unsigned>> histograms;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(data.size(), worker, numWorkers());
    const unsigned n = levels.size();
    unsigned *bins = &histograms[0] + worker * (n + 1);
    const T *in = &data[0];
    // How many are not below each level; bins are differences.
    unsigned before = part.end - part.begin;
    for (unsigned level = 0; level < n; ++level) {
      const float bound = static_cast<float>(static_cast<T>(levels[level]));
      unsigned reach = 0;
      for (unsigned i = part.begin; i < part.end; ++i) {
        float x = static_cast<float>(in[i]);
        if (IsAbsolute) x = x < 0 ? -x : x;
        reach += x >= bound;
      }
      bins[level] = before - reach;
      before = reach;
    }
    bins[n] = before;
  }
};
template class HistogramCount<float, false>;
template class HistogramCount<float, true>;
template class HistogramCount<half, false>;
template class HistogramCount<half, true>;

namespace device {

/// The sum of one bin over histograms that follow each other.
template <class Counts>
inline unsigned sumOfBin(Counts &histograms, unsigned bin, unsigned bins) {
  unsigned sum = 0;
  for (unsigned i = bin; i < histograms.size(); i += bins)
    sum += histograms[i];
  return sum;
}

} // namespace device

/// Adds histograms; workers share the bins.
template <typename Out>
class HistogramSum : public MultiVertex {
 public:
  Input<Vector<unsigned>> histograms;
  Output<Vector<Out>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned bin = part.begin; bin < part.end; ++bin)
      out[bin] = static_cast<Out>(device::sumOfBin(histograms, bin, out.size()));
  }
};
template class HistogramSum<unsigned>;
template class HistogramSum<float>;

/// Adds histograms to what `out` holds.
template <typename Out>
class HistogramUpdate : public MultiVertex {
 public:
  Input<Vector<unsigned>> histograms;
  InOut<Vector<Out>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    for (unsigned bin = part.begin; bin < part.end; ++bin)
      out[bin] = out[bin] + static_cast<Out>(device::sumOfBin(histograms, bin, out.size()));
  }
};
template class HistogramUpdate<unsigned>;
template class HistogramUpdate<float>;

} // namespace popops
