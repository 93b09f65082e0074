#include "k.h"

__device__ int doubled(int x) { return x * 2; }
