// SPDX-License-Identifier: MIT
// The vertex that counts trips and says whether there is another one.
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace popops {

template <typename CountType>
class ForLoopCounter : public Vertex {
 public:
  InOut<CountType> count;
  Input<CountType> limit;
  Output<unsigned> comparisonOut;
  int step;

  void compute() {
    const unsigned next =
        static_cast<unsigned>(static_cast<CountType>(count)) + static_cast<unsigned>(step);
    *count = static_cast<CountType>(next);
    *comparisonOut = next != static_cast<unsigned>(static_cast<CountType>(limit)) ? 1u : 0u;
  }
};
template class ForLoopCounter<int>;
template class ForLoopCounter<unsigned>;

} // namespace popops
