#include "emu_thrust/base.h"
