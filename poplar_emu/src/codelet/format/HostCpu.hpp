// SPDX-License-Identifier: MIT
// Names the CPU that -march=native compiles for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace poplar_emu::codelet {

/// The feature bits of an x86-64 processor, as CPUID gives them.
struct CpuFeatures {
  enum Word {
    Basic,       ///< leaf 1, ecx
    BasicEdx,    ///< leaf 1
    ExtendedEbx, ///< leaf 7
    ExtendedEcx,
    ExtendedEdx,
    Subleaf1Eax, ///< leaf 7, subleaf 1
    Subleaf1Edx,
    Amd, ///< leaf 0x80000001, ecx
    AmdEdx,
    SavedState, ///< extended control register 0
    NumWords
  };

  std::uint32_t family = 0;
  std::array<std::uint32_t, NumWords> words = {};

  bool has(Word word, unsigned bit) const { return (words[word] >> bit & 1) != 0; }

  std::string toString() const;
  /// Nothing if `cpu` is of another architecture or no such string.
  static std::optional<CpuFeatures> parse(const std::string &cpu);
};

/// Equal strings: code built on one host runs on the other. Contains every feature bit of the CPU,
/// as this process sees it: under a tool that simulates the processor they differ from those that
/// another process sees.
const std::string &hostCpu();

} // namespace poplar_emu::codelet
