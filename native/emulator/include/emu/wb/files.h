// Data files. `.raw` and `.dat`: a line with the length, or with rows and columns, then the numbers. `.csv` and `.tsv`:
// a row a line. `.ppm` and `.pbm`: a picture of 8 bits a channel (P5, P6). `.txt`: the bytes.
#ifndef __EMU_WB_FILES_H
#define __EMU_WB_FILES_H

static inline string emu_wb_bytes(const char *name) {
  FILE *file = name ? fopen(name, "rb") : nullptr;
  if (!file) {
    fprintf(stderr, "File %s cannot be read: it is not there, or not in a folder that the program may read (--dir)\n",
            name ? name : "(no name)");
    exit(1);
  }
  string bytes;
  char part[4096];
  for (size_t count; (count = fread(part, 1, sizeof part, file)) > 0;) bytes.append(part, count);
  fclose(file);
  return bytes;
}

static inline bool emu_wb_is(const char *name, const char *endings) {
  const char *dot = strrchr(name, '.');
  if (!dot) return false;
  stringstream all(endings);
  for (string ending; all >> ending;)
    if (ending == dot + 1) return true;
  return false;
}

template <class T> struct emu_wb_table {
  int rows, columns;
  vector<T> values;
};

template <class T> static inline void emu_wb_numbers(vector<T> &values, const char *text) {
  for (;;) {
    text += strspn(text, " ,;\t\r\n");
    char *end;
    double value = strtod(text, &end);
    if (end == text) return;
    values.push_back((T)value);
    text = end;
  }
}

template <class T> static inline emu_wb_table<T> emu_wb_import(const char *name) {
  string bytes = emu_wb_bytes(name);
  emu_wb_table<T> table{0, 1, {}};
  if (emu_wb_is(name, "raw dat")) {
    size_t line = bytes.find('\n');
    int found = sscanf(bytes.c_str(), "%d%*[ ]%d", &table.rows, &table.columns);
    if (found < 1 || (line != string::npos && memchr(bytes.data(), ' ', line) == nullptr)) table.columns = 1;
    if (line != string::npos) emu_wb_numbers(table.values, bytes.c_str() + line);
  } else if (emu_wb_is(name, "csv tsv")) {
    stringstream lines(bytes);
    for (string line; std::getline(lines, line); table.rows++) {
      size_t before = table.values.size();
      emu_wb_numbers(table.values, line.c_str());
      table.columns = (int)(table.values.size() - before);
    }
  } else if (emu_wb_is(name, "txt text")) {
    table.values.assign(bytes.begin(), bytes.end());
    table.rows = (int)bytes.size();
  } else {
    fprintf(stderr, "File %s does not have a compatible extension (raw, dat, csv, tsv, txt, ppm)\n", name);
    exit(1);
  }
  if (table.rows == 1 && table.columns > 0) std::swap(table.rows, table.columns);
  size_t want = (size_t)table.rows * table.columns;
  if (table.values.size() < want)
    fprintf(stderr, "File %s holds %zu values and says that there are %zu\n", name, table.values.size(), want);
  table.values.resize(want);
  return table;
}

template <class T> static inline void *emu_wb_read(const char *name, int *rows, int *columns) {
  emu_wb_table<T> table = emu_wb_import<T>(name);
  if (rows) *rows = table.rows;
  if (columns) *columns = table.columns;
  T *copy = wbNewArray(T, table.values.size() + 1);
  std::copy(table.values.begin(), table.values.end(), copy);
  return copy;
}

static inline void *wbImport(const char *name, int *rows, int *columns, const char *type) {
  if (strcmp(type, "Real") == 0) return emu_wb_read<wbReal_t>(name, rows, columns);
  if (strcmp(type, "Text") == 0) return emu_wb_read<char>(name, rows, columns);
  return emu_wb_read<int>(name, rows, columns);
}
static inline void *wbImport(const char *name, int *rows, int *columns) { return wbImport(name, rows, columns, "Real"); }
static inline void *wbImport(const char *name, int *rows) { return wbImport(name, rows, nullptr, "Real"); }
static inline void *wbImport(const char *name, int *rows, const char *type) { return wbImport(name, rows, nullptr, type); }
static inline int wbImport_flag(const char *name) { return atoi(emu_wb_bytes(name).c_str()); }

static inline wbImage_t wbImport(const char *name) {
  string bytes = emu_wb_bytes(name);
  size_t at = 2;
  int header[3], count = 0;
  bool coloured = bytes.compare(0, 2, "P6") == 0;
  while (count < 3 && at < bytes.size()) {
    at = bytes.find_first_not_of(" \t\r\n", at);
    if (at == string::npos) break;
    if (bytes[at] == '#') at = std::min(bytes.find('\n', at), bytes.size());
    else {
      header[count++] = atoi(bytes.c_str() + at);
      at = bytes.find_first_of(" \t\r\n", at);
    }
  }
  size_t values = count == 3 ? (size_t)header[0] * header[1] * (coloured ? 3 : 1) : 0;
  if ((!coloured && bytes.compare(0, 2, "P5") != 0) || count < 3 || header[2] < 1 || header[2] > 255 || bytes.size() < at + 1 + values) {
    fprintf(stderr, "File %s is not a whole picture in the format PPM (P5 or P6, 8 bits)\n", name);
    exit(1);
  }
  wbImage_t image = wbImage_new(header[0], header[1], coloured ? 3 : 1);
  for (size_t i = 0; i < values; i++) image->data[i] = (unsigned char)bytes[at + 1 + i] / (float)header[2];
  return image;
}

static inline wbImage_t wbPPM_import(const char *name) { return wbImport(name); }

// A program may not write files here.
static inline void wbPPM_export(const char *, wbImage_t) {}
template <class... T> static inline void wbExport(const char *, T...) {}
static inline void wbExport_text(const char *, void *, int) {}

#endif
