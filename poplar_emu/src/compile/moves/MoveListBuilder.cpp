// SPDX-License-Identifier: MIT
// Collects moves, folding on the fly.
#include "compile/moves/MoveListBuilder.hpp"

#include "compile/moves/Chunks.hpp"
#include "compile/moves/Compact.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <limits>

namespace poplar_emu::compile {

void MoveListBuilder::add(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (open_.bytes && open_.source + open_.bytes == source &&
      open_.destination + open_.bytes == destination) {
    open_.bytes += bytes;
    return;
  }
  closeOpen();
  open_ = {source, destination, bytes};
}

/// The open move becomes part of the row, or the first of a new one.
void MoveListBuilder::closeOpen() {
  if (open_.bytes == 0) return;
  if (row_.count && open_.bytes == row_.first.bytes) {
    const std::uint64_t last = row_.count - 1;
    const std::uint64_t s = open_.source - (row_.first.source + last * row_.sourceStride);
    const std::uint64_t d =
        open_.destination - (row_.first.destination + last * row_.destinationStride);
    if (row_.count == 1) {
      row_.sourceStride = s;
      row_.destinationStride = d;
    }
    if (s == row_.sourceStride && d == row_.destinationStride) {
      ++row_.count;
      open_ = {};
      return;
    }
    if (row_.count == 2) {
      // The second of the two may well be the first of a row that goes on with the open move.
      emit(row_.first.source, row_.first.destination, row_.first.bytes);
      row_.first.source += row_.sourceStride;
      row_.first.destination += row_.destinationStride;
      row_.sourceStride = s;
      row_.destinationStride = d;
      open_ = {};
      return;
    }
  }
  closeRow();
  row_ = {open_, 1, 0, 0};
  open_ = {};
}

void MoveListBuilder::closeRow() {
  if (row_.count == 0) return;
  const Open &first = row_.first;
  if (row_.count >= minToFold(first.bytes)) {
    NestedMove nest{first.source, first.destination, first.bytes, {}};
    nest.loops.push_back({row_.count, static_cast<std::int64_t>(row_.sourceStride),
                          static_cast<std::int64_t>(row_.destinationStride)});
    emitNest(std::move(nest));
  } else {
    for (std::uint64_t i = 0; i < row_.count; ++i)
      emit(first.source + i * row_.sourceStride, first.destination + i * row_.destinationStride,
           first.bytes);
  }
  row_ = {};
}

void MoveListBuilder::flush() {
  closeOpen();
  closeRow();
}

void MoveListBuilder::emit(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes) {
  totalBytes_ += bytes;
  for (; bytes > kMaxMoveBytes; bytes -= kMaxMoveBytes) {
    moves_.push_back(
        {source, destination, static_cast<std::uint32_t>(kMaxMoveBytes), plan::Move::kContiguous});
    source += kMaxMoveBytes;
    destination += kMaxMoveBytes;
  }
  moves_.push_back(
      {source, destination, static_cast<std::uint32_t>(bytes), plan::Move::kContiguous});
}

void MoveListBuilder::emitNest(NestedMove nest) {
  if (nest.bytes > kMaxMoveBytes) {
    // Loops around moves of gigabytes gain nothing: unroll the outermost one.
    const plan::MoveLoop outer = nest.loops.front();
    nest.loops.erase(0, 1);
    for (std::uint64_t i = 0; i < outer.count; ++i) {
      if (nest.loops.empty())
        emit(nest.source, nest.destination, nest.bytes);
      else
        emitNest(nest);
      nest.source += static_cast<std::uint64_t>(outer.sourceStride);
      nest.destination += static_cast<std::uint64_t>(outer.destinationStride);
    }
    return;
  }
  canonicalise(nest);
  if (nest.loops.empty()) {
    emit(nest.source, nest.destination, nest.bytes);
    return;
  }
  totalBytes_ += nest.bytes * nest.iterations();
  const std::uint32_t pattern = patterns_.intern(nest.loops);
  moves_.push_back(
      {nest.source, nest.destination, static_cast<std::uint32_t>(nest.bytes), pattern});
}

void MoveListBuilder::addNest(std::uint64_t source, std::uint64_t destination, std::uint64_t bytes,
                              std::span<const plan::MoveLoop> loops) {
  NestedMove nest{source, destination, bytes, {}};
  for (const plan::MoveLoop &loop : loops) {
    if (loop.count == 0) return;
    if (loop.count > 1) nest.loops.push_back(loop);
  }
  if (bytes == 0) return;
  if (nest.loops.empty()) {
    add(source, destination, bytes);
    return;
  }
  const plan::MoveLoop &only = nest.loops.front();
  if (nest.loops.size() > 1 || only.count >= minToFold(bytes)) {
    emitNest(std::move(nest));
    return;
  }
  for (std::uint64_t i = 0; i < only.count; ++i)
    add(source + i * static_cast<std::uint64_t>(only.sourceStride),
        destination + i * static_cast<std::uint64_t>(only.destinationStride), bytes);
}

void MoveListBuilder::addRuns(std::span<const ByteRun> source,
                              std::span<const ByteRun> destination) {
  /// Where one list stands: bytes left in the current row, rows left in the current run.
  struct Cursor {
    std::span<const ByteRun> runs;
    std::uint64_t row = 0, offset = 0;

    std::uint64_t address() const {
      return runs.front().address + row * static_cast<std::uint64_t>(runs.front().stride) + offset;
    }
    std::uint64_t left() const { return runs.front().bytes - offset; }
    void advance(std::uint64_t bytes) {
      offset += bytes;
      if (offset < runs.front().bytes) return;
      offset = 0;
      if (++row < runs.front().count) return;
      row = 0;
      runs = runs.subspan(1);
    }
  };
  Cursor from{source}, to{destination};
  while (!from.runs.empty() && !to.runs.empty()) {
    const ByteRun &s = from.runs.front(), &d = to.runs.front();
    if (from.row == 0 && to.row == 0 && from.offset == 0 && to.offset == 0 && s.bytes == d.bytes &&
        s.count == d.count && s.count > 1) {
      const plan::MoveLoop loop{s.count, s.stride, d.stride};
      addNest(s.address, d.address, s.bytes, {&loop, 1});
      from.runs = from.runs.subspan(1);
      to.runs = to.runs.subspan(1);
      continue;
    }
    const std::uint64_t bytes = std::min(from.left(), to.left());
    add(from.address(), to.address(), bytes);
    from.advance(bytes);
    to.advance(bytes);
  }
  POPLAR_EMU_CHECK(from.runs.empty() && to.runs.empty());
}

void MoveListBuilder::addGather(std::span<const ByteRun> source, std::uint64_t destination) {
  addPacked(source, destination, Side::Destination);
}

void MoveListBuilder::addScatter(std::uint64_t source, std::span<const ByteRun> destination) {
  addPacked(destination, source, Side::Source);
}

void MoveListBuilder::addPacked(std::span<const ByteRun> runs, std::uint64_t packed,
                                Side packedSide) {
  flush();
  const auto isSmall = [](const ByteRun &run) {
    return run.bytes <= kMaxSmallMove && run.count < minToFold(run.bytes);
  };
  while (!runs.empty()) {
    std::size_t stretch = 0;
    std::uint64_t bytes = 0, numbers = packed;
    for (; stretch < runs.size() && isSmall(runs[stretch]); ++stretch) {
      const ByteRun &run = runs[stretch];
      bytes += run.bytes * run.count;
      numbers |= run.address | run.bytes;
      if (run.count > 1) numbers |= static_cast<std::uint64_t>(run.stride);
    }
    const std::uint32_t width = wordOf(numbers);
    if (bytes / width >= kMinWords && bytes / width <= 4 * stretch) {
      emitWords(runs.first(stretch), packed, width, packedSide);
      packed += bytes;
      runs = runs.subspan(stretch);
      continue;
    }
    for (const ByteRun &run : runs.first(std::max<std::size_t>(stretch, 1))) {
      emitRun(run, packed, packedSide);
      packed += run.bytes * run.count;
    }
    runs = runs.subspan(std::max<std::size_t>(stretch, 1));
  }
}

void MoveListBuilder::emitRun(const ByteRun &run, std::uint64_t packed, Side packedSide) {
  const bool gather = packedSide == Side::Destination;
  NestedMove nest{gather ? run.address : packed, gather ? packed : run.address, run.bytes, {}};
  if (run.bytes == 0 || run.count == 0) return;
  if (run.count == 1) {
    emit(nest.source, nest.destination, nest.bytes);
    return;
  }
  const auto bytes = static_cast<std::int64_t>(run.bytes);
  nest.loops.push_back({run.count, gather ? run.stride : bytes, gather ? bytes : run.stride});
  emitNest(std::move(nest));
}

void MoveListBuilder::emitWords(std::span<const ByteRun> runs, std::uint64_t packed,
                                std::uint32_t width, Side packedSide) {
  std::uint64_t base = ~std::uint64_t{0}, last = 0, bytes = 0;
  for (const ByteRun &run : runs) {
    const std::uint64_t end =
        run.address + (run.count - 1) * static_cast<std::uint64_t>(run.stride);
    base = std::min({base, run.address, end});
    last = std::max({last, run.address + run.bytes, end + run.bytes});
    bytes += run.bytes * run.count;
  }
  if ((last - base) / width > std::numeric_limits<std::uint32_t>::max() ||
      bytes / width > std::numeric_limits<std::uint32_t>::max()) {
    for (const ByteRun &run : runs) {
      emitRun(run, packed, packedSide);
      packed += run.bytes * run.count;
    }
    return;
  }
  const bool gather = packedSide == Side::Destination;
  const plan::Pattern pattern{gather ? plan::PatternKind::Gather : plan::PatternKind::Scatter,
                              static_cast<std::uint32_t>(bytes / width), words_.size()};
  for (const ByteRun &run : runs)
    for (std::uint64_t row = 0; row < run.count; ++row) {
      const std::uint64_t at = run.address + row * static_cast<std::uint64_t>(run.stride) - base;
      for (std::uint64_t i = 0; i < run.bytes; i += width)
        words_.push_back(static_cast<std::uint32_t>((at + i) / width));
    }
  totalBytes_ += bytes;
  moves_.push_back({gather ? base : packed, gather ? packed : base, width, patterns_.add(pattern)});
}

std::uint32_t MoveListBuilder::numMoves() const {
  POPLAR_EMU_CHECK(open_.bytes == 0 && row_.count == 0);
  return static_cast<std::uint32_t>(moves_.size());
}

plan::MoveList MoveListBuilder::finish(Chunking chunking) && {
  flush();
  plan::MoveList list;
  if (chunking == Chunking::Balanced) {
    compact(moves_, patterns_, words_);
    makeChunks(moves_, patterns_, list.chunks);
  }
  list.moves = std::move(moves_);
  list.words = std::move(words_);
  list.totalBytes = totalBytes_;
  std::move(patterns_).moveInto(list);
  return list;
}

} // namespace poplar_emu::compile
