// SPDX-License-Identifier: MIT
// What variables hold when an engine is loaded.
#pragma once

#include "api/TensorState.hpp"
#include "api/tensor/ElementValues.hpp"

#include <map>

namespace poplar_emu::api {

/// One value for all elements of a tensor, or one for each (values.count == numElements). PE0218
/// for a constant, PE0213 for a wrong number of values, PE0214.
enum class Spread { OneForAll, OneForEach };
void setInitialValues(const TensorState &tensor, const HostValues &values, Spread spread,
                      SiteId site);

/// One value for each replica, for all elements; replicas that are not named get 0. PE0220 for a
/// replica that does not exist.
void setReplicaValues(const TensorState &tensor, const std::map<unsigned, unsigned> &values,
                      SiteId site);

} // namespace poplar_emu::api
