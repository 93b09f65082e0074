// What the second precompiled header holds: the standard headers that course code includes.
// pch.mjs reads this list; a header that is not in it still works, and costs its own time
// (<functional> and <random> are left out because each would add a megabyte and a half).
#ifndef __EMU_STD_HEADERS_H
#define __EMU_STD_HEADERS_H

#include "cuda_runtime.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cfloat>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#endif
