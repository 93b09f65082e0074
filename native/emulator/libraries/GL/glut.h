// GLUT without a screen. `glutMainLoop` calls the functions of the program for four frames, presses Escape, and ends the
// program. The last picture becomes the file `window.ppm`. There is no mouse.
#ifndef __glut_h__
#define __glut_h__

#include <time.h>

#include "GL/gl.h"

#define GLUT_RGB 0
#define GLUT_RGBA 0
#define GLUT_SINGLE 0
#define GLUT_DOUBLE 2
#define GLUT_DEPTH 16
#define GLUT_LEFT_BUTTON 0
#define GLUT_MIDDLE_BUTTON 1
#define GLUT_RIGHT_BUTTON 2
#define GLUT_DOWN 0
#define GLUT_UP 1
#define GLUT_WINDOW_WIDTH 102
#define GLUT_WINDOW_HEIGHT 103
#define GLUT_ELAPSED_TIME 700

static inline void glutInit(int *, char **) {}
static inline void glutInitDisplayMode(unsigned) {}
static inline void glutInitWindowPosition(int, int) {}
static inline void glutInitWindowSize(int width, int height) {
  emu_helper::window.width = width;
  emu_helper::window.height = height;
}
static inline int glutCreateWindow(const char *) { return 1; }
static inline void glutDestroyWindow(int) {}
static inline void glutSetWindowTitle(const char *) {}
static inline void glutSwapBuffers() {}
static inline void glutReportErrors() {}

static inline void glutDisplayFunc(void (*f)()) { emu_helper::window.display = f; }
static inline void glutIdleFunc(void (*f)()) { emu_helper::window.idle = f; }
static inline void glutReshapeFunc(void (*f)(int, int)) { emu_helper::window.reshape = f; }
static inline void glutKeyboardFunc(void (*f)(unsigned char, int, int)) { emu_helper::window.keyboard = f; }
static inline void glutTimerFunc(unsigned, void (*f)(int), int value) {
  emu_helper::window.timer = f;
  emu_helper::window.timerValue = value;
}
static inline void glutMouseFunc(void (*)(int, int, int, int)) {}
static inline void glutMotionFunc(void (*)(int, int)) {}
static inline void glutPassiveMotionFunc(void (*)(int, int)) {}
static inline void glutSpecialFunc(void (*)(int, int, int)) {}

static inline void glutPostRedisplay() { emu_helper::window.wantsDisplay = true; }
static inline void glutMainLoop() { emu_helper::window.run(); }

static inline int glutGet(GLenum what) {
  if (what == GLUT_WINDOW_WIDTH) return emu_helper::window.width;
  if (what == GLUT_WINDOW_HEIGHT) return emu_helper::window.height;
  return what == GLUT_ELAPSED_TIME ? (int)(clock() / (CLOCKS_PER_SEC / 1000)) : -1;
}

#endif
