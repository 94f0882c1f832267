// SPDX-License-Identifier: MIT
// Variables of a graph, and parts of them.
#ifndef POPLAR_VARIABLE_REF_HPP
#define POPLAR_VARIABLE_REF_HPP

#include <poplar/Interval.hpp>
#include <poplar_emu/Fwd.hpp>

#include <cstddef>
#include <functional>

namespace poplar {

/// Names one variable or constant of a graph.
class VariableRef {
 public:
  VariableRef() : id_(0) {}
  VariableRef(unsigned id) : id_(id) {}
  /// Old form: the replication factor has no influence.
  VariableRef(unsigned id, unsigned /*replicationFactor*/) : id_(id) {}

  std::size_t hash() const { return id_; }

  friend bool operator==(const VariableRef &a, const VariableRef &b) { return a.id_ == b.id_; }
  friend bool operator!=(const VariableRef &a, const VariableRef &b) { return a.id_ != b.id_; }
  friend bool operator<(const VariableRef &a, const VariableRef &b) { return a.id_ < b.id_; }

 private:
  friend struct poplar_emu::api::Access;

  unsigned id_;
};

/// Some consecutive elements of a variable.
struct VariableInterval {
  VariableRef var;
  Interval interval;

  VariableInterval() {}
  VariableInterval(VariableRef variable, Interval elements) : var(variable), interval(elements) {}

  friend bool operator==(const VariableInterval &a, const VariableInterval &b) {
    return a.var == b.var && a.interval == b.interval;
  }
  friend bool operator!=(const VariableInterval &a, const VariableInterval &b) { return !(a == b); }
  friend bool operator<(const VariableInterval &a, const VariableInterval &b) {
    return a.var < b.var || (a.var == b.var && a.interval < b.interval);
  }
};

} // namespace poplar

namespace std {
template <>
struct hash<poplar::VariableRef> {
  size_t operator()(const poplar::VariableRef &variable) const { return variable.hash(); }
};
} // namespace std

#endif
