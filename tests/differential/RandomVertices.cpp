// SPDX-License-Identifier: MIT
// Random compute sets. Legal by construction: nothing written is touched by another vertex.
#include "ElementTypes.hpp"
#include "RandomGraph.hpp"

#include <algorithm>

namespace differential {
namespace {

constexpr unsigned kModulus = 251;

/// Snapshot of a tensor's values.
std::vector<unsigned> valuesOf(reference::Memory &memory, const reference::Tensor &t) {
  std::vector<unsigned> values;
  for (const reference::Element &element : t.elements)
    values.push_back(at(memory, element));
  return values;
}

bool touches(const std::set<reference::Element> &set, const reference::Tensor &t) {
  return std::any_of(t.elements.begin(), t.elements.end(),
                     [&](const reference::Element &e) { return set.count(e) != 0; });
}

void insert(std::set<reference::Element> &set, const reference::Tensor &t) {
  set.insert(t.elements.begin(), t.elements.end());
}

} // namespace

std::string RandomGraph::vertexName(const char *name, unsigned type) const {
  return std::string(name) + "<" + elementTypes()[type].name + ">";
}

std::optional<Pair> RandomGraph::output(const Use &others, const Use &mine, unsigned type,
                                        std::size_t minElements, std::size_t maxElements) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::optional<Pair> view = viewOf(type, minElements, maxElements);
    if (!view) return std::nullopt;
    const reference::Tensor &t = view->model;
    if (!hasDuplicates(t) && !touches(others.read, t) && !touches(others.written, t) &&
        !touches(mine.written, t) && !touches(mine.read, t))
      return view;
  }
  return std::nullopt;
}

std::optional<Pair> RandomGraph::input(const Use &others, const Use &mine, unsigned type,
                                       std::size_t minElements, std::size_t maxElements) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    std::optional<Pair> view = viewOf(type, minElements, maxElements);
    if (!view) return std::nullopt;
    // Overlap with what the same vertex writes is legal (a snapshot) unless it is the very same
    // region in the same order, which shares the location: that case is left to unit tests.
    if (!touches(others.written, view->model) && !touches(mine.written, view->model)) return view;
  }
  return std::nullopt;
}

/// A vertex of a random kind: the kinds differ in the shapes of their fields and in what they do.
class RandomGraph::NewVertex {
 public:
  NewVertex(RandomGraph &owner, poplar::ComputeSet cs, Use &others)
      : owner_(owner), cs_(cs), others_(others), type_(owner.pick(elementTypes().size())) {}

  /// Adds it to the compute set, and its elements to the others'. Empty: no operands were found.
  reference::Effect add() {
    using Kind = reference::Effect (NewVertex::*)();
    static constexpr Kind kKinds[] = {
        &NewVertex::mix,       &NewVertex::scalarMix, &NewVertex::inPlace, &NewVertex::rowSums,
        &NewVertex::rowUpdate, &NewVertex::listSum,   &NewVertex::scalars, &NewVertex::multi,
        &NewVertex::counter,   &NewVertex::evenOnly,
    };
    return (this->*kKinds[owner_.pick(std::size(kKinds))])();
  }

 private:
  reference::Effect mix();
  reference::Effect scalarMix();
  reference::Effect inPlace();
  reference::Effect rowSums();
  reference::Effect rowUpdate();
  reference::Effect listSum();
  reference::Effect scalars();
  reference::Effect multi();
  reference::Effect counter();
  reference::Effect evenOnly();

  poplar::Graph &graph() { return owner_.graph_; }

  std::optional<Pair> out(std::size_t min, std::size_t max) {
    auto view = owner_.output(others_, mine_, type_, min, max);
    if (view) insert(mine_.written, view->model);
    return view;
  }
  std::optional<Pair> in(std::size_t min, std::size_t max) {
    auto view = owner_.input(others_, mine_, type_, min, max);
    if (view) insert(mine_.read, view->model);
    return view;
  }
  poplar::VertexRef make(const char *name) {
    poplar::VertexRef vertex = graph().addVertex(cs_, owner_.vertexName(name, type_));
    graph().setTileMapping(vertex, owner_.pick(owner_.numTiles_));
    return vertex;
  }
  void commit() {
    others_.read.insert(mine_.read.begin(), mine_.read.end());
    others_.written.insert(mine_.written.begin(), mine_.written.end());
  }

  RandomGraph &owner_;
  poplar::ComputeSet cs_;
  Use &others_; ///< what other vertices of the compute set touch
  Use mine_;
  unsigned type_;
};

reference::Effect RandomGraph::NewVertex::mix() {
  auto o = out(1, 30);
  if (!o) return {};
  const std::size_t n = o->model.elements.size();
  auto a = in(n, n), b = in(1, 10);
  if (!a || !b) return {};
  const unsigned k = owner_.pick(100);
  poplar::VertexRef vertex = make("Mix");
  graph().connect(vertex["a"], a->tensor);
  graph().connect(vertex["b"], b->tensor);
  graph().connect(vertex["out"], o->tensor);
  graph().setInitialValue(vertex["k"], k);
  commit();
  return [=, o = o->model, a = a->model, b = b->model](reference::Memory &m) {
    const auto x = valuesOf(m, a), y = valuesOf(m, b);
    for (std::size_t i = 0; i < n; ++i)
      at(m, o.elements[i]) = (x[i] * 3 + y[i % y.size()] + k) % kModulus;
  };
}

reference::Effect RandomGraph::NewVertex::scalarMix() {
  auto o = out(1, 1), a = in(1, 1);
  if (!o || !a) return {};
  poplar::VertexRef vertex = make("ScalarMix");
  graph().connect(vertex["a"], a->tensor[0]);
  graph().connect(vertex["out"], o->tensor[0]);
  commit();
  return [o = o->model, a = a->model](reference::Memory &m) {
    at(m, o.elements[0]) = (at(m, a.elements[0]) * 5 + 1) % kModulus;
  };
}

/// With an immediate now and then.
reference::Effect RandomGraph::NewVertex::inPlace() {
  auto x = out(1, 30);
  if (!x) return {};
  const std::size_t n = x->model.elements.size();
  poplar::VertexRef vertex;
  if (owner_.chance(50)) {
    const unsigned scale = owner_.pick(5);
    vertex = make("InPlace");
    graph().connect(vertex["x"], x->tensor);
    graph().connect(vertex["scale"], scale);
    graph().setInitialValue(vertex["n"], n);
    commit();
    return [=, x = x->model](reference::Memory &m) {
      for (std::size_t i = 0; i < n; ++i) {
        unsigned &value = at(m, x.elements[i]);
        value = static_cast<unsigned>(value * scale + i) % kModulus;
      }
    };
  }
  auto s = in(1, 1);
  if (!s) return {};
  vertex = make("InPlace");
  graph().connect(vertex["x"], x->tensor);
  graph().connect(vertex["scale"], s->tensor.reshape({}));
  graph().setInitialValue(vertex["n"], n);
  commit();
  return [=, x = x->model, s = s->model](reference::Memory &m) {
    const unsigned scale = at(m, s.elements[0]);
    for (std::size_t i = 0; i < n; ++i) {
      unsigned &value = at(m, x.elements[i]);
      value = static_cast<unsigned>(value * scale + i) % kModulus;
    }
  };
}

reference::Effect RandomGraph::NewVertex::rowSums() {
  const unsigned rows = 1 + owner_.pick(4);
  auto sums = out(rows, rows);
  if (!sums) return {};
  std::vector<Pair> parts;
  for (unsigned r = 0; r < rows; ++r) {
    auto row = in(1, 12);
    if (!row) return {};
    parts.push_back(*row);
  }
  poplar::VertexRef vertex = make("RowSums");
  graph().setFieldSize(vertex["in"], rows);
  for (unsigned r = 0; r < rows; ++r)
    graph().connect(vertex["in"][r], parts[r].tensor);
  graph().connect(vertex["sums"], sums->tensor);
  commit();
  return [=, sums = sums->model](reference::Memory &m) {
    for (unsigned r = 0; r < rows; ++r) {
      unsigned sum = 0;
      const auto row = valuesOf(m, parts[r].model);
      for (std::size_t i = 0; i < row.size(); ++i)
        sum += static_cast<unsigned>(row[i] * (i + 1));
      at(m, sums.elements[r]) = sum % kModulus;
    }
  };
}

reference::Effect RandomGraph::NewVertex::rowUpdate() {
  std::vector<Pair> parts;
  std::vector<poplar::Tensor> tensors;
  for (unsigned r = 1 + owner_.pick(4); r-- > 0;) {
    auto row = out(1, 12);
    if (!row) break;
    parts.push_back(*row);
    tensors.push_back(row->tensor);
  }
  if (parts.empty()) return {};
  graph().connect(make("RowUpdate")["rows"], tensors);
  commit();
  return [=](reference::Memory &m) {
    for (unsigned r = 0; r < parts.size(); ++r)
      for (const reference::Element &e : parts[r].model.elements)
        at(m, e) = (at(m, e) + r) % kModulus;
  };
}

reference::Effect RandomGraph::NewVertex::listSum() {
  auto o = out(1, 1);
  if (!o) return {};
  std::vector<Pair> parts;
  std::vector<poplar::Tensor> tensors;
  for (unsigned r = 1 + owner_.pick(4); r-- > 0;) {
    auto row = in(1, 12);
    if (!row) return {};
    parts.push_back(*row);
    tensors.push_back(row->tensor);
  }
  poplar::VertexRef vertex = make("ListSum");
  graph().connect(vertex["in"], tensors);
  graph().connect(vertex["out"], o->tensor[0]);
  commit();
  return [=, o = o->model](reference::Memory &m) {
    unsigned sum = 7;
    for (const Pair &part : parts)
      for (unsigned value : valuesOf(m, part.model))
        sum = sum * 3 + value;
    at(m, o.elements[0]) = sum % kModulus;
  };
}

reference::Effect RandomGraph::NewVertex::scalars() {
  auto o = out(1, 6);
  if (!o) return {};
  const std::size_t n = o->model.elements.size();
  auto a = in(n, n);
  if (!a) return {};
  poplar::VertexRef vertex = make("Scalars");
  graph().connect(vertex["in"], a->tensor);
  graph().connect(vertex["out"], o->tensor);
  commit();
  return [=, o = o->model, a = a->model](reference::Memory &m) {
    const auto x = valuesOf(m, a);
    for (std::size_t i = 0; i < n; ++i)
      at(m, o.elements[i]) = (x[n - 1 - i] + 1) % kModulus;
  };
}

reference::Effect RandomGraph::NewVertex::multi() {
  auto v = out(1, 30);
  if (!v) return {};
  const unsigned workers = graph().getTarget().getNumWorkerContexts();
  graph().connect(make("Multi")["v"], v->tensor);
  commit();
  return [=, v = v->model](reference::Memory &m) {
    for (unsigned i = 0; i < v.elements.size(); ++i)
      at(m, v.elements[i]) = (at(m, v.elements[i]) + i % workers) % kModulus;
  };
}

reference::Effect RandomGraph::NewVertex::counter() {
  auto o = out(1, 1);
  if (!o) return {};
  const unsigned start = owner_.pick(100);
  const std::size_t id = owner_.counters_.size();
  owner_.counters_.push_back(start);
  poplar::VertexRef vertex = make("Counter");
  graph().setInitialValue(vertex["count"], start);
  graph().connect(vertex["out"], o->tensor[0]);
  commit();
  return [id, o = o->model, counts = owner_.counterValues_](reference::Memory &m) {
    at(m, o.elements[0]) = ++(*counts)[m.replica][id] % kModulus;
  };
}

/// What an Output does not write keeps its value.
reference::Effect RandomGraph::NewVertex::evenOnly() {
  auto o = out(1, 20);
  if (!o) return {};
  std::vector<unsigned> table(1 + owner_.pick(4));
  for (unsigned &value : table)
    value = owner_.pick(1000);
  poplar::VertexRef vertex = make("EvenOnly");
  graph().connect(vertex["out"], o->tensor);
  graph().setInitialValue(vertex["table"], table);
  commit();
  return [=, o = o->model](reference::Memory &m) {
    for (std::size_t i = 0; i < o.elements.size(); i += 2)
      at(m, o.elements[i]) = table[i % table.size()] % kModulus;
  };
}

Step RandomGraph::computeSet() {
  poplar::ComputeSet cs = graph_.addComputeSet("cs");
  Use use;
  std::vector<reference::Effect> effects;
  for (unsigned n = 1 + pick(8); n-- > 0;)
    if (reference::Effect effect = NewVertex(*this, cs, use).add()) effects.push_back(effect);
  // Vertices touch nothing that another one writes, so one after the other equals all at once.
  return {poplar::program::Execute(cs), reference::everywhere([effects](reference::Memory &m) {
            for (const reference::Effect &effect : effects)
              effect(m);
          })};
}

} // namespace differential
