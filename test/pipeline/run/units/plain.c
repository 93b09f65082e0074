#ifdef __cplusplus
extern "C" {
#endif
#include <assert.h>
#include <error.h>
#include <stdio.h>
#include <sys/resource.h>
#ifdef __cplusplus
}
#endif

#if __STDC_VERSION__ < 201112L || defined(_GNU_SOURCE)
#error "gcc 12 has another standard"
#endif

/* Before C99, a function without a type returns an int. */
seven(void) {
  int class = 7;
  assert(class == 7);
  error(0, 0, "%d of %s", class, "C");
  return class;
}
