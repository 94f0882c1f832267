// SPDX-License-Identifier: MIT
// The shape in which IPU-Links connect the IPUs of a system.
#ifndef POPLAR_IPU_LINK_TOPOLOGY_HPP
#define POPLAR_IPU_LINK_TOPOLOGY_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>

namespace poplar {

enum class IpuLinkTopology { Mesh, Torus, Line };

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, IpuLinkTopology topology);

} // namespace poplar

#endif
