// SPDX-License-Identifier: MIT
// Finds the height of each program with a stack of its own.
#include "compile/program/checks/Nesting.hpp"

#include "compile/ProgramVisit.hpp"
#include "support/Diagnostic.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace poplar_emu::compile {
namespace {

class Heights {
 public:
  explicit Heights(const ir::Graph &graph) : graph_(graph) {}

  void measure(const ir::ProgramNode *root) {
    open(root);
    while (!frames_.empty()) {
      Frame &top = frames_.back();
      if (top.next == top.children.size()) {
        close();
        continue;
      }
      const ir::ProgramNode *child = top.children[top.next++];
      const auto known = heights_.find(child);
      if (known != heights_.end())
        top.height = std::max(top.height, known->second + 1);
      else
        open(child);
    }
  }

 private:
  struct Frame {
    const ir::ProgramNode *node;
    std::vector<const ir::ProgramNode *> children;
    std::size_t next = 0;
    std::uint32_t height = 1;
  };

  void open(const ir::ProgramNode *node) {
    if (!node || !heights_.try_emplace(node, 0).second) return;
    Frame frame{node, {}};
    const auto add = [&frame](const ir::ProgramRef &child) {
      if (child) frame.children.push_back(child.get());
    };
    forEachChild(*node, add);
    if (const auto *call = std::get_if<ir::Call>(&node->payload))
      if (isOwn(*node) && call->function.index() < graph_.functions.size())
        add(graph_.functions[call->function.index()].body);
    frames_.push_back(std::move(frame));
  }

  void close() {
    const Frame done = std::move(frames_.back());
    frames_.pop_back();
    if (done.height > kMaxNesting) raise(*done.node);
    heights_[done.node] = done.height;
    if (!frames_.empty()) frames_.back().height = std::max(frames_.back().height, done.height + 1);
  }

  bool isOwn(const ir::ProgramNode &node) const {
    return node.graphId == 0 || node.graphId == graph_.id;
  }

  [[noreturn]] static void raise(const ir::ProgramNode &node) {
    Diagnostic(Code::PE0413, "programs are nested more than {} levels deep", kMaxNesting)
        .at(node.site, "{}", node.name.empty() ? "this program holds them" : node.name)
        .fix("add steps to one Sequence (Sequence::add), or use Repeat, instead of putting the "
             "program so far into a new one each time")
        .raise();
  }

  const ir::Graph &graph_;
  std::vector<Frame> frames_;
  std::unordered_map<const ir::ProgramNode *, std::uint32_t> heights_; ///< 0: being measured
};

} // namespace

void checkNesting(const Input &input) {
  Heights heights(input.graph);
  for (const ir::ProgramRef &program : input.programs)
    heights.measure(program.get());
}

} // namespace poplar_emu::compile
