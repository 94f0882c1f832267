// SPDX-License-Identifier: MIT
// File formats of graphs and tensors.
#ifndef POPLAR_SERIALIZATION_FORMAT_HPP
#define POPLAR_SERIALIZATION_FORMAT_HPP

namespace poplar {

enum class SerializationFormat { Binary, JSON };

} // namespace poplar

#endif
