// SPDX-License-Identifier: MIT
// Codelets that see the machine: printf, random numbers, tile, worker, cycles, registers, statics.
#include <poplar/Vertex.hpp>
#include <print.h>

#include <poplar/TileConstants.hpp>

using namespace poplar;

class Printer : public Vertex {
 public:
  Input<int> x;
  Input<Vector<half>> h;
  bool compute() {
    printf("x %d %s\n", x, "text");
    printf("h %.2f f %g\n", h[0], 2.5f);
    std::printf("plain %d\n", 7);
    puts("put");
    return true;
  }
};

class Random : public Vertex {
 public:
  Output<Vector<unsigned>> bits;
  Output<Vector<float>> uniform;
  Output<Vector<float>> normal;
  void compute() {
    for (auto &b : bits)
      b = __builtin_ipu_urand32();
    for (auto &u : uniform)
      u = __builtin_ipu_urand_f32();
    for (unsigned i = 0; i + 1 < normal.size(); i += 2) {
      float2 n = __builtin_ipu_f32v2grand();
      normal[i] = n[0];
      normal[i + 1] = n[1];
    }
  }
};

class Where : public MultiVertex {
 public:
  Output<Vector<unsigned>> out;
  bool compute(unsigned w) {
    out[w] = __builtin_ipu_get_tile_id() * 100 + w * 10 +
             (__builtin_ipu_get(CSR_W_WSR__INDEX) & CSR_W_WSR__CTXTID_M1__MASK);
    if (w == 0) {
      out[numWorkers()] = __builtin_ipu_get_scount_l();
      out[numWorkers() + 1] = __builtin_ipu_get_scount_u();
      __builtin_ipu_put(42, CSR_W_FP_CTL__INDEX);
      out[numWorkers() + 2] = __builtin_ipu_get(CSR_W_FP_CTL__INDEX);
    }
    return true;
  }
};

class Fails : public Vertex {
 public:
  int value;
  bool compute() { return value > 0; }
};

// --- statics ---

static int counter = 100;
static float unchanged[3] = {1, 2, 3};
static int *cursor = &counter;
struct Table {
  int *entry;
  int size;
};
static Table tables[2] = {{&counter, 1}, {nullptr, 2}};
template <class T>
struct Shared {
  static T value;
};
template <class T>
T Shared<T>::value = T(7);
static int dynamic = static_cast<int>(sizeof(int)) * __builtin_abs(-5 - *cursor);

class Statics : public Vertex {
 public:
  Output<Vector<int>> out;
  bool compute() {
    static int calls = 0;
    ++calls;
    *cursor += 1;
    Shared<int>::value += 2;
    out[0] = counter;
    out[1] = calls;
    out[2] = Shared<int>::value;
    out[3] = *tables[0].entry;
    out[4] = dynamic;
    tables[1].entry = &counter;
    return tables[1].entry == cursor;
  }
};

// Reads a table that nobody writes: needs no image of its own.
class ReadsTable : public Vertex {
 public:
  Input<unsigned> i;
  Output<float> out;
  void compute() { *out = unchanged[*i % 3]; }
};
