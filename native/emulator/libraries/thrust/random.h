// Programs count on it that this brings streams along, as NVIDIA's does.
#include <iostream>

#include "thrust/random/linear_congruential_engine.h"
#include "thrust/random/normal_distribution.h"
#include "thrust/random/uniform_int_distribution.h"
#include "thrust/random/uniform_real_distribution.h"
