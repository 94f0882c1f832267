// SPDX-License-Identifier: MIT
// Vertices of one binary operation of two tensors. What has none here runs in MapExpression.
#include "Functions.hpp"
#include "Loops.hpp"

using namespace poplar;

namespace popops {

template <expr::BinaryOpType op, typename T>
class BinaryOp1D : public MultiVertex {
 public:
  using Out = decltype(device::binary<op>(T(), T()));
  Input<Vector<T>> in1;
  Input<Vector<T>> in2;
  Output<Vector<Out>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    device::forEach(&out[0] + part.begin, &in1[0] + part.begin, &in2[0] + part.begin,
                    part.end - part.begin, [](T a, T b) { return device::binary<op>(a, b); });
  }
};

#define REAL(op)                                                                                   \
  template class BinaryOp1D<expr::BinaryOpType::op, float>;                                        \
  template class BinaryOp1D<expr::BinaryOpType::op, half>;
#define NUMBERS(op)                                                                                \
  REAL(op)                                                                                         \
  template class BinaryOp1D<expr::BinaryOpType::op, int>;                                          \
  template class BinaryOp1D<expr::BinaryOpType::op, unsigned>;

NUMBERS(ADD)
#ifndef POPOPS_FEW_VERTICES
NUMBERS(SUBTRACT)
NUMBERS(MULTIPLY)
NUMBERS(MAXIMUM)
NUMBERS(MINIMUM)
NUMBERS(EQUAL)
NUMBERS(NOT_EQUAL)
NUMBERS(GREATER_THAN)
NUMBERS(GREATER_THAN_EQUAL)
NUMBERS(LESS_THAN)
NUMBERS(LESS_THAN_EQUAL)
REAL(DIVIDE)
REAL(POWER)
#endif
template class BinaryOp1D<expr::BinaryOpType::LOGICAL_AND, bool>;
template class BinaryOp1D<expr::BinaryOpType::LOGICAL_OR, bool>;

} // namespace popops
