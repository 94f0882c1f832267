// SPDX-License-Identifier: MIT
// Functions of the host that programs call.
#ifndef POPLAR_HOST_FUNCTION_CALLBACK_HPP
#define POPLAR_HOST_FUNCTION_CALLBACK_HPP

#include <poplar/ArrayRef.hpp>
#include <poplar/DebugContext.hpp>
#include <poplar_emu/Export.hpp>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace poplar {

/// A function from input buffers to output buffers.
class POPLAR_EMU_EXPORT HostCallback {
 public:
  virtual ~HostCallback();
  virtual void operator()(ArrayRef<const void *> inputs, ArrayRef<void *> outputs) = 0;
};

/// Owns a callback, made from an object or from anything callable with the two lists of buffers.
class POPLAR_EMU_EXPORT HostCallbackHandle {
  template <class F>
  class FunctionCallback : public HostCallback {
   public:
    template <class G>
    explicit FunctionCallback(G &&function) : function_(std::forward<G>(function)) {}

    void operator()(ArrayRef<const void *> inputs, ArrayRef<void *> outputs) override {
      function_(inputs, outputs);
    }

   private:
    F function_;
  };

  template <class F, class = decltype(std::declval<F &>()(std::declval<ArrayRef<const void *>>(),
                                                          std::declval<ArrayRef<void *>>()))>
  static std::true_type isCallable(int);
  template <class F>
  static std::false_type isCallable(...);

  // Callables that can hold nothing.
  template <class F>
  static bool isEmpty(const F &) {
    return false;
  }
  template <class F>
  static bool isEmpty(F *const &function) {
    return function == nullptr;
  }
  template <class Signature>
  static bool isEmpty(const std::function<Signature> &function) {
    return !function;
  }

 public:
  /// Throws poplar_error for a null pointer.
  template <class Callback,
            class = typename std::enable_if<std::is_base_of<HostCallback, Callback>::value>::type>
  HostCallbackHandle(std::unique_ptr<Callback> callback,
                     SourceLocation loc = SourceLocation::Current())
      : callback_(checked(std::unique_ptr<HostCallback>(std::move(callback)), loc)) {}

  /// Throws poplar_error for a null pointer to a function and an empty std::function.
  template <class F, class Decayed = typename std::decay<F>::type,
            class = typename std::enable_if<!std::is_same<Decayed, HostCallbackHandle>::value &&
                                            decltype(isCallable<Decayed>(0))::value>::type>
  HostCallbackHandle(F &&function, SourceLocation loc = SourceLocation::Current()) {
    const Decayed &given = function;
    callback_ = checked(
        std::unique_ptr<HostCallback>(
            isEmpty(given) ? nullptr : new FunctionCallback<Decayed>(std::forward<F>(function))),
        loc);
  }

  HostCallbackHandle(HostCallbackHandle &&) noexcept;
  HostCallbackHandle(const HostCallbackHandle &) = delete;
  HostCallbackHandle &operator=(HostCallbackHandle &&) noexcept;
  HostCallbackHandle &operator=(const HostCallbackHandle &) = delete;
  ~HostCallbackHandle();

  operator std::unique_ptr<HostCallback>() && { return std::move(callback_); }

 private:
  static std::unique_ptr<HostCallback> checked(std::unique_ptr<HostCallback> callback,
                                               const SourceLocation &loc);

  std::unique_ptr<HostCallback> callback_;
};

} // namespace poplar

#endif
