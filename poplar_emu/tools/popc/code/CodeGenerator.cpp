// SPDX-License-Identifier: MIT
// Runs clang's code generation in this process.
#include "code/CodeGenerator.hpp"

#include "code/StaticsPass.hpp"
#include "slots/CountPass.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/BackendUtil.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/MultiplexConsumer.h>

#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>

namespace poplar_emu::popc {
namespace {

class StaticsPass : public llvm::PassInfoMixin<StaticsPass> {
 public:
  StaticsPass(std::string unitId, Generated *result)
      : unitId_(std::move(unitId)), result_(result) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    // Instructions at file scope are the device's.
    module.setModuleInlineAsm("");
    const StaticsProblem problem = gatherStatics(module, unitId_, result_->statics);
    if (!problem.text.empty()) result_->problem = problem.text;
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

 private:
  std::string unitId_;
  Generated *result_;
};

class AnalysisPass : public llvm::PassInfoMixin<AnalysisPass> {
 public:
  explicit AnalysisPass(Generated *result) : result_(result) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager) {
    auto &functions =
        manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (llvm::Function &function : module) {
      if (function.isDeclaration()) continue;
      result_->batches =
          analyseBatches(module, functions.getResult<llvm::TargetLibraryAnalysis>(function));
      return llvm::PreservedAnalyses::none();
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

 private:
  Generated *result_;
};

/// Looks at the errors while the syntax tree still exists.
class DropFinder : public clang::ASTConsumer {
 public:
  DropFinder(const Collected &collected, std::vector<DroppedBody> &dropped)
      : collected_(collected), dropped_(dropped) {}

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (collected_.hasErrors()) dropped_ = findDroppedBodies(context, collected_);
  }

 private:
  const Collected &collected_;
  std::vector<DroppedBody> &dropped_;
};

unsigned backendAction(Product product) {
  switch (product) {
  case Product::Assembly:
    return clang::Backend_EmitAssembly;
  case Product::Ir:
    return clang::Backend_EmitLL;
  default:
    return clang::Backend_EmitObj;
  }
}

class GenerateAction : public clang::CodeGenAction {
 public:
  GenerateAction(Product product, const Collected &collected, std::vector<DroppedBody> &dropped)
      : CodeGenAction(backendAction(product)), collected_(collected), dropped_(dropped) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(CodeGenAction::CreateASTConsumer(compiler, file));
    if (!consumers.front()) return nullptr;
    consumers.push_back(std::make_unique<DropFinder>(collected_, dropped_));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  const Collected &collected_;
  std::vector<DroppedBody> &dropped_;
};

struct AdjustData {
  const std::string *unitId;
  Generated *result;
  llvm::SmallVector<char, 0> *code;
  codelet::SlotCounting slotCounting;
};

void adjust(clang::CompilerInstance &compiler, void *raw) {
  auto *data = static_cast<AdjustData *>(raw);
  compiler.setOutputStream(std::make_unique<llvm::raw_svector_ostream>(*data->code));
  compiler.getCodeGenOpts().PassBuilderCallbacks.push_back([data](llvm::PassBuilder &builder) {
    builder.registerPipelineStartEPCallback(
        [data](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(StaticsPass(*data->unitId, data->result));
        });
    builder.registerOptimizerLastEPCallback(
        [data](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
          passes.addPass(AnalysisPass(data->result));
        });
    if (data->slotCounting == codelet::SlotCounting::On) slots::registerCounting(builder);
  });
}

} // namespace

bool generateCode(const CompileJob &job, const std::string &unitId, Product product,
                  Collected &collected, std::vector<Dependency> *dependencies, Generated &result,
                  std::vector<DroppedBody> &dropped) {
  llvm::SmallVector<char, 0> code;
  AdjustData data{&unitId, &result, &code, job.slotCounting};
  GenerateAction action(product, collected, dropped);
  const bool done = runFrontend(job, action, collected, dependencies, adjust, &data);
  result.code.assign(code.begin(), code.end());
  return done && result.problem.empty();
}

void listSymbols(codelet::Image &image) {
  const auto buffer = llvm::MemoryBuffer::getMemBuffer(image.object, "codelet", false);
  auto object = llvm::object::ObjectFile::createObjectFile(buffer->getMemBufferRef());
  if (!object) {
    llvm::consumeError(object.takeError());
    return;
  }
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name) {
      llvm::consumeError(flags.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    if (!(*flags & llvm::object::SymbolRef::SF_Global)) continue;
    (*flags & llvm::object::SymbolRef::SF_Undefined ? image.undefined : image.defined)
        .push_back(name->str());
  }
}

} // namespace poplar_emu::popc
