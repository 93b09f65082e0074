#pragma once
void add(int *d, int n);
int otherCounter();
int sum(const int *x, int n);
extern "C" int twice(int);
#ifdef __CUDACC__
__device__ int doubled(int x);
#endif
