// What all of Thrust here is made of: where an algorithm runs, and the one kernel by which it runs on the device.
#ifndef __EMU_THRUST_BASE_H
#define __EMU_THRUST_BASE_H

#include <cstddef>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "cuda_runtime.h"
#include "thrust/version.h"

#define __EMU_HD __host__ __device__
// Always folded into what calls it, so that an access in it has the caller's line.
#define __EMU_FOLDED __EMU_MEMBER

namespace thrust {

using std::ptrdiff_t;
using std::size_t;

namespace system {
/** What Thrust throws where a call of CUDA's runtime fails. */
class system_error : public std::runtime_error {
 public:
  explicit system_error(cudaError_t error, const char *what = "")
      : std::runtime_error(std::string(what) + (*what ? ": " : "") + cudaGetErrorString(error)), error(error) {}
  cudaError_t code() const { return error; }

 private:
  cudaError_t error;
};
namespace detail {
/** The exception of Thrust if there is no memory. */
class bad_alloc : public std::bad_alloc {
 public:
  explicit bad_alloc(cudaError_t error)
      : text(std::string("std::bad_alloc: ") + cudaGetErrorName(error) + ": " + cudaGetErrorString(error)) {}
  const char *what() const noexcept override { return text.c_str(); }

 private:
  std::string text;
};
}  // namespace detail
}  // namespace system
using system::system_error;

namespace emu {

inline void checked(cudaError_t error, const char *what) {
  if (error != cudaSuccess) throw system_error(error, what);
}

/** Throws what Thrust throws if an allocation fails. The error does not stay behind. */
inline void allocated(cudaError_t error) {
  if (error == cudaSuccess) return;
  (void)cudaGetLastError();
  throw system::detail::bad_alloc(error);
}

/** A functor may be for one side only: only in a function for both is a call of it looked up whichever side it is for. */
template <class F, class... A>
__EMU_FOLDED decltype(auto) call(F &f, A &&...arguments) {
  return f(static_cast<A &&>(arguments)...);
}
template <class F, class... A>
using result_of = decltype(emu::call(std::declval<F &>(), std::declval<A>()...));
template <class F, class... A>
using value_of_call = std::remove_cv_t<std::remove_reference_t<result_of<F, A...>>>;

struct host_system {};
struct device_system {};
/** As counting_iterator: it is read wherever the others are. */
struct any_system {};

struct policy_base {};

/** Runs where it is called, one element after the other. */
struct sequential_policy : policy_base {
  static constexpr bool is_device = false;
  template <class Allocator>
  __EMU_FOLDED sequential_policy operator()(Allocator &&) const {
    return *this;
  }
};

struct device_policy : policy_base {
  static constexpr bool is_device = true;
  cudaStream_t stream = 0;
  __EMU_FOLDED constexpr device_policy() {}
  __EMU_FOLDED device_policy on(cudaStream_t other) const {
    device_policy policy;
    policy.stream = other;
    return policy;
  }
  // Temporary memory comes from CUDA's own allocator, whatever the program would rather use.
  template <class Allocator>
  __EMU_FOLDED device_policy operator()(Allocator &&) const {
    return *this;
  }
};

template <class P>
constexpr bool is_policy = std::is_base_of_v<policy_base, std::remove_cv_t<std::remove_reference_t<P>>>;
template <class P>
using if_policy = std::enable_if_t<is_policy<P>, int>;
template <class P>
using unless_policy = std::enable_if_t<!is_policy<P>, int>;

// Which system an argument belongs to: pointers and the C++ library's iterators to the host, ours say it themselves.
template <class T, class = void>
struct system_of_one {
  using type = any_system;
};
template <class T>
struct system_of_one<T *, void> {
  using type = host_system;
};
template <class T>
struct system_of_one<T, std::void_t<typename T::emu_system>> {
  using type = typename T::emu_system;
};
template <class T, class = void>
constexpr bool has_own_system = false;
template <class T>
constexpr bool has_own_system<T, std::void_t<typename T::emu_system>> = true;
template <class T>
struct system_of_one<T, std::enable_if_t<!has_own_system<T> && !std::is_pointer_v<T>, std::void_t<typename std::iterator_traits<T>::iterator_category>>> {
  using type = host_system;
};

template <class... T>
constexpr bool any_on_device = (std::is_same_v<typename system_of_one<T>::type, device_system> || ...);
template <class... T>
constexpr bool any_on_host = (std::is_same_v<typename system_of_one<T>::type, host_system> || ...);
template <class... T>
using joint_system =
    std::conditional_t<any_on_device<T...>, device_system, std::conditional_t<any_on_host<T...>, host_system, any_system>>;
template <class... T>
using policy_for = std::conditional_t<any_on_device<T...>, device_policy, sequential_policy>;

// The same iterator without what only host code needs: device_ptr<T> becomes T*, also inside of other iterators.
template <class It, class = void>
struct bare_of {
  using type = It;
  static __EMU_FOLDED It of(It it) { return it; }
};
template <class It>
struct bare_of<It, std::void_t<decltype(std::declval<const It &>().emu_bare())>> {
  using type = decltype(std::declval<const It &>().emu_bare());
  static __EMU_FOLDED type of(It it) { return it.emu_bare(); }
};
template <class It>
__EMU_FOLDED typename bare_of<It>::type bare(It it) {
  return bare_of<It>::of(it);
}

template <class It>
using value_of = typename std::iterator_traits<It>::value_type;
template <class It>
using distance_of = typename std::iterator_traits<It>::difference_type;

constexpr unsigned THREADS = 256;

/** Every element's work is a thread's. */
template <class Body>
__global__ void kernel(Body body, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) body(i);
}

/** The bytes of what has a copy constructor of its own, which an argument of a kernel may not have. */
template <class Body>
struct packed {
  alignas(Body) unsigned char bytes[sizeof(Body)];
  template <class... A>
  __EMU_FOLDED void operator()(A... arguments) {
    (*(Body *)bytes)(arguments...);
  }
};
template <class Body>
using argument_for = std::conditional_t<std::is_trivially_copy_constructible_v<Body> && std::is_trivially_destructible_v<Body>,
                                        Body, packed<Body>>;

template <class Body>
struct launcher {
  static void launch(cudaStream_t stream, unsigned count, Body body) {
    using argument = argument_for<Body>;
    kernel<argument><<<(count + THREADS - 1) / THREADS, THREADS, 0, stream>>>((argument &)body, count);
    checked(cudaGetLastError(), "a kernel of Thrust");
    checked(cudaStreamSynchronize(stream), "a kernel of Thrust");
  }
};
/** Naming it makes the kernel, also where the compiler looks at a function for the device's sake. */
template <auto>
struct made {};

/** Calls body(0) to body(count - 1): each in a thread of its own on the device, else one after the other. */
template <class P, class Body>
__EMU_HD inline void for_each_index(P policy, size_t count, Body body) {
  if constexpr (P::is_device) {
#ifdef __CUDA_ARCH__
    using instance = made<&launcher<Body>::launch>;
    static_assert(sizeof(instance) > 0);
    for (size_t i = 0; i < count; i++) body((unsigned)i);
#else
    if (count > 0) launcher<Body>::launch(policy.stream, (unsigned)count, body);
#endif
  } else {
    for (size_t i = 0; i < count; i++) body((unsigned)i);
  }
}

/** How many elements a thread takes where their order matters: all of them, where there is one thread. */
template <class P>
__EMU_FOLDED size_t grain(P, size_t count, size_t wanted) {
#ifdef __CUDA_ARCH__
  return count ? count : 1;
#else
  return P::is_device ? wanted : count ? count : 1;
#endif
}

/** Memory for the time of an algorithm, where the algorithm runs. */
template <class T, class P>
class temporary {
  T *memory;

 public:
  __EMU_HD temporary(P, size_t count) : memory(nullptr) {
    if (count == 0) return;
#ifndef __CUDA_ARCH__
    if constexpr (P::is_device) {
      allocated(cudaMalloc((void **)&memory, count * sizeof(T)));
      return;
    }
#endif
    memory = (T *)malloc(count * sizeof(T));
  }
  __EMU_HD ~temporary() {
#ifndef __CUDA_ARCH__
    if constexpr (P::is_device) {
      cudaFree(memory);
      return;
    }
#endif
    free(memory);
  }
  temporary(const temporary &) = delete;
  temporary &operator=(const temporary &) = delete;

  __EMU_FOLDED T *data() const { return memory; }
  /** The value of an element, to whoever called the algorithm. */
  __EMU_HD T get(size_t i) const {
#ifndef __CUDA_ARCH__
    if constexpr (P::is_device) {
      alignas(T) unsigned char bytes[sizeof(T)];
      checked(cudaMemcpy(bytes, memory + i, sizeof(T), cudaMemcpyDeviceToHost), "a result of Thrust");
      return *(T *)bytes;
    }
#endif
    return memory[i];
  }
};

}  // namespace emu
}  // namespace thrust

/** The form of an algorithm that is given no policy: it runs where its iterators lead. */
#define __EMU_WITHOUT_POLICY(name)                                                \
  template <class First, class... Rest, emu::unless_policy<First> = 0>          \
  __EMU_HD auto name(First first, Rest... rest) {                                 \
    return name(emu::policy_for<First, Rest...>(), first, rest...);             \
  }

#endif
