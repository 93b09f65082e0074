#pragma once
__global__ void helper(int* a) {
  a[threadIdx.x] = 1;
}
