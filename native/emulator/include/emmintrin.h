#include "emu/sse2.h"
