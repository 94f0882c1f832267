// SPDX-License-Identifier: MIT
// All constants of the cycle model: unit, value for each generation and set, and source.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poplar_emu::model {

/// The two sets, chosen by the engine option poplar_emu.cycleModel.
enum class CycleModel : std::uint8_t {
  IpuModel, ///< what Graphcore's IPUModel is known to report
  Hardware, ///< what was measured on machines
};

/// Rows of kConstants.
enum class ConstantId : std::uint8_t {
  Launch,
  LocalCopy,
  PieceCopy,
  Exchange,
  GlobalExchange,
  Hop,
  HostRate,
  HostSyncs,
  HostCommand,
  Control,
  Stamp,
  kLastEnumerator = Stamp,
};

/// Of ipu1, ipu2, ipu21. A Bow IPU is an ipu2 with another clock: what is given in seconds takes
/// more of its cycles.
using ByGeneration = std::array<double, 3>;

struct Constant {
  ConstantId id;
  std::string_view name, unit;
  ByGeneration ipumodel, hardware;
  std::string_view source;
};

// Rows V.. are published measurements that `./dev validate` prints; a row marked as calibration
// there gave its constant and judges nothing.
// clang-format off
inline constexpr std::array kConstants = {
  //        id                          name                          unit       ipu1  ipu2  ipu21     ipu1  ipu2    ipu21
  Constant{ConstantId::Launch,         "compute set launch",         "cycles", {  0,    0,    0}, {  36,   36,   36},
    "IPUModel adds none (V01). Hardware: 33 to 39 over published vertex estimates, V10 and V09, which check one another"},
  Constant{ConstantId::LocalCopy,      "copy within tiles, fixed",   "cycles", {  0,    0,    0}, { 288,  288,  288},
    "IPUModel: as the launch. ipu21: V20 (calibration), a call that six workers copy in; taken over for the others"},
  Constant{ConstantId::PieceCopy,      "copy of a piece, fixed",     "cycles", { 83,   83,   83}, { 153,  153,  153},
    "thread cycles. IPUModel: memcpy vertices of a published halo exchange (V08), of a length that is not told. "
    "Hardware: what follows the vertices of V33's blurs (calibration), 4826 and 6954 cycles for 18 rows of 116 pixels of 8 and 16 bytes"},
  Constant{ConstantId::Exchange,       "exchange, fixed",            "cycles", { 83,   50,   50}, { 101,  100,  111},
    "ipu1: V06 and V22 (calibration). ipu2: assumed. ipu21: V18 (calibration), less the sync"},
  Constant{ConstantId::GlobalExchange, "exchange between IPUs, fixed", "ns",   {  0,    0,    0}, {1294, 1294, 1294},
    "hardware: V23 (calibration), 2070 cycles of an ipu1; taken over for the others"},
  Constant{ConstantId::Hop,            "IPU-Link latency",           "ns",     { 15,   15,   15}, {  15,   15,   15},
    "poplibs' machine models, a link"},
  Constant{ConstantId::HostRate,       "host rate",                  "GB/s",   {  8,    8,    8}, {  32, 20.2, 20.2},
    "IPUModel: its published runs. Hardware: PCIe 4 x16 of an ipu1; a run on an M2000 (40.044 MB in 2 641 488 cycles), also for ipu21"},
  Constant{ConstantId::HostSyncs,      "syncs of a host transfer",   "",       {  3,    3,    3}, {   3,    3,    3},
    "begin, middle and end of a stream copy, as profiles list them"},
  Constant{ConstantId::HostCommand,    "command of the host",        "cycles", {  0,    0,    0}, {  73,   73,   73},
    "measured on an ipu21, a transfer; taken over for the others"},
  Constant{ConstantId::Control,        "branch or iteration",        "cycles", { 10,   10,   10}, {  10,   10,   10},
    "assumed: a few supervisor instructions and one branch of 6"},
  Constant{ConstantId::Stamp,          "cycle stamp",                "cycles", { 45,   45,   45}, {  45,   45,   45},
    "V34 (calibration): two stamps with nothing between"},
};
// clang-format on

/// Tile clocks in Hz: documentation; an ipu2 as IPUModel has it.
inline constexpr ByGeneration kClocks = {1.6e9, 1.33e9, 1.5e9};
inline constexpr double kBowClock = 1.85e9;

/// Cycles between the first and the last tile that a sync of an IPU releases. Together with the
/// default of IPUModel::minIPUSyncDelay it is the 126 that the SDK's ipu21 target tells.
inline constexpr unsigned kSyncSpread = 62;
inline constexpr unsigned kMinSyncDelay = 64;
/// Default of IPUModel::globalSyncCycles: poplibs' model of 2016, and the SDK's ipu21 target.
inline constexpr std::array<unsigned, 3> kGlobalSyncCycles = {500, 600, 600};

/// Control instructions of a tile in an exchange: for each fragment that comes in (source, pointer,
/// neutral), and words that one send covers. Published descriptions of the exchange's instructions.
inline constexpr std::uint64_t kControlPerFragment = 3;
inline constexpr std::uint64_t kWordsPerSend = 64;

/// Thread cycles of copying equally spaced words on a tile, a word: the copy vertices of IPUModel's
/// published halo exchange (V08) took 801 for a column of 100.
inline constexpr std::uint64_t kSpacedWordCycles = 8;

/// IPU-Links: poplibs' machine models, 128 Gibit/s at 85 %. Gateways: 2 x 100 Gbit/s for the four
/// IPUs of an M2000.
inline constexpr double kLinkBitsPerSecond = 128.0 * (1U << 30U) * 0.85;
inline constexpr double kGatewayBitsPerSecond = 50e9;

/// Of one set and generation; "cpu" and what else there is count as ipu2.
double constantOf(ConstantId id, CycleModel set, std::string_view architecture);
/// Index into ByGeneration.
std::size_t generationIndex(std::string_view architecture);

/// One constant of a set, for reports.
struct ConstantValue {
  std::string name, unit, source;
  double value = 0;
};
std::vector<ConstantValue> constantsOf(CycleModel set, std::string_view architecture);

/// "ipumodel", "hardware".
std::string_view name(CycleModel set);

} // namespace poplar_emu::model
