// SPDX-License-Identifier: MIT
// A permutation of elements that puts a tensor into the order of memory.
#ifndef POPLAR_TENSOR_REARRANGER_HPP
#define POPLAR_TENSOR_REARRANGER_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/Interval.hpp>
#include <poplar/Tensor.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <memory>
#include <vector>

namespace poplar {

/// Made by Graph::getSimplifyingRearranger. A default-constructed one is invalid.
class POPLAR_EMU_EXPORT TensorRearranger {
 public:
  TensorRearranger();
  TensorRearranger(const TensorRearranger &);
  TensorRearranger(TensorRearranger &&) noexcept;
  TensorRearranger &operator=(const TensorRearranger &);
  TensorRearranger &operator=(TensorRearranger &&) noexcept;
  ~TensorRearranger();

  bool valid() const { return static_cast<bool>(state_); }
  Tensor rearrange(const Tensor &tensor) const;
  Tensor undoRearrangement(const Tensor &tensor) const;
  std::vector<Interval> rearrange(ArrayRef<Interval> intervals) const;
  std::vector<Interval> undoRearrangement(ArrayRef<Interval> intervals) const;

 private:
  friend struct poplar_emu::api::Access;

  std::shared_ptr<const poplar_emu::api::RearrangerState> state_;
};

} // namespace poplar

#endif
