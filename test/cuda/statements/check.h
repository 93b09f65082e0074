// What a program of this folder begins with: each statement of CUDA's documentation that it shows holds or does not.
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>

static void check(bool holds, const char *statement) { printf("%s %s\n", holds ? "ok" : "not ok", statement); }

#endif
