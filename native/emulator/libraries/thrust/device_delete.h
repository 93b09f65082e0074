#include "thrust/device_new.h"
