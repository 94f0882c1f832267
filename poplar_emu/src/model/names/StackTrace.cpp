// SPDX-License-Identifier: MIT
// Call stacks through the C library's unwinder.
#include <gccs/StackTrace.hpp>

#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace gccs {
namespace {

std::string describe(const void *address) {
  Dl_info info{};
  if (!dladdr(address, &info) || !info.dli_fname) return fmt::format("{}", address);
  const auto offset =
      static_cast<const char *>(address) - static_cast<const char *>(info.dli_fbase);
  if (!info.dli_sname) return fmt::format("{}+{:#x}", info.dli_fname, offset);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), &std::free);
  return fmt::format("{} ({}+{:#x})", status == 0 ? demangled.get() : info.dli_sname,
                     info.dli_fname, offset);
}

} // namespace

StackTrace getStackTrace(unsigned framesToSkip, unsigned maxDepth) {
  const std::size_t skipped = framesToSkip + std::size_t{1}; // this function
  std::vector<void *> addresses(skipped + maxDepth);
  const int count = backtrace(addresses.data(), static_cast<int>(addresses.size()));
  std::vector<std::string> frames;
  for (std::size_t i = skipped; i < static_cast<std::size_t>(count); ++i)
    frames.push_back(describe(addresses[i]));
  return StackTrace(std::move(frames));
}

} // namespace gccs
