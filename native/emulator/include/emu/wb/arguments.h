// `-i input0.raw,input1.raw -e expected.raw -o output.raw -t vector`
#ifndef __EMU_WB_ARGUMENTS_H
#define __EMU_WB_ARGUMENTS_H

struct st_wbArg_t {
  char *sessionId;
  int inputCount;
  char **inputFiles;
  char *outputFile;
  char *expectedOutput;
  char *type;
};
typedef struct st_wbArg_t wbArg_t;

#define wbArg_getInputCount(arg) ((arg).inputCount)
#define wbArg_getInputFiles(arg) ((arg).inputFiles)
#define wbArg_getInputFile(arg, index) emu_wb_input(arg, index)
#define wbArg_getOutputFile(arg) ((arg).outputFile)
#define wbArg_getSessionId(arg) ((arg).sessionId)
#define wbArg_getExpectedOutputFile(arg) ((arg).expectedOutput)
#define wbArg_getType(arg) ((arg).type)

static inline char *emu_wb_input(const wbArg_t &arg, int index) {
  if (index >= 0 && index < arg.inputCount) return arg.inputFiles[index];
  fprintf(stderr, "wbArg_getInputFile(…, %d): the program was given %d input files (-i first,second)\n", index, arg.inputCount);
  exit(1);
}

static inline wbArg_t wbArg_new(int *, char ***) { return wbArg_t{strdup(""), 0, nullptr, nullptr, nullptr, nullptr}; }

static inline void emu_wb_inputs(wbArg_t &arg, char *list) {
  for (char *name = strtok(list, ","); name; name = strtok(nullptr, ",")) {
    arg.inputFiles = wbReallocArray(char *, arg.inputFiles, arg.inputCount + 1);
    arg.inputFiles[arg.inputCount++] = strdup(name);
  }
}

static inline wbArg_t wbArg_read(int argc, char **argv) {
  wbArg_t arg = wbArg_new(&argc, &argv);
  for (int at = 1; at < argc; at++) {
    char option = argv[at][0] == '-' ? argv[at][1] : '\0';
    if (!option) continue;
    if (!strchr("sioet", option)) {
      wbLog(ERROR, "Unexpected program option ", argv[at]);
      continue;
    }
    if (at + 1 == argc) {
      fprintf(stderr, "the program option %s lacks its value\n", argv[at]);
      exit(1);
    }
    char *value = strdup(argv[++at]);
    if (option == 'i') emu_wb_inputs(arg, value);
    else if (option == 'o') arg.outputFile = value;
    else if (option == 'e') arg.expectedOutput = value;
    else if (option == 't') arg.type = value;
    else arg.sessionId = value;
  }
  return arg;
}

static inline void wbArg_delete(wbArg_t arg) {
  for (int i = 0; i < arg.inputCount; i++) free(arg.inputFiles[i]);
  free(arg.inputFiles);
  free(arg.outputFile);
  free(arg.expectedOutput);
  free(arg.type);
}

#endif
