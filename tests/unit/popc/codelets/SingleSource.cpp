// SPDX-License-Identifier: MIT
// Device and host part in one file.
#if __POPC__
#include <poplar/Vertex.hpp>
using namespace poplar;
class Negate : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  auto compute() -> bool {
    for (auto i = 0u; i < in.size(); ++i)
      out[i] = -in[i];
    return true;
  }
};
#else
int main() {
  return 1;
}
#endif
