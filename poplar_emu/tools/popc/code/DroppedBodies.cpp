// SPDX-License-Identifier: MIT
// Finds the function around an error, and empties it.
#include "code/DroppedBodies.hpp"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace poplar_emu::popc {
namespace {

struct Body {
  clang::FileID file;
  unsigned begin, end; ///< offsets of the two braces
  std::string function;

  bool contains(clang::FileID f, unsigned offset) const {
    return file == f && begin <= offset && offset <= end;
  }
};

class BodyVisitor : public clang::RecursiveASTVisitor<BodyVisitor> {
 public:
  explicit BodyVisitor(clang::ASTContext &context) : sources_(context.getSourceManager()) {}

  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    const clang::Stmt *body =
        function->doesThisDeclarationHaveABody() ? function->getBody() : nullptr;
    if (!body || !llvm::isa<clang::CompoundStmt>(body)) return true;
    const clang::SourceLocation begin = body->getBeginLoc(), end = body->getEndLoc();
    if (begin.isMacroID() || end.isMacroID() || sources_.isInSystemHeader(begin)) return true;
    const auto [file, beginOffset] = sources_.getDecomposedLoc(begin);
    const auto [endFile, endOffset] = sources_.getDecomposedLoc(end);
    if (file == endFile)
      bodies.push_back({file, beginOffset, endOffset, function->getQualifiedNameAsString()});
    return true;
  }

  std::vector<Body> bodies;

 private:
  const clang::SourceManager &sources_;
};

const Body *innermost(const std::vector<Body> &bodies, clang::FileID file, unsigned offset) {
  const Body *best = nullptr;
  for (const Body &body : bodies)
    if (body.contains(file, offset) && (!best || body.end - body.begin < best->end - best->begin))
      best = &body;
  return best;
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

} // namespace

std::vector<DroppedBody> findDroppedBodies(clang::ASTContext &context, const Collected &collected) {
  const clang::SourceManager &sources = context.getSourceManager();
  BodyVisitor visitor(context);
  visitor.TraverseDecl(context.getTranslationUnitDecl());

  std::vector<std::pair<const Body *, std::string>> dropped;
  const auto bodyAt = [&](clang::SourceLocation location) -> const Body * {
    if (location.isInvalid()) return nullptr;
    const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
    return innermost(visitor.bodies, file, offset);
  };
  for (const Message &message : collected.messages()) {
    if (message.level < clang::DiagnosticsEngine::Error || !message.deviceOnly) continue;
    const Body *body = bodyAt(message.location);
    if (!body) return {};
    const bool known = std::any_of(dropped.begin(), dropped.end(),
                                   [&](const auto &entry) { return entry.first == body; });
    if (!known) dropped.emplace_back(body, message.headline);
  }
  for (const Message &message : collected.messages()) {
    if (message.level < clang::DiagnosticsEngine::Error || message.deviceOnly) continue;
    const Body *body = bodyAt(message.location);
    const bool covered = std::any_of(dropped.begin(), dropped.end(),
                                     [&](const auto &entry) { return entry.first == body; });
    if (!body || !covered) return {};
  }

  std::vector<DroppedBody> result;
  for (const auto &[body, reason] : dropped) {
    const auto entry = sources.getFileEntryRefForID(body->file);
    if (!entry) return {};
    llvm::SmallString<256> path(entry->getName());
    sources.getFileManager().makeAbsolutePath(path);
    result.push_back({std::string(path), body->begin + 1, body->end, body->function, reason});
  }
  return result;
}

void dropBodies(const std::vector<DroppedBody> &bodies, int firstIndex,
                std::map<std::string, std::string> &files) {
  std::vector<std::pair<DroppedBody, int>> ordered;
  for (const DroppedBody &body : bodies)
    ordered.emplace_back(body, firstIndex + static_cast<int>(ordered.size()));
  // From the back, so that earlier offsets stay right.
  std::sort(ordered.begin(), ordered.end(),
            [](const auto &a, const auto &b) { return a.first.begin > b.first.begin; });
  for (const auto &[body, index] : ordered) {
    auto at = files.find(body.path);
    if (at == files.end()) at = files.emplace(body.path, readFile(body.path)).first;
    std::string &content = at->second;
    if (body.end > content.size() || body.begin > body.end) continue;
    const auto lines = std::count(content.begin() + body.begin, content.begin() + body.end, '\n');
    content.replace(body.begin, body.end - body.begin,
                    " ::poplar_emu_noHostCode(" + std::to_string(index) + "); " +
                        std::string(static_cast<std::size_t>(lines), '\n'));
  }
}

} // namespace poplar_emu::popc
