// A picture of red, green, blue and alpha, whose first row is the lowest one, as OpenGL draws it.
#ifndef __EMU_HELPER_BITMAP_H
#define __EMU_HELPER_BITMAP_H

#include <stdio.h>

namespace emu_helper {

/** Writes it without alpha to a PPM file, from the highest row on: there is no window to show it in. */
static inline void show(const unsigned char *pixels, int width, int height, const char *name) {
  FILE *file = fopen(name, "wb");
  if (!file) {
    fprintf(stderr, "The picture %s cannot be written\n", name);
    return;
  }
  fprintf(file, "P6\n%d %d\n255\n", width, height);
  for (int y = height - 1; y >= 0; y--)
    for (int x = 0; x < width; x++) fwrite(pixels + ((size_t)y * width + x) * 4, 1, 3, file);
  fclose(file);
  fprintf(stderr, "The emulator has no OpenGL, so no window is shown; the picture is in the file %s of this run\n", name);
}

}  // namespace emu_helper

#endif
