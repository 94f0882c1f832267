// SPDX-License-Identifier: MIT
// Old home of values attached to tensors; kept so that programs that include it compile.
#ifndef POPUTIL_TENSOR_META_DATA_HPP
#define POPUTIL_TENSOR_META_DATA_HPP

#include <poplar_emu/Export.hpp>

#include <memory>

namespace poputil {

struct TensorMetaDataBase;

/// Opaque data that an operation keeps between two of its phases. Copies share nothing.
class POPLAR_EMU_EXPORT TensorMetaData {
 public:
  TensorMetaData();
  TensorMetaData(const TensorMetaData &other);
  TensorMetaData(TensorMetaData &&other);
  TensorMetaData &operator=(const TensorMetaData &other);
  TensorMetaData &operator=(TensorMetaData &&other);
  TensorMetaData(std::unique_ptr<TensorMetaDataBase> data);
  ~TensorMetaData();
  const TensorMetaDataBase *getData() const { return data_.get(); }

 private:
  std::unique_ptr<TensorMetaDataBase> data_;
};

/// Base of the data.
struct POPLAR_EMU_EXPORT TensorMetaDataBase {
  virtual ~TensorMetaDataBase();
  virtual std::unique_ptr<TensorMetaDataBase> clone() const = 0;
};

} // namespace poputil

#endif
