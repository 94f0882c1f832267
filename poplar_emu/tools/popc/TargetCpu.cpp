// SPDX-License-Identifier: MIT
// From feature bits to -m flags.
#include "TargetCpu.hpp"

#include "codelet/format/HostCpu.hpp"

namespace poplar_emu::popc {
namespace {

using codelet::CpuFeatures;

/// The registers that an instruction needs the system to save.
enum class State { Basic, Ymm, Zmm };

struct Feature {
  CpuFeatures::Word word;
  unsigned bit;
  State state;
  const char *flag;
};

/// Bits: Intel's manual, volume 2, CPUID. Only what the compiler makes use of by itself.
constexpr Feature kFeatures[] = {
    {CpuFeatures::Basic, 0, State::Basic, "-msse3"},
    {CpuFeatures::Basic, 9, State::Basic, "-mssse3"},
    {CpuFeatures::Basic, 12, State::Ymm, "-mfma"},
    {CpuFeatures::Basic, 13, State::Basic, "-mcx16"},
    {CpuFeatures::Basic, 19, State::Basic, "-msse4.1"},
    {CpuFeatures::Basic, 20, State::Basic, "-msse4.2"},
    {CpuFeatures::Basic, 22, State::Basic, "-mmovbe"},
    {CpuFeatures::Basic, 23, State::Basic, "-mpopcnt"},
    {CpuFeatures::Basic, 28, State::Ymm, "-mavx"},
    {CpuFeatures::Basic, 29, State::Ymm, "-mf16c"},
    {CpuFeatures::Amd, 5, State::Basic, "-mlzcnt"},
    {CpuFeatures::ExtendedEbx, 3, State::Basic, "-mbmi"},
    {CpuFeatures::ExtendedEbx, 5, State::Ymm, "-mavx2"},
    {CpuFeatures::ExtendedEbx, 8, State::Basic, "-mbmi2"},
    {CpuFeatures::ExtendedEbx, 16, State::Zmm, "-mavx512f"},
    {CpuFeatures::ExtendedEbx, 17, State::Zmm, "-mavx512dq"},
    {CpuFeatures::ExtendedEbx, 21, State::Zmm, "-mavx512ifma"},
    {CpuFeatures::ExtendedEbx, 28, State::Zmm, "-mavx512cd"},
    {CpuFeatures::ExtendedEbx, 30, State::Zmm, "-mavx512bw"},
    {CpuFeatures::ExtendedEbx, 31, State::Zmm, "-mavx512vl"},
    {CpuFeatures::ExtendedEcx, 1, State::Zmm, "-mavx512vbmi"},
    {CpuFeatures::ExtendedEcx, 6, State::Zmm, "-mavx512vbmi2"},
    {CpuFeatures::ExtendedEcx, 11, State::Zmm, "-mavx512vnni"},
    {CpuFeatures::ExtendedEcx, 12, State::Zmm, "-mavx512bitalg"},
    {CpuFeatures::ExtendedEcx, 14, State::Zmm, "-mavx512vpopcntdq"},
    {CpuFeatures::ExtendedEdx, 23, State::Zmm, "-mavx512fp16"},
};

bool saves(const CpuFeatures &features, State state) {
  constexpr unsigned kYmm = 0x6, kZmm = 0xe6;
  const unsigned saved = features.words[CpuFeatures::SavedState];
  switch (state) {
  case State::Basic:
    return true;
  case State::Ymm:
    return (saved & kYmm) == kYmm;
  case State::Zmm:
    return (saved & kZmm) == kZmm;
  }
  return false;
}

} // namespace

std::vector<std::string> cpuFlags(const std::string &cpu) {
  if (cpu == codelet::hostCpu()) return {"-march=native"};
  std::vector<std::string> flags;
  const auto features = CpuFeatures::parse(cpu);
  if (!features) return flags;
  flags.push_back("-march=x86-64");
  for (const Feature &feature : kFeatures)
    if (features->has(feature.word, feature.bit) && saves(*features, feature.state))
      flags.push_back(feature.flag);
  return flags;
}

} // namespace poplar_emu::popc
