// GRADE_WIDE: where the compiler can, a function is built for wider registers as well and chosen at run time. No result
// depends on it: vectors run over elements, never over the terms of one sum.
#pragma once

#include <cstddef>

#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define GRADE_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define GRADE_WIDE
#endif
