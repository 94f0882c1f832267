// SPDX-License-Identifier: MIT
// Reads the CPU's feature bits.
#include "codelet/format/HostCpu.hpp"

#include <cstdint>
#include <cstdio>

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include <sys/auxv.h>
#include <sys/utsname.h>
#endif

namespace poplar_emu::codelet {
namespace {

#if defined(__x86_64__)

std::string readCpu() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  char text[160];
  __get_cpuid(1, &a, &b, &c, &d);
  const unsigned family = a & 0x0fff0ff0; // family and model; the stepping does not change code
  // Bit 27 of ecx says whether the system saves the wide registers, which -march=native respects.
  std::snprintf(text, sizeof text, "x86_64 %08x %08x-%08x", family, c, d);
  std::string cpu = text;
  for (const unsigned subleaf : {0U, 1U}) {
    a = b = c = d = 0;
    __get_cpuid_count(7, subleaf, &a, &b, &c, &d);
    std::snprintf(text, sizeof text, "-%08x-%08x-%08x", subleaf == 0 ? 0 : a, b, c);
    cpu += text;
  }
  a = b = c = d = 0;
  __get_cpuid(0x80000001, &a, &b, &c, &d);
  std::snprintf(text, sizeof text, "-%08x-%08x", c, d);
  return cpu + text;
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

const std::string &hostCpu() {
  static const std::string cpu = readCpu();
  return cpu;
}

} // namespace poplar_emu::codelet
