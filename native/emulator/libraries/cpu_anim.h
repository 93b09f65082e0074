// An animation in host memory, in the style of "CUDA by Example". In place of a window, 4 frames are computed, and the last
// one becomes the file `animation.ppm`.
#ifndef __CPU_ANIM_H__
#define __CPU_ANIM_H__

#include <stdlib.h>

#include "cuda_runtime.h"
#include "emu_helper/bitmap.h"

struct CPUAnimBitmap {
  unsigned char *pixels;
  int width, height;
  void *dataBlock;
  void (*fAnim)(void *, int);
  void (*animExit)(void *);
  void (*clickDrag)(void *, int, int, int, int);

  CPUAnimBitmap(int w, int h, void *d = NULL)
      : pixels(new unsigned char[(size_t)w * h * 4]), width(w), height(h), dataBlock(d), fAnim(NULL), animExit(NULL), clickDrag(NULL) {}
  ~CPUAnimBitmap() { delete[] pixels; }

  unsigned char *get_ptr(void) const { return pixels; }
  /** Returns the size in bytes. */
  long image_size(void) const { return (long)width * height * 4; }
  /** Stores the function. It is never called, because there is no mouse. */
  void click_drag(void (*f)(void *, int, int, int, int)) { clickDrag = f; }

  /** Calls `f` with the data block and the ticks 1 to 4, then `e`, and ends the program. */
  void anim_and_exit(void (*f)(void *, int), void (*e)(void *)) {
    fAnim = f;
    animExit = e;
    for (int tick = 1; tick <= 4; tick++) f(dataBlock, tick);
    emu_helper::show(pixels, width, height, "animation.ppm");
    if (e) e(dataBlock);
    exit(0);
  }
};

#endif
