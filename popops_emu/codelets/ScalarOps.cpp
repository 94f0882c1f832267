// SPDX-License-Identifier: MIT
// Vertices of one binary operation whose second operand is a single element.
#include "Functions.hpp"
#include "Loops.hpp"

using namespace poplar;

namespace popops {

template <expr::BinaryOpType op, typename T>
class BroadcastScalar1D : public MultiVertex {
 public:
  using Out = decltype(device::binary<op>(T(), T()));
  Input<Vector<T>> data;
  Input<T> B;
  Output<Vector<Out>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    const T scalar = *B;
    device::forEach(&out[0] + part.begin, &data[0] + part.begin, part.end - part.begin,
                    [scalar](T a) { return device::binary<op>(a, scalar); });
  }
};

#define REAL(op)                                                                                   \
  template class BroadcastScalar1D<expr::BinaryOpType::op, float>;                                 \
  template class BroadcastScalar1D<expr::BinaryOpType::op, half>;
#define NUMBERS(op)                                                                                \
  REAL(op)                                                                                         \
  template class BroadcastScalar1D<expr::BinaryOpType::op, int>;                                   \
  template class BroadcastScalar1D<expr::BinaryOpType::op, unsigned>;

NUMBERS(ADD)
#ifndef POPOPS_FEW_VERTICES
NUMBERS(SUBTRACT)
NUMBERS(MULTIPLY)
NUMBERS(MAXIMUM)
NUMBERS(MINIMUM)
REAL(DIVIDE)
#endif

} // namespace popops
