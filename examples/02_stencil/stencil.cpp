// SPDX-License-Identifier: MIT
// Lesson 2, stencil: a photograph is spread over all tiles and blurred; each step exchanges halos.
//
//   tile 0     tile 1   ...  tile 45        A block reads one pixel beyond its border: those pixels
//   tile 46    tile 47  ...  tile 91        are on the neighbouring tiles, so a superstep is
//   ...                                         exchange (halo in)  ->  compute  ->  sync
#include "Photograph.hpp"

#include <poplar/DeviceManager.hpp>
#include <poplar/Engine.hpp>
#include <poplar_emu/Observe.hpp>

#include <cstdio>

using namespace poplar;
using namespace poplar::program;

namespace {

constexpr unsigned kSteps = 20; // pairs of steps: a to b, and back

struct Block {
  std::size_t top, bottom, left, right; // rows [top, bottom), columns [left, right)
};

// Tiles as a grid of 32 x 46 = 1472 blocks; the picture has a frame of one fixed pixel.
Block blockOf(unsigned tile, const Photograph &framed) {
  constexpr std::size_t kRows = 32, kColumns = 46;
  const std::size_t y = tile / kColumns, x = tile % kColumns;
  const std::size_t height = framed.height - 2, width = framed.width - 2;
  return {1 + height * y / kRows, 1 + height * (y + 1) / kRows, 1 + width * x / kColumns,
          1 + width * (x + 1) / kColumns};
}

Tensor addPicture(Graph &graph, const Photograph &framed, const char *name) {
  Tensor picture = graph.addVariable(FLOAT, {framed.height, framed.width}, name);
  graph.setTileMapping(picture, 0); // the frame; the blocks are mapped over it
  for (unsigned tile = 0; tile < graph.getTarget().getNumTiles(); ++tile) {
    const Block block = blockOf(tile, framed);
    graph.setTileMapping(picture.slice({block.top, block.left}, {block.bottom, block.right}), tile);
  }
  return picture;
}

Program blurStep(Graph &graph, const Photograph &framed, Tensor from, Tensor to, const char *name) {
  ComputeSet step = graph.addComputeSet(name);
  for (unsigned tile = 0; tile < graph.getTarget().getNumTiles(); ++tile) {
    const Block block = blockOf(tile, framed);
    VertexRef vertex = graph.addVertex(
        step, "Blur",
        {{"in", from.slice({block.top - 1, block.left - 1}, {block.bottom + 1, block.right + 1})},
         {"out", to.slice({block.top, block.left}, {block.bottom, block.right})}});
    graph.setTileMapping(vertex, tile);
  }
  return Execute(step);
}

Photograph withFrame(const Photograph &photograph) {
  Photograph framed{photograph.height + 2, photograph.width + 2, {}};
  for (std::size_t y = 0; y < framed.height; ++y)
    for (std::size_t x = 0; x < framed.width; ++x)
      framed.pixels.push_back(photograph.at(std::clamp<std::size_t>(y, 1, photograph.height) - 1,
                                            std::clamp<std::size_t>(x, 1, photograph.width) - 1));
  return framed;
}

// What the tiles do, as a plain loop.
void blurPlain(Photograph &a) {
  Photograph b = a;
  for (unsigned step = 0; step < 2 * kSteps; ++step) {
    for (std::size_t y = 1; y + 1 < a.height; ++y)
      for (std::size_t x = 1; x + 1 < a.width; ++x)
        b.at(y, x) =
            0.2f * (a.at(y, x) + a.at(y, x - 1) + a.at(y, x + 1) + a.at(y - 1, x) + a.at(y + 1, x));
    std::swap(a, b);
  }
}

Device attachOneIpu() {
  for (auto &device : DeviceManager::createDeviceManager().getDevices(TargetType::IPU, 1))
    if (device.attach()) return std::move(device);
  throw std::runtime_error("no IPU is free");
}

} // namespace

int main(int argc, char **argv) {
  const std::string sources = LESSON_SOURCE_DIR;
  const std::string output = argc > 1 ? argv[1] : ".";
  Photograph framed = withFrame(readPng(sources + "/ascent.png"));
  writePng(output + "/before.png", framed);

  Device device = attachOneIpu();
  Graph graph(device.getTarget());
  graph.addCodelets(sources + "/codelet.cpp");

  Tensor a = addPicture(graph, framed, "a"), b = addPicture(graph, framed, "b");
  Sequence once(blurStep(graph, framed, a, b, "blur a to b"),
                blurStep(graph, framed, b, a, "blur b to a"));
  graph.createHostWrite("picture", a);
  graph.createHostRead("blurred", a);
  Engine engine(graph, Sequence(Copy(a, b), Repeat(kSteps, once)));
  engine.load(device);
  engine.writeTensor("picture", framed.pixels.data(), framed.pixels.data() + framed.pixels.size());

  unsigned superstep = 0;
  std::printf("superstep                 tiles  words exchanged      time\n");
  poplar_emu::observe(engine, [&](const poplar_emu::Superstep &step) {
    std::printf("%3u %-20s %6u %16llu %8.3f ms\n", superstep++, step.name.c_str(), step.activeTiles,
                static_cast<unsigned long long>(step.exchangedBytes / 4), step.seconds * 1e3);
  });
  engine.run();

  Photograph blurred = framed;
  engine.readTensor("blurred", blurred.pixels.data(),
                    blurred.pixels.data() + blurred.pixels.size());
  writePng(output + "/after.png", blurred);

  blurPlain(framed);
  if (blurred.pixels != framed.pixels) {
    std::printf("the tiles and the plain loop differ\n");
    return 1;
  }
  std::printf("equal to the plain loop, bit for bit; see %s/before.png and after.png\n",
              output.c_str());
  return 0;
}
