#ifndef __wasilibc___typedef_blkcnt_t_h
#define __wasilibc___typedef_blkcnt_t_h

/* Define these as 64-bit signed integers to support files larger than 2 GiB. */
#ifdef __LP64__
typedef long blkcnt_t;
#else
typedef long long blkcnt_t;
#endif

#endif
