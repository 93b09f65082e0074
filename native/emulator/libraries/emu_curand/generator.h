// Generators of the host API, and the order of their numbers. A generator has a number of threads with a subsequence each, which take
// turns: a turn makes a group of one number, or of two normal ones, or of four of Philox.
#ifndef __EMU_CURAND_GENERATOR_H
#define __EMU_CURAND_GENERATOR_H

#include <vector>

#include "emu_curand/distributions.h"

typedef enum {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef curandStatus_t curandStatus;

// Names of other generators and orders are not declared, so that a program that uses one is reported as unsupported.
typedef enum {
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161
} curandRngType_t;
typedef curandRngType_t curandRngType;
typedef enum {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_LEGACY = 103
} curandOrdering_t;
typedef curandOrdering_t curandOrdering;

namespace emu_curand {

template <class State>
struct engine_of;
template <>
struct engine_of<curandStateXORWOW_t> {
  static constexpr unsigned threads = 4096, legacy_threads = 4096;
};
template <>
struct engine_of<curandStateMRG32k3a_t> {
  static constexpr unsigned threads = 81920, legacy_threads = 4096;
};
template <>
struct engine_of<curandStatePhilox4_32_10_t> {
  static constexpr unsigned threads = 65536, legacy_threads = 65536;
};
template <class State>
constexpr bool is_philox = std::is_same<State, curandStatePhilox4_32_10_t>::value;

}  // namespace emu_curand

struct curandGenerator_st {
  curandRngType_t type;
  bool isHost;
  cudaStream_t stream = 0;
  unsigned long long seed = 0;
  unsigned long long offset = 0;
  /** The number of turns before the next one; for Philox, the number of numbers. */
  unsigned long long position = 0;
  unsigned threads;
  /** States of the threads before their next turns; empty until they are needed. */
  std::vector<curandStateXORWOW_t> xorwow;
  std::vector<curandStateMRG32k3a_t> mrg;
  std::vector<curandStatePhilox4_32_10_t> philox;

  curandGenerator_st(curandRngType_t type, bool isHost) : type(type), isHost(isHost) { order(CURAND_ORDERING_PSEUDO_DEFAULT); }

  void order(curandOrdering_t order) {
    const bool legacy = order == CURAND_ORDERING_PSEUDO_LEGACY;
    if (type == CURAND_RNG_PSEUDO_MRG32K3A) use<curandStateMRG32k3a_t>(legacy);
    else if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) use<curandStatePhilox4_32_10_t>(legacy);
    else use<curandStateXORWOW_t>(legacy);
  }
  template <class State>
  void use(bool legacy) {
    threads = legacy ? emu_curand::engine_of<State>::legacy_threads : emu_curand::engine_of<State>::threads;
    forget();
  }
  /** A new sequence continues where the old one was. For Philox, cuRAND 10.4 counts turns and takes them for numbers. */
  void reseed(unsigned long long value) {
    seed = value;
    offset = type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? offset + (position - offset) / 4 : position;
    forget();
  }
  void move(unsigned long long value) {
    offset = value;
    forget();
  }
  void forget() {
    position = offset;
    xorwow.clear();
    mrg.clear();
    philox.clear();
  }
  void seeded() {
    if (type == CURAND_RNG_PSEUDO_MRG32K3A) fill(mrg);
    else if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) fill(philox);
    else fill(xorwow);
  }
  template <class State>
  std::vector<State> &fill(std::vector<State> &states) {
    if (!states.empty()) return states;
    states.resize(threads);
    curand_init(seed, 0, 0, &states[0]);
    for (unsigned i = 1; i < threads; i++) {
      states[i] = states[i - 1];
      next_subsequence(states[i]);
    }
    // Each thread has had its share of the numbers before the offset.
    const unsigned per = emu_curand::is_philox<State> ? 4 : 1;
    const unsigned long long turns = offset / per;
    for (unsigned i = 0; i < threads && turns > 0; i++) skipahead((turns / threads + (i < turns % threads)) * per, &states[i]);
    return states;
  }
  static void next_subsequence(curandStateMRG32k3a_t &state) { skipahead_subsequence(1, &state); }
  template <class State>
  static void next_subsequence(State &state) {
    skipahead_sequence(1, &state);
  }
};
typedef struct curandGenerator_st *curandGenerator_t;

namespace emu_curand {

inline curandStatus_t create(curandGenerator_t *generator, int type, bool isHost) {
  if (!generator) return CURAND_STATUS_OUT_OF_RANGE;
  const bool known = type == CURAND_RNG_PSEUDO_DEFAULT || type == CURAND_RNG_PSEUDO_XORWOW || type == CURAND_RNG_PSEUDO_MRG32K3A ||
                     type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  if (!known) return CURAND_STATUS_TYPE_ERROR;
  *generator = new curandGenerator_st((curandRngType_t)type, isHost);
  return CURAND_STATUS_SUCCESS;
}

// What a group of numbers is made of: `per<State>` numbers, written to `to`.
template <class T, int single>
struct kind {
  typedef T value;
  template <class State>
  static constexpr int per = is_philox<State> ? 4 : single;
};

struct bits : kind<unsigned, 1> {
  template <class State>
  __EMU_MEMBER void operator()(State *state, unsigned *to) const {
    for (int i = 0; i < per<State>; i++) to[i] = curand(state);
  }
};
struct uniform : kind<float, 1> {
  template <class State>
  __EMU_MEMBER void operator()(State *state, float *to) const {
    for (int i = 0; i < per<State>; i++) to[i] = curand_uniform(state);
  }
};
struct uniform_double : kind<double, 1> {
  template <class State>
  __EMU_MEMBER void operator()(State *state, double *to) const {
    to[0] = curand_uniform_double(state);
  }
  __EMU_MEMBER void operator()(curandStatePhilox4_32_10_t *state, double *to) const {
    for (int i = 0; i < 4; i++) {
      const unsigned x = curand(state), y = curand(state);
      to[i] = unit(x, y);
    }
  }
};
template <class T, bool isLog>
struct normal : kind<T, 2> {
  T mean, deviation;
  normal(T mean, T deviation) : mean(mean), deviation(deviation) {}
  __EMU_MEMBER T moved(T z) const {
    const T x = mean + deviation * z;
    if constexpr (!isLog) return x;
    else if constexpr (sizeof(T) == 4) return expf(x);
    else return exp(x);
  }
  template <class State>
  __EMU_MEMBER void operator()(State *state, T *to) const {
    for (int i = 0; i < kind<T, 2>::template per<State>; i += 2) {
      if constexpr (sizeof(T) == 4) {
        const float2 pair = next_pair(state);
        to[i] = moved(pair.x);
        to[i + 1] = moved(pair.y);
      } else {
        const double2 pair = next_double_pair(state);
        to[i] = moved(pair.x);
        to[i + 1] = moved(pair.y);
      }
    }
  }
};
struct poisson_numbers : kind<unsigned, 1> {
  double lambda;
  poisson_numbers(double lambda) : lambda(lambda) {}
  template <class State>
  __EMU_MEMBER void operator()(State *state, unsigned *to) const {
    for (int i = 0; i < per<State>; i++) to[i] = poisson(state, lambda);
  }
};

/** A call: turns 0, 1, ... of it, of which thread t of the call has t, t + threads, ... */
template <class Kind, class State>
struct work {
  State *states;
  unsigned threads;
  unsigned long long position;
  typename Kind::value *to;
  unsigned long long count;
  Kind kind;

  __EMU_MEMBER void operator()(unsigned thread) const {
    constexpr unsigned long long per = Kind::template per<State>;
    // Philox can begin in the middle of a turn, and end there: then the next call begins with the same turn.
    const unsigned long long before = is_philox<State> ? position % 4 : 0, end = count + before;
    const unsigned long long first = (is_philox<State> ? position / 4 : position) + thread;
    State &kept = states[first % threads];
    for (unsigned long long turn = thread; turn * per < end; turn += threads) {
      State state = kept;
      typename Kind::value numbers[per];
      kind(&state, numbers);
      for (unsigned i = 0; i < per; i++) {
        const unsigned long long at = turn * per + i;
        if (at >= before && at < end) to[at - before] = numbers[i];
      }
      if (turn * per + per <= end) kept = state;
    }
  }
};
template <class Work>
__global__ void numbers(Work work, unsigned threads) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < threads) work(thread);
}

template <class Kind, class State>
curandStatus_t run(curandGenerator_t generator, std::vector<State> &made, typename Kind::value *to, size_t count, Kind kind) {
  constexpr unsigned per = Kind::template per<State>;
  std::vector<State> &states = generator->fill(made);
  const size_t turns = is_philox<State> ? count / 4 + 2 : count / per;
  const unsigned threads = (unsigned)(turns < generator->threads ? turns : generator->threads);
  work<Kind, State> all{states.data(), generator->threads, generator->position, to, count, kind};
  generator->position += is_philox<State> ? count : turns;
  if (generator->isHost) {
    for (unsigned thread = 0; thread < threads; thread++) all(thread);
    return CURAND_STATUS_SUCCESS;
  }
  const size_t bytes = states.size() * sizeof(State);
  if (cudaMalloc(&all.states, bytes) != cudaSuccess) return CURAND_STATUS_ALLOCATION_FAILED;
  cudaError_t error = cudaMemcpy(all.states, states.data(), bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    numbers<<<(threads + 127) / 128, 128, 0, generator->stream>>>(all, threads);
    error = cudaPeekAtLastError();
  }
  if (error == cudaSuccess) {
    error = cudaStreamSynchronize(generator->stream);
    cudaMemcpy(states.data(), all.states, bytes, cudaMemcpyDeviceToHost);
  }
  cudaFree(all.states);
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

template <class Kind>
curandStatus_t generate(curandGenerator_t generator, typename Kind::value *to, size_t count, Kind kind) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  if (count % (Kind::template per<curandStateXORWOW_t>)) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (count == 0) return CURAND_STATUS_SUCCESS;
  if (generator->type == CURAND_RNG_PSEUDO_MRG32K3A) return run(generator, generator->mrg, to, count, kind);
  if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) return run(generator, generator->philox, to, count, kind);
  return run(generator, generator->xorwow, to, count, kind);
}

}  // namespace emu_curand

#endif
