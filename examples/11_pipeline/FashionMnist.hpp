// SPDX-License-Identifier: MIT
// Reads the Fashion-MNIST pictures as Debian's package dataset-fashion-mnist installs them.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

/// 28 x 28 grey pictures of ten kinds of clothes.
struct FashionMnist {
  static constexpr std::size_t kPixels = 28 * 28, kClasses = 10;

  std::vector<float> pictures; ///< one row of kPixels each, from 0 to 1
  std::vector<std::int32_t> labels;

  /// The first `count` pictures of "train" or "t10k".
  static FashionMnist read(const std::string &part, std::size_t count) {
    const std::string folder = "/usr/share/datasets/fashion-mnist/" + part;
    FashionMnist data;
    for (const unsigned char byte : idx(folder + "-images-idx3-ubyte.gz", 16, count * kPixels))
      data.pictures.push_back(static_cast<float>(byte) / 255.0f);
    for (const unsigned char byte : idx(folder + "-labels-idx1-ubyte.gz", 8, count))
      data.labels.push_back(byte);
    return data;
  }

 private:
  /// `bytes` bytes that follow the header of a compressed IDX file.
  static std::vector<unsigned char> idx(const std::string &path, unsigned header,
                                        std::size_t bytes) {
    std::vector<unsigned char> all(header + bytes);
    const gzFile file = gzopen(path.c_str(), "rb");
    const int got = file ? gzread(file, all.data(), static_cast<unsigned>(all.size())) : -1;
    if (file) gzclose(file);
    if (got != static_cast<int>(all.size()))
      throw std::runtime_error("cannot read " + path +
                               ": is the package dataset-fashion-mnist installed?");
    all.erase(all.begin(), all.begin() + header);
    return all;
  }
};
