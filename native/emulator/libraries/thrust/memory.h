#include "thrust/device_malloc.h"
#include "thrust/execution_policy.h"
