// OpenGL of the X Window System; the emulator has no part of it.
#include "GL/gl.h"
