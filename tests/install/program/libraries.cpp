// SPDX-License-Identifier: MIT
// One call into each library that ships.
#include <gcl/codelets.hpp>
#include <popfloat/experimental/codelets.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Target.hpp>
#include <poplin/codelets.hpp>
#include <popnn/codelets.hpp>
#include <popops/codelets.hpp>
#include <poprand/codelets.hpp>
#include <popsparse/codelets.hpp>
#include <popsys/CSRFunctions.hpp>
#include <popsys/CycleCount.hpp>
#include <popsys/CycleStamp.hpp>
#include <popsys/codelets.hpp>
#include <poputil/TileMapping.hpp>
#include <pva/pva.hpp>
#include <pvti/pvti.hpp>

using namespace poplar;
using namespace popsys;

static pvti::TraceChannel channel = {"libraries"};

int main() {
  pvti::Tracepoint scope(&channel, "main");
  Graph graph(Target::createIPUTarget(1, "ipu2"));
  popops::addCodelets(graph);
  poplin::addCodelets(graph);
  popnn::addCodelets(graph);
  poprand::addCodelets(graph);
  popsparse::addCodelets(graph);
  popfloat::experimental::addCodelets(graph);
  popsys::addCodelets(graph);
  gcl::addCodelets(graph);

  Tensor t = graph.addVariable(FLOAT, {1000}, "t");
  poputil::mapTensorLinearly(graph, t);
  program::Sequence prog;
  FloatingPointBehaviour behaviour(true, true, true, false, true);
  setFloatingPointBehaviour(graph, prog, behaviour, "");

  try {
    pva::openReport("no_such_profile.pop");
    return 1;
  } catch (const std::runtime_error &) {
  }
  return graph.getTileMapping(t).size() == 1472 ? 0 : 1;
}
