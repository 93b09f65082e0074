// glibc's messages about errors on standard error. A program has no name here.
#ifndef __EMU_PUBLIC_ERROR_H
#define __EMU_PUBLIC_ERROR_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void __emu_error(int status, int number, const char *place, unsigned line, const char *format, va_list arguments) {
  fflush(stdout);
  fprintf(stderr, "program:");
  if (place) fprintf(stderr, "%s:%u:", place, line);
  fprintf(stderr, " ");
  vfprintf(stderr, format, arguments);
  if (number) fprintf(stderr, ": %s", strerror(number));
  fprintf(stderr, "\n");
  if (status) exit(status);
}
static inline void error(int status, int number, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  __emu_error(status, number, NULL, 0, format, arguments);
  va_end(arguments);
}
static inline void error_at_line(int status, int number, const char *place, unsigned line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  __emu_error(status, number, place, line, format, arguments);
  va_end(arguments);
}

#endif
