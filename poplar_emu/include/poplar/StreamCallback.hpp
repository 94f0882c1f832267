// SPDX-License-Identifier: MIT
// Callbacks that supply or receive the data of streams.
#ifndef POPLAR_STREAM_CALLBACK_HPP
#define POPLAR_STREAM_CALLBACK_HPP

#include <poplar/DebugContext.hpp>
#include <poplar/Quarter.hpp>
#include <poplar_emu/Export.hpp>
#include <poplar_emu/Fwd.hpp>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace poplar {

/// What all callbacks of streams have in common.
class POPLAR_EMU_EXPORT StreamCallbackBase {
 public:
  enum class Result { Success, NotAvailable };

  virtual ~StreamCallbackBase();

  /// The transfer is complete.
  virtual void complete();
  /// Data that was prefetched but not used is dropped.
  virtual void invalidatePrefetched();
};

/// Host to device: prefetch() or fetch() fills the buffer, then complete() is called. Device to
/// host: fetch() gets the data, then complete() is called.
class POPLAR_EMU_EXPORT StreamCallback : public StreamCallbackBase {
 public:
  ~StreamCallback() override;

  /// Fills the buffer ahead of time, or says that no data is there yet.
  virtual Result prefetch(void *buffer) = 0;
  virtual void fetch(void *buffer) = 0;
  void complete() override = 0;
};

/// A callback that has only fetch().
class POPLAR_EMU_EXPORT LegacyStreamCallback : public StreamCallback {
 public:
  ~LegacyStreamCallback() override;

  Result prefetch(void *buffer) final;
  void complete() final;
  void invalidatePrefetched() final;
};

/// A callback whose data are quarters with this metadata.
class POPLAR_EMU_EXPORT StreamCallbackWithMetadata : public StreamCallback {
 public:
  ~StreamCallbackWithMetadata() override;

  virtual QuarterMetadata getMetadata() const = 0;
};

/// A callback that can wait for data from another thread.
class POPLAR_EMU_EXPORT ResumableStreamCallback : public StreamCallback {
 public:
  ResumableStreamCallback();
  ~ResumableStreamCallback() override;

  /// Ends a wait().
  void notify();
  bool isAwaiting() const;

 protected:
  /// Blocks until notify() is called.
  void wait();

 private:
  std::unique_ptr<poplar_emu::model::ResumableState> state_;
};

/// Owns a callback, made from an object or from anything callable with a void *.
class POPLAR_EMU_EXPORT StreamCallbackHandle {
  template <class F>
  class FunctionCallback : public StreamCallback {
   public:
    template <class G>
    explicit FunctionCallback(G &&function) : function_(std::forward<G>(function)) {}

    Result prefetch(void *) override { return Result::NotAvailable; }
    void fetch(void *buffer) override { function_(buffer); }
    void complete() override {}

   private:
    F function_;
  };

  template <class F, class = decltype(std::declval<F &>()(std::declval<void *>()))>
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
            class = typename std::enable_if<std::is_base_of<StreamCallback, Callback>::value>::type>
  StreamCallbackHandle(std::unique_ptr<Callback> callback,
                       SourceLocation loc = SourceLocation::Current())
      : callback_(checked(std::unique_ptr<StreamCallback>(std::move(callback)), loc)) {}

  /// Throws poplar_error for a null pointer to a function and an empty std::function.
  template <class F, class Decayed = typename std::decay<F>::type,
            class = typename std::enable_if<!std::is_same<Decayed, StreamCallbackHandle>::value &&
                                            decltype(isCallable<Decayed>(0))::value>::type>
  StreamCallbackHandle(F &&function, SourceLocation loc = SourceLocation::Current()) {
    const Decayed &given = function;
    callback_ = checked(
        std::unique_ptr<StreamCallback>(
            isEmpty(given) ? nullptr : new FunctionCallback<Decayed>(std::forward<F>(function))),
        loc);
  }

  StreamCallbackHandle(StreamCallbackHandle &&) noexcept;
  StreamCallbackHandle(const StreamCallbackHandle &) = delete;
  StreamCallbackHandle &operator=(StreamCallbackHandle &&) noexcept;
  StreamCallbackHandle &operator=(const StreamCallbackHandle &) = delete;
  ~StreamCallbackHandle();

  operator std::unique_ptr<StreamCallback>() && { return std::move(callback_); }

 private:
  static std::unique_ptr<StreamCallback> checked(std::unique_ptr<StreamCallback> callback,
                                                 const SourceLocation &loc);

  std::unique_ptr<StreamCallback> callback_;
};

} // namespace poplar

#endif
