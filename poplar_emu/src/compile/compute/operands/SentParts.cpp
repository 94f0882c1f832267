// SPDX-License-Identifier: MIT
// Sorts parts by address and counts what they cover.
#include "compile/compute/operands/SentParts.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace poplar_emu::compile {
namespace {

template <class Entries>
void sortByAddress(Entries &entries) {
  const auto before = [](const auto &a, const auto &b) {
    return std::tie(a.begin, a.bytes) < std::tie(b.begin, b.bytes);
  };
  if (!std::is_sorted(entries.begin(), entries.end(), before))
    std::sort(entries.begin(), entries.end(), before);
}

} // namespace

void SentParts::add(const RemoteParts::Part &part, ExchangeCounter::Reach reach) {
  Joint &joint = reach == ExchangeCounter::Reach::OwnIpu ? toOwnIpu_ : toOtherIpus_;
  std::vector<Entry> &entries = part.rows == 1 ? joint.stretches : joint.rows;
  const auto bytes = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(part.bytes, std::numeric_limits<std::uint32_t>::max()));
  entries.push_back({part.begin, bytes, part.owner});
}

void SentParts::flush(ExchangeCounter &counter) {
  flush(toOwnIpu_, ExchangeCounter::Reach::OwnIpu, counter);
  flush(toOtherIpus_, ExchangeCounter::Reach::OtherIpu, counter);
}

void SentParts::flush(Joint &joint, ExchangeCounter::Reach reach, ExchangeCounter &counter) {
  sortByAddress(joint.stretches);
  plan::Address covered = 0; // up to here
  for (const Entry &entry : joint.stretches) {
    const plan::Address end = entry.begin + entry.bytes;
    if (end <= covered) continue;
    counter.send(entry.owner, end - std::max(covered, entry.begin), reach);
    covered = end;
  }
  joint.stretches.clear();

  sortByAddress(joint.rows);
  for (std::size_t i = 0; i < joint.rows.size(); ++i) {
    const Entry &entry = joint.rows[i];
    const bool isNew =
        i == 0 || entry.begin != joint.rows[i - 1].begin || entry.bytes != joint.rows[i - 1].bytes;
    if (isNew) counter.send(entry.owner, entry.bytes, reach);
  }
  joint.rows.clear();
}

} // namespace poplar_emu::compile
