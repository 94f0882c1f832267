// SPDX-License-Identifier: MIT
// The plain form of every collective: a vertex that knows its replica folds what all replicas hold.
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

#include <type_traits>

using namespace poplar;

template <class T, bool isInteger = std::is_integral<T>::value && !std::is_same<T, bool>::value>
struct Wrapping {
  using type = T;
};
template <class T>
struct Wrapping<T, true> {
  using type = typename std::make_unsigned<T>::type;
};

/// Operators are numbered as poplar_emu::Combination.
template <class T, unsigned op>
T combine(T sum, T next) {
  using U = typename Wrapping<T>::type;
  if constexpr (op == 0 || op == 1)
    return T(U(sum) + U(next));
  else if constexpr (op == 2)
    return T(1u * U(sum) * U(next)); // never as int, where shorts overflow
  else if constexpr (op == 3)
    return sum < next || next != next ? sum : next;
  else if constexpr (op == 4)
    return sum > next || next != next ? sum : next;
  else if constexpr (op == 5)
    return sum && next;
  else
    return sum || next;
}

template <class T, unsigned op>
T prepare(T x) {
  using U = typename Wrapping<T>::type;
  if constexpr (op == 1)
    return T(1u * U(x) * U(x));
  else
    return x;
}

/// rows[d] is what the replica d places before this one holds.
template <class T, unsigned op>
class Fold : public Vertex {
 public:
  Vector<Input<Vector<T>>> rows;
  Input<unsigned> replica;
  Vector<unsigned> groups; ///< replicas by position, group after group
  unsigned groupSize;
  Vector<unsigned> chains; ///< length, then positions, of each chain
  Vector<unsigned> receivers;
  float scale;
  InOut<Vector<T>> out;

  bool compute() {
    unsigned me = 0;
    while (me < groups.size() && groups[me] != *replica)
      ++me;
    if (me == groups.size()) return true;
    const unsigned first = me / groupSize * groupSize;
    bool receives = false;
    for (unsigned i = 0; i < receivers.size(); ++i)
      receives = receives || receivers[i] == me - first;
    if (!receives) return true;
    for (unsigned i = 0; i < out.size(); ++i) {
      T result = T(0);
      for (unsigned at = 0; at < chains.size(); at += chains[at] + 1) {
        T sum = value(first + chains[at + 1], i);
        for (unsigned link = 1; link < chains[at]; ++link)
          sum = combine<T, op>(sum, value(first + chains[at + 1 + link], i));
        result = at == 0 ? sum : combine<T, op>(result, sum);
      }
      if constexpr (!std::is_integral<T>::value)
        if (scale != 1) result = T(float(result) * scale);
      out[i] = result;
    }
    return true;
  }

 private:
  T value(unsigned member, unsigned i) {
    const unsigned count = rows.size();
    return prepare<T, op>(rows[(*replica + count - groups[member]) % count][i]);
  }
};

#define ARITHMETIC(T)                                                                              \
  template class Fold<T, 0>;                                                                       \
  template class Fold<T, 1>;                                                                       \
  template class Fold<T, 2>;                                                                       \
  template class Fold<T, 3>;                                                                       \
  template class Fold<T, 4>;

ARITHMETIC(float)
ARITHMETIC(half)
ARITHMETIC(int)
ARITHMETIC(unsigned)
ARITHMETIC(long long)
ARITHMETIC(unsigned long long)
ARITHMETIC(short)
ARITHMETIC(unsigned short)
ARITHMETIC(signed char)
ARITHMETIC(unsigned char)
template class Fold<bool, 5>;
template class Fold<bool, 6>;
