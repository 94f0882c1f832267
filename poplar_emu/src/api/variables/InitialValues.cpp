// SPDX-License-Identifier: MIT
// Initial values in the order of storage: few entries, whatever the view.
#include "api/variables/InitialValues.hpp"

#include "api/tensor/QuarterValues.hpp"
#include "support/Diagnostic.hpp"
#include "view/Regions.hpp"

#include <algorithm>
#include <cstring>

namespace poplar_emu::api {
namespace {

void refuseConstants(const TensorState &tensor, SiteId site) {
  if (!containsConstant(tensor.core->graph, tensor.view)) return;
  Diagnostic(Code::PE0218, "initial value of {}, which is constant", describeTensor(tensor))
      .at(site)
      .fix("give the value to addConstant, or use a variable")
      .raise();
}

void refuseAliases(const TensorState &tensor, SiteId site) {
  if (!view::containsAliases(tensor.view)) return;
  Diagnostic(Code::PE0404, "initial value of {}, which contains an element more than once",
             describeTensor(tensor))
      .at(site)
      .fix("set the value of the tensor before it is broadcast")
      .raise();
}

ValueTarget targetFor(const TensorState &tensor, SiteId site) {
  return {tensor.type, [&tensor] { return describeTensor(tensor); }, site,
          constantMetadata(tensor.metadata)};
}

void fillAll(const TensorState &tensor, const std::vector<std::byte> &element) {
  for (const view::VarRegion &region : view::storageRegions(tensor.view)) {
    tensor.core->graph.variable(region.variable)
        .initialValues.push_back({region.begin, region.size(), {element, true}, {}});
  }
}

/// Values in flattened order go to their places in one buffer a contiguous region of storage.
void scatter(const TensorState &tensor, const std::vector<std::byte> &bytes) {
  const std::size_t width = sizeInBytes(tensor.type);
  const std::vector<view::VarRegion> regions = view::storageRegions(tensor.view);
  std::vector<std::vector<std::byte>> buffers;
  buffers.reserve(regions.size());
  for (const view::VarRegion &region : regions)
    buffers.emplace_back(region.size() * width);

  const std::byte *from = bytes.data();
  std::size_t hint = 0;
  for (const view::Run &run : view::runs(tensor.view)) {
    view::forEachRow(run, [&](std::uint64_t begin, std::uint64_t length) {
      const auto holds = [&](const view::VarRegion &region) {
        return region.variable == run.variable && region.begin <= begin && begin < region.end;
      };
      if (!holds(regions[hint])) {
        const view::VarRegion key{run.variable, begin, std::uint64_t(-1)};
        hint = static_cast<std::size_t>(std::upper_bound(regions.begin(), regions.end(), key) -
                                        regions.begin()) -
               1;
      }
      std::memcpy(buffers[hint].data() + (begin - regions[hint].begin) * width, from,
                  length * width);
      from += length * width;
    });
  }
  for (std::size_t i = 0; i < regions.size(); ++i) {
    tensor.core->graph.variable(regions[i].variable)
        .initialValues.push_back(
            {regions[i].begin, regions[i].size(), {std::move(buffers[i]), false}, {}});
  }
}

} // namespace

void setInitialValues(const TensorState &tensor, const HostValues &values, Spread spread,
                      SiteId site) {
  refuseConstants(tensor, site);
  refuseAliases(tensor, site);
  const std::size_t numElements = tensor.view.numElements();
  if (spread == Spread::OneForEach && values.count != numElements) {
    Diagnostic(Code::PE0213, "initial value of {} needs {} values and got {}",
               describeTensor(tensor), numElements, values.count)
        .at(site)
        .raise();
  }
  if (!values.data && values.count > 0)
    Diagnostic(Code::PE0710, "null pointer given as the initial value of {}",
               describeTensor(tensor))
        .at(site)
        .raise();
  const std::vector<std::byte> bytes = toDevice(values, targetFor(tensor, site));
  if (numElements == 0) return;
  if (spread == Spread::OneForAll)
    fillAll(tensor, bytes);
  else
    scatter(tensor, bytes);
}

void setReplicaValues(const TensorState &tensor, const std::map<unsigned, unsigned> &values,
                      SiteId site) {
  refuseConstants(tensor, site);
  refuseAliases(tensor, site);
  const unsigned replicas = tensor.core->graph.machine.replicationFactor;
  std::map<unsigned, std::vector<std::byte>> perReplica;
  for (const auto &[replica, value] : values) {
    if (replica >= replicas) {
      Diagnostic(Code::PE0220, "initial value of {} for replica {}, which does not exist",
                 describeTensor(tensor), replica)
          .at(site)
          .note("the graph has {} replicas", replicas)
          .raise();
    }
    perReplica[replica] =
        toDevice({&value, 1, poplar::TypeTraits::make<unsigned>()}, targetFor(tensor, site));
  }
  const ir::ElementData zero{std::vector<std::byte>(sizeInBytes(tensor.type)), true};
  for (const view::VarRegion &region : view::storageRegions(tensor.view)) {
    tensor.core->graph.variable(region.variable)
        .initialValues.push_back({region.begin, region.size(), zero, perReplica});
  }
}

} // namespace poplar_emu::api
