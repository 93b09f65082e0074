// Device printf: the runtime only records the format and its arguments; the device formats them. Each record is its
// length, the format with its 0, then for each conversion four bytes, eight bytes, or a string with its 0. As in the
// programming guide there are at most 32 arguments, and what is no conversion of C takes none: both are printed as they are.
#include "state.h"

typedef __builtin_va_list va_list;
#define STRING_LIMIT 4096u
#define MAX_ARGUMENTS 32

static u32 printed;
static u32 printSite; // of the call that is running

// Called right before each call of printf: its format and strings are loaded at this site.
NOINLINE void __emu_print_site(u32 site) { printSite = site; }

static int put(const void *bytes, u32 count) {
  if (count > PRINT_BYTES - printed) return 0;
  __builtin_memcpy(printTable + printed, bytes, count);
  printed += count;
  return 1;
}

// Copies text of the program. Each byte has the checks of a load by the thread; the constants of the compiler, which
// hold nearly every text, need none. The text ends before a byte that is refused or not initialized.
static int put_text(const char *text) {
  for (const char *end = text + STRING_LIMIT; text != end; text++) {
    const u8 *byte = (const u8 *)text;
    if (is_far(text) || !constants_hold((u32)text, 1)) {
      byte = __emu_rn((void *)text, 1, printSite);
      const u8 *state = known_state((u32)byte);
      if (byte == poison || (state && !(*state & INITIALISED))) break;
    }
    if (!*byte) break;
    if (!put(byte, 1)) return 0;
  }
  return put("", 1);
}

// The next argument, which the caller has put on its stack; zero where there is none.
static const void *next(va_list *values, u32 bytes) {
  static const u64 nothing[2];
  u32 at = ((u32)*values + bytes - 1) & ~(bytes - 1);
  if (is_far(*values) || !within(at, bytes, now.stackLow, now.stackHigh - now.stackLow)) return nothing;
  *values = (va_list)(uptr)(at + bytes);
  return (const void *)at;
}

// The bytes that a conversion records: 1 for text; 0 where its letter is none.
static u32 size_of(char letter, int longs) {
  switch (letter) {
  case 's': return 1;
  case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A': return 8;
  case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
    return longs > 0 ? 8 : 4;
  case 'c': return longs > 1 ? 8 : 4;
  case 'n': return 8;
  case 'p': return POINTER_BYTES;
  default: return 0;
  }
}

static int record(const char *format, va_list values) {
  u32 start = printed, zero = 0;
  int count = 0, arguments = 0;
  if (!put(&zero, 4)) return -1;
  // The copy decides which arguments follow: it ends, and it is what the device will read.
  const char *f = (const char *)printTable + printed;
  if (!put_text(format)) return -1;
  for (; *f; f++) {
    if (*f != '%') continue;
    if (*++f == '%') continue;
    if (!*f) break;
    const char *begin = f;
    int longs = 0, stars = 0, isLong = 0; // a size of a pointer's counts as the one `long` that it is
    for (;; f++) {
      if (*f == '*') stars++;
      else if (*f == 'l' || *f == 'z' || *f == 't') longs++;
      else if (*f == 'j') longs += 2;
      else if (*f == 'L') isLong = 1;
      else if (!(*f == 'h' || *f == '-' || *f == '+' || *f == ' ' || *f == '#' ||
                 *f == '.' || (*f >= '0' && *f <= '9')))
        break;
    }
    if (!*f) break;
    u32 size = size_of(*f, longs);
    if (size == 0) {
      if (*f != '%') f = begin - 1;
      continue;
    }
    if (arguments + stars + 1 > MAX_ARGUMENTS) {
      arguments = MAX_ARGUMENTS;
      continue;
    }
    arguments += stars + 1;
    for (; stars > 0; stars--) {
      int width = *(const int *)next(&values, 4);
      if (!put(&width, 4)) return -1;
    }
    count++;
    if (size == 1) {
      const char *text = *(const char *const *)next(&values, POINTER_BYTES);
      if (!(text ? put_text(text) : put("(null)", 7))) return -1;
    } else if (isLong && size_of(*f, 0) == 8) {
      double value = (double)*(const long double *)next(&values, 16);
      if (!put(&value, 8)) return -1;
    } else if (size == 8) {
      long long value = *(const long long *)next(&values, 8);
      if (!put(&value, 8)) return -1;
    } else {
      int value = *(const int *)next(&values, 4);
      if (!put(&value, 4)) return -1;
    }
  }
  u32 length = printed - start;
  __builtin_memcpy(printTable + start, &length, 4);
  return count;
}

NOINLINE int __emu_printf(const char *format, va_list values) {
  if (!format) return -2;
  u32 start = printed = __emu_control.printBytes;
  int count = record(format, values);
  if (count < 0) {
    __emu_control.printLost++;
    printed = start;
  }
  __emu_control.printBytes = printed;
  return count;
}
