// SPDX-License-Identifier: MIT
// Vertices between keys (with indices or values) and the unsigned numbers that are sorted.
#include "Order.hpp"

#include "../Loops.hpp"

using namespace poplar;

namespace popops {

/// flip is all ones for descending order.
template <typename Key>
class SortEncodeKeys : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Output<Vector<unsigned>> out;
  unsigned flip;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    const unsigned mask = flip;
    device::forEach(&out[part.begin], &keys[part.begin], part.end - part.begin,
                    [mask](Key key) { return device::rankOf(key) ^ mask; });
  }
};

template <typename Key>
class SortDecodeKeys : public MultiVertex {
 public:
  Input<Vector<unsigned>> in;
  Output<Vector<Key>> keys;
  unsigned flip;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(in.size(), worker, numWorkers());
    const unsigned mask = flip;
    device::forEach(&keys[part.begin], &in[part.begin], part.end - part.begin,
                    [mask](unsigned rank) {
                      Key key;
                      device::keyOf(rank ^ mask, key);
                      return key;
                    });
  }
};

/// Rows of `row` elements, or a part of one from the index `first` on.
template <typename Key>
class SortEncodeIndexed : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Output<Vector<unsigned long long>> out;
  unsigned flip;
  unsigned first;
  unsigned row;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    unsigned index = (first + part.begin) % row;
    for (unsigned i = part.begin; i < part.end; ++i) {
      out[i] = device::indexedPair(static_cast<Key>(keys[i]), index, flip);
      index = index + 1 == row ? 0 : index + 1;
    }
  }
};

template <typename Key>
class SortDecodeIndexed : public MultiVertex {
 public:
  Input<Vector<unsigned long long>> in;
  Output<Vector<Key>> keys;
  Output<Vector<unsigned>> indices;
  unsigned flip;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(in.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i) {
      const device::Pair pair = in[i];
      const unsigned low = static_cast<unsigned>(pair);
      Key key;
      device::keyOf((static_cast<unsigned>(pair >> 32) ^ flip) - (low & 1u), key);
      keys[i] = key;
      indices[i] = low >> 1;
    }
  }
};

/// Value is an unsigned number with the bits of the values.
template <typename Key, typename Value>
class SortEncodePairs : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Input<Vector<Value>> values;
  Output<Vector<unsigned long long>> out;
  unsigned flip;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(out.size(), worker, numWorkers());
    const unsigned mask = flip;
    device::forEach(&out[part.begin], &keys[part.begin], &values[part.begin], part.end - part.begin,
                    [mask](Key key, Value value) { return device::valuedPair(key, value, mask); });
  }
};

template <typename Key, typename Value>
class SortDecodePairs : public MultiVertex {
 public:
  Input<Vector<unsigned long long>> in;
  Output<Vector<Key>> keys;
  Output<Vector<Value>> values;
  unsigned flip;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(in.size(), worker, numWorkers());
    for (unsigned i = part.begin; i < part.end; ++i) {
      const device::Pair pair = in[i];
      Key key;
      device::keyOf(static_cast<unsigned>(pair >> 32) ^ flip, key);
      keys[i] = key;
      values[i] = static_cast<Value>(pair);
    }
  }
};

/// Turns the order of keys round; payloads stay.
class SortFlip : public MultiVertex {
 public:
  Input<Vector<unsigned long long>> in;
  Output<Vector<unsigned long long>> out;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(in.size(), worker, numWorkers());
    device::forEach(&out[part.begin], &in[part.begin], part.end - part.begin,
                    [](device::Pair pair) { return pair ^ 0xffffffff00000000ull; });
  }
};

#define INSTANTIATE(KEY)                                                                           \
  template class SortEncodeKeys<KEY>;                                                              \
  template class SortDecodeKeys<KEY>;                                                              \
  template class SortEncodeIndexed<KEY>;                                                           \
  template class SortDecodeIndexed<KEY>;                                                           \
  template class SortEncodePairs<KEY, unsigned short>;                                             \
  template class SortEncodePairs<KEY, unsigned>;                                                   \
  template class SortDecodePairs<KEY, unsigned short>;                                             \
  template class SortDecodePairs<KEY, unsigned>;
INSTANTIATE(float)
INSTANTIATE(half)
INSTANTIATE(int)
INSTANTIATE(unsigned)
#undef INSTANTIATE

} // namespace popops
