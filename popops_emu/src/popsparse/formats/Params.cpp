// SPDX-License-Identifier: MIT
// Parameters of sparse operations: checks, order, text.
#include "support/Errors.hpp"

#include <popsparse/MatMulParams.hpp>

#include <cmath>
#include <tuple>

namespace popsparse {

namespace {

std::string text(std::size_t m, std::size_t k, std::size_t n) {
  return "m " + std::to_string(m) + ", k " + std::to_string(k) + ", n " + std::to_string(n);
}

void checkGroups(const std::string &operation, std::size_t groups) {
  if (groups != 1)
    popops::support::fail(operation, std::to_string(groups) + " groups",
                          "call the operation once for each group");
}

} // namespace

namespace dynamic {

namespace {

auto fields(const SparsityParams &p) {
  return std::make_tuple(p.type, p.structure, p.blockDimensions);
}

auto fields(const MatMulParams &p) {
  return std::make_tuple(fields(p.getSparsityParams()), p.getNzRatio(), p.getNumGroups(), p.getM(),
                         p.getK(), p.getN());
}

} // namespace

bool operator<(const SparsityParams &a, const SparsityParams &b) {
  return fields(a) < fields(b);
}
bool operator==(const SparsityParams &a, const SparsityParams &b) {
  return fields(a) == fields(b);
}
bool operator!=(const SparsityParams &a, const SparsityParams &b) {
  return !(a == b);
}

std::ostream &operator<<(std::ostream &out, const SparsityType &type) {
  return out << (type == SparsityType::Element ? "Element" : "Block");
}
std::ostream &operator<<(std::ostream &out, const SparsityStructure &) {
  return out << "Unstructured";
}
std::ostream &operator<<(std::ostream &out, const SparsityParams &p) {
  return out << "{type: " << p.type << ", structure: " << p.structure << ", block: {"
             << p.blockDimensions[0] << ", " << p.blockDimensions[1] << "}}";
}

MatMulParams::MatMulParams(const SparsityParams &sparsityParams, double nzRatio, std::size_t groups,
                           std::size_t m, std::size_t k, std::size_t n)
    : sparsityParams_(sparsityParams), nzRatio_(nzRatio), groups_(groups), m_(m), k_(k), n_(n) {
  const std::string operation = "popsparse::dynamic::MatMulParams";
  const auto &block = sparsityParams.blockDimensions;
  checkGroups(operation, groups);
  if (!(nzRatio > 0 && nzRatio <= 1))
    popops::support::fail(operation, "a ratio of non-zeros of " + std::to_string(nzRatio),
                          "choose one above 0, up to 1");
  if (block[0] == 0 || block[1] == 0 || m % block[0] != 0 || k % block[1] != 0)
    popops::support::fail(operation,
                          "blocks of " + std::to_string(block[0]) + " x " +
                              std::to_string(block[1]) + " in a product of " + text(m, k, n),
                          "choose blocks whose rows divide m and whose columns divide k");
}

MatMulParams MatMulParams::createWithNzRatio(const SparsityParams &sparsityParams, double nzRatio,
                                             std::size_t groups, std::size_t m, std::size_t k,
                                             std::size_t n) {
  return {sparsityParams, nzRatio, groups, m, k, n};
}

MatMulParams MatMulParams::createWithNumNonZeroValues(const SparsityParams &sparsityParams,
                                                      std::size_t numNonZeroElems,
                                                      std::size_t groups, std::size_t m,
                                                      std::size_t k, std::size_t n) {
  return {sparsityParams,
          static_cast<double>(numNonZeroElems) / static_cast<double>(groups * m * k),
          groups,
          m,
          k,
          n};
}

std::size_t MatMulParams::getNumNonZeroValues() const {
  // Whole blocks; rounded up, since a ratio does not keep a number exactly.
  const std::size_t size = sparsityParams_.blockDimensions[0] * sparsityParams_.blockDimensions[1];
  const double blocks =
      nzRatio_ * static_cast<double>(groups_ * m_ * k_) / static_cast<double>(size);
  return static_cast<std::size_t>(std::ceil(blocks - 1e-6)) * size;
}

bool operator<(const MatMulParams &a, const MatMulParams &b) {
  return fields(a) < fields(b);
}
bool operator==(const MatMulParams &a, const MatMulParams &b) {
  return fields(a) == fields(b);
}
bool operator!=(const MatMulParams &a, const MatMulParams &b) {
  return !(a == b);
}
std::ostream &operator<<(std::ostream &out, const MatMulParams &p) {
  return out << "{sparsity: " << p.getSparsityParams() << ", nzRatio: " << p.getNzRatio()
             << ", groups: " << p.getNumGroups() << ", " << text(p.getM(), p.getK(), p.getN())
             << "}";
}

} // namespace dynamic

namespace static_ {

namespace {

auto fields(const MatMulParams &p) {
  return std::make_tuple(p.isSparseDense(), p.getNumGroups(), p.getM(), p.getK(), p.getN());
}

} // namespace

MatMulParams::MatMulParams(bool sparseDense, std::size_t groups, std::size_t m, std::size_t k,
                           std::size_t n)
    : sparseDense_(sparseDense), groups_(groups), m_(m), k_(k), n_(n) {
  checkGroups("popsparse::static_::MatMulParams", groups);
}

MatMulParams MatMulParams::createForSparseDense(std::size_t groups, std::size_t m, std::size_t k,
                                                std::size_t n) {
  return {true, groups, m, k, n};
}
MatMulParams MatMulParams::createForDenseSparse(std::size_t groups, std::size_t n, std::size_t k,
                                                std::size_t m) {
  return {false, groups, m, k, n};
}

bool operator<(const MatMulParams &a, const MatMulParams &b) {
  return fields(a) < fields(b);
}
bool operator==(const MatMulParams &a, const MatMulParams &b) {
  return fields(a) == fields(b);
}
bool operator!=(const MatMulParams &a, const MatMulParams &b) {
  return !(a == b);
}
std::ostream &operator<<(std::ostream &out, const MatMulParams &p) {
  return out << (p.isSparseDense() ? "{sparse x dense, " : "{dense x sparse, ")
             << "groups: " << p.getNumGroups() << ", " << text(p.getM(), p.getK(), p.getN()) << "}";
}

} // namespace static_
} // namespace popsparse
