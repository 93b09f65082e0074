// cuRAND's host API for XORWOW, Philox 4x32-10 and MRG32k3a, with NVIDIA's order of numbers. Generators fill memory of the
// device, or of the host if they were created for it.
#ifndef CURAND_H_
#define CURAND_H_

#include "emu_curand/generator.h"

#define CURANDAPI
#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 4
#define CURAND_VER_PATCH 0
#define CURAND_VER_BUILD 35
#define CURAND_VERSION (CURAND_VER_MAJOR * 1000 + CURAND_VER_MINOR * 100 + CURAND_VER_PATCH)

static inline curandStatus_t curandGetVersion(int *version) {
  if (!version) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t rng_type) {
  return emu_curand::create(generator, rng_type, false);
}
static inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t rng_type) {
  return emu_curand::create(generator, rng_type, true);
}
static inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}

#define __EMU_SETTING(name, type, action)                                                \
  static inline curandStatus_t name(curandGenerator_t generator, type value) {           \
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;                                \
    action;                                                                              \
    return CURAND_STATUS_SUCCESS;                                                        \
  }
__EMU_SETTING(curandSetStream, cudaStream_t, generator->stream = value)
__EMU_SETTING(curandSetPseudoRandomGeneratorSeed, unsigned long long, generator->reseed(value))
__EMU_SETTING(curandSetGeneratorOffset, unsigned long long, generator->move(value))
#undef __EMU_SETTING

static inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  if (order < CURAND_ORDERING_PSEUDO_BEST || order > CURAND_ORDERING_PSEUDO_LEGACY) return CURAND_STATUS_OUT_OF_RANGE;
  generator->order(order);
  return CURAND_STATUS_SUCCESS;
}
/** Computes the states of all threads, which the first numbers would do otherwise. */
static inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  generator->seeded();
  return CURAND_STATUS_SUCCESS;
}

// Templates: only a function that is called makes its kernels.
#define __EMU_ON_USE template <class = void> static inline
__EMU_ON_USE curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *outputPtr, size_t num) {
  return emu_curand::generate<emu_curand::bits>(generator, outputPtr, num, {});
}
__EMU_ON_USE curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *outputPtr, size_t num) {
  return emu_curand::generate<emu_curand::uniform>(generator, outputPtr, num, {});
}
__EMU_ON_USE curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *outputPtr, size_t num) {
  return emu_curand::generate<emu_curand::uniform_double>(generator, outputPtr, num, {});
}
__EMU_ON_USE curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *outputPtr, size_t n, float mean, float stddev) {
  return emu_curand::generate<emu_curand::normal<float, false>>(generator, outputPtr, n, {mean, stddev});
}
__EMU_ON_USE curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *outputPtr, size_t n, double mean,
                                                        double stddev) {
  return emu_curand::generate<emu_curand::normal<double, false>>(generator, outputPtr, n, {mean, stddev});
}
__EMU_ON_USE curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *outputPtr, size_t n, float mean,
                                                     float stddev) {
  return emu_curand::generate<emu_curand::normal<float, true>>(generator, outputPtr, n, {mean, stddev});
}
__EMU_ON_USE curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *outputPtr, size_t n, double mean,
                                                           double stddev) {
  return emu_curand::generate<emu_curand::normal<double, true>>(generator, outputPtr, n, {mean, stddev});
}
/** Poisson numbers have the distribution, but not the values of NVIDIA's. */
__EMU_ON_USE curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *outputPtr, size_t n, double lambda) {
  if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
  return emu_curand::generate<emu_curand::poisson_numbers>(generator, outputPtr, n, {lambda});
}


#endif
