#include "GL/glut.h"
