// Pictures (PGM and PPM of 8 bits), files of numbers, and comparisons of results, in the style of NVIDIA's CUDA samples.
// Rows are stored from the top, channel after channel. A loader allocates with `malloc` if the pointer is null.
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "exception.h"
#include "helper_string.h"

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef __MIN_EPSILON_ERROR
#define __MIN_EPSILON_ERROR 1e-3f
#endif

namespace emu_helper {

inline void from_byte(unsigned char byte, unsigned char &value) { value = byte; }
inline void from_byte(unsigned char byte, float &value) { value = byte / 255.0f; }
inline unsigned char to_byte(unsigned char value) { return value; }
inline unsigned char to_byte(float value) { return (unsigned char)(value * 255.0f); }

/** Reads the next number of a picture's header, after white space and comments. */
inline bool header_number(FILE *file, unsigned &number) {
  int sign = fgetc(file);
  while (sign == '#' || isspace(sign)) {
    if (sign == '#')
      while (sign != '\n' && sign != EOF) sign = fgetc(file);
    sign = fgetc(file);
  }
  ungetc(sign, file);
  return fscanf(file, "%u", &number) == 1;
}

inline bool refuse(const char *file, const char *why) {
  std::cerr << "The picture " << file << " " << why << std::endl;
  return false;
}

struct open_file {
  FILE *file;
  open_file(const char *name, const char *mode) : file(name ? fopen(name, mode) : NULL) {}
  ~open_file() {
    if (file) fclose(file);
  }
  open_file(const open_file &) = delete;
};

inline bool whole_file(const char *name, std::vector<char> &bytes) {
  open_file in(name, "rb");
  if (!in.file) return false;
  char part[4096];
  for (size_t count; (count = fread(part, 1, sizeof part, in.file)) > 0;) bytes.insert(bytes.end(), part, part + count);
  return true;
}

}  // namespace emu_helper

inline bool __loadPPM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h, unsigned int *channels) {
  emu_helper::open_file in(file, "rb");
  if (!in.file) return emu_helper::refuse(file, "cannot be opened: it is missing, or its folder is not one of --dir");
  char kind[3] = "";
  unsigned width, height, most;
  *channels = 0;
  if (fread(kind, 1, 2, in.file) == 2) *channels = strcmp(kind, "P5") == 0 ? 1 : strcmp(kind, "P6") == 0 ? 3 : 0;
  if (*channels == 0) return emu_helper::refuse(file, "is not a PGM or PPM file (P5 or P6)");
  if (!emu_helper::header_number(in.file, width) || !emu_helper::header_number(in.file, height) ||
      !emu_helper::header_number(in.file, most) || fgetc(in.file) == EOF)
    return emu_helper::refuse(file, "has no complete header");
  const size_t bytes = (size_t)width * height * *channels;
  if (!*data) {
    *data = (unsigned char *)malloc(bytes);
    *w = width;
    *h = height;
  } else if (*w != width || *h != height) {
    return emu_helper::refuse(file, "does not have the size of the memory for it");
  }
  return fread(*data, 1, bytes, in.file) == bytes || emu_helper::refuse(file, "ends before its last row");
}

inline bool __savePPM(const char *file, unsigned char *data, unsigned int w, unsigned int h, unsigned int channels) {
  assert(data && w > 0 && h > 0);
  if (channels != 1 && channels != 3) return emu_helper::refuse(file, "must have 1 or 3 channels");
  emu_helper::open_file out(file, "wb");
  if (!out.file) return emu_helper::refuse(file, "cannot be written");
  fprintf(out.file, "P%d\n%u\n%u\n255\n", channels == 1 ? 5 : 6, w, h);
  const size_t bytes = (size_t)w * h * channels;
  return fwrite(data, 1, bytes, out.file) == bytes || emu_helper::refuse(file, "cannot be written");
}

/** Loads every channel of a picture; T is `unsigned char`, or `float` from 0 to 1. */
template <class T>
inline bool sdkLoadPGM(const char *file, T **data, unsigned int *w, unsigned int *h) {
  unsigned char *bytes = NULL;
  unsigned channels;
  unsigned width = 0, height = 0;
  if (!__loadPPM(file, &bytes, &width, &height, &channels)) {
    free(bytes);
    return false;
  }
  const size_t count = (size_t)width * height * channels;
  if (!*data) *data = (T *)malloc(count * sizeof(T));
  for (size_t i = 0; i < count; i++) emu_helper::from_byte(bytes[i], (*data)[i]);
  *w = width;
  *h = height;
  free(bytes);
  return true;
}

inline bool sdkLoadPPMub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h) {
  unsigned channels;
  return __loadPPM(file, data, w, h, &channels);
}

/** Loads a picture with a fourth channel of zeros; a gray one has three equal channels. */
template <class T>
inline bool sdkLoadPPM4(const char *file, T **data, unsigned int *w, unsigned int *h) {
  unsigned char *bytes = NULL;
  unsigned channels;
  if (!__loadPPM(file, &bytes, w, h, &channels)) {
    free(bytes);
    return false;
  }
  const size_t pixels = (size_t)*w * *h;
  *data = (T *)malloc(pixels * 4 * sizeof(T));
  for (size_t i = 0; i < pixels; i++) {
    for (unsigned channel = 0; channel < 3; channel++)
      (*data)[4 * i + channel] = bytes[i * channels + (channels == 3 ? channel : 0)];
    (*data)[4 * i + 3] = 0;
  }
  free(bytes);
  return true;
}
inline bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h) {
  return sdkLoadPPM4(file, data, w, h);
}

template <class T>
inline bool sdkSavePGM(const char *file, T *data, unsigned int w, unsigned int h) {
  std::vector<unsigned char> bytes((size_t)w * h);
  for (size_t i = 0; i < bytes.size(); i++) bytes[i] = emu_helper::to_byte(data[i]);
  return __savePPM(file, bytes.data(), w, h, 1);
}
inline bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h) {
  std::vector<unsigned char> bytes((size_t)w * h * 3);
  for (size_t i = 0; i < bytes.size(); i++) bytes[i] = data[i / 3 * 4 + i % 3];
  return __savePPM(file, bytes.data(), w, h, 3);
}

/** Reads numbers that white space separates. Memory of the caller must have room for exactly `*len` of them. */
template <class T>
inline bool sdkReadFile(const char *filename, T **data, unsigned int *len, bool verbose) {
  assert(filename && len);
  std::ifstream in(filename);
  if (!in.good()) {
    if (verbose) std::cerr << "The file " << filename << " cannot be opened" << std::endl;
    return false;
  }
  std::vector<T> values;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] == '#') continue;
    std::istringstream words(line);
    for (T value; words >> value;) values.push_back(value);
  }
  if (*data && *len != values.size()) {
    std::cerr << "The file " << filename << " has " << values.size() << " values; the memory is for " << *len << std::endl;
    return false;
  }
  if (!*data) *data = (T *)malloc(values.size() * sizeof(T));
  *len = (unsigned)values.size();
  std::copy(values.begin(), values.end(), *data);
  return true;
}

/** Reads block `block_num` of a file of bytes into new memory, `data[block_num]`. */
template <class T>
inline bool sdkReadFileBlocks(const char *filename, T **data, unsigned int *len, unsigned int block_num, unsigned int block_size,
                              bool verbose) {
  assert(filename && len);
  emu_helper::open_file in(filename, "rb");
  if (!in.file) {
    if (verbose) std::cerr << "The file " << filename << " cannot be opened" << std::endl;
    return false;
  }
  data[block_num] = (T *)malloc(block_size);
  fseek(in.file, (long)block_num * block_size, SEEK_SET);
  *len = (unsigned)fread(data[block_num], sizeof(T), block_size / sizeof(T), in.file);
  return true;
}

/** Writes a line with `epsilon`, then a line with the numbers. */
template <class T, class S>
inline bool sdkWriteFile(const char *filename, const T *data, unsigned int len, const S epsilon, bool verbose, bool append = false) {
  assert(filename && data);
  std::ofstream out(filename, append ? std::ios::app : std::ios::out);
  out << "# " << epsilon << "\n";
  for (unsigned i = 0; i < len; i++) out << data[i] << ' ';
  out << std::endl;
  if (!out.good() && verbose) std::cerr << "The file " << filename << " cannot be written" << std::endl;
  return out.good();
}

namespace emu_helper {
/** With a threshold of 0 no element may differ, otherwise less than this part of all. */
inline bool few_enough(unsigned differing, unsigned len, float threshold) {
  if (differing > 0 && threshold != 0.0f)
    printf("%u of %u elements differ (%.2f %%)\n", differing, len, 100.0f * differing / len);
  return threshold == 0.0f ? differing == 0 : len * threshold > differing;
}
}  // namespace emu_helper

template <class T, class S>
inline bool compareData(const T *reference, const T *data, const unsigned int len, const S epsilon, const float threshold) {
  assert(epsilon >= 0);
  unsigned differing = 0;
  for (unsigned i = 0; i < len; i++) {
    const float difference = (float)reference[i] - (float)data[i];
    differing += !(difference <= epsilon && difference >= -epsilon);
  }
  return emu_helper::few_enough(differing, len, threshold);
}
/** The same with an epsilon of at least 0.001, which elements must stay below. */
template <class T, class S>
inline bool compareDataAsFloatThreshold(const T *reference, const T *data, const unsigned int len, const S epsilon,
                                        const float threshold) {
  assert(epsilon >= 0);
  const float limit = MAX((float)epsilon, __MIN_EPSILON_ERROR);
  unsigned differing = 0;
  for (unsigned i = 0; i < len; i++) differing += !(fabsf((float)reference[i] - (float)data[i]) < limit);
  return emu_helper::few_enough(differing, len, threshold);
}

/** Returns whether the norm of the difference is less than `epsilon` times the norm of the reference; false if that is 0. */
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon) {
  assert(epsilon >= 0);
  float difference = 0, norm = 0;
  for (unsigned i = 0; i < len; i++) {
    difference += (reference[i] - data[i]) * (reference[i] - data[i]);
    norm += reference[i] * reference[i];
  }
  return norm >= 1e-7f && sqrtf(difference) / sqrtf(norm) < epsilon;
}

inline void sdkDumpBin(void *data, unsigned int bytes, const char *filename) {
  emu_helper::open_file out(filename, "wb");
  if (!out.file || fwrite(data, 1, bytes, out.file) != bytes) std::cerr << "The file " << filename << " cannot be written" << std::endl;
}

namespace emu_helper {
template <class T>
inline bool compare_binary(const char *src_file, const char *ref_file, unsigned nelements, float epsilon, float threshold,
                           const char *exec_path) {
  char *path = sdkFindFilePath(ref_file, exec_path);
  std::vector<char> source, reference;
  const bool read = path && whole_file(src_file, source) && whole_file(path, reference);
  free(path);
  const size_t bytes = (size_t)nelements * sizeof(T);
  const bool equal = read && source.size() >= bytes && reference.size() >= bytes &&
                     compareData((const T *)reference.data(), (const T *)source.data(), nelements, epsilon, threshold);
  printf("%s against %s: %s\n", src_file, ref_file, !read ? "cannot be read" : equal ? "OK" : "different");
  return equal;
}

inline bool compare_pictures(const char *src_file, const char *ref_file, float epsilon, float threshold, bool verbose) {
  unsigned char *source = NULL, *reference = NULL;
  unsigned w = 0, h = 0, channels = 0, refW = 0, refH = 0, refChannels = 0;
  const bool read = src_file && ref_file && __loadPPM(ref_file, &reference, &refW, &refH, &refChannels) &&
                    __loadPPM(src_file, &source, &w, &h, &channels);
  const bool equal = read && w == refW && h == refH && channels == refChannels &&
                     compareData(reference, source, w * h * channels, epsilon, threshold);
  if (verbose) std::cerr << (src_file ? src_file : "(no file)") << " against " << (ref_file ? ref_file : "(no file)") << ": " << (equal ? "OK" : "different") << std::endl;
  free(source);
  free(reference);
  return equal;
}
}  // namespace emu_helper

inline bool sdkCompareBin2BinUint(const char *src_file, const char *ref_file, unsigned int nelements, const float epsilon,
                                  const float threshold, char *exec_path) {
  return emu_helper::compare_binary<unsigned>(src_file, ref_file, nelements, epsilon, threshold, exec_path);
}
inline bool sdkCompareBin2BinFloat(const char *src_file, const char *ref_file, unsigned int nelements, const float epsilon,
                                   const float threshold, char *exec_path) {
  return emu_helper::compare_binary<float>(src_file, ref_file, nelements, epsilon, threshold, exec_path);
}
inline bool sdkComparePPM(const char *src_file, const char *ref_file, const float epsilon, const float threshold, bool verboseErrors) {
  return emu_helper::compare_pictures(src_file, ref_file, epsilon, threshold, verboseErrors);
}
inline bool sdkComparePGM(const char *src_file, const char *ref_file, const float epsilon, const float threshold, bool verboseErrors) {
  return emu_helper::compare_pictures(src_file, ref_file, epsilon, threshold, verboseErrors);
}

#endif
