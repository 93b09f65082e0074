// The part of OpenGL that shows pictures of host memory. There is no screen: `glDrawPixels` keeps the picture, and calls
// that only prepare the window have no effect.
#ifndef __gl_h_
#define __gl_h_

#include <stdlib.h>

#include "emu_helper/window.h"

typedef unsigned int GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;
typedef unsigned char GLubyte, GLboolean;
typedef signed char GLbyte;
typedef short GLshort;
typedef unsigned short GLushort;
typedef float GLfloat, GLclampf;
typedef double GLdouble, GLclampd;
typedef void GLvoid;

#define GL_FALSE 0
#define GL_TRUE 1
#define GL_NO_ERROR 0
#define GL_INVALID_ENUM 0x0500
#define GL_INVALID_VALUE 0x0501
#define GL_DEPTH_BUFFER_BIT 0x00000100
#define GL_COLOR_BUFFER_BIT 0x00004000
#define GL_DEPTH_TEST 0x0B71
#define GL_BLEND 0x0BE2
#define GL_UNPACK_ALIGNMENT 0x0CF5
#define GL_UNSIGNED_BYTE 0x1401
#define GL_FLOAT 0x1406
#define GL_MODELVIEW 0x1700
#define GL_PROJECTION 0x1701
#define GL_RGB 0x1907
#define GL_RGBA 0x1908
#define GL_LUMINANCE 0x1909

static inline void glClear(GLbitfield) {}
static inline void glClearColor(GLclampf, GLclampf, GLclampf, GLclampf) {}
static inline void glDisable(GLenum) {}
static inline void glEnable(GLenum) {}
static inline void glFinish() {}
static inline void glFlush() {}
static inline void glLoadIdentity() {}
static inline void glMatrixMode(GLenum) {}
static inline void glOrtho(GLdouble, GLdouble, GLdouble, GLdouble, GLdouble, GLdouble) {}
static inline void gluOrtho2D(GLdouble, GLdouble, GLdouble, GLdouble) {}
static inline void glPixelStorei(GLenum, GLint) {}
static inline void glPixelZoom(GLfloat, GLfloat) {}
static inline void glRasterPos2f(GLfloat, GLfloat) {}
static inline void glRasterPos2i(GLint, GLint) {}
static inline void glViewport(GLint, GLint, GLsizei, GLsizei) {}

/** Returns the first error since the last call. */
static inline GLenum glGetError() {
  const GLenum error = emu_helper::window.error;
  emu_helper::window.error = GL_NO_ERROR;
  return error;
}

/** Keeps a picture of `GL_RGBA`, `GL_RGB` or `GL_LUMINANCE`, of bytes or of floats from 0 to 1, with its lowest row first. */
static inline void glDrawPixels(GLsizei width, GLsizei height, GLenum format, GLenum type, const GLvoid *data) {
  const int channels = format == GL_RGBA ? 4 : format == GL_RGB ? 3 : format == GL_LUMINANCE ? 1 : 0;
  if (!channels || (type != GL_UNSIGNED_BYTE && type != GL_FLOAT)) emu_helper::window.error = GL_INVALID_ENUM;
  else if (width < 0 || height < 0) emu_helper::window.error = GL_INVALID_VALUE;
  else emu_helper::window.draw(width, height, channels, type == GL_FLOAT, data);
}

#endif
