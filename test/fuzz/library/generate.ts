import { Choices } from '../integers/generate.ts';

const PRELUDE = `#include <cerrno>
#include <cfloat>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
template <class... T> static void formatted(const char *format, const wchar_t *wide, T... values) {
  char text[400] = "";
  int count = snprintf(text, sizeof text, format, values...);
  printf("%d %s|\\n", count, text);
  wchar_t characters[400] = L"";
  count = swprintf(characters, 400, wide, values...);
  printf("%d %ls|\\n", count, characters);
}
`;

/** Returns the functions `program_0()` and so on, and a `main` that calls each behind a line with its number. */
export function generate(
  seed: number,
  count: number,
): { readonly source: string; readonly programs: readonly string[] } {
  const choices = new Choices(seed);
  const programs = Array.from({ length: count }, (_, index) => program(choices, index));
  const calls = programs.map((_, index) => `  printf("== ${index}\\n");\n  program_${index}();`).join('\n');
  return { source: `${PRELUDE}${programs.join('\n')}\nint main() {\n${calls}\n}\n`, programs };
}

/** Each returns statements whose output the C library decides. */
const PARTS: readonly ((choices: Choices) => string)[] = [
  pointers,
  streams,
  strings,
  unknownConversions,
  positions,
  specialNumbers,
  hexadecimal,
  errors,
  errorNames,
  conversions,
  randomNumbers,
  otherRandomNumbers,
  states,
  types,
];

function program(choices: Choices, index: number): string {
  const lines = Array.from({ length: 8 }, () => `  { ${choices.of(PARTS)(choices)} }`);
  return `static void program_${index}() {\n${lines.join('\n')}\n}`;
}

/** A call that formats values as narrow and as wide text. */
const formatted = (format: string, ...values: string[]) =>
  `formatted(${[`"${format}"`, `L"${format}"`, ...values].join(', ')});`;

const flagsOf = (choices: Choices) => choices.of(['', '', '-', '0', '+', ' ', '-0', '+0', '- ']);
const widthOf = (choices: Choices) => choices.of(['', '', '1', '7', '12', '25']);
const precisionOf = (choices: Choices) => choices.of(['', '', '', '.', '.0', '.3', '.6', '.14']);

function pointers(choices: Choices): string {
  const format = `[%${flagsOf(choices)}${widthOf(choices)}${precisionOf(choices)}p]`;
  const address = choices.bits() >> BigInt(choices.below(64));
  return formatted(`${format} ${format}`, '(void *)nullptr', `(void *)${address}ul`);
}

function streams(choices: Choices): string {
  const address = choices.bits() >> BigInt(1 + choices.below(63));
  return `std::cout << (void *)${address}ul << ' ' << std::hex << ${address}ul << std::dec << std::endl;`;
}

function strings(choices: Choices): string {
  const format = `[%${choices.of(['', '-'])}${widthOf(choices)}${precisionOf(choices)}`;
  const [text, wide] = choices.of([
    ['(const char *)nullptr', '(const wchar_t *)nullptr'],
    ['"some text"', 'L"some text"'],
    ['""', 'L""'],
  ] as const);
  return formatted(`${format}s] ${format}ls] %lc`, text, wide, `L'x'`);
}

function unknownConversions(choices: Choices): string {
  const letter = choices.of(['k', 'y', 'K', '!', '\\n', '?', ',', 'R', 'v', '%', ' %d']);
  const flags = choices.of(['', '', '-', '0', '+', '#', ' ', "'", '-0', '+0', '#+-', '# 0']);
  // With a width or a precision, the letter is not a space that is a flag.
  return formatted(
    `%d %${flags}${letter.startsWith(' ') ? '' : `${widthOf(choices)}${precisionOf(choices)}`}${letter} %d`,
    '1',
    '2',
    '3',
  );
}

function positions(choices: Choices): string {
  const width = 1 + choices.below(12);
  return formatted('%3$s %1$d %2$5.2f %1$x %3$6s %4$*5$d|', '77', '2.125', '"text"', '5', `${width}`);
}

function specialNumbers(choices: Choices): string {
  const value = choices.of([
    'INFINITY',
    '-INFINITY',
    '(double)NAN',
    '-(double)NAN',
    '0.0',
    '-0.0',
    'DBL_MAX',
    'DBL_MIN',
    'FLT_MAX',
  ]);
  const letter = choices.of(['f', 'F', 'e', 'E', 'g', 'G']);
  return formatted(`[%${flagsOf(choices)}${widthOf(choices)}${precisionOf(choices)}${letter}]`, value);
}

function hexadecimal(choices: Choices): string {
  const digits = Number(choices.bits() >> 11n);
  const value = `${choices.below(2) ? '-' : ''}${digits}.0 / ${1 + choices.below(1000)}.0`;
  return formatted(`[%${widthOf(choices)}${precisionOf(choices)}${choices.of(['a', 'A'])}]`, value);
}

function errors(choices: Choices): string {
  const number = choices.below(4) === 0 ? choices.of([-1, -77, 134, 200, 4095, 2 ** 31 - 1]) : choices.below(134);
  return `errno = ${number}; ${formatted('%m %d', 'errno')} printf("%s\\n", strerror(${number}));`;
}

const NAMES = `
  E2BIG EACCES EADDRINUSE EAGAIN EBADF EBUSY ECHILD ECONNREFUSED EDEADLK EDOM EEXIST EFAULT EFBIG EILSEQ EINPROGRESS EINTR
  EINVAL EIO EISDIR ELOOP EMFILE EMLINK ENAMETOOLONG ENFILE ENODATA ENODEV ENOENT ENOEXEC ENOMEM ENOSPC ENOSYS ENOTBLK
  ENOTDIR ENOTEMPTY ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EPERM EPIPE ERANGE EROFS ESPIPE ESRCH ETIMEDOUT ETIME
  EWOULDBLOCK EXDEV`
  .trim()
  .split(/\s+/);

function errorNames(choices: Choices): string {
  const name = choices.of(NAMES);
  return `printf("%d %s %s\\n", ${name}, strerror(${name}), std::generic_category().message(${name}).c_str());`;
}

function conversions(choices: Choices): string {
  const text = choices.of(['', 'x', '99999999999999999999999', '-5', '1e999', '12abc', '3000000000']);
  const name = choices.of(['stoi', 'stol', 'stoul', 'stod', 'stof']);
  return `
    try { std::cout << std::${name}("${text}") << std::endl; }
    catch (const std::invalid_argument &e) { printf("invalid %s\\n", e.what()); }
    catch (const std::out_of_range &e) { printf("range %s\\n", e.what()); }
    errno = 0; long n = strtol("${text}", nullptr, ${choices.of([0, 8, 10, 16])}); printf("%ld %d\\n", n, errno);
    errno = 0; double d = strtod("${text}", nullptr); printf("%g %d\\n", d, errno);`;
}

const seedOf = (choices: Choices) =>
  choices.below(3) === 0 ? choices.of([0, 1, 42, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) : Number(choices.bits() >> 32n);

function randomNumbers(choices: Choices): string {
  const seeding = choices.below(4) === 0 ? '' : `srand(${seedOf(choices)}u);`;
  return `${seeding}
    for (int i = 0; i < ${choices.below(400)}; i++) rand();
    for (int i = 0; i < 5; i++) { int r = rand(); printf("%d %d %f ", r, r % 100, (float)r / RAND_MAX); }
    printf("%ld\\n", random());`;
}

function otherRandomNumbers(choices: Choices): string {
  return `unsigned seed = ${seedOf(choices)}u; for (int i = 0; i < 5; i++) printf("%d ", rand_r(&seed));
    srand48(${seedOf(choices)}); printf("%u %f ", seed, drand48()); printf("%ld ", lrand48()); printf("%ld ", mrand48());
    unsigned short x[3] = {${choices.below(65536)}, ${choices.below(65536)}, 7};
    printf("%f ", erand48(x)); printf("%ld ", nrand48(x)); printf("%ld\\n", jrand48(x));`;
}

function states(choices: Choices): string {
  const bytes = choices.of([8, 16, 32, 64, 100, 128, 256, 300]);
  return `static long state[40]; char *before = initstate(${seedOf(choices)}u, (char *)state, ${bytes});
    for (int i = 0; i < 50; i++) random();
    printf("%ld ", random()); printf("%d ", rand()); srandom(${seedOf(choices)}u); printf("%ld ", random());
    setstate(before); printf("%ld\\n", random());`;
}

function types(choices: Choices): string {
  const size = choices.of([16, 32, 64]);
  return `printf("%zu %zu %zu %ld %d\\n", sizeof(int_fast${size}_t), sizeof(uint_least${size}_t), sizeof(wchar_t), (long)CLOCKS_PER_SEC, RAND_MAX);
    int_fast${size}_t number = ${choices.below(100)}; printf("%" PRIdFAST${size} " %s %s\\n", number, PRIxFAST${size}, SCNuFAST${size});
    printf("%s\\n", (intmax_t)INT_FAST${size}_MAX == INT64_MAX ? "wide" : "narrow");`;
}
