// SPDX-License-Identifier: MIT
// Vertices that find the k smallest pairs of a row: a bound first, then what is not above it.
#include "Order.hpp"

#include "../Loops.hpp"

using namespace poplar;

namespace popops {
namespace device {

/// The smallest `capacity` of the elements put in; a heap with the largest on top once it is full.
template <class T>
class Smallest {
 public:
  Smallest(T *heap, unsigned capacity) : heap_(heap), capacity_(capacity), count_(0) {}

  void put(T x) {
    if (count_ < capacity_) {
      heap_[count_++] = x;
      if (count_ == capacity_)
        for (unsigned i = capacity_ / 2; i-- > 0;)
          sink(i, heap_[i]);
    } else if (x < heap_[0]) {
      sink(0, x);
    }
  }
  unsigned count() const { return count_; }
  /// Of a full heap.
  T largest() const { return heap_[0]; }

 private:
  void sink(unsigned hole, T x) {
    for (unsigned child = 2 * hole + 1; child < capacity_; child = 2 * hole + 1) {
      if (child + 1 < capacity_ && heap_[child] < heap_[child + 1]) ++child;
      if (!(x < heap_[child])) break;
      heap_[hole] = heap_[child];
      hole = child;
    }
    heap_[hole] = x;
  }

  T *heap_;
  unsigned capacity_, count_;
};

/// Calls put(i) for the elements whose rank is at most `bound`; blocks without any go fast.
template <class Key, class Put>
inline void forEachWithin(const Key *keys, unsigned begin, unsigned end, unsigned flip,
                          unsigned bound, Put put) {
  constexpr unsigned kBlock = 32;
  unsigned i = begin;
  for (; i + kBlock <= end; i += kBlock) {
    unsigned smallest = ~0u;
#pragma clang loop vectorize(enable)
    for (unsigned j = i; j < i + kBlock; ++j) {
      const unsigned rank = plainRankOf(keys[j]) ^ flip;
      smallest = rank < smallest ? rank : smallest;
    }
    if (smallest > bound) continue;
    for (unsigned j = i; j < i + kBlock; ++j)
      if ((plainRankOf(keys[j]) ^ flip) <= bound) put(j);
  }
  for (; i < end; ++i)
    if ((plainRankOf(keys[i]) ^ flip) <= bound) put(i);
}

} // namespace device

/// The smallest rank of each worker's part; all ones if it has none.
template <typename Key>
class TopKMinima : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Output<Vector<unsigned>> minima;
  unsigned flip;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(keys.size(), worker, numWorkers());
    const Key *in = &keys[0];
    const unsigned mask = flip;
    unsigned smallest = ~0u;
#pragma clang loop vectorize(enable)
    for (unsigned i = part.begin; i < part.end; ++i) {
      const unsigned rank = device::plainRankOf(in[i]) ^ mask;
      smallest = rank < smallest ? rank : smallest;
    }
    minima[worker] = smallest;
  }
};

/// The smallest of some minima.
class TopKFold : public Vertex {
 public:
  Input<Vector<unsigned>> minima;
  Output<unsigned> out;

  void compute() {
    unsigned least = ~0u;
    for (unsigned i = 0; i < minima.size(); ++i)
      least = minima[i] < least ? minima[i] : least;
    *out = least;
  }
};

/// An upper bound of the k-th smallest rank: the k-th smallest minimum of groups of `group`.
class TopKBound : public Vertex {
 public:
  Input<Vector<unsigned>> minima;
  Output<Vector<unsigned>> heap;
  Output<unsigned> bound;
  unsigned group;

  void compute() {
    device::Smallest<unsigned> smallest(&heap[0], heap.size());
    for (unsigned i = 0; i < minima.size(); i += group) {
      unsigned least = minima[i];
      for (unsigned j = i + 1; j < i + group; ++j)
        least = minima[j] < least ? minima[j] : least;
      smallest.put(least);
    }
    *bound = smallest.count() == heap.size() ? smallest.largest() : ~0u;
  }
};

/// Each worker lists its smallest pairs whose ranks are at most the bound.
template <typename Key>
class TopKSelectIndexed : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Input<unsigned> bound;
  Output<Vector<unsigned long long>> lists;
  Output<Vector<unsigned>> counts;
  unsigned flip;
  unsigned first;
  unsigned capacity;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(keys.size(), worker, numWorkers());
    const Key *in = &keys[0];
    device::Smallest<device::Pair> smallest(&lists[0] + worker * capacity, capacity);
    device::forEachWithin(in, part.begin, part.end, flip, bound, [&](unsigned i) {
      smallest.put(device::indexedPair(in[i], first + i, flip));
    });
    counts[worker] = smallest.count();
  }
};

template <typename Key, typename Value>
class TopKSelectPairs : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Input<Vector<Value>> values;
  Input<unsigned> bound;
  Output<Vector<unsigned long long>> lists;
  Output<Vector<unsigned>> counts;
  unsigned flip;
  unsigned capacity;

  void compute(unsigned worker) {
    const device::Part part = device::partOf(keys.size(), worker, numWorkers());
    const Key *in = &keys[0];
    const Value *other = &values[0];
    device::Smallest<device::Pair> smallest(&lists[0] + worker * capacity, capacity);
    device::forEachWithin(in, part.begin, part.end, flip, bound, [&](unsigned i) {
      smallest.put(device::valuedPair(in[i], other[i], flip));
    });
    counts[worker] = smallest.count();
  }
};

/// The smallest pairs of several lists of `capacity`, of which `counts` are in use.
class TopKMerge : public Vertex {
 public:
  Input<Vector<unsigned long long>> lists;
  Input<Vector<unsigned>> counts;
  Output<Vector<unsigned long long>> out;
  Output<unsigned> count;
  unsigned capacity;

  void compute() {
    device::Smallest<device::Pair> smallest(&out[0], out.size());
    for (unsigned list = 0; list < counts.size(); ++list)
      for (unsigned i = 0; i < counts[list]; ++i)
        smallest.put(lists[list * capacity + i]);
    *count = smallest.count();
  }
};

/// Whole rows of `row` keys, each by one worker: the `k` smallest pairs of each.
template <typename Key>
class TopKRowsIndexed : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Output<Vector<unsigned long long>> out;
  unsigned flip;
  unsigned row;
  unsigned k;

  void compute(unsigned worker) {
    const unsigned rows = out.size() / k;
    for (unsigned r = worker; r < rows; r += numWorkers()) {
      device::Smallest<device::Pair> smallest(&out[r * k], k);
      for (unsigned i = 0; i < row; ++i)
        smallest.put(device::indexedPair(static_cast<Key>(keys[r * row + i]), i, flip));
    }
  }
};

template <typename Key, typename Value>
class TopKRowsPairs : public MultiVertex {
 public:
  Input<Vector<Key>> keys;
  Input<Vector<Value>> values;
  Output<Vector<unsigned long long>> out;
  unsigned flip;
  unsigned row;
  unsigned k;

  void compute(unsigned worker) {
    const unsigned rows = out.size() / k;
    for (unsigned r = worker; r < rows; r += numWorkers()) {
      device::Smallest<device::Pair> smallest(&out[r * k], k);
      for (unsigned i = r * row; i < (r + 1) * row; ++i)
        smallest.put(device::valuedPair(static_cast<Key>(keys[i]), values[i], flip));
    }
  }
};

#define INSTANTIATE(KEY)                                                                           \
  template class TopKMinima<KEY>;                                                                  \
  template class TopKSelectIndexed<KEY>;                                                           \
  template class TopKSelectPairs<KEY, unsigned short>;                                             \
  template class TopKSelectPairs<KEY, unsigned>;                                                   \
  template class TopKRowsIndexed<KEY>;                                                             \
  template class TopKRowsPairs<KEY, unsigned short>;                                               \
  template class TopKRowsPairs<KEY, unsigned>;
INSTANTIATE(float)
INSTANTIATE(half)
INSTANTIATE(int)
INSTANTIATE(unsigned)
#undef INSTANTIATE

} // namespace popops
