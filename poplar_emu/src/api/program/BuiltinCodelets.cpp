// SPDX-License-Identifier: MIT
// Source of the built-in vertices.
#include "api/program/BuiltinCodelets.hpp"

namespace poplar_emu::api {
namespace {

constexpr const char *kSource = R"(// Built-in vertices of poplar_emu.
#include <poplar/Vertex.hpp>

namespace poplar_emu_builtin {

// Cycle counters are 64 bits, low word first.
class CycleDifference : public poplar::Vertex {
public:
  poplar::Input<poplar::Vector<unsigned>> begin;
  poplar::Input<poplar::Vector<unsigned>> end;
  poplar::Output<poplar::Vector<unsigned>> cycles;

  bool compute() {
    const unsigned long long from = begin[0] | (unsigned long long)begin[1] << 32;
    const unsigned long long to = end[0] | (unsigned long long)end[1] << 32;
    cycles[0] = (unsigned)(to - from);
    cycles[1] = (unsigned)((to - from) >> 32);
    return true;
  }
};

// Bit 7: format 1.4.3; bits 0 to 5: the scale.
template <class T>
class MakeMetadata : public poplar::Vertex {
public:
  poplar::Input<T> scale;
  poplar::Output<unsigned char> metadata;
  bool isF143;

  bool compute() {
    *metadata = (unsigned char)((isF143 ? 0x80 : 0) | ((int)*scale & 0x3f));
    return true;
  }
};

template class MakeMetadata<int>;
template class MakeMetadata<char>;
template class MakeMetadata<signed char>;
template class MakeMetadata<short>;

} // namespace poplar_emu_builtin
)";

} // namespace

void addBuiltinCodelets(const GraphState &graph, SiteId site) {
  codelet::Registry &registry = graph.core->registry;
  if (registry.hasType(kCycleDifference)) return;
  codelet::CompileRequest request;
  request.type = codelet::FileType::CppSource;
  request.numWorkers = graph.core->graph.machine.numWorkers;
  request.site = site;
  registry.addSource(kSource, request);
}

} // namespace poplar_emu::api
