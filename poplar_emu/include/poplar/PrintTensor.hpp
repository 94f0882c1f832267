// SPDX-License-Identifier: MIT
// How PrintTensor lays out the elements of a tensor.
#ifndef POPLAR_PRINT_TENSOR_HPP
#define POPLAR_PRINT_TENSOR_HPP

#include <poplar_emu/Export.hpp>

namespace poplar {

/// Layout of printed tensors: rank 1 on one line, a line a row otherwise.
class POPLAR_EMU_EXPORT PrintTensorFmt {
 public:
  enum class FloatFormat { Auto, Fixed, Scientific, None };

  /// Tensors with more than summariseThreshold elements show only edgeItems at either end of each
  /// dimension.
  PrintTensorFmt(unsigned summariseThreshold = 1000, unsigned edgeItems = 3,
                 unsigned maxLineWidth = 75, unsigned digits = 8,
                 FloatFormat floatFormat = FloatFormat::Auto, char separator = ' ',
                 char openBracket = '[', char closeBracket = ']')
      : summariseThreshold_(summariseThreshold), edgeItems_(edgeItems), maxLineWidth_(maxLineWidth),
        digits_(digits), floatFormat_(floatFormat), separator_(separator),
        openBracket_(openBracket), closeBracket_(closeBracket) {}

  /// Prints everything, on lines of any length, with the shortest exact numbers.
  static PrintTensorFmt disableFormatting();

  unsigned summariseThreshold() const { return summariseThreshold_; }
  unsigned edgeItems() const { return edgeItems_; }
  unsigned maxLineWidth() const { return maxLineWidth_; }
  unsigned digits() const { return digits_; }
  FloatFormat floatFormat() const { return floatFormat_; }
  char separator() const { return separator_; }
  char openBracket() const { return openBracket_; }
  char closeBracket() const { return closeBracket_; }

 private:
  unsigned summariseThreshold_;
  unsigned edgeItems_;
  unsigned maxLineWidth_;
  unsigned digits_;
  FloatFormat floatFormat_;
  char separator_;
  char openBracket_;
  char closeBracket_;
};

} // namespace poplar

#endif
