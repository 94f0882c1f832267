// SPDX-License-Identifier: MIT
// Vertices of one unary operation. What has none here runs in MapExpression.
#include "Functions.hpp"
#include "Loops.hpp"

using namespace poplar;

namespace popops {

template <expr::UnaryOpType op, typename T>
class UnaryOp1D : public MultiVertex {
 public:
  using Out = decltype(device::unary<op>(T()));
  Input<Vector<T>> in;
  Output<Vector<Out>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    device::forEach(&out[0] + part.begin, &in[0] + part.begin, part.end - part.begin,
                    [](T x) { return device::unary<op>(x); });
  }
};

#define REAL(op)                                                                                   \
  template class UnaryOp1D<expr::UnaryOpType::op, float>;                                          \
  template class UnaryOp1D<expr::UnaryOpType::op, half>;
#define SIGNED(op)                                                                                 \
  REAL(op)                                                                                         \
  template class UnaryOp1D<expr::UnaryOpType::op, int>;

#ifndef POPOPS_FEW_VERTICES
REAL(COS)
REAL(EXPONENT)
REAL(INVERSE)
REAL(LOGARITHM)
REAL(RELU)
REAL(RSQRT)
REAL(SIGMOID)
REAL(SIN)
REAL(TANH)
SIGNED(SQRT)
SIGNED(ABSOLUTE)
SIGNED(NEGATE)
SIGNED(SIGNUM)
#endif
SIGNED(SQUARE)
template class UnaryOp1D<expr::UnaryOpType::LOGICAL_NOT, bool>;

} // namespace popops
