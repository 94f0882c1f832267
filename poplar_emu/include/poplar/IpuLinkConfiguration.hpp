// SPDX-License-Identifier: MIT
// How the IPU-Links of a system are set up.
#ifndef POPLAR_IPU_LINK_CONFIGURATION_HPP
#define POPLAR_IPU_LINK_CONFIGURATION_HPP

#include <poplar_emu/Export.hpp>

#include <iosfwd>

namespace poplar {

enum class IpuLinkConfiguration { Default, SlidingWindow, BarleyTwist, None };

POPLAR_EMU_EXPORT std::ostream &operator<<(std::ostream &out, IpuLinkConfiguration configuration);

} // namespace poplar

#endif
