// SPDX-License-Identifier: MIT
// Small kernels whose issue slots SlotsTest.cpp counts by hand.
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

#include <cmath>
#include <ipu_builtins.h>
#include <ipudef.h>

using namespace poplar;

class Copy : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i] + 1.0f;
  }
};

class Axpy : public Vertex {
 public:
  Input<Vector<float>> x;
  InOut<Vector<float>> y;
  float a;
  void compute() {
    for (unsigned i = 0; i < y.size(); ++i)
      y[i] += a * x[i];
  }
};

class Dot : public Vertex {
 public:
  Input<Vector<float>> x, y;
  Output<float> out;
  void compute() {
    float sum = 0;
    for (unsigned i = 0; i < y.size(); ++i)
      sum += x[i] * y[i];
    *out = sum;
  }
};

/// A worker that divides only where the data says so.
class Branch : public Vertex {
 public:
  Input<Vector<int>> in;
  Output<Vector<float>> out;
  float a, b;
  void compute() {
    for (unsigned i = 0; i < in.size(); ++i) {
      if (in[i] > 3) out[i] = a / b;
    }
  }
};

class Nested : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  unsigned rows, columns;
  void compute() {
    for (unsigned r = 0; r < rows; ++r) {
      float sum = 0;
      for (unsigned c = 0; c < columns; ++c)
        sum += in[r * columns + c];
      out[r] = sum;
    }
  }
};

class Exp : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = std::exp(in[i]);
  }
};

class Float2 : public Vertex {
 public:
  Input<Vector<float, VectorLayout::SPAN, 8>> in;
  Output<Vector<float, VectorLayout::SPAN, 8>> out;
  void compute() {
    const auto *from = reinterpret_cast<const float2 *>(&in[0]);
    auto *to = reinterpret_cast<float2 *>(&out[0]);
    for (unsigned i = 0; i < out.size() / 2; ++i)
      to[i] = from[i] * from[i];
  }
};

class Half4 : public Vertex {
 public:
  Input<Vector<half, VectorLayout::SPAN, 8>> in;
  Output<Vector<half, VectorLayout::SPAN, 8>> out;
  void compute() {
    const auto *from = reinterpret_cast<const half4 *>(&in[0]);
    auto *to = reinterpret_cast<half4 *>(&out[0]);
    for (unsigned i = 0; i < out.size() / 4; ++i)
      to[i] = from[i] + from[i];
  }
};

class HalfScalar : public Vertex {
 public:
  Input<Vector<half>> in;
  Output<Vector<half>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i] * in[i];
  }
};

class Divide : public Vertex {
 public:
  Input<Vector<unsigned>> in;
  Output<Vector<unsigned>> out;
  unsigned by;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i] / by;
  }
};

/// The number of iterations fits the counter of rpt.
class Repeated : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  unsigned short n;
  void compute() {
    const unsigned count = n & 0xfff;
    for (unsigned i = 0; i < count; ++i)
      out[i] = in[i] * in[i];
  }
};

class Striding : public MultiVertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  void compute(unsigned worker) {
    for (unsigned i = worker; i < out.size(); i += numWorkers())
      out[i] = in[i] + 1.0f;
  }
};

class Boss : public SupervisorVertex {
 public:
  Input<Vector<int>> in;
  Output<Vector<int>> out;
  __attribute__((target("supervisor"))) void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i] + 1;
  }
};

__attribute__((noinline)) static float helper(const float *from, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum += from[i];
  return sum;
}

class Calls : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<float> out;
  void compute() { *out = helper(&in[0], in.size()); }
};

class Pi : public Vertex {
 public:
  Input<unsigned> n;
  Output<float> out;
  float step;
  void compute() {
    float sum = 0;
    for (unsigned i = 0; i < *n; ++i) {
      const float x = (i - 0.5f) * step;
      sum += 4 / (1 + x * x);
    }
    *out = sum;
  }
};

class Random : public Vertex {
 public:
  Output<Vector<float>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = __builtin_ipu_urand_f32();
  }
};

class Move : public Vertex {
 public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i];
  }
};

class Pi2 : public Vertex {
 public:
  Input<unsigned> n;
  Output<float> out;
  float step;
  void compute() {
    float sum = 0;
    for (unsigned i = 0; i < *n; i += 2) {
      {
        const float x = (i + 0u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 1u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
    }
    *out = sum;
  }
};

class Pi12 : public Vertex {
 public:
  Input<unsigned> n;
  Output<float> out;
  float step;
  void compute() {
    float sum = 0;
    for (unsigned i = 0; i < *n; i += 12) {
      {
        const float x = (i + 0u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 1u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 2u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 3u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 4u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 5u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 6u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 7u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 8u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 9u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 10u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
      {
        const float x = (i + 11u - 0.5f) * step;
        sum += 4 / (1 + x * x);
      }
    }
    *out = sum;
  }
};
