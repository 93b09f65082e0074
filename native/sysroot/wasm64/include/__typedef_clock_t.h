#ifndef __wasilibc___typedef_clock_t_h
#define __wasilibc___typedef_clock_t_h

/* Define this as a 64-bit signed integer to avoid wraparounds. */
#ifdef __LP64__
typedef long clock_t;
#else
typedef long long clock_t;
#endif

#endif
