// SPDX-License-Identifier: MIT
// Recurrent networks whose cell the program gives: the loop over time steps, its state, and what is
// read and written in each step.
#ifndef POPNN_RNN_HPP
#define POPNN_RNN_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <cstddef>
#include <functional>
#include <vector>

namespace popnn {
namespace rnn {

/// Sizes and types of a network.
struct POPLAR_EMU_EXPORT RnnParams {
  poplar::Type dataType;
  std::size_t batchSize;
  std::size_t maxTimeSteps;
  /// Old name of maxTimeSteps.
  std::size_t timeSteps;
  /// The steps that are really done, UNSIGNED_INT: of one element, or one for each of the batch.
  /// Not valid: all.
  poplar::Tensor varTimeSteps;
  /// Sizes of the input and of the output.
  std::vector<std::size_t> layerSizes;

  RnnParams(poplar::Type dataType, std::size_t batchSize, std::size_t timeSteps,
            std::vector<std::size_t> layerSizes);
  RnnParams(poplar::Type dataType, std::size_t batchSize, std::size_t maxTimeSteps,
            const poplar::Tensor &varTimeSteps, std::vector<std::size_t> layerSizes);

  /// Parts that the time steps may be cut into: at least one step each, and no more than IPUs'
  /// tiles.
  std::size_t getMaxShards(const poplar::Graph &graph) const;
  std::size_t getInputBytesPerTile(const poplar::Graph &graph) const;
  std::size_t getOutputBytesPerTile(const poplar::Graph &graph) const;

  bool variableTimeSteps() const;
  bool batchVariableTimeSteps() const;
};

// Variables. numShards, the number of parts that the time steps are kept in, changes no result.
// Errors: poputil::poplibs_error for layerSizes of another length than 2 and shards of 0.

/// [multiple, batchSize, size of the output or input].
POPLAR_EMU_EXPORT poplar::Tensor createInitialState(poplar::Graph &graph, const RnnParams &params,
                                                    bool isOutput, unsigned multiple,
                                                    unsigned numShards,
                                                    const poplar::DebugContext &debugContext = {});
/// [maxTimeSteps, batchSize, size].
POPLAR_EMU_EXPORT poplar::Tensor
createRecurrentTensor(poplar::Graph &graph, const RnnParams &params, unsigned size,
                      unsigned numShards, const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor createInputTensor(poplar::Graph &graph, const RnnParams &params,
                                                   unsigned numShards,
                                                   const poplar::DebugContext &debugContext = {});
POPLAR_EMU_EXPORT poplar::Tensor createOutputTensor(poplar::Graph &graph, const RnnParams &params,
                                                    unsigned numShards,
                                                    const poplar::DebugContext &debugContext = {});
/// [multiple * maxTimeSteps, batchSize, size of the output].
POPLAR_EMU_EXPORT poplar::Tensor createOutputTensor(poplar::Graph &graph, const RnnParams &params,
                                                    unsigned multiple, unsigned numShards,
                                                    const poplar::DebugContext &debugContext = {});

/// tBase [maxTimeSteps, ...] one step later: tSingle [1, ...] or [...] first, the last step of
/// tBase left out. A view.
POPLAR_EMU_EXPORT poplar::Tensor shiftRnnTensor(poplar::Graph &graph, const RnnParams &params,
                                                const poplar::Tensor &tBase,
                                                const poplar::Tensor &tSingle,
                                                poplar::program::Sequence &prog, unsigned numShards,
                                                const poplar::DebugContext &debugContext = {});

/// Which state is kept for every step, and where.
struct StateSequence {
  /// [maxTimeSteps, batchSize, size]; not valid: no state is kept.
  poplar::Tensor output;
  std::size_t stateIndex;
};

/// Which members of the batch are still running: 1 (or 0 in `inverse`), of the network's type and
/// shape [batchSize]. Not valid unless each of them has its own number of steps.
struct RnnBatchwiseFlags {
  poplar::Tensor mask;
  poplar::Tensor inverse;

  bool valid() const { return mask.valid(); }
};

/// What belongs to one step; each without the dimension of time.
struct RnnSlice {
  std::vector<poplar::Tensor> inputs;
  poplar::Tensor interimIn;
  poplar::Tensor interimOut;
  std::vector<poplar::Tensor> outputs;
};

/// Where the loop is.
struct TimeStepState {
  /// First step, UNSIGNED_INT of one element.
  poplar::Tensor begin;
  /// Current step, UNSIGNED_INT of one element.
  poplar::Tensor counter;
  /// Steps to be done, UNSIGNED_INT; not valid: all.
  poplar::Tensor seqLen;
};

/// Called once, when the graph is built: returns the program of a step, which reads slice.inputs
/// and interimIn, writes slice.outputs and interimOut, and updates the state in place. `created`
/// holds tensors for the cell's own use; initProg runs before the loop.
using LoopBodyType = std::function<poplar::program::Sequence(
    poplar::Graph &graph, const TimeStepState &time, const RnnBatchwiseFlags &batchwise,
    std::vector<poplar::Tensor> &state, const RnnSlice &slice, std::vector<poplar::Tensor> &created,
    poplar::program::Sequence *initProg, const poplar::DebugNameAndId &dnai)>;

/// Runs a cell over all time steps.
///
/// \param reverse        from the last step to the first
/// \param initState      states before the first step; they are copied
/// \param stateSequence  a state that is kept after each step
/// \param inputs         [maxTimeSteps, ...] each
/// \param interimIn      null, or what an earlier run wrote to interimOut
/// \param interimOut     null, or [maxTimeSteps, ...], written in each step
/// \param outputs        [maxTimeSteps, ...] each, written in each step
/// \param created        handed on to the cell
/// \returns              the states after the last step
///
/// With variable steps nothing is read or written after the last of them; members of the batch that
/// have fewer steps keep their state from then on, and the cell sees in `batchwise` which do.
/// Throws poputil::poplibs_error for other shapes. Cost: a step's own, and a slice or update for
/// each tensor.
POPLAR_EMU_EXPORT std::vector<poplar::Tensor>
Rnn(poplar::Graph &graph, const RnnParams &params, bool reverse,
    const std::vector<poplar::Tensor> &initState, const StateSequence &stateSequence,
    const std::vector<poplar::Tensor> &inputs, const poplar::Tensor *interimIn,
    poplar::Tensor *interimOut, const std::vector<poplar::Tensor> &outputs,
    const std::vector<poplar::Tensor> &created, poplar::program::Sequence &prog,
    const LoopBodyType &loop, unsigned numShards, poplar::OptionFlags &options,
    const poplar::DebugContext &debugContext = {});

} // namespace rnn
} // namespace popnn

#endif
