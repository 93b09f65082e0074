// The version whose documentation these headers follow: that of CUDA 13.0.
#ifndef __EMU_THRUST_VERSION_H
#define __EMU_THRUST_VERSION_H

#define THRUST_VERSION 300001
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 1
#define THRUST_PATCH_NUMBER 0

// CUB names Thrust by it.
#define THRUST_NS_QUALIFIER ::thrust

#endif
