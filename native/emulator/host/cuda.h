// What these files share: functions answered by grader/host/.
#pragma once

typedef unsigned u32;
typedef __SIZE_TYPE__ size_t;
typedef struct {
  u32 x, y, z;
} Dim3;

#define CUDA(name) __attribute__((import_module("cuda"), import_name(#name)))
