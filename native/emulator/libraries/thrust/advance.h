#include "thrust/distance.h"
