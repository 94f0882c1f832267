// SPDX-License-Identifier: MIT
// The executable file:  magic | version | package hash | target | options | plan | codelets |
// checksum
#include "engine/executable/ExecutableState.hpp"

#include "plan/Serialise.hpp"
#include "support/Diagnostic.hpp"

#include <poplar/Graph.hpp>

#include <cstring>
#include <istream>
#include <iterator>
#include <ostream>
#include <sstream>
#include <string_view>

namespace poplar_emu::engine {
namespace {

constexpr std::string_view kMagic = "POPLAREMUEXE\r\n\x1a\n";
constexpr std::uint32_t kVersion = 1;

/// FNV-1a over 8-byte words: finds truncation and damage, nothing more is asked of it.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    hash = (hash ^ word) * 0x100000001b3ULL;
  }
  for (; i < bytes.size(); ++i)
    hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3ULL;
  return hash;
}

template <class Integer>
void put(std::string &out, Integer value) {
  out.append(reinterpret_cast<const char *>(&value), sizeof value);
}

void putSection(std::string &out, std::string_view bytes) {
  put(out, static_cast<std::uint64_t>(bytes.size()));
  out.append(bytes);
}

[[noreturn]] void raiseUnreadable(const char *why) {
  Diagnostic(Code::PE0801, "the executable cannot be read: {}", why)
      .fix("write it again with Executable::serialize")
      .raise();
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <class Integer>
  Integer get() {
    Integer value = {};
    take(sizeof value).copy(reinterpret_cast<char *>(&value), sizeof value);
    return value;
  }
  std::string_view section() { return take(get<std::uint64_t>()); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view take(std::uint64_t bytes) {
    if (bytes > rest_.size()) raiseUnreadable("it is truncated");
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }
  std::string_view rest_;
};

std::string optionsText(const poplar::OptionFlags &options) {
  std::string out;
  for (const auto &[key, value] : options) {
    putSection(out, key);
    putSection(out, value);
  }
  return out;
}

poplar::OptionFlags optionsFrom(std::string_view text) {
  poplar::OptionFlags options;
  Reader reader(text);
  while (!reader.rest().empty()) {
    const std::string key(reader.section());
    options.set(key, std::string(reader.section()));
  }
  return options;
}

} // namespace

void writeExecutable(const ExecutableState &executable, std::ostream &out) {
  std::ostringstream target;
  executable.target.serialize(target);
  const std::vector<std::byte> plan = plan::serialise(executable.plan);

  std::string body;
  putSection(body, std::string(poplar::packageHash()));
  putSection(body, target.str());
  putSection(body, optionsText(executable.options));
  putSection(body, {reinterpret_cast<const char *>(plan.data()), plan.size()});
  putSection(body, executable.bundle.serialise(executable.plan.machine.numWorkers));

  std::string head(kMagic);
  put(head, kVersion);
  put(head, static_cast<std::uint64_t>(body.size()));
  put(head, checksum(body));
  out.write(head.data(), static_cast<std::streamsize>(head.size()));
  out.write(body.data(), static_cast<std::streamsize>(body.size()));
  if (!out)
    Diagnostic(Code::PE0803, "the executable cannot be written: the stream failed after {} bytes",
               head.size() + body.size())
        .fix("check that the file is writable and the disk is not full")
        .raise();
}

std::shared_ptr<const ExecutableState> readExecutable(std::istream &in, PackageCheck check) {
  // Only this executable is taken from the stream: programs put data of their own behind it.
  std::string head(kMagic.size() + 4 + 8 + 8, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (in.gcount() != static_cast<std::streamsize>(head.size()) || !head.starts_with(kMagic))
    raiseUnreadable("it does not start like one");
  Reader header(std::string_view(head).substr(kMagic.size()));
  if (const auto version = header.get<std::uint32_t>(); version != kVersion)
    Diagnostic(Code::PE0802, "the executable has format {}, this library reads format {}", version,
               kVersion)
        .fix("compile the graph again with this version")
        .raise();
  const auto size = header.get<std::uint64_t>();
  const auto sum = header.get<std::uint64_t>();

  // Read in blocks: a damaged size must not allocate what is not there.
  std::string body;
  constexpr std::uint64_t kBlock = 16 << 20;
  while (body.size() < size) {
    const std::uint64_t want = std::min(kBlock, size - body.size());
    const std::size_t have = body.size();
    body.resize(have + want);
    in.read(body.data() + have, static_cast<std::streamsize>(want));
    if (static_cast<std::uint64_t>(in.gcount()) != want) raiseUnreadable("it is truncated");
  }
  if (checksum(body) != sum) raiseUnreadable("its checksum is wrong");

  Reader reader(body);
  const std::string hash(reader.section());
  if (check == PackageCheck::Check && hash != std::string(poplar::packageHash()))
    Diagnostic(Code::PE0802, "the executable was made by package {}, this is package {}", hash,
               std::string(poplar::packageHash()))
        .fix("compile the graph again, or pass checkPackageHash = false")
        .raise();

  auto executable = std::make_shared<ExecutableState>();
  std::istringstream target{std::string(reader.section())};
  executable->target = poplar::Target(target);
  executable->options = optionsFrom(reader.section());
  const std::string_view plan = reader.section();
  executable->plan =
      plan::deserialise({reinterpret_cast<const std::byte *>(plan.data()), plan.size()});
  executable->bundle = codelet::Bundle::deserialise(reader.section(), "executable");
  return executable;
}

} // namespace poplar_emu::engine
