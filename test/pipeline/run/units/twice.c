#include <stdlib.h>

int twice(int new) {
  int *result = malloc(sizeof *result);
  *result = 2 * new;
  int value = *result;
  free(result);
  return value;
}
