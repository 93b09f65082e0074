import { type FunctionType, readModule } from './verify/index.ts';

/**
 * Functions that a source in C calls and declares nowhere. gcc 12 takes them for functions that return `int` and warns.
 * A call of WebAssembly needs the type of the function, so the source is compiled again with declarations: from the
 * object that defines the function, or of the C library.
 */

/** An object file of another source of the program, or of the runtime. */
type ObjectFile = Uint8Array;

/**
 * Returns the names of the functions that are called without a declaration, but for those whose type Clang knows.
 * @param log - what Clang printed for the source
 */
export function undeclaredFunctions(log: string): readonly string[] {
  return [
    ...new Set([...log.matchAll(/: warning: call to undeclared function '(\w+)'/g)].map(([, name = '']) => name)),
  ];
}

/**
 * Returns lines of C that declare functions.
 * @param objects - the objects that can define them
 * @returns '' if no type is known
 */
export function declarationsOf(names: readonly string[], objects: readonly ObjectFile[]): string {
  const lines = names.flatMap((name) => LIBRARY.get(name) ?? definedIn(objects, name) ?? []);
  return lines.map((line) => `${line}\n`).join('');
}

/** Functions of the C library that no builtin of Clang describes; pointers to structures are `void *`. */
const LIBRARY: ReadonlyMap<string, string> = new Map(
  [
    'int rand(void)',
    'void srand(unsigned)',
    'long random(void)',
    'void srandom(unsigned)',
    'double drand48(void)',
    'void srand48(long)',
    'int atoi(const char *)',
    'long atol(const char *)',
    'double atof(const char *)',
    'char *getenv(const char *)',
    'long time(long *)',
    'long clock(void)',
    'int gettimeofday(void *, void *)',
    'int clock_gettime(int, void *)',
    'unsigned sleep(unsigned)',
    'int usleep(unsigned)',
    'int getopt(int, char *const *, const char *)',
    'int getpid(void)',
    'int access(const char *, int)',
    'int open(const char *, int, ...)',
    'int close(int)',
    'long read(int, void *, unsigned long)',
    'long write(int, const void *, unsigned long)',
    'long lseek(int, long, int)',
    'int unlink(const char *)',
    'int mkdir(const char *, unsigned)',
    'int isatty(int)',
    'char *getcwd(char *, unsigned long)',
  ].map((declaration) => [/(\w+)\(/.exec(declaration)?.[1] ?? '', `${declaration};`] as const),
);

/** Types of C for those of WebAssembly: a pointer is passed as a `long`. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [0x7f, 'int'],
  [0x7e, 'long'],
  [0x7d, 'float'],
  [0x7c, 'double'],
]);

function definedIn(objects: readonly ObjectFile[], name: string): string | null {
  for (const object of objects) {
    const { symbols, functionTypes, types, imports } = readModule(object);
    const named = symbols.filter((each) => each.kind === 'function' && each.name === name);
    // A function of the CUDA runtime is defined by no object: another source imports it.
    const isRuntime = imports.some((each) => each.module === RUNTIME && each.name === name);
    const symbol = named.find(({ isUndefined }) => isRuntime || !isUndefined);
    const type = types[functionTypes[symbol?.index ?? -1] ?? -1];
    if (type) return declaration(name, type, isRuntime);
  }
  return null;
}

const RUNTIME = 'cuda';

function declaration(name: string, { parameters, results }: FunctionType, isRuntime: boolean): string {
  const typeOf = (code: number | undefined) => TYPES.get(code ?? 0) ?? 'void';
  const imported = isRuntime ? `__attribute__((import_module("${RUNTIME}"), import_name("${name}"))) ` : '';
  return `${imported}${typeOf(results[0])} ${name}(${parameters.map(typeOf).join(', ') || 'void'});`;
}
