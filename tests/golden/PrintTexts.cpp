// SPDX-License-Identifier: MIT
// What PrintTensor writes: shapes, types, formats, what is left out.
#include "Golden.hpp"
#include "Program.hpp"

#include <functional>
#include <memory>
#include <numeric>

namespace golden {
namespace {

using namespace poplar;
using namespace poplar::program;

class Prints : public Texts {
 protected:
  template <class T>
  Tensor constant(const Type &type, std::vector<std::size_t> shape, T first, T step) {
    const std::size_t count =
        std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<std::size_t>());
    const auto values = std::make_unique<T[]>(count);
    for (std::size_t i = 0; i < count; ++i)
      values[i] = static_cast<T>(first + step * static_cast<T>(i));
    Tensor t = graph.addConstant(type, shape, values.get());
    graph.setTileMapping(t, 0);
    return t;
  }
  std::string printed(const Sequence &program) {
    std::ostringstream out;
    Engine engine(graph, program);
    engine.setPrintTensorStream(out);
    engine.load(device);
    engine.run();
    return out.str();
  }
};

TEST_F(Prints, ShapesAndTypes) {
  Sequence all;
  all.add(PrintTensor("scalar", constant<float>(FLOAT, {}, 1.5, 0)));
  all.add(PrintTensor("vector", constant<float>(FLOAT, {5}, -1, 0.75)));
  all.add(PrintTensor("matrix", constant<int>(INT, {3, 4}, -5, 1)));
  all.add(PrintTensor("cube", constant<unsigned>(UNSIGNED_INT, {2, 2, 3}, 7, 50)));
  all.add(PrintTensor("flags", constant<bool>(BOOL, {3}, true, false)));
  all.add(PrintTensor("halves", constant<float>(HALF, {2, 3}, 0.1f, 1000)));
  all.add(PrintTensor("bytes", constant<unsigned char>(UNSIGNED_CHAR, {6}, 0, 40)));
  all.add(PrintTensor("empty", constant<float>(FLOAT, {0, 3}, 0, 0)));
  all.add(PrintTensor(constant<float>(FLOAT, {2}, 1e-7f, 1e9f)));
  EXPECT_GOLDEN("print_tensor.txt", printed(all));
}

TEST_F(Prints, FormatsAndSummaries) {
  const Tensor big = constant<float>(FLOAT, {40, 30}, 0, 0.25f),
               small = big.slice(0, 4).slice(0, 4, 1);
  Sequence all;
  all.add(PrintTensor("summary", big));
  all.add(PrintTensor("fixed", small,
                      PrintTensorFmt(1000, 1, 40, 3, PrintTensorFmt::FloatFormat::Fixed)));
  all.add(PrintTensor(
      "scientific", small,
      PrintTensorFmt(1000, 3, 40, 2, PrintTensorFmt::FloatFormat::Scientific, ',', '{', '}')));
  all.add(PrintTensor("plain", small, PrintTensorFmt::disableFormatting()));
  EXPECT_GOLDEN("print_tensor_formats.txt", printed(all));
}

} // namespace
} // namespace golden
