// Distributions of cuRAND's device API. Uniform numbers are those of cuRAND, bit by bit: greater than 0, at most 1. Normal
// numbers are those of Box and Muller from the same bits; sine, cosine and logarithm are exact here, approximate on a GPU.
#ifndef __EMU_CURAND_DISTRIBUTIONS_H
#define __EMU_CURAND_DISTRIBUTIONS_H

#include <math.h>

#include "emu_curand/mrg32k3a.h"
#include "emu_curand/philox.h"
#include "emu_curand/xorwow.h"

namespace emu_curand {

constexpr float TO_FLOAT = 2.3283064e-10f;              // 2^-32
constexpr double TO_DOUBLE = 1.1102230246251565e-16;    // 2^-53
constexpr double MRG_TO_UNIT = 2.3283065498378288e-10;  // 1 / the first modulus
constexpr float TWO_PI = 6.2831855f;
constexpr double PI = 3.1415926535897932;

__EMU_HOST_DEVICE float unit(unsigned x) { return x * TO_FLOAT + TO_FLOAT / 2; }
/** Returns a number from 53 bits of two words. */
__EMU_HOST_DEVICE double unit(unsigned x, unsigned y) {
  const unsigned long long bits = x ^ (unsigned long long)y << 21;
  return bits * TO_DOUBLE + TO_DOUBLE / 2;
}

/** Returns two normal numbers from a radius in (0, 1] and an angle. */
__EMU_HOST_DEVICE float2 normal_pair(float radius, float angle) {
  const float s = sqrtf(-2.0f * logf(radius));
  return float2{s * sinf(angle), s * cosf(angle)};
}
/** The same with the angle in half turns. */
__EMU_HOST_DEVICE double2 normal_pair(double radius, double turns) {
  const double s = sqrt(-2.0 * log(radius));
  return double2{s * sin(turns * PI), s * cos(turns * PI)};
}
__EMU_HOST_DEVICE float2 normal_pair(unsigned x, unsigned y) {
  return normal_pair(unit(x), y * (TO_FLOAT * TWO_PI) + TO_FLOAT * TWO_PI / 2);
}
__EMU_HOST_DEVICE double2 normal_pair(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  const unsigned long long bits = y0 ^ (unsigned long long)y1 << 21;
  return normal_pair(unit(x0, x1), bits * (TO_DOUBLE * 2) + TO_DOUBLE);
}

template <class State>
__EMU_HOST_DEVICE float2 next_pair(State *state) {
  const unsigned x = curand(state), y = curand(state);
  return normal_pair(x, y);
}
template <class State>
__EMU_HOST_DEVICE double2 next_double_pair(State *state) {
  const unsigned x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return normal_pair(x0, x1, y0, y1);
}
template <>
__EMU_MEMBER float2 next_pair(curandStateMRG32k3a_t *state) {
  const float radius = (float)(curand_MRG32k3a(state) * MRG_TO_UNIT), angle = (float)(curand_MRG32k3a(state) * MRG_TO_UNIT);
  return normal_pair(radius, angle * TWO_PI);
}
template <>
__EMU_MEMBER double2 next_double_pair(curandStateMRG32k3a_t *state) {
  const double radius = curand_MRG32k3a(state) * MRG_TO_UNIT, angle = curand_MRG32k3a(state) * MRG_TO_UNIT;
  return normal_pair(radius, angle * 2.0);
}

// Who may use the other number of a pair: a normal number of a log-normal pair is thrown away, and the other way round.
constexpr int FOR_NORMAL = 1, FOR_LOG_NORMAL = 2;

/** Returns a normal number, and keeps the other one of its pair in the state. */
template <class State>
__EMU_HOST_DEVICE float next_normal(State *state, int use = FOR_NORMAL) {
  if (state->boxmuller_flag == use) {
    state->boxmuller_flag = 0;
    return state->boxmuller_extra;
  }
  const float2 pair = next_pair(state);
  state->boxmuller_flag = use;
  state->boxmuller_extra = pair.y;
  return pair.x;
}
template <class State>
__EMU_HOST_DEVICE double next_double_normal(State *state, int use = FOR_NORMAL) {
  if (state->boxmuller_flag_double == use) {
    state->boxmuller_flag_double = 0;
    return state->boxmuller_extra_double;
  }
  const double2 pair = next_double_pair(state);
  state->boxmuller_flag_double = use;
  state->boxmuller_extra_double = pair.y;
  return pair.x;
}

}  // namespace emu_curand

__EMU_HOST_DEVICE float curand_uniform(curandStateXORWOW_t *state) { return emu_curand::unit(curand(state)); }
__EMU_HOST_DEVICE float curand_uniform(curandStatePhilox4_32_10_t *state) { return emu_curand::unit(curand(state)); }
__EMU_HOST_DEVICE float curand_uniform(curandStateMRG32k3a_t *state) {
  return (float)(curand_MRG32k3a(state) * emu_curand::MRG_TO_UNIT);
}
__EMU_HOST_DEVICE double curand_uniform_double(curandStateXORWOW_t *state) {
  const unsigned x = curand(state), y = curand(state);
  return emu_curand::unit(x, y);
}
// The numbers of Philox have 32 bits only.
__EMU_HOST_DEVICE double curand_uniform_double(curandStatePhilox4_32_10_t *state) {
  return curand(state) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
__EMU_HOST_DEVICE double curand_uniform_double(curandStateMRG32k3a_t *state) {
  return curand_MRG32k3a(state) * emu_curand::MRG_TO_UNIT;
}
__EMU_HOST_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  return float4{emu_curand::unit(x.x), emu_curand::unit(x.y), emu_curand::unit(x.z), emu_curand::unit(x.w)};
}
__EMU_HOST_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  return double2{emu_curand::unit(x.x, x.y), emu_curand::unit(x.z, x.w)};
}
__EMU_HOST_DEVICE double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state) {
  const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
  return double4{first.x, first.y, second.x, second.y};
}

#define __EMU_NORMALS(State)                                                                                        \
  __EMU_HOST_DEVICE float curand_normal(State *state) { return emu_curand::next_normal(state); }                    \
  __EMU_HOST_DEVICE double curand_normal_double(State *state) { return emu_curand::next_double_normal(state); }     \
  __EMU_HOST_DEVICE float2 curand_normal2(State *state) { return emu_curand::next_pair(state); }                    \
  __EMU_HOST_DEVICE double2 curand_normal2_double(State *state) { return emu_curand::next_double_pair(state); }     \
  __EMU_HOST_DEVICE float curand_log_normal(State *state, float mean, float stddev) {                               \
    return expf(mean + stddev * emu_curand::next_normal(state, emu_curand::FOR_LOG_NORMAL));                        \
  }                                                                                                                 \
  __EMU_HOST_DEVICE double curand_log_normal_double(State *state, double mean, double stddev) {                     \
    return exp(mean + stddev * emu_curand::next_double_normal(state, emu_curand::FOR_LOG_NORMAL));                  \
  }                                                                                                                 \
  __EMU_HOST_DEVICE float2 curand_log_normal2(State *state, float mean, float stddev) {                             \
    const float2 pair = emu_curand::next_pair(state);                                                               \
    return float2{expf(mean + stddev * pair.x), expf(mean + stddev * pair.y)};                                      \
  }                                                                                                                 \
  __EMU_HOST_DEVICE double2 curand_log_normal2_double(State *state, double mean, double stddev) {                   \
    const double2 pair = emu_curand::next_double_pair(state);                                                       \
    return double2{exp(mean + stddev * pair.x), exp(mean + stddev * pair.y)};                                       \
  }                                                                                                                 \
  __EMU_HOST_DEVICE unsigned int curand_poisson(State *state, double lambda) { return emu_curand::poisson(state, lambda); }

namespace emu_curand {

/** Counts how many uniform numbers can be multiplied until e^lambda falls below 1 (Knuth, volume 2, 3.4.1). */
template <class State>
__EMU_HOST_DEVICE unsigned knuth(State *state, float lambda) {
  unsigned count = 0;
  for (float product = expf(lambda) * curand_uniform(state); product > 1.0f; product *= curand_uniform(state)) count++;
  return count;
}
/**
 * Returns a Poisson number. Up to 64 it is cuRAND's method. Above, a sum of numbers with smaller means has the same
 * distribution, but not cuRAND's values; above 4000 a normal number is rounded.
 */
template <class State>
__EMU_HOST_DEVICE unsigned poisson(State *state, double lambda) {
  if (lambda > 4000) return (unsigned)(sqrt(lambda) * next_normal(state) + lambda + 0.5);
  unsigned count = 0;
  for (; lambda >= 64; lambda -= 32) count += knuth(state, 32.0f);
  return count + knuth(state, (float)lambda);
}

}  // namespace emu_curand

__EMU_NORMALS(curandStateXORWOW_t)
__EMU_NORMALS(curandStatePhilox4_32_10_t)
__EMU_NORMALS(curandStateMRG32k3a_t)
#undef __EMU_NORMALS

__EMU_HOST_DEVICE float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
  const uint4 x = curand4(state);
  const float2 first = emu_curand::normal_pair(x.x, x.y), second = emu_curand::normal_pair(x.z, x.w);
  return float4{first.x, first.y, second.x, second.y};
}
__EMU_HOST_DEVICE double4 curand_normal4_double(curandStatePhilox4_32_10_t *state) {
  const double2 first = emu_curand::next_double_pair(state), second = emu_curand::next_double_pair(state);
  return double4{first.x, first.y, second.x, second.y};
}
__EMU_HOST_DEVICE float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev) {
  const float4 z = curand_normal4(state);
  return float4{expf(mean + stddev * z.x), expf(mean + stddev * z.y), expf(mean + stddev * z.z), expf(mean + stddev * z.w)};
}
__EMU_HOST_DEVICE uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
  const unsigned x = curand_poisson(state, lambda), y = curand_poisson(state, lambda);
  const unsigned z = curand_poisson(state, lambda), w = curand_poisson(state, lambda);
  return uint4{x, y, z, w};
}

#endif
