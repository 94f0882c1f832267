// SPDX-License-Identifier: MIT
// Options that change a plan, and those that are accepted because they change nothing here.
#include "matmul/Options.hpp"

#include <poputil/OptionParsing.hpp>

namespace poplin {

using poplibs::OptionHandler;
using poplibs::OptionSpec;

namespace {

/// Text in braces, or nothing.
OptionHandler constraints() {
  return OptionHandler([](poplar::StringRef text) {
    const std::string value(text.data(), text.size());
    const auto first = value.find_first_not_of(" \t\n"), last = value.find_last_not_of(" \t\n");
    if (first == std::string::npos) return;
    if (value[first] != '{' || value[last] != '}')
      throw poplar::invalid_option("'" + value + "' is not a JSON object");
  });
}

OptionHandler sums(poplar::Type &type) {
  return OptionHandler::createWithEnum(
      type, std::map<std::string, poplar::Type>{{"half", poplar::HALF}, {"float", poplar::FLOAT}});
}

void parseAll(const OptionSpec &spec, const poplar::OptionFlags &flags) {
  for (const auto &[key, value] : flags)
    spec.parse(key, value);
}

} // namespace

MatMulOptions parseMatMulOptions(const poplar::OptionFlags &flags) {
  MatMulOptions options;
  bool ignored = false;
  const OptionSpec spec{
      {"availableMemoryProportion", OptionHandler::createWithDouble(options.memoryProportion, 0.0)},
      {"partialsType", sums(options.partialsType)},
      {"fullyConnectedPass", OptionHandler::createWithEnum(
                                 options.pass,
                                 std::map<std::string, FullyConnectedPass>{
                                     {"NONE", FullyConnectedPass::None},
                                     {"INFERENCE_FWD", FullyConnectedPass::InferenceForward},
                                     {"TRAINING_FWD", FullyConnectedPass::TrainingForward},
                                     {"TRAINING_BWD", FullyConnectedPass::TrainingBackward},
                                     {"TRAINING_WU", FullyConnectedPass::TrainingWeightUpdate}})},
      {"inputRHSIsPreArranged", OptionHandler::createWithBool(options.rhsIsPreArranged)},
      {"use128BitConvUnitLoad", OptionHandler::createWithBool(ignored)},
      {"enableMultiStageReduce", OptionHandler::createWithBool(ignored)},
      {"enableFastReduce", OptionHandler::createWithBool(ignored)},
      {"remapOutputTensor", OptionHandler::createWithBool(ignored)},
      {"gatherOutput", OptionHandler::createWithBool(ignored)},
      {"disableSRForAMPVertices", OptionHandler::createWithBool(ignored)},
      {"planConstraints", constraints()},
  };
  parseAll(spec, flags);
  return options;
}

ProductOptions parseConvOptions(const poplar::OptionFlags &flags) {
  ProductOptions options;
  bool ignored = false;
  poplar::Type otherSums = poplar::FLOAT;
  std::string pass, file;
  const OptionSpec spec{
      {"availableMemoryProportion", OptionHandler::createWithDouble(options.memoryProportion, 0.0)},
      {"partialsType", sums(options.partialsType)},
      {"partialsType.interTile", sums(otherSums)},
      {"partialsType.interIPU", sums(otherSums)},
      {"pass", OptionHandler::createWithEnum(
                   pass, std::map<std::string, std::string>{{"NONE", ""},
                                                            {"NONE_MATMUL", ""},
                                                            {"INFERENCE_FWD", ""},
                                                            {"TRAINING_FWD", ""},
                                                            {"TRAINING_BWD", ""},
                                                            {"TRAINING_WU", ""},
                                                            {"FC_INFERENCE_FWD", ""},
                                                            {"FC_TRAINING_FWD", ""},
                                                            {"FC_TRAINING_BWD", ""},
                                                            {"FC_TRAINING_WU", ""}})},
      {"use128BitConvUnitLoad", OptionHandler::createWithBool(ignored)},
      {"enableMultiStageReduce", OptionHandler::createWithBool(ignored)},
      {"enableFastReduce", OptionHandler::createWithBool(ignored)},
      {"remapOutputTensor", OptionHandler::createWithBool(ignored)},
      {"enableConvDithering", OptionHandler::createWithBool(ignored)},
      {"disableTransformations", OptionHandler::createWithBool(ignored)},
      {"insertTransformsCycleCountProgs", OptionHandler::createWithBool(ignored)},
      {"experimental.convTransformsEstimates", OptionHandler::createWithBool(ignored)},
      {"gatherConvOutput", OptionHandler::createWithBool(ignored)},
      {"experimental.slicVmac16", OptionHandler::createWithBool(ignored)},
      {"disableSRForAMPVertices", OptionHandler::createWithBool(ignored)},
      {"enableTileLevelExpandDims", OptionHandler::createWithBool(ignored)},
      {"planConstraints", constraints()},
      {"planConstraintsOutputFilename", OptionHandler::createWithString(file)},
  };
  parseAll(spec, flags);
  return options;
}

} // namespace poplin
