// A picture in host memory, in the style of "CUDA by Example". In place of a window, it becomes the file `bitmap.ppm`.
#ifndef __CPU_BITMAP_H__
#define __CPU_BITMAP_H__

#include <stdlib.h>

#include "cuda_runtime.h"
#include "emu_helper/bitmap.h"

struct CPUBitmap {
  unsigned char *pixels;
  int x, y;
  void *dataBlock;
  void (*bitmapExit)(void *);

  CPUBitmap(int width, int height, void *d = NULL)
      : pixels(new unsigned char[(size_t)width * height * 4]), x(width), y(height), dataBlock(d), bitmapExit(NULL) {}
  ~CPUBitmap() { delete[] pixels; }

  unsigned char *get_ptr(void) const { return pixels; }
  /** Returns the size in bytes. */
  long image_size(void) const { return (long)x * y * 4; }

  /** Writes the picture, calls `e` with the data block, and ends the program: the user closes the window at once. */
  void display_and_exit(void (*e)(void *) = NULL) {
    emu_helper::show(pixels, x, y, "bitmap.ppm");
    if (dataBlock && e) e(dataBlock);
    exit(0);
  }
};

#endif
