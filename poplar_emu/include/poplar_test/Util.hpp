// SPDX-License-Identifier: MIT
// Helpers of tests: host buffers for tensors, the streams that fill them, and conversion of values.
#ifndef POPLAR_TEST_UTIL_HPP
#define POPLAR_TEST_UTIL_HPP

#include <poplar/Engine.hpp>
#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poplar/Quarter.hpp>
#include <poplar/Target.hpp>
#include <poplar/TypeConversion.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace poplar_test {

/// A buffer on the host. Copies share it; it lives as long as one of them.
class HostMemory {
 public:
  HostMemory() : size_(0) {}
  explicit HostMemory(std::size_t size)
      : bytes_(std::make_shared<std::vector<char>>(size)), size_(size) {}

  char *get() const { return bytes_ ? bytes_->data() : nullptr; }
  operator char *() const { return get(); }
  std::size_t size() const { return size_; }

 private:
  std::shared_ptr<std::vector<char>> bytes_;
  std::size_t size_;
};

/// Host values to elements of a device type.
template <class T>
void copy(const poplar::Target &, const T *src, std::size_t n, const poplar::Type &dstType,
          void *dst) {
  poplar::convertToDeviceType(dstType, poplar::ArrayRef<T>(src, n), dst);
}
template <class T>
void copy(const poplar::Target &, const T *src, std::size_t n, const poplar::Type &dstType,
          poplar::QuarterMetadata metadata, void *dst) {
  poplar::convertToDeviceType(dstType, metadata, poplar::ArrayRef<T>(src, n), dst);
}
template <class T>
void copy(const poplar::Target &target, const std::vector<T> &src, const poplar::Type &dstType,
          void *dst) {
  copy(target, src.data(), src.size(), dstType, dst);
}
template <class T>
void copy(const poplar::Target &target, const std::vector<T> &src, const poplar::Type &dstType,
          poplar::QuarterMetadata metadata, void *dst) {
  copy(target, src.data(), src.size(), dstType, metadata, dst);
}

/// Elements of a device type to host values.
template <class T>
void copy(const poplar::Target &, const poplar::Type &srcType, const void *src, T *dst,
          std::size_t n) {
  poplar::convertFromDeviceType(srcType, src, poplar::ArrayRef<T>(dst, n));
}
template <class T>
void copy(const poplar::Target &, const poplar::Type &srcType, poplar::QuarterMetadata metadata,
          const void *src, T *dst, std::size_t n) {
  poplar::convertFromDeviceType(srcType, metadata, src, poplar::ArrayRef<T>(dst, n));
}
template <class T>
void copy(const poplar::Target &target, const poplar::Type &srcType, const void *src,
          std::vector<T> &dst) {
  copy(target, srcType, src, dst.data(), dst.size());
}
template <class T>
void copy(const poplar::Target &target, const poplar::Type &srcType,
          poplar::QuarterMetadata metadata, const void *src, std::vector<T> &dst) {
  copy(target, srcType, metadata, src, dst.data(), dst.size());
}

namespace detail {

inline void addTo(poplar::program::Sequence &sequence, const poplar::program::Program &program) {
  sequence.add(program);
}
/// An optional sequence.
template <class Optional>
auto addTo(Optional &sequence, const poplar::program::Program &program)
    -> decltype(static_cast<void>((*sequence).add(program))) {
  if (sequence) (*sequence).add(program);
}
/// Anything else, such as boost::none or std::nullopt: there is no sequence.
inline void addTo(...) {}

} // namespace detail

/// Makes a buffer as large as the tensor, streams "<name>_upload" and "<name>_download", and adds
/// the copies to the programs. `map` (a vector or map of names and HostMemory, or char pointers)
/// gets both streams, for attachStreams.
template <class Upload, class Download, class Map>
HostMemory allocateHostMemoryForTensor(const poplar::Tensor &tensor, const std::string &name,
                                       poplar::Graph &graph, Upload &&uploadProg,
                                       Download &&downloadProg, Map &map) {
  typedef typename Map::value_type Entry;
  const std::size_t size = tensor.numElements() *
                           graph.getTarget().getTypeSize(tensor.elementType()) *
                           graph.getReplicationFactor();
  const HostMemory memory(size);
  if (!tensor.containsConstant() && !tensor.containsAliases()) {
    const poplar::DataStream upload =
        graph.addHostToDeviceFIFO(name + "_upload", tensor.elementType(), tensor.numElements());
    detail::addTo(uploadProg, poplar::program::Copy(upload, tensor));
    map.insert(map.end(), Entry(name + "_upload", memory));
  }
  const poplar::DataStream download =
      graph.addDeviceToHostFIFO(name + "_download", tensor.elementType(), tensor.numElements());
  detail::addTo(downloadProg, poplar::program::Copy(tensor, download));
  map.insert(map.end(), Entry(name + "_download", memory));
  return memory;
}

/// Connects the streams to their buffers.
template <class Map>
void attachStreams(poplar::Engine &engine, const Map &map) {
  for (const auto &entry : map)
    engine.connectStream(entry.first, static_cast<char *>(entry.second));
}

} // namespace poplar_test

#endif
