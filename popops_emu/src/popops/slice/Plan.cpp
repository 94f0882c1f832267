// SPDX-License-Identifier: MIT
// Plans of embeddings: what a table is used for, so that its layout can suit that.
#include "slice/Plan.hpp"

#include "slice/Options.hpp"
#include "support/Errors.hpp"

#include <popops/DynamicSlice.hpp>

#include <ostream>
#include <tuple>

namespace popops {

SlicePlan::SlicePlan() = default;
SlicePlan::SlicePlan(const SlicePlan &) = default;
SlicePlan::SlicePlan(SlicePlan &&) noexcept = default;
SlicePlan &SlicePlan::operator=(const SlicePlan &) = default;
SlicePlan &SlicePlan::operator=(SlicePlan &&) noexcept = default;
SlicePlan::~SlicePlan() = default;
SlicePlan::SlicePlan(std::shared_ptr<const slice::PlannedTable> table) : table_(std::move(table)) {}

namespace {

auto keyOf(const slice::PlannedTable &table) {
  return std::tie(table.type, table.groupSize, table.numEntries, table.outputSize,
                  table.numLookups);
}

} // namespace

bool operator==(const SlicePlan &a, const SlicePlan &b) noexcept {
  if (!a.table_ || !b.table_) return !a.table_ && !b.table_;
  return keyOf(*a.table_) == keyOf(*b.table_);
}
bool operator!=(const SlicePlan &a, const SlicePlan &b) noexcept {
  return !(a == b);
}
bool operator<(const SlicePlan &a, const SlicePlan &b) noexcept {
  if (!a.table_ || !b.table_) return !a.table_ && b.table_;
  return keyOf(*a.table_) < keyOf(*b.table_);
}

std::ostream &operator<<(std::ostream &os, const SlicePlan &plan) {
  if (!plan.table_) return os << "SlicePlan{}";
  const slice::PlannedTable &table = *plan.table_;
  os << "SlicePlan{type=" << table.type << ", groupSize=" << table.groupSize
     << ", numEntries=" << table.numEntries << ", outputSize=" << table.outputSize
     << ", numLookups=[";
  for (std::size_t i = 0; i < table.numLookups.size(); ++i)
    os << (i ? "," : "") << table.numLookups[i];
  return os << "]}";
}

namespace slice {

const PlannedTable *plannedTable(const SlicePlan &plan) {
  return plan.table_.get();
}

} // namespace slice

namespace embedding {

SlicePlan plan(const poplar::Graph &, const poplar::Type &dataType, const std::size_t groupSize,
               const std::size_t numEntries, const std::size_t outputSize,
               const std::vector<std::size_t> &numLookups, const poplar::OptionFlags &options) {
  slice::parseOptions(options);
  if (groupSize == 0)
    support::fail("embedding::plan", "the group size is 0",
                  "pass the number of tables, at least 1");
  return SlicePlan(std::make_shared<const slice::PlannedTable>(slice::PlannedTable{
      support::nameOf(dataType), groupSize, numEntries, outputSize, numLookups}));
}

SlicePlan plan(const poplar::Graph &graph, const poplar::Type &dataType,
               const std::size_t numEntries, const std::size_t outputSize,
               const std::vector<std::size_t> &numLookups, const poplar::OptionFlags &options) {
  return plan(graph, dataType, 1, numEntries, outputSize, numLookups, options);
}

std::vector<SlicePlan> planMultiple(const std::vector<SlicePlanningParameters> &descriptions) {
  std::vector<SlicePlan> plans;
  for (const SlicePlanningParameters &d : descriptions)
    plans.push_back(plan(d.graph, d.dataType, d.groupSize, d.numEntries, d.outputSize, d.numLookups,
                         d.optionFlags));
  return plans;
}

} // namespace embedding
} // namespace popops
