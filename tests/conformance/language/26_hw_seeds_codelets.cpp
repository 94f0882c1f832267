// SPDX-License-Identifier: MIT
// Codelets of scenario 26.
#include <poplar/Vertex.hpp>

class Numbers : public poplar::MultiVertex {
 public:
  poplar::Input<poplar::Vector<unsigned>> start;
  poplar::Output<poplar::Vector<unsigned>> out;
  bool compute(unsigned workerId) {
    for (unsigned e = 0; e < start.size(); ++e)
      out[workerId * start.size() + e] = 100 * workerId + start[e];
    return true;
  }
};

class RandomNumbers : public poplar::MultiVertex {
 public:
  poplar::Input<poplar::Vector<unsigned>> start;
  poplar::Output<poplar::Vector<unsigned>> out;
  bool compute(unsigned workerId) {
    for (unsigned e = 0; e < start.size(); ++e)
      out[workerId * start.size() + e] = __builtin_ipu_urand32();
    return true;
  }
};
