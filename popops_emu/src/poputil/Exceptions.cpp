// SPDX-License-Identifier: MIT
// poplibs_error; here, so that its type information exists once.
#include <poputil/exceptions.hpp>

namespace poputil {

poplibs_error::poplibs_error(const std::string &message)
    : std::runtime_error(message), type("poplibs_error") {}
poplibs_error::poplibs_error(const char *message) : poplibs_error(std::string(message)) {}
poplibs_error::poplibs_error(const poplibs_error &) = default;
poplibs_error::~poplibs_error() noexcept = default;

} // namespace poputil
