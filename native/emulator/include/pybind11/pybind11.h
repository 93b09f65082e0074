#include "emu/torch.h"
