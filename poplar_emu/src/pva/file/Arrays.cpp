// SPDX-License-Identifier: MIT
// Differences and runs as numbers of variable length.
#include "pva/file/Arrays.hpp"

namespace pva::internal {
namespace {

// More than any list of a profile has: bytes that were changed must not ask for all memory.
constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 27;

void put(std::vector<std::uint8_t> &bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

class Numbers {
 public:
  explicit Numbers(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool atEnd() const { return at_ == bytes_.size(); }
  std::uint64_t next() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (atEnd()) throw Damage("an array ends too early");
      const std::uint8_t byte = bytes_[at_++];
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
    throw Damage("a number of an array is too long");
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// Negative differences become odd numbers, so that small ones stay short.
std::uint64_t folded(std::uint64_t difference) {
  const bool negative = difference >> 63;
  return negative ? ~(difference << 1) : difference << 1;
}

std::uint64_t unfolded(std::uint64_t number) {
  const std::uint64_t half = number >> 1;
  return number & 1 ? ~half : half;
}

} // namespace

std::vector<std::uint8_t> encodeArray(std::span<const std::uint64_t> values) {
  std::vector<std::uint8_t> bytes;
  put(bytes, values.size());
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < values.size();) {
    const std::uint64_t value = values[i++];
    put(bytes, folded(value - before));
    if (value == before) {
      std::uint64_t more = 0;
      for (; i < values.size() && values[i] == value; ++i)
        ++more;
      put(bytes, more);
    }
    before = value;
  }
  return bytes;
}

std::vector<std::uint64_t> decodeArray(std::span<const std::uint8_t> bytes) {
  Numbers numbers(bytes);
  const std::uint64_t size = numbers.next();
  if (size > kMaxElements) throw Damage("an array is too long");
  std::vector<std::uint64_t> values;
  std::uint64_t before = 0;
  while (values.size() < size) {
    const std::uint64_t difference = unfolded(numbers.next());
    before += difference;
    values.push_back(before);
    if (difference == 0) {
      const std::uint64_t more = numbers.next();
      if (more > size - values.size()) throw Damage("a run leaves its array");
      values.insert(values.end(), more, before);
    }
  }
  if (!numbers.atEnd()) throw Damage("an array goes on behind its end");
  return values;
}

} // namespace pva::internal
