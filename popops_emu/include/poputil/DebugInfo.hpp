// SPDX-License-Identifier: MIT
// Nodes of the debug tree for library calls: name of the call, its arguments, its results.
#ifndef POPUTIL_DEBUG_INFO_HPP
#define POPUTIL_DEBUG_INFO_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar/Graph.hpp>
#include <poplar/OptionFlags.hpp>
#include <poplar/ProfileValue.hpp>
#include <poplar/Program.hpp>
#include <poplar/Tensor.hpp>
#include <poplar/Type.hpp>
#include <poplar_emu/Export.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

#if defined(__GNUC__) || defined(__clang__)
#ifndef SUPPORTS_FUNCTION_BUILTINS
#define SUPPORTS_FUNCTION_BUILTINS 1
#endif
#endif

namespace poputil {

/// A value as it stands in the debug tree. Specialise it for structures of your own.
template <typename T>
inline poplar::ProfileValue toProfileValue(const T &) {
  return poplar::ProfileValue("<UNKNOWN>");
}

#define POPUTIL_PROFILE_NUMBER(T)                                                                  \
  template <>                                                                                      \
  inline poplar::ProfileValue toProfileValue(const T &value) {                                     \
    return poplar::ProfileValue(static_cast<poplar::ProfileValue::Number>(value));                 \
  }
POPUTIL_PROFILE_NUMBER(unsigned char)
POPUTIL_PROFILE_NUMBER(int)
POPUTIL_PROFILE_NUMBER(unsigned int)
POPUTIL_PROFILE_NUMBER(long)
POPUTIL_PROFILE_NUMBER(unsigned long)
POPUTIL_PROFILE_NUMBER(long long)
POPUTIL_PROFILE_NUMBER(unsigned long long)
POPUTIL_PROFILE_NUMBER(float)
POPUTIL_PROFILE_NUMBER(double)
#undef POPUTIL_PROFILE_NUMBER

#define POPUTIL_PROFILE_VALUE(T)                                                                   \
  template <>                                                                                      \
  POPLAR_EMU_EXPORT poplar::ProfileValue toProfileValue(const T &value);
POPUTIL_PROFILE_VALUE(bool)
POPUTIL_PROFILE_VALUE(std::string)
POPUTIL_PROFILE_VALUE(poplar::ComputeSet)
POPUTIL_PROFILE_VALUE(poplar::OptionFlags)
POPUTIL_PROFILE_VALUE(poplar::program::Copy)
POPUTIL_PROFILE_VALUE(poplar::program::Sequence)
POPUTIL_PROFILE_VALUE(poplar::Tensor)
POPUTIL_PROFILE_VALUE(poplar::Type)
POPUTIL_PROFILE_VALUE(poplar::TensorCloneMethod)
#undef POPUTIL_PROFILE_VALUE

template <typename T>
poplar::ProfileValue toProfileValue(T *const &pointer) {
  return pointer == nullptr ? poplar::ProfileValue("<nullptr>") : toProfileValue(*pointer);
}
inline poplar::ProfileValue toProfileValue(const char *const &text) {
  return poplar::ProfileValue(text == nullptr ? "<nullptr>" : text);
}

template <typename T>
poplar::ProfileValue toProfileValue(const std::vector<T> &values);
inline poplar::ProfileValue toProfileValue(const std::vector<bool> &values);
template <typename T>
poplar::ProfileValue toProfileValue(const poplar::ArrayRef<T> &values);
template <typename A, typename B>
poplar::ProfileValue toProfileValue(const std::pair<A, B> &value);
template <typename T, std::size_t N>
poplar::ProfileValue toProfileValue(const std::array<T, N> &values);

namespace internal {
template <typename Range>
poplar::ProfileValue listToProfileValue(const Range &values) {
  poplar::ProfileValue::Vector list;
  for (const auto &value : values)
    list.push_back(toProfileValue(value));
  return poplar::ProfileValue(std::move(list));
}
} // namespace internal

template <typename T>
poplar::ProfileValue toProfileValue(const std::vector<T> &values) {
  return internal::listToProfileValue(values);
}
inline poplar::ProfileValue toProfileValue(const std::vector<bool> &values) {
  poplar::ProfileValue::Vector list;
  for (const bool value : values)
    list.push_back(poplar::ProfileValue(static_cast<poplar::ProfileValue::Boolean>(value)));
  return poplar::ProfileValue(std::move(list));
}
template <typename T>
poplar::ProfileValue toProfileValue(const poplar::ArrayRef<T> &values) {
  return internal::listToProfileValue(values);
}
template <typename A, typename B>
poplar::ProfileValue toProfileValue(const std::pair<A, B> &value) {
  poplar::ProfileValue::Vector list;
  list.push_back(toProfileValue(value.first));
  list.push_back(toProfileValue(value.second));
  return poplar::ProfileValue(std::move(list));
}
template <typename T, std::size_t N>
poplar::ProfileValue toProfileValue(const std::array<T, N> &values) {
  return internal::listToProfileValue(values);
}

/// An argument of a call: its name and value.
class POPLAR_EMU_EXPORT ArgType {
 public:
  std::string n;
  poplar::ProfileValue pv;

  ArgType(std::string name, poplar::ProfileValue value)
      : n(std::move(name)), pv(std::move(value)) {}
  ArgType(std::pair<std::string, poplar::ProfileValue> argument)
      : ArgType(std::move(argument.first), std::move(argument.second)) {}
};

/// A node of any layer with an "api" member.
class POPLAR_EMU_EXPORT OpDebugInfo : public poplar::DebugInfo {
 public:
  OpDebugInfo(const poplar::DebugContext &debugContext, std::string api);
  OpDebugInfo(const OpDebugInfo &) = delete;
  OpDebugInfo &operator=(const OpDebugInfo &) = delete;
  ~OpDebugInfo() override;

  /// Adds a map of the arguments, or a single value; nothing when there are no arguments.
  void add(std::string name, const std::vector<ArgType> &args);
  void add(std::string name, poplar::ProfileValue value);
};

/// A node of popops and its companions. Pass it, or `{di, "suffix"}`, wherever a DebugContext is
/// wanted.
class POPLAR_EMU_EXPORT PoplibsOpDebugInfo : public OpDebugInfo {
 public:
#ifdef SUPPORTS_FUNCTION_BUILTINS
  PoplibsOpDebugInfo(const poplar::DebugContext &debugContext,
                     const std::vector<ArgType> &args = {},
                     const std::string &api = __builtin_FUNCTION());
#else
  PoplibsOpDebugInfo(const poplar::DebugContext &debugContext,
                     const std::vector<ArgType> &args = {}, const std::string &api = "");
#endif
  PoplibsOpDebugInfo(const PoplibsOpDebugInfo &) = delete;
  PoplibsOpDebugInfo &operator=(const PoplibsOpDebugInfo &) = delete;
  ~PoplibsOpDebugInfo() override;

  void addOutputs(const std::vector<ArgType> &outputs);
  void addOutput(const poplar::Tensor &output);
};

} // namespace poputil

// DI_ARGS(a, b) is {{"a", toProfileValue(a)}, {"b", toProfileValue(b)}}, for up to 16 arguments.
#define DI_STR(s) #s
#define DI_XSTR(s) DI_STR(s)
#define DI_NUM_ARGS(...)                                                                           \
  DI_NUM_ARGS_(0, ##__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define DI_NUM_ARGS_(_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, N, \
                     ...)                                                                          \
  N
#define DI_KEY_VALUE_ARG(arg) {DI_STR(arg), poputil::toProfileValue(arg)}
#define DI_KEY_VALUE_ARG_0()
#define DI_KEY_VALUE_ARG_1(a) DI_KEY_VALUE_ARG(a)
#define DI_KEY_VALUE_ARG_2(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_1(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_3(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_2(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_4(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_3(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_5(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_4(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_6(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_5(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_7(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_6(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_8(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_7(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_9(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_8(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_10(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_9(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_11(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_10(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_12(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_11(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_13(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_12(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_14(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_13(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_15(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_14(__VA_ARGS__)
#define DI_KEY_VALUE_ARG_16(a, ...) DI_KEY_VALUE_ARG(a), DI_KEY_VALUE_ARG_15(__VA_ARGS__)
#define DI_MACRO_CONCAT_(a, b) a##b
#define DI_MACRO_CONCAT(a, b) DI_MACRO_CONCAT_(a, b)
#define DI_ARGS(...) {DI_MACRO_CONCAT(DI_KEY_VALUE_ARG_, DI_NUM_ARGS(__VA_ARGS__))(__VA_ARGS__)}

#endif
