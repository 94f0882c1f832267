// SPDX-License-Identifier: MIT
// Every kind of field, in the ways in which they are written.
#include <poplar/Vertex.hpp>

#include <array>
#include <cstdint>

using namespace poplar;
static constexpr auto ONE_PTR = poplar::VectorLayout::ONE_PTR;
constexpr unsigned kAlign = 32;
template <class T>
using InVec = Input<Vector<T, ONE_PTR, 8>>;
enum class Mode { A, B };

class Fields : public Vertex {
  using VecType = Vector<short, VectorLayout::SHORT_SPAN>;
  static constexpr std::array<int, 2> table{1, 2};
  static const bool needsAlignWorkers = false;

 protected:
  Input<float> scalar;
  InOut<VecType> buf;
  InVec<half> alias;
  Output<Vector<float, VectorLayout::SPAN, kAlign, true>> interleaved;
  Vector<InOut<int>> scalars;
  Vector<Output<Vector<float, VectorLayout::SPAN, 4, false>>, VectorLayout::ONE_PTR, 8> rows;
  Input<VectorList<unsigned, VectorListLayout::COMPACT_DELTAN, 4, false>> list;
  bool flag;
  const half h;
  Mode mode;
  long long wide;
  const Vector<int, VectorLayout::COMPACT_PTR, 4> state;
  Vector<Vector<uint8_t>> nested;
  Input<Vector<quarter>> eight;
  Vector<Input<unsigned long long>> counters;

 public:
  Fields();
  bool compute() { return flag; }
};
