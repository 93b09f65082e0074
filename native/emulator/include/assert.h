// The C library's, which may be included again and again with and without NDEBUG, and what it calls in device code.
#include_next <assert.h>
#ifndef __EMU_ASSERT_H
#define __EMU_ASSERT_H
#ifdef __cplusplus
extern "C" __attribute__((device, noreturn)) void __assert_fail(const char *expression, const char *file, int line,
                                                                const char *function) __asm__("__emu_assert");
#endif
#endif
