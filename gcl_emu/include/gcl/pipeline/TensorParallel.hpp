// SPDX-License-Identifier: MIT
// Dense layers whose weights are split over replicas, with the collectives that this takes.
// Programs that include this header link poplin.
#ifndef GCL_PIPELINE_TENSOR_PARALLEL_HPP
#define GCL_PIPELINE_TENSOR_PARALLEL_HPP

#include <gcl/Collectives.hpp>
#include <gcl/pipeline/Model.hpp>
#include <poplin/MatMul.hpp>
#include <popops/ElementWise.hpp>
#include <popops/Reduce.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gcl {
namespace pipeline {

// Options::tensorParallel = n replicas with neighbouring numbers hold one model. They get the same
// micro-batches, and each has 1/n of the weights of a pair of layers:
//
//        x [b,in]  same on all        y1 [b,hidden/n] own part       y [b,out]  same on all
//     ------------> column layer  ---------------------> row layer --------------->
//                   w1 [in,hidden/n]                     w2 [hidden/n,out]
//     forward       no collective                        all-reduce of y
//     backward      all-reduce of dx                     no collective
//
// The bias of a row layer is added once, after the reduction.

/// y = x w + b of `in` to `out` features in the unsplit model. Errors: pipeline_error, when the
/// model is built, as for any layer; poputil::poplibs_error where shapes do not match.
struct ParallelLinear {
  std::string name, input, output; ///< of the layer and its tensors; weights: "<name>.w" and ".b"
  std::size_t batch, in, out;
  unsigned ranks; ///< n, a divisor of the features that are split

  std::string weight() const { return name + ".w"; }
  std::string bias() const { return name + ".b"; }
  CommGroup group() const { return CommGroup(CommGroupType::CONSECUTIVE, ranks); }
};

namespace detail {

inline poplar::Tensor sumOverRanks(poplar::Graph &graph, const poplar::Tensor &tensor,
                                   const ParallelLinear &linear,
                                   poplar::program::Sequence &program) {
  if (linear.ranks == 1) return tensor;
  return allReduceCrossReplica(graph, tensor, CollectiveOperator::ADD, program, linear.group(),
                               {linear.name + "/allReduce"});
}

inline void addLinearWeights(Model &model, const ParallelLinear &linear, std::size_t in,
                             std::size_t out) {
  const std::size_t batch = linear.batch;
  model.weight(linear.weight(), [=](poplar::Graph &graph, const std::string &name) {
    return poplin::createMatMulInputRHS(graph, poplar::FLOAT, {batch, in}, {in, out}, {name});
  });
  model.weight(linear.bias(), poplar::FLOAT, {out});
}

/// Gradients of the weights, and that by x on this rank.
inline poplar::Tensor linearGradients(const Backward &at, const ParallelLinear &linear) {
  const poplar::Tensor dy = at.gradient(linear.output), x = at.input(linear.input);
  poplin::matMulAcc(at.graph(), at.accumulator(linear.weight()), 1.0f, x.transpose(), dy,
                    at.program(), {linear.name + "/dw"});
  at.weightGradient(linear.bias(), popops::reduce(at.graph(), dy, {0}, {popops::Operation::ADD},
                                                  at.program(), {linear.name + "/db"}));
  return poplin::matMul(at.graph(), dy, at.weight(linear.weight()).transpose(), at.program(),
                        {linear.name + "/dx"});
}

} // namespace detail

/// Adds a layer that makes its own out/n columns of y from all of x. Declares its weights
/// [in,out/n] and [out/n] of FLOAT.
inline Layer &addColumnParallel(Model &model, const ParallelLinear &linear) {
  detail::addLinearWeights(model, linear, linear.in, linear.out / linear.ranks);
  return model.layer(linear.name)
      .reads({linear.input})
      .makes({linear.output})
      .uses({linear.weight(), linear.bias()})
      .forward([linear](const Forward &at) {
        const poplar::Tensor y =
            poplin::matMul(at.graph(), at.input(linear.input), at.weight(linear.weight()),
                           at.program(), {linear.name});
        popops::addInPlace(at.graph(), y, at.weight(linear.bias()), at.program());
        at.output(linear.output, y);
      })
      .backward([linear](const Backward &at) {
        const poplar::Tensor dx = detail::linearGradients(at, linear);
        at.inputGradient(linear.input, detail::sumOverRanks(at.graph(), dx, linear, at.program()));
      });
}

/// Adds a layer that makes all of y from its own in/n columns of x. Declares its weights [in/n,out]
/// and [out] of FLOAT.
inline Layer &addRowParallel(Model &model, const ParallelLinear &linear) {
  detail::addLinearWeights(model, linear, linear.in / linear.ranks, linear.out);
  return model.layer(linear.name)
      .reads({linear.input})
      .makes({linear.output})
      .uses({linear.weight(), linear.bias()})
      .forward([linear](const Forward &at) {
        const poplar::Tensor part =
            poplin::matMul(at.graph(), at.input(linear.input), at.weight(linear.weight()),
                           at.program(), {linear.name});
        const poplar::Tensor y = detail::sumOverRanks(at.graph(), part, linear, at.program());
        popops::addInPlace(at.graph(), y, at.weight(linear.bias()), at.program());
        at.output(linear.output, y);
      })
      .backward([linear](const Backward &at) {
        at.inputGradient(linear.input, detail::linearGradients(at, linear));
      });
}

/// A matrix [rows,columns] on the host as Engine::writeTensor takes it for replicas that each have
/// columns/n of its columns: one part after the other.
template <class T>
std::vector<T> splitColumns(const std::vector<T> &matrix, std::size_t columns, unsigned ranks) {
  const std::size_t rows = matrix.size() / columns, width = columns / ranks;
  std::vector<T> parts;
  for (unsigned rank = 0; rank < ranks; ++rank)
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < width; ++column)
        parts.push_back(matrix[row * columns + rank * width + column]);
  return parts;
}

/// The inverse, for Engine::readTensor. (Rows need neither: their parts lie one after the other.)
template <class T>
std::vector<T> joinColumns(const std::vector<T> &parts, std::size_t columns, unsigned ranks) {
  const std::size_t rows = parts.size() / columns, width = columns / ranks;
  std::vector<T> matrix(parts.size());
  for (unsigned rank = 0; rank < ranks; ++rank)
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < width; ++column)
        matrix[row * columns + rank * width + column] = parts[(rank * rows + row) * width + column];
  return matrix;
}

} // namespace pipeline
} // namespace gcl

#endif
