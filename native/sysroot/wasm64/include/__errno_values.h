#ifndef __wasilibc___errno_values_h
#define __wasilibc___errno_values_h

/* The numbers of Linux. A host gives them, too. */
#include <bits/errno.h>

/* WASI's own. */
#define ENOTCAPABLE 134

#endif
