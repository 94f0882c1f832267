// SPDX-License-Identifier: MIT
// Streams debug nodes to a file as JSON or as CBOR of indefinite length.
#include "model/debug/DebugFile.hpp"

#include "model/EngineOptionTable.hpp"
#include "model/values/ProfileJson.hpp"
#include "support/Diagnostic.hpp"
#include "support/Warning.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace poplar_emu::model {
namespace {

using poplar::DebugSerializationFormat;

class DebugFile {
 public:
  DebugFile(const std::string &path, DebugSerializationFormat format)
      : out_(path, std::ios::binary), format_(format) {
    if (!out_)
      Diagnostic(Code::PE0803, "debug file '{}' cannot be written", path)
          .fix("check that its folder exists and is writable")
          .raise();
    // A map of one member and an array of unknown length (RFC 8949, 3.2.2).
    out_ << (isJson() ? std::string_view("{\"contexts\":[")
                      : std::string_view("\xa1\x68"
                                         "contexts\x9f"));
  }

  ~DebugFile() { out_ << (isJson() ? "\n]}\n" : "\xff"); }

  void write(const nlohmann::ordered_json &node) {
    if (isJson()) {
      out_ << (isFirst_ ? "\n" : ",\n")
           << node.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    } else {
      const std::vector<std::uint8_t> bytes = nlohmann::ordered_json::to_cbor(node);
      out_.write(reinterpret_cast<const char *>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    }
    isFirst_ = false;
  }

 private:
  bool isJson() const { return format_ == DebugSerializationFormat::JSON; }

  std::ofstream out_;
  DebugSerializationFormat format_;
  bool isFirst_ = true;
};

std::mutex fileMutex;
// A node destroyed after this one, at the end of the program, finds it empty.
std::unique_ptr<DebugFile> file;

nlohmann::ordered_json toJson(const DebugNode &node) {
  nlohmann::ordered_json json;
  json["id"] = node.id;
  if (node.parent != 0) json["parentId"] = node.parent;
  json["layer"] = node.layer;
  json["name"] = node.name;
  if (node.location.isValid())
    json["location"] = {{"fileName", node.location.getFileName()},
                        {"functionName", node.location.getFunctionName()},
                        {"lineNumber", node.location.getLineNumber()}};
  for (const auto &[name, value] : node.values)
    json[name] = model::toJson(value);
  return json;
}

} // namespace

void openDebugFile(const std::string &path, DebugSerializationFormat format) {
  std::lock_guard lock(fileMutex);
  file.reset();
  file = std::make_unique<DebugFile>(path, format);
}

void startDebugFile(const std::string &folder) {
  {
    std::lock_guard lock(fileMutex);
    if (file) return;
  }
  const std::filesystem::path path = folder.empty() ? "." : folder;
  std::error_code error; // shows when the file is opened
  std::filesystem::create_directories(path, error);
  try {
    openDebugFile((path / "debug.cbor").string(), DebugSerializationFormat::CBOR);
  } catch (const std::exception &problem) {
    warnOnce("{}", problem.what());
  }
}

void startDebugFileOfEnvironment() {
  static std::once_flag once;
  std::call_once(once, [] {
    if (std::getenv("POPLAR_ENGINE_OPTIONS") == nullptr) return;
    try {
      const EngineOptionValues values = parseEngineOptions({}, UnknownKeys::Ignore);
      if (values.reportsDebugInfo) startDebugFile(values.reportDirectory);
    } catch (const std::exception &) {
      return; // the engine will say what is wrong with the options
    }
  });
}

void closeDebugFile() {
  std::lock_guard lock(fileMutex);
  file.reset();
}

void writeDebugNode(const DebugNode &node) {
  std::lock_guard lock(fileMutex);
  if (file) file->write(toJson(node));
}

} // namespace poplar_emu::model
