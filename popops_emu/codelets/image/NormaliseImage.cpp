// SPDX-License-Identifier: MIT
// The vertex that scales pixels of three channels and adds a fourth.
#include "../Loops.hpp"

#include <poplar/HalfFloat.hpp>

using namespace poplar;

namespace popops {

template <typename In, typename Out>
class NormaliseImage : public MultiVertex {
 public:
  Input<Vector<In>> in;
  Input<Vector<Out>> scales;
  Input<Vector<Out>> offsets;
  Output<Vector<Out>> out;
  float inScale;

  void compute(unsigned worker) {
    const device::Part pixels = device::partOf(out.size() / 4, worker, numWorkers());
    const Out scale = static_cast<Out>(inScale);
    for (unsigned p = pixels.begin; p < pixels.end; ++p) {
      for (unsigned c = 0; c < 3; ++c) {
        const Out x = static_cast<Out>(static_cast<float>(in[3 * p + c]));
        const Out scaled = static_cast<Out>(x * scale);
        const Out centred = static_cast<Out>(scaled - offsets[c]);
        out[4 * p + c] = static_cast<Out>(centred * scales[c]);
      }
      out[4 * p + 3] = static_cast<Out>(0.0f);
    }
  }
};
template class NormaliseImage<unsigned char, half>;
template class NormaliseImage<half, half>;
template class NormaliseImage<float, float>;

} // namespace popops
