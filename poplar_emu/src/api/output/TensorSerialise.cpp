// SPDX-License-Identifier: MIT
// Tensors with their variables, mapping and layout, as bytes that another graph can read.
//
//     "poplar_emu tensors 1\n", then CBOR:
//     { "variables": [{name, type, shape, constant?, tiles: [[begin, end, tile]...],
//     metadata?}...],
//       "tensors":   [{type, shape, runs: [[variable, start, length, count, stride]...],
//       metadata?}...] }
#include "api/graph/GraphNeed.hpp"
#include "api/tensor/TensorNeed.hpp"
#include "api/variables/Variables.hpp"
#include "model/values/JsonInteger.hpp"
#include "view/Ops.hpp"
#include "view/Regions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>

using namespace poplar_emu;
using namespace poplar_emu::api;
using nlohmann::json;

namespace poplar {
namespace {

constexpr std::string_view kMagic = "poplar_emu tensors 1\n";

json bytesOf(const std::vector<std::byte> &bytes) {
  std::vector<std::uint8_t> out(bytes.size());
  std::transform(bytes.begin(), bytes.end(), out.begin(),
                 [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  return json::binary(std::move(out));
}

/// Numbers the variables in the order in which the tensors need them.
class Writer {
 public:
  explicit Writer(const GraphCore &core) : core_(core) {}

  void add(const TensorState &tensor) {
    const view::View *metadata = tensor.metadata ? &tensor.metadata->view : nullptr;
    tensors_.push_back(jsonOf(tensor.type, tensor.view, metadata));
  }

  json finish() && {
    return {{"variables", std::move(variables_)}, {"tensors", std::move(tensors_)}};
  }

 private:
  json jsonOf(ElementType type, const view::View &view, const view::View *metadata) {
    json runs = json::array();
    for (const view::Run &run : view::runs(view))
      runs.push_back({number(run.variable), run.start, run.length, run.count, run.stride});
    json record = {{"type", name(type)},
                   {"shape", std::vector<std::uint64_t>(view.shape().begin(), view.shape().end())},
                   {"runs", std::move(runs)}};
    if (metadata) record["metadata"] = jsonOf(ElementType::QuarterMetadata, *metadata, nullptr);
    return record;
  }

  std::size_t number(VariableId id) {
    if (const auto found = numbers_.find(id); found != numbers_.end()) return found->second;
    const ir::Variable &variable = core_.graph.variable(id);
    json tiles = json::array();
    for (const ir::TileInterval &part : variable.mapping.intervals())
      tiles.push_back({part.begin, part.end, part.tile.value});
    json record = {{"name", variable.name},
                   {"type", name(variable.type)},
                   {"shape", variable.shape},
                   {"tiles", std::move(tiles)}};
    if (variable.kind == ir::VariableKind::Constant) {
      record["constant"] = {{"uniform", variable.constant.uniform},
                            {"bytes", bytesOf(variable.constant.bytes)}};
    } else if (variable.kind == ir::VariableKind::ReplicationIndex) {
      record["replicationIndex"] = true;
    }
    if (const auto metadata = core_.metadata.find(id); metadata != core_.metadata.end())
      record["metadata"] = jsonOf(ElementType::QuarterMetadata, metadata->second.view, nullptr);
    // Behind the variables of its own metadata, so that a reader knows these first.
    const std::size_t number = variables_.size();
    variables_.push_back(std::move(record));
    numbers_[id] = number;
    return number;
  }

  const GraphCore &core_;
  json variables_ = json::array(), tensors_ = json::array();
  std::map<VariableId, std::size_t> numbers_;
};

[[noreturn]] void refuse(const std::string &why) {
  Diagnostic(Code::PE0224, "deserializeTensors: {}", why)
      .note("the stream must hold what serializeTensors wrote with SerializationFormat::Binary")
      .raise();
}

/// Makes the variables and tensors of a file, trusting nothing in it.
class Reader {
 public:
  explicit Reader(const GraphState &graph) : graph_(graph) {}

  std::vector<Tensor> read(const json &root) {
    for (const json &record : root.at("variables"))
      addVariable(record);
    std::vector<Tensor> tensors;
    for (const json &record : root.at("tensors"))
      tensors.push_back(Access::tensor(tensorOf(record)));
    return tensors;
  }

 private:
  static ElementType typeOf(const json &record) {
    const auto type = elementTypeFromName(record.at("type").get<std::string>());
    if (!type)
      refuse(fmt::format("unknown element type '{}'", record.at("type").get<std::string>()));
    return *type;
  }

  void addVariable(const json &record) {
    const auto shape = model::integersOf<std::size_t>(record.at("shape"));
    NewVariable description;
    description.type = typeOf(record);
    description.shape = shape;
    description.name = record.at("name").get<std::string>();
    if (record.contains("metadata")) description.metadata = tensorOf(record.at("metadata"));
    ir::VariableKind kind = ir::VariableKind::Variable;
    if (record.contains("replicationIndex")) kind = ir::VariableKind::ReplicationIndex;
    ir::ElementData data;
    if (record.contains("constant")) {
      kind = ir::VariableKind::Constant;
      data.uniform = record.at("constant").at("uniform").get<bool>();
      for (const std::uint8_t byte : record.at("constant").at("bytes").get_binary())
        data.bytes.push_back(std::byte{byte});
      const std::size_t count = data.uniform ? 1 : checkVariable(description);
      if (data.bytes.size() != count * sizeInBytes(description.type))
        refuse("a constant has a wrong number of bytes");
    }
    const VariableId id = api::addVariable(graph_, description, kind);
    ir::Variable &variable = graph_.core->graph.variable(id);
    variable.constant = std::move(data);
    for (const json &tile : record.at("tiles")) {
      const auto begin = model::integerOf<std::uint64_t>(tile.at(0)),
                 end = model::integerOf<std::uint64_t>(tile.at(1));
      const auto number = model::integerOf<std::uint64_t>(tile.at(2));
      if (begin > end || end > variable.numElements) refuse("a tile mapping is out of range");
      if (number >= graph_.core->graph.machine.numTiles())
        refuse(fmt::format("a variable lies on tile {}, which this graph does not have", number));
      variable.mapping.set(begin, end, TileId(number));
    }
    variables_.push_back(id);
  }

  TensorRef tensorOf(const json &record) const {
    const ElementType type = typeOf(record);
    std::vector<view::View> parts;
    for (const json &run : record.at("runs"))
      parts.push_back(viewOf(run, type));
    const auto shape = model::integersOf<std::uint64_t>(record.at("shape"));
    view::View flat =
        parts.empty() ? view::View() : view::concat(std::span<const view::View>(parts));
    TensorRef metadata;
    if (record.contains("metadata")) metadata = tensorOf(record.at("metadata"));
    return std::make_shared<const TensorState>(
        TensorState{graph_.core, type, view::reshape(flat, shape), std::move(metadata)});
  }

  view::View viewOf(const json &run, ElementType type) const {
    const auto number = model::integerOf<std::size_t>(run.at(0));
    if (number >= variables_.size()) refuse("a tensor uses a variable that is not there");
    const ir::Variable &variable = graph_.core->graph.variable(variables_[number]);
    if (sizeInBytes(variable.type) != sizeInBytes(type))
      refuse("a tensor reads a variable as a type of another size");

    const auto start = model::integerOf<std::int64_t>(run.at(1)),
               length = model::integerOf<std::int64_t>(run.at(2));
    const auto count = model::integerOf<std::int64_t>(run.at(3)),
               stride = model::integerOf<std::int64_t>(run.at(4));
    const auto size = static_cast<std::int64_t>(variable.numElements);
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    const bool plausible = start >= 0 && length > 0 && length <= kMost && count > 0 &&
                           count <= kMost && stride >= -kMost && stride <= kMost;
    const __int128 lastRow = plausible ? start + __int128(stride) * (count - 1) : -1;
    if (lastRow < 0 || std::max<__int128>(lastRow, start) + length > size)
      refuse("a tensor leaves its variable");
    view::Piece piece;
    piece.variable = variables_[number];
    piece.offset = start;
    const view::Digit digits[] = {{static_cast<std::uint64_t>(count), stride},
                                  {static_cast<std::uint64_t>(length), 1}};
    view::InlineVector<view::Digit, 2> used;
    for (const view::Digit &digit : digits)
      if (digit.extent > 1) used.push_back(digit);
    piece.addAxis(0, used);
    return view::View(view::Shape{static_cast<std::uint64_t>(count) * length}, std::move(piece));
  }

  const GraphState &graph_;
  std::vector<VariableId> variables_;
};

} // namespace

void Graph::serializeTensors(std::ostream &out, ArrayRef<Tensor> tensors,
                             SerializationFormat format) const {
  const GraphCore &core = *need(*this, "serializeTensors")->core;
  Writer writer(core);
  for (const Tensor &tensor : tensors)
    writer.add(*needOf(core, tensor, "serializeTensors"));
  const json root = std::move(writer).finish();
  if (format == SerializationFormat::JSON) {
    out << root.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
  } else {
    const std::vector<std::uint8_t> bytes = json::to_cbor(root);
    out << kMagic;
    out.write(reinterpret_cast<const char *>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }
  if (!out)
    Diagnostic(Code::PE0803, "serializeTensors: the stream does not take the tensors").raise();
}

std::vector<Tensor> Graph::deserializeTensors(std::istream &in, SerializationFormat format) {
  const GraphState &state = *need(*this, "deserializeTensors");
  if (format != SerializationFormat::Binary) refuse("JSON cannot be read back");
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!bytes.starts_with(kMagic)) refuse("this is no file of tensors");
  try {
    return Reader(state).read(json::from_cbor(bytes.begin() + kMagic.size(), bytes.end()));
  } catch (const json::exception &error) {
    refuse(fmt::format("the file is damaged ({})", error.what()));
  }
}

} // namespace poplar
