// SPDX-License-Identifier: MIT
// Vertices with fields of given sizes, and what is estimated for them.
#pragma once

#include "Declarations.hpp"

#include <poplar/Graph.hpp>
#include <poplar/MetadataCreation.hpp>
#include <poplar/Target.hpp>
#include <poplin/codelets.hpp>
#include <popnn/codelets.hpp>
#include <popops/codelets.hpp>
#include <poprand/codelets.hpp>

#include <map>
#include <string>
#include <vector>

namespace estimators_test {

struct Rows {
  unsigned count, size;
};

/// The sizes of vectors, the rows of lists, and the values of states.
struct Fields {
  std::map<std::string, unsigned> vectors = {};
  std::map<std::string, unsigned> states = {};
  std::map<std::string, Rows> rows = {};
};

class Estimates {
 public:
  Estimates() : graph(poplar::Target::createIPUTarget(1, "ipu2")) {
    popops::addCodelets(graph);
    poplin::addCodelets(graph);
    popnn::addCodelets(graph);
    poprand::addCodelets(graph);
    computeSet_ = graph.addComputeSet("cs");
  }

  poplar::VertexRef vertex(const std::string &type, const Fields &fields) {
    const poplar::VertexRef v = graph.addVertex(computeSet_, type);
    for (const Field &field : declarationOf(type).fields) {
      const auto size = fields.vectors.find(field.name);
      const auto rows = fields.rows.find(field.name);
      if (size != fields.vectors.end() && field.kind == "states") {
        graph.setFieldSize(v[field.name], size->second);
      } else if (size != fields.vectors.end()) {
        graph.connect(v[field.name], variable(field.type, {size->second}));
      } else if (rows != fields.rows.end()) {
        std::vector<poplar::Tensor> tensors;
        const poplar::Tensor all = variable(field.type, {rows->second.count, rows->second.size});
        for (unsigned i = 0; i < rows->second.count; ++i)
          tensors.push_back(all[i]);
        graph.connect(v[field.name], tensors);
      }
    }
    for (const auto &[name, value] : fields.states)
      graph.setInitialValue(v[name], value);
    return v;
  }

  std::uint64_t cycles(const std::string &type, const Fields &fields) {
    return graph.getPerfEstimate(vertex(type, fields)).cycles;
  }

  poplar::Graph graph;

 private:
  poplar::Tensor variable(const std::string &type, const std::vector<std::size_t> &shape) {
    const poplar::Type element = typeNamed(type);
    if (element != poplar::QUARTER) return graph.addVariable(element, shape);
    return graph.addVariable(
        element,
        poplar::createConstantMetadataTensor(graph, poplar::QuarterMetadata::Format::F143, 0),
        shape);
  }

  poplar::ComputeSet computeSet_;
};

} // namespace estimators_test
