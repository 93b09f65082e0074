// The extensions of OpenGL; the emulator has none.
#include "GL/gl.h"
