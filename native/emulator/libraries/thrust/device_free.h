#include "thrust/device_malloc.h"
