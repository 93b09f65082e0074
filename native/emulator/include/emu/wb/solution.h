// Compares what a program computed with the file of what is expected, and prints the verdict with its reason.
#ifndef __EMU_WB_SOLUTION_H
#define __EMU_WB_SOLUTION_H

template <class T> static inline string emu_wb_difference(const char *name, const T *data, int rows, int columns) {
  emu_wb_table<T> expected = emu_wb_import<T>(name);
  if (expected.rows != rows)
    return wbString("The number of rows in the solution is ", rows, ". Expected number of rows is ", expected.rows, ".");
  if (expected.columns != columns)
    return wbString("The number of columns in the solution is ", columns, ". Expected number of columns is ", expected.columns, ".");
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++) {
      const T &want = expected.values[(size_t)row * columns + column], &got = data[(size_t)row * columns + column];
      if (wbEqualQ(want, got)) continue;
      string place = columns == 1 ? wbString("row ", row) : wbString("column ", column, " and row ", row);
      // A byte is a number here.
      return wbString("The solution did not match the expected results at ", place, ". Expecting ", +want, " but got ", +got, ".");
    }
  return "";
}

static inline string emu_wb_picture_difference(const char *name, wbImage_t image, int height, int width, int channels) {
  wbImage_t expected = wbImport(name);
  string found;
  if (expected->width != width || expected->height != height || expected->channels != channels)
    found = wbString("The picture is ", width, " x ", height, " with ", channels, " channels. Expected is ", expected->width, " x ",
                     expected->height, " with ", expected->channels, ".");
  for (int i = 0; found.empty() && i < width * height * channels; i++) {
    float want = expected->data[i], got = std::min(std::max(image->data[i], 0.0f), 1.0f);
    // As files hold them: one level of 255 more or less is equal. A NaN is not.
    if (fabsf(got - want) * 255 <= 1.0f) continue;
    int pixel = i / channels;
    found = wbString("The picture did not match the expected one at column ", pixel % width, " and row ", pixel / width, ", channel ",
                     i % channels, ". Expecting ", want, " but got ", image->data[i], ".");
  }
  wbImage_delete(expected);
  return found;
}

static inline wbBool wbSolution(char *expected, char *, char *type, void *data, int rows, int columns, int depth) {
  if (!expected || !data || !type) {
    wbLog(ERROR, "Failed to grade solution");
    return wbFalse;
  }
  string kind = type, why;
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return (char)tolower(c); });
  if (kind == "image") why = emu_wb_picture_difference(expected, (wbImage_t)data, rows, columns, depth);
  else if (kind == "histogram") why = emu_wb_difference(expected, (const unsigned char *)data, rows, columns);
  else if (kind == "text") why = emu_wb_difference(expected, (const char *)data, rows, columns);
  else if (kind.compare(0, 15, "integral_vector") == 0) {
    if (kind.find("/sort") != string::npos) wbSort((int *)data, rows * columns);
    why = emu_wb_difference(expected, (const int *)data, rows, columns);
  } else if (kind == "vector" || kind == "matrix") why = emu_wb_difference(expected, (const wbReal_t *)data, rows, columns);
  else why = wbString("There is no solution type ", type, " (vector, matrix, integral_vector, histogram, image, text).");
  if (!why.empty()) wbLog(ERROR, why);
  return why.empty();
}
static inline wbBool wbSolution(char *expected, char *output, char *type, void *data, int rows, int columns) {
  return wbSolution(expected, output, type, data, rows, columns, 1);
}

static inline wbBool wbSolution(wbArg_t arg, void *data, int rows, int columns, int depth) {
  if (!arg.type || !arg.expectedOutput) {
    fprintf(stderr, "wbSolution needs the program options -e expected.raw and -t vector (or another type)\n");
    exit(1);
  }
  wbBool correct = wbSolution(arg.expectedOutput, arg.outputFile, arg.type, data, rows, columns, depth);
  printf("The solution is %s\n", correct ? "correct" : "NOT correct");
  return correct;
}
static inline wbBool wbSolution(wbArg_t arg, void *data, int rows, int columns) { return wbSolution(arg, data, rows, columns, 1); }
static inline wbBool wbSolution(wbArg_t arg, void *data, int rows) { return wbSolution(arg, data, rows, 1, 1); }
static inline wbBool wbSolution(wbArg_t arg, wbImage_t image) {
  return wbSolution(arg, image, image->height, image->width, image->channels);
}

#endif
