// SPDX-License-Identifier: MIT
// Registration of all estimators of popops; the tables are made once a process.
#include "estimators/Tables.hpp"

#include <iterator>

namespace popops::estimators {
namespace {

Table whole() {
  Table all;
  for (Table part : {elementWiseTable(), expressionTable(), reduceTable(), gatherTable(),
                     updateTable(), sortTable(), topKTable(), dataTable(), statisticsTable()})
    all.insert(all.end(), std::make_move_iterator(part.begin()),
               std::make_move_iterator(part.end()));
  return all;
}

} // namespace

void registerAll(poplar::Graph &graph) {
  static const Table table = whole();
  poputil::internal::registerPerfFunctions(graph, table);
}

} // namespace popops::estimators
