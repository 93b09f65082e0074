// A window without a screen: the functions that a program has for it, and the last picture that it drew.
#ifndef __EMU_HELPER_WINDOW_H
#define __EMU_HELPER_WINDOW_H

#include <stdlib.h>

#include "emu_helper/bitmap.h"

namespace emu_helper {

struct Window {
  int width = 300, height = 300;
  unsigned error = 0;
  bool wantsDisplay = true;
  void (*display)() = nullptr;
  void (*idle)() = nullptr;
  void (*reshape)(int, int) = nullptr;
  void (*keyboard)(unsigned char, int, int) = nullptr;
  void (*timer)(int) = nullptr;
  int timerValue = 0;
  /** The last picture, 4 bytes per pixel, with its lowest row first; null before the first one. */
  unsigned char *pixels = nullptr;
  int pictureWidth = 0, pictureHeight = 0;

  void draw(int columns, int rows, int channels, bool isFloat, const void *data) {
    const size_t count = (size_t)columns * rows;
    pixels = (unsigned char *)realloc(pixels, count ? count * 4 : 1);
    pictureWidth = columns, pictureHeight = rows;
    for (size_t i = 0; i < count; i++)
      for (int c = 0; c < 4; c++)
        pixels[i * 4 + c] = c < channels || c < 3 ? channel(data, i * channels + (c < channels ? c : 0), isFloat) : 255;
  }

  /** Shows four frames in no time, then presses Escape, and ends the program, as closing the window does. */
  [[noreturn]] void run() {
    if (reshape) reshape(width, height);
    for (int frame = 0; frame < 4; frame++) runFrame();
    if (pixels) show(pixels, pictureWidth, pictureHeight, "window.ppm");
    if (keyboard) keyboard(27, 0, 0);
    exit(0);
  }

 private:
  void runFrame() {
    if (idle) idle();
    if (auto call = timer) {
      timer = nullptr;
      call(timerValue);
    }
    if (!wantsDisplay || !display) return;
    wantsDisplay = false;
    display();
  }

  static unsigned char channel(const void *data, size_t index, bool isFloat) {
    if (!isFloat) return ((const unsigned char *)data)[index];
    const float value = ((const float *)data)[index];
    return value <= 0 ? 0 : value >= 1 ? 255 : (unsigned char)(value * 255 + 0.5f);
  }
};

inline Window window;

}  // namespace emu_helper

#endif
