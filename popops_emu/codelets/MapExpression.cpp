// SPDX-License-Identifier: MIT
// The vertex of whole expressions: runs a small program over chunks that stay in the first-level
// cache, so that an expression reads and writes memory once and no compiler is called for it.
#include "Kernels.hpp"

using namespace poplar;

namespace popops {
namespace device {
namespace {

using program::Action;
using program::Kind;

Kernel kernelOf(unsigned word) {
  const auto kind = static_cast<Kind>(word & 0xff);
  const auto action = static_cast<Action>((word >> 8) & 0xff);
  const unsigned op = word >> 16;
  if (action == Action::Cast) return castKernel(kind, static_cast<Kind>(op));
  if (action == Action::Copy) return copyKernel(kind);
  switch (kind) {
  case Kind::Float:
  case Kind::Half:
    return realKernel(kind, action, op);
  case Kind::Int:
  case Kind::Unsigned:
  case Kind::Bool:
    return wordKernel(kind, action, op);
  case Kind::LongLong:
  case Kind::UnsignedLongLong:
    return wideKernel(kind, action, op);
  default:
    return shortKernel(kind, action, op);
  }
}

template <class T>
void splat(unsigned char *chunk, const void *value, unsigned n) {
  const T element = *static_cast<const T *>(value);
  for (unsigned i = 0; i < n; ++i)
    reinterpret_cast<T *>(chunk)[i] = element;
}

void splat(unsigned sizeClass, unsigned char *chunk, const void *value, unsigned n) {
  if (sizeClass == 0) return splat<unsigned char>(chunk, value, n);
  if (sizeClass == 1) return splat<unsigned short>(chunk, value, n);
  if (sizeClass == 2) return splat<unsigned>(chunk, value, n);
  splat<unsigned long long>(chunk, value, n);
}

/// A register: where its chunk starts, and how far it moves from chunk to chunk.
struct Register {
  unsigned char *data;
  unsigned step;
};

/// Starts to fetch the chunk that follows. Behind the last one another worker's begins.
inline void fetchNext(const Register &input) {
  const unsigned char *next = input.data + input.step;
  for (unsigned at = 0; at < input.step; at += 64)
    __builtin_prefetch(next + at);
}

struct Step {
  Kernel kernel;
  unsigned registers;
};

} // namespace
} // namespace device

/// `elements` results; inN and outN hold the operands whose elements have N bytes.
class MapExpression : public MultiVertex {
 public:
  Vector<Input<Vector<unsigned char>>> in1;
  Vector<Input<Vector<unsigned short>>> in2;
  Vector<Input<Vector<unsigned>>> in4;
  Vector<Input<Vector<unsigned long long>>> in8;
  Vector<Output<Vector<unsigned char>>> out1;
  Vector<Output<Vector<unsigned short>>> out2;
  Vector<Output<Vector<unsigned>>> out4;
  Vector<Output<Vector<unsigned long long>>> out8;
  Vector<unsigned> code;
  unsigned elements;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(elements, worker, numWorkers());
    if (part.begin == part.end) return;
    const unsigned *word = &code[0];
    const auto &header = *reinterpret_cast<const program::Header *>(word);
    word += program::kHeaderWords;
    const unsigned count = part.end - part.begin;
    const unsigned chunk = header.chunk < count ? header.chunk : count;

    const unsigned operands = header.inputs + header.constants + header.outputs;
    device::Register registers[operands + header.temporaries];
    alignas(64) unsigned char
        space[(header.inputs + header.constants + header.temporaries) * program::kRegisterBytes +
              1];
    unsigned char *free = space;
    device::Register *next = registers;

    for (unsigned i = 0; i < header.inputs; ++i, ++word) {
      const unsigned sizeClass = *word & 3u, index = *word >> 8;
      if (*word & 4u) {
        device::splat(sizeClass, free, input(sizeClass, index), chunk);
        *next++ = {free, 0};
        free += program::kRegisterBytes;
      } else {
        *next++ = {input(sizeClass, index) + (part.begin << sizeClass), header.chunk << sizeClass};
      }
    }
    for (unsigned i = 0; i < header.constants; ++i, word += program::kConstantWords) {
      const unsigned long long bits = word[1] | static_cast<unsigned long long>(word[2]) << 32;
      device::splat(*word, free, &bits, chunk);
      *next++ = {free, 0};
      free += program::kRegisterBytes;
    }
    for (unsigned i = 0; i < header.outputs; ++i, ++word) {
      const unsigned sizeClass = *word & 3u;
      *next++ = {output(sizeClass, *word >> 8) + (part.begin << sizeClass),
                 header.chunk << sizeClass};
    }
    for (unsigned i = 0; i < header.temporaries; ++i, free += program::kRegisterBytes)
      *next++ = {free, 0};

    device::Step steps[header.instructions];
    for (unsigned i = 0; i < header.instructions; ++i, word += program::kInstructionWords)
      steps[i] = {device::kernelOf(word[0]), word[1]};

    for (unsigned begin = 0; begin < count; begin += header.chunk) {
      const unsigned n = begin + header.chunk < count ? header.chunk : count - begin;
      for (unsigned i = 0; i < header.inputs; ++i)
        device::fetchNext(registers[i]);
      for (unsigned i = 0; i < header.instructions; ++i) {
        const unsigned r = steps[i].registers;
        steps[i].kernel(registers[r & 0xff].data, registers[(r >> 8) & 0xff].data,
                        registers[(r >> 16) & 0xff].data, registers[r >> 24].data, n);
      }
      for (unsigned i = 0; i < operands; ++i)
        registers[i].data += registers[i].step;
    }
  }

 private:
  unsigned char *input(unsigned sizeClass, unsigned index) {
    if (sizeClass == 0) return bytes(&in1[index][0]);
    if (sizeClass == 1) return bytes(&in2[index][0]);
    if (sizeClass == 2) return bytes(&in4[index][0]);
    return bytes(&in8[index][0]);
  }

  unsigned char *output(unsigned sizeClass, unsigned index) {
    if (sizeClass == 0) return bytes(&out1[index][0]);
    if (sizeClass == 1) return bytes(&out2[index][0]);
    if (sizeClass == 2) return bytes(&out4[index][0]);
    return bytes(&out8[index][0]);
  }

  static unsigned char *bytes(const void *data) {
    return static_cast<unsigned char *>(const_cast<void *>(data));
  }
};

} // namespace popops
