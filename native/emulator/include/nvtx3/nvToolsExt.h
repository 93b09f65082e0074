// Where the version 3 of NVTX has its header.
#include "../nvToolsExt.h"
