// SPDX-License-Identifier: MIT
// Reads the CPU's feature bits.
#include "codelet/format/HostCpu.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#include <sys/utsname.h>
#endif

namespace poplar_emu::codelet {
namespace {

constexpr std::string_view kX86 = "x86_64 ";

#if defined(__x86_64__)

/// What registers the system saves: wide ones may only be used if it does.
unsigned savedState() {
  unsigned low = 0, high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

std::string readCpu() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  CpuFeatures features;
  __get_cpuid(1, &a, &b, &c, &d);
  features.family = a & 0x0fff0ff0; // family and model; the stepping does not change code
  features.words[CpuFeatures::Basic] = c;
  features.words[CpuFeatures::BasicEdx] = d;
  if ((c & 1U << 27) != 0) features.words[CpuFeatures::SavedState] = savedState();
  a = b = c = d = 0;
  __get_cpuid_count(7, 0, &a, &b, &c, &d);
  features.words[CpuFeatures::ExtendedEbx] = b;
  features.words[CpuFeatures::ExtendedEcx] = c;
  features.words[CpuFeatures::ExtendedEdx] = d;
  a = b = c = d = 0;
  __get_cpuid_count(7, 1, &a, &b, &c, &d);
  features.words[CpuFeatures::Subleaf1Eax] = a;
  features.words[CpuFeatures::Subleaf1Edx] = d;
  a = b = c = d = 0;
  __get_cpuid(0x80000001, &a, &b, &c, &d);
  features.words[CpuFeatures::Amd] = c;
  features.words[CpuFeatures::AmdEdx] = d;
  return features.toString();
}

#else

std::string readCpu() {
  utsname system{};
  uname(&system);
  char text[80];
  std::snprintf(text, sizeof text, " %016lx-%016lx", getauxval(AT_HWCAP), getauxval(AT_HWCAP2));
  return std::string(system.machine) + text;
}

#endif

} // namespace

std::string CpuFeatures::toString() const {
  char text[16];
  std::snprintf(text, sizeof text, "%08x", family);
  std::string cpu = std::string(kX86) + text;
  for (const std::uint32_t word : words) {
    std::snprintf(text, sizeof text, "-%08x", word);
    cpu += text;
  }
  return cpu;
}

std::optional<CpuFeatures> CpuFeatures::parse(const std::string &cpu) {
  CpuFeatures features;
  if (!cpu.starts_with(kX86)) return std::nullopt;
  constexpr std::size_t kDigits = 8;
  std::size_t at = kX86.size();
  const auto readWord = [&](std::uint32_t &word) {
    const char *const end = cpu.data() + std::min(at + kDigits, cpu.size());
    const auto [stop, error] =
        std::from_chars(cpu.data() + std::min(at, cpu.size()), end, word, 16);
    at += kDigits + 1;
    return error == std::errc() && stop == end;
  };
  bool sound = readWord(features.family);
  for (std::uint32_t &word : features.words)
    sound = sound && readWord(word);
  if (!sound || features.toString() != cpu) return std::nullopt;
  return features;
}

const std::string &hostCpu() {
  static const std::string cpu = readCpu();
  return cpu;
}

} // namespace poplar_emu::codelet
