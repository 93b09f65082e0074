// Arguments of the command line and paths of data files, as programs in the style of NVIDIA's CUDA samples ask for them.
// An argument is `-name`, `--name` or `name`, with `=value` after it if it has one. Capitals do not matter.
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fstream>
#include <string>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, bytes, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) (result == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/** Returns the number of delimiters before the first other character; 0 if at most one character follows them. */
inline int stringRemoveDelimiter(char delimiter, const char *string) {
  int count = 0;
  while (string[count] == delimiter) count++;
  return count + 1 < (int)strlen(string) ? count : 0;
}

/** Finds the text after the last dot of a file name. Returns its index; 0 and a null pointer without a dot. */
inline int getFileExtension(char *filename, char **extension) {
  char *dot = strrchr(filename, '.');
  *extension = dot && dot != filename ? dot + 1 : NULL;
  return *extension ? (int)(*extension - filename) : 0;
}

namespace emu_helper {

inline const char *plain(const char *argument) { return argument + stringRemoveDelimiter('-', argument); }

/** Returns the text after the last argument that begins with `name`, with its `=`; a null pointer without one. */
inline const char *last_value(int argc, const char **argv, const char *name) {
  const size_t length = strlen(name);
  for (int i = argc - 1; i > 0; i--)
    if (strncasecmp(plain(argv[i]), name, length) == 0) return plain(argv[i]) + length;
  return NULL;
}

inline const char *after_equals(const char *value) { return value + (*value == '='); }

}  // namespace emu_helper

inline bool checkCmdLineFlag(const int argc, const char **argv, const char *string_ref) {
  const size_t length = strlen(string_ref);
  for (int i = 1; i < argc; i++) {
    const char *argument = emu_helper::plain(argv[i]);
    if (strcspn(argument, "=") == length && strncasecmp(argument, string_ref, length) == 0) return true;
  }
  return false;
}

/** Stores the number after the first argument of this name; nothing if it has none. */
template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char **argv, const char *string_ref, T *value) {
  const size_t length = strlen(string_ref);
  for (int i = 1; i < argc; i++) {
    const char *argument = emu_helper::plain(argv[i]);
    if (strncasecmp(argument, string_ref, length) != 0) continue;
    if (argument[length]) *value = (T)atoi(emu_helper::after_equals(argument + length));
    return true;
  }
  return false;
}

/** Returns the number after the last argument of this name; 0 if there is none. */
inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *string_ref) {
  const char *value = emu_helper::last_value(argc, argv, string_ref);
  return value ? atoi(emu_helper::after_equals(value)) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *string_ref) {
  const char *value = emu_helper::last_value(argc, argv, string_ref);
  return value ? (float)atof(emu_helper::after_equals(value)) : 0.0f;
}

/** Stores a pointer into the argument, or a null pointer. */
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *string_ref, char **string_retval) {
  const char *value = emu_helper::last_value(argc, argv, string_ref);
  *string_retval = (char *)(value && *value ? value + 1 : value);
  return value != NULL;
}

/**
 * Looks for a file in the working folder, in its folders `data` and `Common/data`, and in those of the folders above it.
 * @returns the path, which the caller frees; a null pointer and a line of output if there is no such file
 */
inline char *sdkFindFilePath(const char *filename, const char *) {
  std::string up = "./";
  for (int level = 0; level < 4; level++, up = level == 1 ? "../" : up + "../") {
    for (const char *folder : {"", "data/", "Common/data/"}) {
      const std::string path = up + folder + filename;
      FILE *file = fopen(path.c_str(), "rb");
      if (!file) continue;
      fclose(file);
      return strdup(path.c_str());
    }
  }
  printf("sdkFindFilePath: no file %s in the working folder, its folder data and the folders above (grade run reads the folders of --dir)\n",
         filename);
  return NULL;
}

#endif
