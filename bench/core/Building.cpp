// SPDX-License-Identifier: MIT
// Building and compiling: a million vertices, large views, codelets, the start of a process.
#include "../Child.hpp"
#include "../Support.hpp"
#include "../Table.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

template <class F>
double median(unsigned runs, F &&measure) {
  std::vector<double> values;
  for (unsigned i = 0; i < runs; ++i)
    values.push_back(measure());
  std::nth_element(values.begin(), values.begin() + runs / 2, values.end());
  return values[runs / 2];
}

/// Ten compute sets; every vertex has an edge on its own tile and one on another.
void buildAndCompile(const poplar::Device &device, std::size_t numVertices) {
  poplar::Graph graph(device.getTarget());
  graph.addCodelets(folder() + "/core/codelets.cpp");
  const unsigned tiles = graph.getTarget().getNumTiles();
  const std::size_t perSet = numVertices / 10, perTile = (perSet + tiles - 1) / tiles;
  poplar::Tensor in = addRows(graph, poplar::FLOAT, perTile, "in").flatten();
  poplar::Tensor out = addRows(graph, poplar::FLOAT, perTile, "out").flatten();
  poplar::program::Sequence program;
  for (unsigned set = 0; set < 10; ++set) {
    poplar::ComputeSet cs = graph.addComputeSet("set");
    for (std::size_t v = 0; v < perSet; ++v) {
      const std::size_t tile = v / perTile, remote = (v + 17 * perTile) % perSet;
      poplar::VertexRef vertex = graph.addVertex(cs, "Pair");
      graph.connect(vertex["near"], in[v]);
      graph.connect(vertex["far"], in[remote]);
      graph.connect(vertex["out"], out[v]);
      graph.setTileMapping(vertex, tile);
    }
    program.add(poplar::program::Execute(cs));
  }
  poplar::Engine engine(graph, program);
}

struct Cost {
  double microsecondsPerVertex, bytesPerVertex;
};

/// In a child process, so that its peak memory is its own.
Cost costOf(std::size_t numVertices) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    poplar::Device device = attachIpu();
    buildAndCompile(device, 1000); // code, caches and pools are there
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    const auto start = Clock::now();
    buildAndCompile(device, numVertices);
    const double seconds = secondsSince(start);
    getrusage(RUSAGE_SELF, &after);
    const Cost cost = {seconds * 1e6 / numVertices,
                       (after.ru_maxrss - before.ru_maxrss) * 1024.0 / numVertices};
    const ssize_t written = write(ends[1], &cost, sizeof cost);
    _exit(written == sizeof cost ? 0 : 1);
  }
  Cost cost{};
  const ssize_t got = read(ends[0], &cost, sizeof cost);
  int status = 0;
  waitpid(child, &status, 0);
  close(ends[0]);
  close(ends[1]);
  if (got != sizeof cost) throw std::runtime_error("building a million vertices failed");
  return cost;
}

double shuffleView() {
  poplar::Graph graph(poplar::Target::createIPUTarget(1, "ipu2"));
  poplar::Tensor t = graph.addVariable(poplar::FLOAT, {4096, 4096});
  return median(101, [&] {
    const auto start = Clock::now();
    poplar::Tensor shuffled = t.dimShuffle({1, 0});
    return secondsSince(start) * 1e6 + (shuffled.rank() == 2 ? 0 : 1e9);
  });
}

struct TransposeState {
  poplar::Device device = attachIpu();
  std::unique_ptr<poplar::Engine> engine;
  std::vector<float> source, destination;
};

void plainTranspose(TransposeState &state) {
  constexpr std::size_t n = 4096, kBlock = 32;
  nativeFor(n / kBlock, [&](std::size_t by) {
    for (std::size_t bx = 0; bx < n / kBlock; ++bx)
      for (std::size_t y = by * kBlock; y < (by + 1) * kBlock; ++y)
        for (std::size_t x = bx * kBlock; x < (bx + 1) * kBlock; ++x)
          state.destination[y * n + x] = state.source[x * n + y];
  });
}

Contest makeTranspose() {
  auto state = std::make_shared<TransposeState>();
  poplar::Graph graph(state->device.getTarget());
  poplar::Tensor from =
      graph.addVariable(poplar::FLOAT, {4096, 4096}, poplar::VariableMappingMethod::LINEAR, "from");
  poplar::Tensor to =
      graph.addVariable(poplar::FLOAT, {4096, 4096}, poplar::VariableMappingMethod::LINEAR, "to");
  graph.createHostWrite("from", from);
  graph.createHostRead("to", to);
  state->engine =
      std::make_unique<poplar::Engine>(graph, poplar::program::Copy(from.dimShuffle({1, 0}), to));
  state->engine->load(state->device);
  for (std::size_t i = 0; i < from.numElements(); ++i)
    state->source.push_back(static_cast<float>(i % 10007));
  state->destination.resize(state->source.size());
  writeTensor(*state->engine, "from", state->source);
  return {[state](std::size_t) { state->engine->run(); },
          [state](std::size_t) { plainTranspose(*state); },
          [state] {
            return readTensor<float>(*state->engine, "to", state->destination.size()) ==
                           state->destination
                       ? ""
                       : "results differ";
          }};
}

/// Seconds of one call of addCodelets in a fresh process, without the process's own start.
double addInFreshProcess(const std::string &path) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execl("/proc/self/exe", "poplar_emu_bench", kAddCodeletsFlag, path.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  double seconds = 0;
  const ssize_t got = read(ends[0], &seconds, sizeof seconds);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (got != sizeof seconds || status != 0) throw std::runtime_error("addCodelets failed");
  return seconds;
}

/// Seconds of addCodelets on a source that was never seen before, or on one that was.
enum class Cache { Cold, Warm };
double addCodelets(Cache cache) {
  unsigned serial = 0;
  std::string path;
  const auto write = [&] {
    const std::string name = "Fresh_" + std::to_string(getpid()) + '_' + std::to_string(serial++);
    path = "/tmp/" + name + ".cpp";
    std::ofstream(path) << "#include <poplar/Vertex.hpp>\nclass " << name
                        << " : public poplar::Vertex { public: poplar::Input<float> a; "
                           "poplar::Output<float> b; void compute() { *b = a + 1; } };\n";
  };
  write();
  addInFreshProcess(path);
  return median(cache == Cache::Warm ? 21 : 5, [&] {
    if (cache == Cache::Cold) {
      std::remove(path.c_str());
      write();
    }
    const double seconds = addInFreshProcess(path);
    if (cache == Cache::Cold) std::remove(path.c_str());
    return seconds;
  });
}

double startUp() {
  const std::string command = std::string(BENCH_HELLO_TILE) + " > /dev/null";
  return median(11, [&] {
    const auto start = Clock::now();
    if (std::system(command.c_str()) != 0) throw std::runtime_error("hello tile failed");
    return secondsSince(start) * 1e3;
  });
}

const bool added[] = {
    addFigure("core", "15 build and compile, us a vertex (1M vertices)", 4,
              [] { return median(3, [] { return costOf(1000000).microsecondsPerVertex; }); }),
    addFigure("core", "16 build and compile, peak bytes a vertex", 600,
              [] { return costOf(1000000).bytesPerVertex; }),
    addFigure("core", "17 build and compile, time of 2M over 1M vertices", 2.2,
              [] {
                return median(3, [] {
                  return 2 * costOf(2000000).microsecondsPerVertex /
                         costOf(1000000).microsecondsPerVertex;
                });
              }),
    addFigure("core", "18 dimShuffle of 4096 x 4096, us", 10, shuffleView),
    addContest("core", "19 copy of a transposed 4096 x 4096", 0.6, Better::Higher, makeTranspose),
    addFigure("core", "20 addCodelets cold, s", 1.5, [] { return addCodelets(Cache::Cold); }),
    addFigure("core", "21 addCodelets cached, ms", 5,
              [] { return addCodelets(Cache::Warm) * 1e3; }),
    addFigure("core", "22 hello tile, process start to result, ms", 60, startUp),
};

} // namespace

int addCodeletsOnce(const char *path) {
  poplar::Graph graph(poplar::Target::createIPUTarget(1, "ipu2"));
  const auto start = Clock::now();
  graph.addCodelets(path);
  const double seconds = secondsSince(start);
  return write(STDOUT_FILENO, &seconds, sizeof seconds) == sizeof seconds ? 0 : 1;
}

} // namespace bench
