// SPDX-License-Identifier: MIT
// The same permutation for bytes on the host.
#include <gcl/CollectiveBalancedReorder.hpp>

#include <cstring>

namespace gcl {

/// Calls f(place in the reference, place in gathered order, elements).
template <class F>
void CollectiveBalancedHostRearrangement::forEachRun(F f) const {
  std::size_t reference = 0;
  for (const std::uint32_t place : elementMap_)
    f(reference++, std::size_t{place}, std::size_t{1});
  if (!elementMap_.empty()) return;
  for (const poplar::Interval &slice : slices_) {
    f(reference, slice.begin(), slice.size());
    reference += slice.size();
  }
}

void CollectiveBalancedHostRearrangement::rearrangeForCollective(const char *in, char *out,
                                                                 std::int64_t elemByteSize) const {
  const auto bytes = static_cast<std::size_t>(elemByteSize);
  if (getNumRearrangedTensorElems() > 0) std::memset(out, 0, getNumRearrangedTensorElems() * bytes);
  forEachRun([&](std::size_t reference, std::size_t gathered, std::size_t count) {
    std::memcpy(out + gathered * bytes, in + reference * bytes, count * bytes);
  });
}

void CollectiveBalancedHostRearrangement::undoRearrangeForCollective(
    const char *in, char *out, std::int64_t elemByteSize) const {
  const auto bytes = static_cast<std::size_t>(elemByteSize);
  forEachRun([&](std::size_t reference, std::size_t gathered, std::size_t count) {
    std::memcpy(out + reference * bytes, in + gathered * bytes, count * bytes);
  });
}

} // namespace gcl
