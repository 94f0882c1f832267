// SPDX-License-Identifier: MIT
// Vertices that need the device's instructions beside ordinary ones.
#include <poplar/Vertex.hpp>

using namespace poplar;

class Ordinary : public Vertex {
 public:
  Input<float> x;
  Output<float> y;
  bool compute() {
    *y = *x + 1.f;
    return true;
  }
};

class WithAsm : public Vertex {
 public:
  Input<Vector<float>> x;
  Output<float> y;
  bool compute() {
    float r;
    unsigned address = (unsigned)&x[0];
    asm volatile("ld32 %0, %1, $mzero, 0\n" : "=r"(r) : "r"(address) : "$m0");
    *y = r;
    return true;
  }
};

static inline void clearAccumulators() {
  __builtin_ipu_put_aacc_zero();
}

class ThroughHelper : public Vertex {
 public:
  Output<float> y;
  bool compute() {
    clearAccumulators();
    *y = __builtin_ipu_gina(float2{0, 0}, 0)[0];
    return true;
  }
};

class InvalidInstruction : public Vertex {
 public:
  Output<float> y;
  bool compute() {
    asm volatile("f32v2axpy $a0:1, $a2:3, $a4:5");
    return true;
  }
};

class DeclaredOnly : public Vertex {
 public:
  Output<float> y;
  bool compute();
};

asm(".section .text.device_only\n ld64step $a0:1, $mzero, $m0+=, 1\n");
