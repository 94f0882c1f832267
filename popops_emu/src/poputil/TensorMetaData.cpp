// SPDX-License-Identifier: MIT
// Copies of opaque tensor data.
#include <poputil/TensorMetaData.hpp>

#include <utility>

namespace poputil {

TensorMetaDataBase::~TensorMetaDataBase() = default;

TensorMetaData::TensorMetaData() = default;
TensorMetaData::TensorMetaData(std::unique_ptr<TensorMetaDataBase> data) : data_(std::move(data)) {}
TensorMetaData::TensorMetaData(const TensorMetaData &other)
    : data_(other.data_ ? other.data_->clone() : nullptr) {}
TensorMetaData::TensorMetaData(TensorMetaData &&other) = default;
TensorMetaData &TensorMetaData::operator=(const TensorMetaData &other) {
  data_ = other.data_ ? other.data_->clone() : nullptr;
  return *this;
}
TensorMetaData &TensorMetaData::operator=(TensorMetaData &&other) = default;
TensorMetaData::~TensorMetaData() = default;

} // namespace poputil
