// SPDX-License-Identifier: MIT
// Versions of the library that wrote a report, of the report's format, and how the program was
// instrumented.
#ifndef PVA_VERSION_HPP
#define PVA_VERSION_HPP

#include <poplar_emu/Export.hpp>
#include <pva/List.hpp>

#include <cstdint>
#include <ostream>
#include <string>

namespace pva {

/// The Poplar that compiled the program, e.g. "3.4.0 (df2b00ba5a)".
class POPLAR_EMU_EXPORT PoplarVersion {
 public:
  std::string string() const;
  const std::string &packageHash() const { return packageHash_; }
  std::uint32_t majorVer() const { return major_; }
  std::uint32_t minorVer() const { return minor_; }
  std::uint32_t pointVer() const { return point_; }

 private:
  friend struct internal::Access;
  std::uint32_t major_ = 0, minor_ = 0, point_ = 0;
  std::string packageHash_;
};
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &, const PoplarVersion &);

/// The version of the report's own format.
class POPLAR_EMU_EXPORT ProfileReportVersion {
 public:
  std::uint32_t majorVer() const { return major_; }
  std::uint32_t minorVer() const { return minor_; }
  std::uint32_t pointVer() const { return point_; }
  bool isUnstableFormat() const { return major_ == 0; }

 private:
  friend struct internal::Access;
  std::uint32_t major_ = 0, minor_ = 0, point_ = 0;
};
POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &, const ProfileReportVersion &);

class POPLAR_EMU_EXPORT InstrumentationSettings {
 public:
  enum class ComputeInstrumentationLevel { Off, Vertex, Tile, Ipu, Device, Unknown };
  enum class ExternalExchangeInstrumentationLevel { Off, Tile, Unknown };

  ComputeInstrumentationLevel compute() const { return compute_; }
  ExternalExchangeInstrumentationLevel externalExchange() const { return externalExchange_; }

 private:
  friend struct internal::Access;
  ComputeInstrumentationLevel compute_ = ComputeInstrumentationLevel::Off;
  ExternalExchangeInstrumentationLevel externalExchange_ =
      ExternalExchangeInstrumentationLevel::Off;
};

} // namespace pva

#endif
