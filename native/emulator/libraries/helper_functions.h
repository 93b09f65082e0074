// All helpers for host code in the style of NVIDIA's CUDA samples.
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "exception.h"
#include "helper_image.h"
#include "helper_string.h"
#include "helper_timer.h"

#endif
