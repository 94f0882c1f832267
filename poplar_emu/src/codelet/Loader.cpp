// SPDX-License-Identifier: MIT
// Loads linked codelets into the process.
#include "codelet/Loader.hpp"

#include "codelet/Driver.hpp"
#include "codelet/Link.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include <dlfcn.h>

namespace poplar_emu::codelet {

/// One shared object in the process. Never unloaded: stack traces and crash reports may need it.
class LoadedObject {
 public:
  LoadedObject(void *handle, std::span<const std::shared_ptr<const Unit>> units) : handle_(handle) {
    std::uint64_t size = 0;
    for (const auto &unit : units) {
      if (unit->statics.size == 0) continue;
      const StaticsInfo &info = unit->statics;
      size = (size + info.align - 1) / info.align * info.align;
      statics_.align_ = std::max<std::size_t>(statics_.align_, info.align);
      addStatics(info, size);
      size += info.size;
    }
  }

  void *symbol(const std::string &name) const { return dlsym(handle_, name.c_str()); }
  const StaticsImage &statics() const { return statics_; }

 private:
  void addStatics(const StaticsInfo &info, std::uint64_t at) {
    auto *offset = static_cast<std::uint64_t *>(symbol(info.offsetSymbol));
    const auto *image = static_cast<const char *>(symbol(info.imageSymbol));
    POPLAR_EMU_CHECK(offset && image);
    *offset = at;
    // Static initialisers have run in the object's own image by now.
    statics_.initial_.resize(at + info.size);
    std::memcpy(statics_.initial_.data() + at, image, info.size);
    for (const StaticsRelocation &r : info.relocations)
      statics_.relocations_.push_back({at + r.offset, at + r.target});
  }

  void *handle_;
  StaticsImage statics_;
};

void StaticsImage::initialise(void *destination) const {
  char *bytes = static_cast<char *>(destination);
  std::memcpy(bytes, initial_.data(), initial_.size());
  for (const Relocation &r : relocations_) {
    char *const address = bytes + r.target;
    std::memcpy(bytes + r.offset, static_cast<const void *>(&address), sizeof address);
  }
}

LoadedCodelets::LoadedCodelets(std::shared_ptr<const LoadedObject> object,
                               std::vector<poplar_emu_BatchFunction> functions)
    : object_(std::move(object)), functions_(std::move(functions)) {}

const StaticsImage &LoadedCodelets::statics() const {
  static const StaticsImage none;
  return object_ ? object_->statics() : none;
}

namespace {

struct LoadedTable {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const LoadedObject>> objects; ///< by path
};

LoadedTable &loadedTable() {
  static auto *table = new LoadedTable; // outlives every static of the program
  return *table;
}

void *openObject(const std::vector<LinkInput> &inputs, std::filesystem::path &path) {
  constexpr int kMode = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE;
  if (void *handle = dlopen(path.c_str(), kMode)) return handle;
  // A damaged cache entry is replaced once.
  path = link(inputs, Relink::Yes);
  if (void *handle = dlopen(path.c_str(), kMode)) return handle;
  const char *reason = dlerror();
  const std::string problem = reason ? reason : "unknown reason";
  // With sanitizers, whose own symbols the linker cannot see, missing symbols are found here.
  constexpr std::string_view kMissing = "undefined symbol: ";
  if (const std::size_t at = problem.find(kMissing); at != std::string::npos)
    Diagnostic(Code::PE0305, "codelets do not link: undefined symbol '{}'",
               demangle(problem.substr(at + kMissing.size())))
        .note("shared object: {}", path.string())
        .raise();
  Diagnostic(Code::PE0305, "codelets cannot be loaded: {}", problem)
      .note("shared object: {}", path.string())
      .raise();
}

using Units = std::vector<std::shared_ptr<const Unit>>;

bool lacksImage(const Unit &unit, const ImageKey &key) {
  return unit.language != Language::DeviceOnly && !unit.image(key);
}

/// Has images made where there are none, several at a time: each takes a compiler seconds.
void requireImages(Units &units, const std::vector<ImageKey> &keys) {
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < units.size(); ++i)
    if (lacksImage(*units[i], keys[i])) missing.push_back(i);
  std::vector<std::exception_ptr> failures(missing.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < missing.size(); i = next++) {
      const std::size_t unit = missing[i];
      try {
        units[unit] = rebuild(*units[unit], keys[unit]);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> helpers;
  const std::size_t most =
      std::min<std::size_t>(missing.size(), std::thread::hardware_concurrency());
  while (helpers.size() + 1 < most)
    helpers.emplace_back(work);
  work();
  helpers.clear(); // joins
  for (const std::exception_ptr &failure : failures)
    if (failure) std::rethrow_exception(failure);
}

/// `keys`: of the image to take, by unit.
std::shared_ptr<const LoadedObject> loadObject(const Units &units,
                                               const std::vector<ImageKey> &keys) {
  std::vector<LinkInput> inputs;
  for (std::size_t i = 0; i < units.size(); ++i)
    if (const Image *image = units[i]->image(keys[i]))
      inputs.push_back({units[i]->files.front().path, image});
  if (inputs.empty()) return nullptr;
  LoadedTable &table = loadedTable();
  const std::lock_guard lock(table.mutex);
  std::filesystem::path path = link(inputs, Relink::No);
  auto &entry = table.objects[path.string()];
  if (!entry) entry = std::make_shared<LoadedObject>(openObject(inputs, path), units);
  return entry;
}

poplar_emu_BatchFunction requireFunction(const LoadedObject *object, const VertexEntry &vertex) {
  if (!vertex.type.hasHostCode) {
    Diagnostic(Code::PE0308, "vertex type '{}' has no code for the host", vertex.type.name)
        .note("{}", vertex.type.whyNoHostCode)
        .raise();
  }
  void *address = object ? object->symbol(vertex.symbol) : nullptr;
  if (!address)
    Diagnostic(Code::PE0305, "vertex type '{}' is missing in the linked codelets", vertex.type.name)
        .raise();
  return reinterpret_cast<poplar_emu_BatchFunction>(address);
}

} // namespace

LoadedCodelets load(const Bundle &bundle, std::uint32_t numWorkers,
                    FloatExceptions floatExceptions) {
  const ImageKey key = hostImageKey(numWorkers, floatExceptions);
  Units units = bundle.units;
  const std::vector<ImageKey> keys(units.size(), key);
  requireImages(units, keys);
  const std::shared_ptr<const LoadedObject> object = loadObject(units, keys);
  std::vector<poplar_emu_BatchFunction> functions;
  for (const BundleEntry &entry : bundle.entries) {
    if (functions.size() <= entry.type.index()) functions.resize(entry.type.index() + 1);
    functions[entry.type.index()] =
        requireFunction(object.get(), units[entry.unit]->vertices[entry.vertex]);
  }
  return LoadedCodelets(object, std::move(functions));
}

LoadedCodelets loadCounting(const Bundle &bundle, std::uint32_t numWorkers,
                            std::span<const VertexTypeId> counted) {
  const ImageKey ordinary = hostImageKey(numWorkers, FloatExceptions::Off);
  const ImageKey counting = hostImageKey(numWorkers, FloatExceptions::Off, SlotCounting::On);
  if (counted.empty() || !ordinary.sanitizer.empty()) return {};
  const auto isCounted = [&](const BundleEntry &entry) {
    return std::find(counted.begin(), counted.end(), entry.type) != counted.end();
  };
  Units units = bundle.units;
  std::vector<ImageKey> keys(units.size(), ordinary);
  for (const BundleEntry &entry : bundle.entries)
    if (isCounted(entry)) keys[entry.unit] = counting;
  requireImages(units, keys);
  const std::shared_ptr<const LoadedObject> object = loadObject(units, keys);
  std::vector<poplar_emu_BatchFunction> functions;
  for (const BundleEntry &entry : bundle.entries) {
    if (!isCounted(entry)) continue;
    if (functions.size() <= entry.type.index()) functions.resize(entry.type.index() + 1);
    functions[entry.type.index()] =
        requireFunction(object.get(), units[entry.unit]->vertices[entry.vertex]);
  }
  return LoadedCodelets(object, std::move(functions));
}

} // namespace poplar_emu::codelet
