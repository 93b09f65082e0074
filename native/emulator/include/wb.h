// libwb's interface, as university courses use it, for programs that were written for it: arguments, data files,
// pictures, log, timers, and the comparison with what is expected. Host code only. What is read must lie in a folder
// that the program may read; what would be written is left out.
#ifndef __EMU_PUBLIC_WB_H
#define __EMU_PUBLIC_WB_H

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <cuda_runtime.h>

// Older copies have the whole of std here: what their programs use of it.
using std::cerr;
using std::cout;
using std::endl;
using std::exception;
using std::string;
using std::stringstream;
using std::vector;

typedef bool wbBool;
typedef float wbReal_t;
typedef char wbChar_t;
#define wbTrue true
#define wbFalse false
#define wbStmt(statement) statement
#define wbLine __LINE__
#define wbFile __FILE__
#define wbFunction __func__
#define wbAssert(condition) assert(condition)
#define wbExit() exit(1)

#define wbMalloc(bytes) malloc(bytes)
#define wbRealloc(pointer, bytes) realloc(pointer, bytes)
#define wbNew(type) ((type *)malloc(sizeof(type)))
#define wbNewArray(type, count) ((type *)malloc((count) * sizeof(type)))
#define wbReallocArray(type, pointer, count) ((type *)realloc(pointer, (count) * sizeof(type)))
#define wbFree(pointer) (free(pointer), (pointer) = nullptr)
#define wbDelete(pointer) wbFree(pointer)

static inline void wb_init(int *, char ***) {}

#include "emu/wb/log.h"
#include "emu/wb/arguments.h"
#include "emu/wb/image.h"
#include "emu/wb/files.h"
#include "emu/wb/compare.h"
#include "emu/wb/solution.h"

#endif
