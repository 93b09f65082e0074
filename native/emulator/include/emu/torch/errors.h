// What PyTorch throws, and the checks that throw it. An exception that nobody catches ends the program, and its message
// is told with the place in the submission.
#ifndef __EMU_TORCH_ERRORS_H
#define __EMU_TORCH_ERRORS_H

namespace c10 {
class Error : public std::exception {
 public:
  explicit Error(std::string message) : message_(std::move(message)) {}
  const char *what() const noexcept override { return message_.c_str(); }
  const std::string &msg() const { return message_; }

 private:
  std::string message_;
};
class IndexError : public Error {
  using Error::Error;
};
class ValueError : public Error {
  using Error::Error;
};
class TypeError : public Error {
  using Error::Error;
};
class NotImplementedError : public Error {
  using Error::Error;
};
// A call of CUDA, or a launch, that failed.
class CUDAError : public Error {
  using Error::Error;
};
template <class... Parts> inline std::string str(const Parts &...parts) {
  std::ostringstream text;
  (void)(text << ... << parts);
  return text.str();
}
} // namespace c10

// Two checks that become one would have no line.
#ifdef __clang__
#define __EMU_TORCH_FAILS [[noreturn]] __attribute__((nomerge, noinline))
#else
#define __EMU_TORCH_FAILS [[noreturn]]
#endif

namespace emu_torch {
template <class Thrown> __EMU_TORCH_FAILS inline void fail(std::string message) { throw Thrown(std::move(message)); }
inline std::string said(const char *condition) { return std::string("Expected ") + condition + " to be true, but got false."; }
template <class... Parts> inline std::string said(const char *, const Parts &...parts) { return c10::str(parts...); }
__EMU_TORCH_FAILS inline void cuda_failed(cudaError_t error) {
  throw c10::CUDAError(std::string("CUDA error: ") + cudaGetErrorString(error));
}
} // namespace emu_torch

#define __EMU_TORCH_CHECK(Thrown, condition, ...)                                          \
  do {                                                                                   \
    if (!(condition)) ::emu_torch::fail<Thrown>(::emu_torch::said(#condition, ##__VA_ARGS__)); \
  } while (0)
#define TORCH_CHECK(condition, ...) __EMU_TORCH_CHECK(::c10::Error, condition, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(condition, ...) __EMU_TORCH_CHECK(::c10::IndexError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(condition, ...) __EMU_TORCH_CHECK(::c10::ValueError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(condition, ...) __EMU_TORCH_CHECK(::c10::TypeError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) __EMU_TORCH_CHECK(::c10::NotImplementedError, condition, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ASSERT(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_CHECK(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ERROR(...) ::emu_torch::fail<::c10::Error>(::c10::str(__VA_ARGS__))
#define TORCH_WARN(...) (void)fprintf(stderr, "Warning: %s\n", ::c10::str(__VA_ARGS__).c_str())
#define TORCH_WARN_ONCE(...) TORCH_WARN(__VA_ARGS__)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b), "Check failed: " #a " == " #b " (", (a), " vs. ", (b), ").")
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b), "Check failed: " #a " != " #b " (", (a), " vs. ", (b), ").")
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b), "Check failed: " #a " <= " #b " (", (a), " vs. ", (b), ").")
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b), "Check failed: " #a " < " #b " (", (a), " vs. ", (b), ").")
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b), "Check failed: " #a " >= " #b " (", (a), " vs. ", (b), ").")
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b), "Check failed: " #a " > " #b " (", (a), " vs. ", (b), ").")

#define C10_CUDA_CHECK(call)                                               \
  do {                                                                     \
    const cudaError_t emu_torch_error = (call);                            \
    if (emu_torch_error != cudaSuccess) ::emu_torch::cuda_failed(emu_torch_error); \
  } while (0)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define AT_CUDA_CHECK(call) C10_CUDA_CHECK(call)
#define C10_CUDA_ERROR_HANDLED(call) (call)
#define C10_CUDA_IGNORE_ERROR(call) ((void)(call))

#endif
