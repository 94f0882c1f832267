// SPDX-License-Identifier: MIT
// Gather, run, scatter.
#include "PlanInterpreter.hpp"

#include "../MoveInterpreter.hpp"
#include "support/ElementType.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>

namespace poplar_emu::compile::test {

PlanInterpreter::PlanInterpreter(const plan::Plan &plan)
    : plan_(plan), block_(plan.memory.bytes + 4096) {
  void *begin = block_.data();
  std::size_t space = block_.size();
  memory_ = static_cast<std::byte *>(std::align(4096, plan.memory.bytes, begin, space));
  findAddresses();
}

void PlanInterpreter::load() {
  const plan::Memory &memory = plan_.memory;
  std::fill(block_.begin(), block_.end(), std::byte{0});
  std::copy(memory.instanceImage.begin(), memory.instanceImage.end(), memory_ + memory.instances);
  for (const plan::Relocation &relocation : memory.relocations) {
    const std::byte *target = memory_ + relocation.target;
    std::memcpy(memory_ + relocation.location, static_cast<const void *>(&target), sizeof target);
  }
}

void PlanInterpreter::execute(const plan::ComputeStep &step, std::uint64_t seed,
                              const std::function<void(std::byte *, std::uint32_t)> &run) {
  std::vector<std::uint32_t> chunks(step.chunks.size() - 1);
  std::iota(chunks.begin(), chunks.end(), 0u);
  std::shuffle(chunks.begin(), chunks.end(), std::mt19937_64(seed));
  for (const std::uint32_t c : chunks)
    for (std::uint32_t w = step.chunks[c]; w < step.chunks[c + 1]; ++w) {
      const plan::TileWork &work = step.work[w];
      move(step.gathers, work.gatherBegin, work.gatherEnd);
      for (std::uint32_t b = work.batchBegin; b < work.batchEnd; ++b) {
        const plan::Batch &batch = step.batches[b];
        const std::uint32_t stride = plan_.vertexTypes[batch.type].stride;
        for (std::uint32_t i = 0; i < batch.count; ++i)
          run(memory_ + batch.instances + std::uint64_t{i} * stride,
              step.vertices[batch.firstVertex + i].id);
      }
      move(step.scatters, work.scatterBegin, work.scatterEnd);
    }
}

void PlanInterpreter::findAddresses() {
  for (const plan::VariableStorage &storage : plan_.memory.variables) {
    const std::uint64_t width = sizeInBytes(storage.type);
    std::vector<plan::Address> &addresses = addresses_.emplace_back(storage.numElements);
    for (std::uint64_t e = 0; e < storage.numElements; ++e)
      addresses[e] = storage.address + e * width;
    for (const plan::PackedBlock &block : storage.blocks)
      for (std::uint64_t row = 0; row < block.count; ++row)
        for (std::uint64_t i = 0; i < block.length; ++i)
          addresses.at(block.element + row * block.stride + i) =
              storage.address + (block.packedBegin + row * block.length + i) * width;
  }
}

void PlanInterpreter::move(const plan::MoveList &list, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t m = begin; m < end; ++m)
    forEachCopy(list, list.moves.at(m),
                [this](std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
                  if (from + bytes > plan_.memory.bytes || to + bytes > plan_.memory.bytes)
                    throw std::out_of_range("move leaves the memory");
                  std::memmove(memory_ + to, memory_ + from, bytes);
                });
}

} // namespace poplar_emu::compile::test
