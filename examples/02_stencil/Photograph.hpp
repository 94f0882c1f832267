// SPDX-License-Identifier: MIT
// A grey picture as floats, read from and written to PNG.
#pragma once

#include <png.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

struct Photograph {
  std::size_t height = 0, width = 0;
  std::vector<float> pixels; // row by row, 0 to 255

  float &at(std::size_t y, std::size_t x) { return pixels[y * width + x]; }
  float at(std::size_t y, std::size_t x) const { return pixels[y * width + x]; }
};

inline Photograph readPng(const std::string &path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path.c_str()))
    throw std::runtime_error(path + ": " + image.message);
  image.format = PNG_FORMAT_GRAY;
  std::vector<png_byte> bytes(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, bytes.data(), 0, nullptr))
    throw std::runtime_error(path + ": " + image.message);
  return {image.height, image.width, std::vector<float>(bytes.begin(), bytes.end())};
}

inline void writePng(const std::string &path, const Photograph &photograph) {
  std::vector<png_byte> bytes;
  for (float pixel : photograph.pixels)
    bytes.push_back(static_cast<png_byte>(std::clamp(pixel + 0.5f, 0.0f, 255.0f)));
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.height = static_cast<png_uint_32>(photograph.height);
  image.width = static_cast<png_uint_32>(photograph.width);
  image.format = PNG_FORMAT_GRAY;
  if (!png_image_write_to_file(&image, path.c_str(), 0, bytes.data(), 0, nullptr))
    throw std::runtime_error(path + ": " + image.message);
}
