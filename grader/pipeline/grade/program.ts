import type { CompileOptions, Diagnostic, HeaderFile, SourceUnit } from '../../compile/index.ts';
import {
  type ArrayParameter,
  type Assignment,
  type AssignmentSpec,
  C_TYPES,
  cType,
  type ElementTypeName,
  type Extent,
  elementBytes,
  isFloatType,
  isInput,
} from '../../spec/index.ts';
import type { Engine } from './engine.ts';

/** The files of a program: those that the assignment gives, and those of the submission. */
export interface ProgramFiles {
  readonly headers: readonly HeaderFile[];
  /** The headers of the submission itself. */
  readonly own: readonly HeaderFile[];
  /** Sources that are compiled by themselves; none but for the style `program`. */
  readonly units: readonly SourceUnit[];
  /** The headers and the sources, as reports show them. */
  readonly shown: readonly HeaderFile[];
  /** Notes about files of the submission that given ones replace. */
  readonly notes: readonly Diagnostic[];
  /** The reason why the submission is refused; null if it is not. */
  readonly refused: string | null;
}

const SOURCE = /\.(?:cu|cpp|c)$/;

/** Returns the files of a submission, in which the given files of the assignment replace others of their names. */
export function programFiles(
  assignment: Assignment,
  own: readonly HeaderFile[],
  fileName: string,
  engine: Pick<Engine, 'readFile'>,
): ProgramFiles {
  const { given = [] } = assignment.spec.entry;
  if (given.length === 0) return { headers: own, own, units: [], shown: own, notes: [], refused: null };
  const text = (name: string) => new TextDecoder().decode(engine.readFile(assignment, name));
  const files = given.map((name) => ({ path: name, name, text: text(name) }));
  const replaced = own.filter(({ path }) => given.includes(path));
  const notes = replaced
    .filter((file) => files.some(({ path, text: ours }) => path === file.path && !isSameText(ours, file.text)))
    .map(({ path }) => replacedNote(path));
  const kept = own.filter((file) => !replaced.includes(file));
  const headers = [...files.filter(({ name }) => !SOURCE.test(name)), ...kept];
  const sources = files.filter(({ name }) => SOURCE.test(name));
  const free = freeName([fileName, ...headers.map(({ path }) => path), ...given]);
  const harness = { path: free, name: free, text: harnessOf(assignment.spec) };
  const units = [...sources, harness].map((file) => ({
    ...file,
    language: file.name.endsWith('.c')
      ? ('c' as const)
      : file.name.endsWith('.cpp')
        ? ('c++' as const)
        : ('cuda' as const),
    given: true as const,
  }));
  const isGiven = given.some((name) => name === fileName.split(/[\\/]/).at(-1));
  const refused = isGiven
    ? `The assignment gives the file ${fileName}. Submit your own file, with another name, which defines ${assignment.spec.entry.function}.`
    : null;
  return { headers, own: kept, units, shown: [...headers, ...sources], notes, refused };
}

/** Returns the files as options of the compiler. */
export function filesToCompile({ headers, units }: ProgramFiles): Pick<CompileOptions, 'headers' | 'units'> {
  return { ...(headers.length > 0 && { headers }), ...(units.length > 0 && { units }) };
}

/** Returns a name for the source of the grader that none of these files has. */
function freeName(files: readonly string[]): string {
  const names = new Set(files.map((file) => file.split(/[\\/]/).at(-1)));
  let name = 'grade-program.cu';
  for (let number = 2; names.has(name); number++) name = `grade-program-${number}.cu`;
  return name;
}

function isSameText(one: string, other: string): boolean {
  return one.replace(/\r\n?/g, '\n').trim() === other.replace(/\r\n?/g, '\n').trim();
}

function replacedNote(file: string): Diagnostic {
  return {
    severity: 'note',
    message: `the exercise gives ${file}, so your file of this name was not used`,
    ...{ file, line: 0, column: 0, side: 'both', rule: 'compile-warning' },
  };
}

/** Name of the function that a run calls in place of `main`. */
export const PROGRAM_ENTRY = '__grade_program';
/** A submission's macros may have any name that a specification uses. */
const hidden = (name: string) => `__grade_${name}`;

/** Returns the declaration of the function that writes the files, calls `main`, and reads the files. */
export function programPrototype({ entry }: Pick<AssignmentSpec, 'entry'>): string {
  const declared = entry.parameters.map((parameter) => {
    const type = parameter.role === 'dimension' ? 'int' : cType(parameter);
    return `${type} ${hidden(parameter.name)}`;
  });
  return `void ${PROGRAM_ENTRY}(${declared.join(', ')})`;
}

/** Returns the source of that function. Host code of the submission meets decoys in these files, as in arrays. */
function harnessOf(spec: AssignmentSpec): string {
  const { entry } = spec;
  const arrays = entry.parameters.filter((parameter): parameter is ArrayParameter => 'shape' in parameter);
  const printed = arrays.filter(({ from }) => from === 'text' || from === 'numbers');
  const status = arrays.find(({ from }) => from === 'exit-status');
  return [
    RUNTIME,
    `extern "C" ${programPrototype(spec)} {`,
    ...arrays.filter(isInput).map((array) => `  ${fileCall('put', array)};`),
    ...(printed.length > 0 ? ['  freopen(PRINTED, "w", stdout);'] : []),
    '  const int status = __main_void();',
    '  fflush(nullptr);',
    ...(printed.length > 0 ? ['  const Text printed = content(PRINTED);'] : []),
    ...arrays.filter((array) => array.role === 'output' && array.file).map((array) => `  ${fileCall('get', array)};`),
    ...printed.map((array) => `  ${printedCall(array)};`),
    status ? `  *${hidden(status.name)} = status & 255;` : '  (void)status;',
    '}',
    '',
  ].join('\n');
}

function fileCall(what: 'put' | 'get', array: ArrayParameter): string {
  const { name, type, shape, file = '' } = array;
  const extents = `{${shape.map(extentText).join(', ')}}`;
  const about = `"${file}", ${hidden(name)}, {${shape.length}, ${extents}, ${elementBytes(type)}}`;
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase();
  switch (ending) {
    case 'npy':
      return `${what}_npy(${about}, "${npyType(type)}")`;
    case 'txt':
      return `${what}_text<${C_TYPES[type]}>(${about})`;
    case 'pgm':
    case 'ppm':
      return `${what}_picture(${about})`;
    default:
      return `${what}_raw(${about})`;
  }
}

function printedCall({ name, type, shape, from, after }: ArrayParameter): string {
  const count = shape.map(extentText).join(' * ');
  if (from === 'text') return `copy_text(printed, ${hidden(name)}, ${count})`;
  return `get_numbers<${C_TYPES[type]}>(printed, ${after === undefined ? 'nullptr' : cString(after)}, ${hidden(name)}, ${count})`;
}

function cString(text: string): string {
  const bytes = [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"${bytes.join('')}"`;
}

/** The type in the header of a .npy file. */
function npyType(type: ElementTypeName): string {
  if (type === 'bool') return '|b1';
  const bytes = elementBytes(type);
  const kind = isFloatType(type) ? (type === 'bfloat16' ? 'V' : 'f') : type.startsWith('u') ? 'u' : 'i';
  return `${bytes === 1 ? '|' : '<'}${kind}${bytes}`;
}

function extentText(extent: Extent): string {
  const factor = (one: string) => (/^\d/.test(one) ? `${one}ll` : `(long long)${hidden(one)}`);
  return String(extent)
    .split('+')
    .map((term) => term.split('*').map(factor).join(' * '))
    .join(' + ');
}

/** The code of all harnesses. A file of another type or size is not read: its output counts as not written. */
const RUNTIME = String.raw`
#include <cerrno>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
extern "C" int __main_void(void);
namespace {
const char *const PRINTED = "grade-printed";
struct Shape { int rank; long long extents[8]; int bytes; long long count() const { long long n = 1; for (int i = 0; i < rank; i++) n *= extents[i]; return n; } };
struct Text { char *at; size_t length; };
[[maybe_unused]] Text content(const char *name) {
  Text text = {(char *)malloc(1), 0};
  FILE *file = fopen(name, "rb");
  if (file) {
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    fseek(file, 0, SEEK_SET);
    if (size > 0) { free(text.at); text.at = (char *)malloc(size + 1); text.length = text.at ? fread(text.at, 1, size, file) : 0; }
    fclose(file);
  }
  if (text.at) text.at[text.length] = 0;
  return text;
}
[[maybe_unused]] void put_bytes(const char *name, const char *before, const void *data, size_t bytes) {
  FILE *file = fopen(name, "wb");
  if (!file) return;
  fwrite(before, 1, strlen(before), file);
  fwrite(data, 1, bytes, file);
  fclose(file);
}
[[maybe_unused]] void take(void *into, const Text &text, size_t from, size_t bytes) {
  if (text.at && from <= text.length && text.length - from == bytes) memcpy(into, text.at + from, bytes);
}
[[maybe_unused]] void put_raw(const char *name, const void *data, Shape shape) { put_bytes(name, "", data, shape.count() * shape.bytes); }
[[maybe_unused]] void get_raw(const char *name, void *into, Shape shape) {
  const Text text = content(name);
  take(into, text, 0, shape.count() * shape.bytes);
  free(text.at);
}
[[maybe_unused]] void npy_shape(char *into, Shape shape) {
  into += sprintf(into, "(");
  for (int i = 0; i < shape.rank; i++) into += sprintf(into, i + 1 < shape.rank ? "%lld, " : shape.rank == 1 ? "%lld," : "%lld", shape.extents[i]);
  sprintf(into, ")");
}
[[maybe_unused]] void put_npy(const char *name, const void *data, Shape shape, const char *type) {
  char extents[200], header[400];
  npy_shape(extents, shape);
  const int length = snprintf(header, 300, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, extents);
  const int padded = (10 + length + 1 + 63) / 64 * 64 - 10;
  memset(header + length, ' ', padded - length);
  header[padded - 1] = '\n';
  FILE *file = fopen(name, "wb");
  if (!file) return;
  const unsigned char magic[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(padded & 255), (unsigned char)(padded >> 8)};
  fwrite(magic, 1, 10, file);
  fwrite(header, 1, padded, file);
  fwrite(data, shape.bytes, shape.count(), file);
  fclose(file);
}
[[maybe_unused]] void get_npy(const char *name, void *into, Shape shape, const char *type) {
  const Text text = content(name);
  if (text.at && text.length > 12 && memcmp(text.at, "\x93NUMPY", 6) == 0) {
    const bool isFirst = text.at[6] == 1;
    const unsigned char *size = (const unsigned char *)text.at + 8;
    const size_t from = isFirst ? 10 : 12, length = isFirst ? size[0] + 256u * size[1] : size[0] + 256u * size[1] + 65536u * size[2];
    if (length < 4000 && from + length <= text.length) {
      char header[4001], asked[300], extents[200];
      size_t used = 0;
      for (size_t i = 0; i < length; i++) if (!isspace((unsigned char)text.at[from + i])) header[used++] = text.at[from + i] == '"' ? '\'' : text.at[from + i];
      header[used] = 0;
      npy_shape(extents, shape);
      size_t kept = 0;
      for (const char *c = extents; *c; c++) if (*c != ' ') extents[kept++] = *c;
      extents[kept] = 0;
      snprintf(asked, sizeof asked, "'descr':'%s'", type);
      char *found = strstr(header, "'shape':");
      const bool fits = strstr(header, asked) && strstr(header, "'fortran_order':False") && found && strncmp(found + 8, extents, kept) == 0;
      if (fits) take(into, text, from + length, shape.count() * shape.bytes);
    }
  }
  free(text.at);
}
[[maybe_unused]] void put_picture(const char *name, const void *data, Shape shape) {
  char header[100];
  snprintf(header, sizeof header, "P%d\n%lld %lld\n255\n", shape.rank == 3 ? 6 : 5, shape.extents[1], shape.extents[0]);
  put_bytes(name, header, data, shape.count());
}
[[maybe_unused]] void get_picture(const char *name, void *into, Shape shape) {
  const Text text = content(name);
  if (text.at && text.length > 2 && text.at[0] == 'P' && text.at[1] == (shape.rank == 3 ? '6' : '5')) {
    const char *c = text.at + 2;
    long long read[3] = {-1, -1, -1};
    for (int i = 0; i < 3; i++) {
      while (isspace((unsigned char)*c) || *c == '#') { if (*c == '#') while (*c && *c != '\n') c++; else c++; }
      char *end;
      read[i] = strtoll(c, &end, 10);
      c = end;
    }
    if (read[0] == shape.extents[1] && read[1] == shape.extents[0] && read[2] == 255) take(into, text, c - text.at + 1, shape.count());
  }
  free(text.at);
}
[[maybe_unused]] void print_one(FILE *file, float value) { fprintf(file, "%.9g", value); }
[[maybe_unused]] void print_one(FILE *file, double value) { fprintf(file, "%.17g", value); }
[[maybe_unused]] void print_one(FILE *file, long long value) { fprintf(file, "%lld", value); }
[[maybe_unused]] void print_one(FILE *file, unsigned long long value) { fprintf(file, "%llu", value); }
[[maybe_unused]] bool read_one(const char *&at, float *into) { char *end; const float value = strtof(at, &end); if (end == at) return false; at = end; *into = value; return true; }
[[maybe_unused]] bool read_one(const char *&at, double *into) { char *end; const double value = strtod(at, &end); if (end == at) return false; at = end; *into = value; return true; }
template <typename T> struct Wide { using type = long long; };
template <> struct Wide<float> { using type = float; };
template <> struct Wide<double> { using type = double; };
template <> struct Wide<unsigned> { using type = unsigned long long; };
template <> struct Wide<unsigned long long> { using type = unsigned long long; };
template <typename T> bool read_one(const char *&at, T *into) {
  char *end;
  errno = 0;
  const typename Wide<T>::type value = T(-1) > T(0) ? strtoull(at, &end, 10) : strtoll(at, &end, 10);
  if (end == at || errno != 0 || *end == '.' || *end == 'e' || *end == 'E' || (typename Wide<T>::type)(T)value != value) return false;
  at = end;
  *into = (T)value;
  return true;
}
template <typename T> void put_text(const char *name, const T *data, Shape shape) {
  FILE *file = fopen(name, "w");
  if (!file) return;
  for (int i = 0; i < shape.rank; i++) fprintf(file, i ? " %lld" : "%lld", shape.extents[i]);
  fprintf(file, "\n");
  const long long row = shape.rank > 1 ? shape.extents[shape.rank - 1] : 1, count = shape.count();
  for (long long i = 0; i < count; i++) {
    print_one(file, (typename Wide<T>::type)data[i]);
    fputc(row > 1 && (i + 1) % row ? ' ' : '\n', file);
  }
  fclose(file);
}
template <typename T> void get_text(const char *name, T *into, Shape shape) {
  const Text text = content(name);
  const char *at = text.at;
  bool fits = at != nullptr;
  for (int i = 0; fits && i < shape.rank; i++) {
    char *end;
    fits = strtoll(at, &end, 10) == shape.extents[i] && end != at;
    at = end;
  }
  const long long count = shape.count();
  T *values = (T *)malloc(count * sizeof(T));
  for (long long i = 0; fits && i < count; i++) fits = read_one(at, values + i);
  while (fits && isspace((unsigned char)*at)) at++;
  if (fits && *at == 0) memcpy(into, values, count * sizeof(T));
  free(values);
  free(text.at);
}
[[maybe_unused]] bool in_word(char c) { return isalnum((unsigned char)c) || c == '_'; }
template <typename T> void get_numbers(const Text &text, const char *after, T *into, long long count) {
  const char *at = text.at;
  if (at && after) {
    const char *last = nullptr;
    for (const char *found = strstr(at, after); found; found = strstr(found + 1, after)) last = found;
    at = last ? last + strlen(after) : nullptr;
  }
  if (!at) return;
  T *values = (T *)malloc((count + 1) * sizeof(T));
  long long found = 0;
  while (*at && found <= count) {
    const bool begins = at == text.at || !in_word(at[-1]) || (after && found == 0);
    const bool isNumber = isdigit((unsigned char)*at) || ((*at == '-' || *at == '+' || *at == '.') && (isdigit((unsigned char)at[1]) || at[1] == '.')) ||
      strncmp(at, "nan", 3) == 0 || strncmp(at, "inf", 3) == 0 || strncmp(at, "-nan", 4) == 0 || strncmp(at, "-inf", 4) == 0;
    if (begins && isNumber && read_one(at, values + found)) found++;
    else at++;
    if (after && found == count) break;
  }
  if (found == count) memcpy(into, values, count * sizeof(T));
  free(values);
}
[[maybe_unused]] void copy_text(const Text &text, unsigned char *into, long long room) {
  const size_t most = (size_t)room;
  memset(into, 0, most);
  memcpy(into, text.at, text.length < most ? text.length : most);
  // No text has this byte: one that is too long is never right.
  if (text.length >= most) into[most - 1] = 255;
}
}
`;
