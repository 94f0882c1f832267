// SPDX-License-Identifier: MIT
// Convolution parameters as text: for people, from JSON, and as hashes.
#include "support/Errors.hpp"

#include <poplin/ConvParams.hpp>

#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>

namespace poplin {

using nlohmann::json;
using poplar::Type;

namespace {

template <class T>
void print(std::ostream &out, const char *name, const std::vector<T> &values) {
  out << "        " << name << " {";
  for (std::size_t i = 0; i < values.size(); ++i)
    out << (i == 0 ? "" : ",") << values[i];
  out << "}\n";
}

void print(std::ostream &out, const char *name, const ConvParams::InputTransform &t) {
  out << "  " << name << ":\n";
  print(out, "truncationLower", t.truncationLower);
  print(out, "truncationUpper", t.truncationUpper);
  print(out, "dilation", t.dilation);
  print(out, "paddingLower", t.paddingLower);
  print(out, "paddingUpper", t.paddingUpper);
  print(out, "flip", t.flip);
}

Type typeOf(const std::string &name) {
  if (name == "half") return poplar::HALF;
  if (name == "float") return poplar::FLOAT;
  if (name == "quarter") return poplar::QUARTER;
  popops::support::fail("poplin::ConvParams", "the type '" + name + "' is none of a convolution",
                        "write half, float or quarter");
}

template <class T>
void read(const json &object, const char *name, T &value) {
  if (object.contains(name)) object.at(name).get_to(value);
}

void read(const json &whole, const char *name, ConvParams::InputTransform &t) {
  if (!whole.contains(name)) return;
  const json &object = whole.at(name);
  read(object, "truncationLower", t.truncationLower);
  read(object, "truncationUpper", t.truncationUpper);
  read(object, "dilation", t.dilation);
  read(object, "paddingLower", t.paddingLower);
  read(object, "paddingUpper", t.paddingUpper);
  read(object, "flip", t.flip);
}

ConvParams fromJson(const json &object) {
  ConvParams p;
  std::string in = "float", out = "float";
  read(object, "dataType", in);
  read(object, "dataType", out);
  read(object, "inputType", in);
  read(object, "outputType", out);
  p.inputType = typeOf(in);
  p.outputType = typeOf(out);
  p.batchSize = p.inputChannelsPerConvGroup = p.outputChannelsPerConvGroup = p.numConvGroups = 1;
  read(object, "batchSize", p.batchSize);
  read(object, "inputFieldShape", p.inputFieldShape);
  read(object, "kernelShape", p.kernelShape);
  read(object, "inputChannelsPerConvGroup", p.inputChannelsPerConvGroup);
  read(object, "outputChannelsPerConvGroup", p.outputChannelsPerConvGroup);
  read(object, "numConvGroups", p.numConvGroups);
  const std::size_t dims = p.inputFieldShape.size();
  p.inputTransform = ConvParams::InputTransform(dims);
  p.kernelTransform = ConvParams::InputTransform(dims);
  p.outputTransform = ConvParams::OutputTransform(dims);
  read(object, "inputTransform", p.inputTransform);
  read(object, "kernelTransform", p.kernelTransform);
  if (object.contains("outputTransform")) {
    const json &t = object.at("outputTransform");
    read(t, "truncationLower", p.outputTransform.truncationLower);
    read(t, "truncationUpper", p.outputTransform.truncationUpper);
    read(t, "stride", p.outputTransform.stride);
    read(t, "paddingLower", p.outputTransform.paddingLower);
    read(t, "paddingUpper", p.outputTransform.paddingUpper);
  }
  return p;
}

class Hash {
 public:
  template <class T>
  Hash &add(const std::vector<T> &values) {
    add(values.size());
    for (const auto value : values)
      add(static_cast<std::size_t>(value));
    return *this;
  }
  Hash &add(std::size_t value) {
    state_ ^= value + 0x9e3779b97f4a7c15u + (state_ << 6) + (state_ >> 2);
    return *this;
  }
  std::size_t value() const { return state_; }

 private:
  std::size_t state_ = 0;
};

} // namespace

std::size_t hash_value(const ConvParams::InputTransform &t) {
  return Hash()
      .add(t.truncationLower)
      .add(t.truncationUpper)
      .add(t.dilation)
      .add(t.paddingLower)
      .add(t.paddingUpper)
      .add(t.flip)
      .value();
}

std::size_t hash_value(const ConvParams::OutputTransform &t) {
  return Hash()
      .add(t.truncationLower)
      .add(t.truncationUpper)
      .add(t.stride)
      .add(t.paddingLower)
      .add(t.paddingUpper)
      .value();
}

std::ostream &operator<<(std::ostream &out, const ConvParams &p) {
  out << "Params: inputType                  " << p.inputType << "\n"
      << "        outputType                 " << p.outputType << "\n"
      << "        batchSize                  " << p.batchSize << "\n"
      << "        numConvGroups              " << p.numConvGroups << "\n"
      << "        inputChannelsPerConvGroup  " << p.inputChannelsPerConvGroup << "\n"
      << "        outputChannelsPerConvGroup " << p.outputChannelsPerConvGroup << "\n";
  print(out, "inputFieldShape", p.inputFieldShape);
  print(out, "kernelShape", p.kernelShape);
  print(out, "inputTransform", p.inputTransform);
  print(out, "kernelTransform", p.kernelTransform);
  out << "  outputTransform:\n";
  print(out, "truncationLower", p.outputTransform.truncationLower);
  print(out, "truncationUpper", p.outputTransform.truncationUpper);
  print(out, "stride", p.outputTransform.stride);
  print(out, "paddingLower", p.outputTransform.paddingLower);
  print(out, "paddingUpper", p.outputTransform.paddingUpper);
  return out;
}

std::istream &operator>>(std::istream &in, ConvParams &params) {
  try {
    params = fromJson(json::parse(in));
  } catch (const json::exception &error) {
    popops::support::fail("poplin::ConvParams",
                          std::string("the text is no such JSON object: ") + error.what(),
                          "write an object with the names of the members");
  }
  return in;
}

} // namespace poplin

namespace std {

size_t hash<poplin::ConvParams>::operator()(const poplin::ConvParams &p) const {
  return poplin::Hash()
      .add(p.inputType.hash())
      .add(p.outputType.hash())
      .add(p.batchSize)
      .add(p.inputFieldShape)
      .add(p.kernelShape)
      .add(p.inputChannelsPerConvGroup)
      .add(p.outputChannelsPerConvGroup)
      .add(p.numConvGroups)
      .add(hash_value(p.inputTransform))
      .add(hash_value(p.kernelTransform))
      .add(hash_value(p.outputTransform))
      .value();
}

} // namespace std
