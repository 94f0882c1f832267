// SPDX-License-Identifier: MIT
// The last pass of a product whose depth is split over tiles.
#include "Wide.hpp"

using namespace poplar;

namespace poplin {

/// out[i] = sum of all partials[p][i], in float and rounded once.
template <class Partial, class Out>
class AddPartials : public MultiVertex {
 public:
  Vector<Input<Vector<Partial, VectorLayout::ONE_PTR>>> partials;
  Output<Vector<Out>> out;

  void compute(unsigned worker) {
    const unsigned grains = (out.size() + device::kWide - 1) / device::kWide;
    for (unsigned grain = worker; grain < grains; grain += numWorkers()) {
      const unsigned begin = grain * device::kWide;
      if (begin + device::kWide <= out.size()) {
        device::Wide sum = device::load(&partials[0][begin]);
        for (unsigned p = 1; p < partials.size(); ++p)
          sum += device::load(&partials[p][begin]);
        device::store(&out[begin], sum);
      } else {
        for (unsigned i = begin; i < out.size(); ++i) {
          float sum = static_cast<float>(partials[0][i]);
          for (unsigned p = 1; p < partials.size(); ++p)
            sum += static_cast<float>(partials[p][i]);
          out[i] = static_cast<Out>(sum);
        }
      }
    }
  }
};

template class AddPartials<float, float>;
template class AddPartials<float, half>;
template class AddPartials<half, half>;

} // namespace poplin
