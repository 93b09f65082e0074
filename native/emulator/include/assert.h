// The C library's, which may be included again and again with and without NDEBUG, and what it calls in device code.
#include_next <assert.h>
#ifndef __EMU_ASSERT_H
#define __EMU_ASSERT_H
#ifdef __cplusplus
#include <emu/qualifiers.h>
__EMU_RUNTIME int __emu_site(void);
__EMU_RUNTIME __attribute__((noreturn)) void __emu_assert(int site, const char *expression, const char *file, int line,
                                                          const char *function);
extern "C" __attribute__((device, noreturn, always_inline)) inline void __assert_fail(const char *expression,
                                                                                      const char *file, int line,
                                                                                      const char *function) {
  __emu_assert(__emu_site(), expression, file, line, function);
}
#endif
#endif
