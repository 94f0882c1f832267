// SPDX-License-Identifier: MIT
// Anonymous private mappings, with huge pages where they pay.
#include "runtime/memory/MappedMemory.hpp"

#include "support/Alignment.hpp"
#include "support/Diagnostic.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace poplar_emu::runtime {
namespace {

constexpr std::uint64_t kHugePage = std::uint64_t{2} << 20;

} // namespace

MappedMemory::MappedMemory(std::uint64_t bytes, std::uint64_t skew) : bytes_(bytes) {
  const bool huge = bytes >= kLeastHuge;
  mappedBytes_ = bytes + skew + (huge ? kHugePage : 64);
  mapping_ = mmap(nullptr, mappedBytes_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping_ == MAP_FAILED) {
    mapping_ = nullptr;
    Diagnostic(Code::PE0407, "the host has no room for {} bytes of emulated memory", bytes)
        .note("mmap: {}", std::strerror(errno))
        .fix("use fewer tiles, replicas or rows of remote buffers, or a machine with more memory")
        .raise();
  }
  auto *begin = static_cast<std::byte *>(mapping_);
  if (huge) {
    const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
    begin += roundUp(address, kHugePage) - address;
    madvise(begin, mappedBytes_ - kHugePage, MADV_HUGEPAGE);
  }
  data_ = begin + skew;
}

MappedMemory::~MappedMemory() {
  if (mapping_ != nullptr) munmap(mapping_, mappedBytes_);
}

void MappedMemory::zero() {
  if (mapping_ != nullptr && madvise(mapping_, mappedBytes_, MADV_DONTNEED) != 0)
    std::memset(mapping_, 0, mappedBytes_);
}

} // namespace poplar_emu::runtime
