// The C library's, and printf for device code: its arguments lie in memory as those of any variadic call of this
// machine do, so the runtime's va_list points at them.
#include_next <stdio.h>
#ifndef __EMU_STDIO_H
#define __EMU_STDIO_H
#ifdef __cplusplus
extern "C" __attribute__((device, format(printf, 1, 2))) int printf(const char *format, ...) __asm__("__emu_printf");
#endif
#endif
