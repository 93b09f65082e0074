// What the programs here have in common: each statement that does not hold is printed with its line, and `main` returns
// how many there are.
#include <cstdio>

static int broken = 0;
#define HOLDS(statement) ((statement) ? (void)0 : (void)(broken++, printf("%d: %s\n", __LINE__, #statement)))
