// Pictures: float [height][width][channels], each value from 0 to 1.
#ifndef __EMU_WB_IMAGE_H
#define __EMU_WB_IMAGE_H

struct st_wbImage_t {
  int width, height, channels, pitch;
  float *data;
};
typedef struct st_wbImage_t *wbImage_t;

#define wbImage_channels 3
#define wbImage_getWidth(image) ((image)->width)
#define wbImage_getHeight(image) ((image)->height)
#define wbImage_getChannels(image) ((image)->channels)
#define wbImage_getPitch(image) ((image)->pitch)
#define wbImage_getData(image) ((image)->data)
#define wbImage_setWidth(image, value) ((image)->width = (value))
#define wbImage_setHeight(image, value) ((image)->height = (value))
#define wbImage_setChannels(image, value) ((image)->channels = (value))
#define wbImage_setPitch(image, value) ((image)->pitch = (value))
#define wbImage_setData(image, value) ((image)->data = (value))

static inline wbImage_t wbImage_new(int width, int height, int channels, float *data) {
  wbImage_t image = wbNew(struct st_wbImage_t);
  *image = st_wbImage_t{width, height, channels, width * channels, data};
  return image;
}
static inline wbImage_t wbImage_new(int width, int height, int channels) {
  return wbImage_new(width, height, channels, (float *)calloc((size_t)width * height * channels, sizeof(float)));
}
static inline wbImage_t wbImage_new(int width, int height) { return wbImage_new(width, height, wbImage_channels); }
static inline void wbImage_delete(wbImage_t image) {
  if (!image) return;
  free(image->data);
  free(image);
}

#endif
