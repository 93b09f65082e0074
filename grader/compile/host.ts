import { LIBRARY_FOLDERS, TARGET_LINKER_FLAGS, TRIPLE } from '../abi/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import type { Assets } from './assets.ts';
import { type Clang, ClangExhausted } from './clang.ts';
import { codeOnly } from './code-only.ts';
import { longSignature } from './device-limits.ts';
import { discardsError, parseDiagnostics } from './diagnostics.ts';
import type { Tree } from './files.ts';
import { takenFromGiven } from './given-files.ts';
import { hostAssembly } from './host-assembly.ts';
import { hostThreads } from './host-threads.ts';
import { declarationsOf, undeclaredFunctions } from './implicit-declarations.ts';
import { importProblem } from './imports/index.ts';
import { withoutDeviceRuntime } from './launching-kernels.ts';
import { isHeader, linkFailure, whereNamed } from './link.ts';
import { lowerMemory64 } from './lower/index.ts';
import { plainName } from './mangled.ts';
import type { Diagnostic, HostProgram, SideOutcome } from './program.ts';
import { entryMismatch, entryName } from './signature.ts';
import type { SourceFile } from './source-file.ts';
import { commonFlags, filesOf, isRelocatable, otherNames, preludeOf, wideLines } from './sources.ts';
import { largeStatics } from './static-memory.ts';
import { symbolize } from './symbolize.ts';
import { DIAGNOSTIC_FLAGS } from './tools.ts';
import { readModule } from './verify/index.ts';

/** What `<<<>>>` and registration are compiled for; the device's code is elsewhere, so its image is empty. */
const GPU_IMAGE = 'device.image';
/** As on Linux; at the start of memory, so that a recursion without an end traps instead of overwriting data. */
const STACK_BYTES = FIXED_LIMITS.hostStackBytes;
/** The C library's way into either form of `main`. */
const PROGRAM_ENTRY = '__main_void';
const FIXED_EXPORTS = ['__wasm_call_ctors', '__stack_pointer'];

/** The functions of the C library that allocate: native/emulator/host/library.c keeps a record of each block. */
const ALLOCATING = ['malloc', 'calloc', 'realloc', 'aligned_alloc', 'posix_memalign', 'free'];

const C_LIBRARIES = ['-lc'];
const CXX_LIBRARIES = ['-lc++', '-lc++abi'];
/** printf and scanf of `long double`, for programs that have any: by itself the C library ends a program that prints one. */
const LONG_DOUBLE = ['-lc-printscan-long-double'];

/** Calls that may throw become calls through env.invoke_…, which costs time: only for programs that catch. */
const CATCHING = ['-mllvm', '-enable-emscripten-cxx-exceptions'];
/**
 * Loads and stores tell their address before (native/emulator/host/watch.c), as ThreadSanitizer wants it: only for programs
 * with memory that kernels or asynchronous copies reach as well. The precompiled headers were made without, which changes nothing in them.
 */
const WATCHED = [
  '-fsanitize=thread',
  '-fno-validate-pch',
  ...['-tsan-instrument-func-entry-exit=0', '-tsan-handle-cxx-exceptions=0', '-tsan-distinguish-volatile=1'].flatMap(
    (option) => ['-mllvm', option],
  ),
];
const SHARED_MEMORY =
  /\b(?:cudaMallocManaged|__managed__|cudaHostGetDevicePointer|cudaHostAllocMapped|cudaHostRegisterMapped)\b/;
const PAGE_LOCKED = /\bcuda(?:MallocHost|HostAlloc|HostRegister)\b/;
const COPIES_LATER = /\bcudaMemcpy\w*Async\b/;

/**
 * gcc, which compiles host code for nvcc, knows no `#pragma unroll`: where Clang follows it, a loop over a matrix of
 * constant size becomes more code than it can work off.
 */
const LOOPS_STAY = ['-mllvm', '-pragma-unroll-threshold=1'];

/**
 * Compiles and links the host side: `<<<>>>` becomes calls of our CUDA runtime, in a memory of its own.
 * @param others - further sources of the same program
 * @param hostBytes - the most that it may have, a multiple of 64 KiB
 */
export function compileHost(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  others: readonly SourceFile[],
  hostBytes: number,
): SideOutcome<HostProgram> {
  try {
    return translate(clang, assets, source, others, hostBytes);
  } catch (error) {
    if (!(error instanceof ClangExhausted) || source.prototype !== null) throw error;
    for (const unit of [source, ...others]) {
      const { args, files } = frontOf(assets, unit);
      const large = largeStatics(clang, args, files, unit, hostBytes);
      if (large) return { program: null, diagnostics: [large] };
    }
    throw error;
  }
}

/** Clang's arguments for host code, up to what it writes, and the files that they name. */
function frontOf(assets: Assets, source: SourceFile): { readonly args: readonly string[]; readonly files: Tree } {
  const prelude = preludeOf(assets, source, 'host');
  const args = [
    'clang',
    '-cc1',
    ...commonFlags(assets, source),
    ...(source.language === 'c' ? ['-O1', '-fwrapv'] : [...assets.flags.host, '-fcuda-include-gpubinary', GPU_IMAGE]),
    '-relaxed-aliasing',
    ...LOOPS_STAY,
    ...(filesOf(source).some(({ text }) => /\btry\b/.test(codeOnly(text))) ? CATCHING : []),
    ...(source.dialect.watchesHost || sharesMemory(source) ? WATCHED : []),
    ...DIAGNOSTIC_FLAGS,
    ...prelude.args,
  ];
  return { args, files: { ...prelude.files, [GPU_IMAGE]: 'none' } };
}

function translate(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  others: readonly SourceFile[],
  hostBytes: number,
): SideOutcome<HostProgram> {
  const { prototype } = source;
  const units = [source, ...others].map((unit) => compileUnit(clang, assets, unit));
  const all = units.flatMap((unit) => unit.diagnostics);
  const diagnostics = all.filter(({ flag, message }) => !discardsError(flag, message));
  const discarding = all
    .filter(({ flag, message }) => discardsError(flag, message))
    .map(({ file, line, column }) => `${file}:${line}:${column}`);
  const first = units.flatMap(({ program }) => program ?? []);
  if (first.length < units.length) return { program: null, diagnostics };
  const objects = [source, ...others].map((unit, index) =>
    withDeclarations(clang, assets, unit, units[index]?.undeclared ?? [], first, index),
  );
  if (others.some(({ given }) => given)) {
    const absent = (given: readonly Uint8Array[]) => absentSymbols(clang, assets, given);
    const taken = takenFromGiven([source, ...others], objects, absent);
    if (taken) return { program: null, diagnostics: [...diagnostics, taken] };
  }
  const entry = prototype ? entryName(prototype) : PROGRAM_ENTRY;
  if (prototype === null && !objects.some(definesMain)) {
    return { program: null, diagnostics: [...diagnostics, missingEntry(`${NOT_FOUND}: ${entry}`, source, entry)] };
  }
  const linkedFiles: Record<string, Uint8Array> = {
    ...Object.fromEntries(objects.map((object, index) => [`host${index}.o`, object])),
    ...(isRelocatable(source) ? registrationOf(clang, objects) : {}),
    'runtime.o': assets.file(assets.manifest.host),
  };
  const link = (libraries: readonly string[]) =>
    clang.run(
      [
        'wasm-ld',
        ...TARGET_LINKER_FLAGS,
        '--no-entry',
        '--gc-sections',
        '--export-table',
        ...ALLOCATING.map((name) => `--wrap=${name}`),
        `--max-memory=${hostBytes}`,
        '--stack-first',
        '-z',
        `stack-size=${STACK_BYTES}`,
        ...[...FIXED_EXPORTS, entry].map((name) => `--export=${name}`),
        '-o',
        'host.wasm',
        ...Object.keys(linkedFiles),
        `-L/usr/lib/${LIBRARY_FOLDERS[0]}`,
        ...libraries,
        `-L/usr/lib/${LIBRARY_FOLDERS[1]}`,
        '-lclang_rt.builtins',
      ],
      linkedFiles,
    );
  // Reading C++'s libraries takes a third of the time, and few exercises need them.
  const ofC = filesOf(source).some(({ text }) => /\blong\s+double\b/.test(codeOnly(text)))
    ? [...LONG_DOUBLE, ...C_LIBRARIES]
    : C_LIBRARIES;
  const alone = link(ofC);
  const linked = alone.log.includes('undefined symbol') ? link([...CXX_LIBRARIES, ...ofC]) : alone;
  const written = linked.file('host.wasm');
  // Static variables and the stack are what a module begins with.
  if (linked.log.includes('maximum memory too small')) throw new ClangExhausted(linked.log);
  if (linked.code !== 0 || written === null) {
    const missing = missingEntry(linked.log, source, entry);
    return { program: null, diagnostics: [...diagnostics, ofCLibrary(clang, assets, source, linked.log) ?? missing] };
  }
  const threads = hostThreads(written, [source, ...others]);
  if (threads) return { program: null, diagnostics: [...diagnostics, threads] };
  const wasm = lowerMemory64(written, { border: hostBytes });
  const module = moduleOf(wasm);
  if (typeof module === 'string')
    return { program: null, diagnostics: [...diagnostics, ...beyondEngine(wasm, source, module)] };
  const foreign = foreignLinkage(wasm, module, entry, source);
  if (foreign) return { program: null, diagnostics: [...diagnostics, foreign] };
  const headers = otherNames(source);
  const wide = wideLines(source);
  return {
    program: {
      wasm,
      fileName: source.fileName,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(Object.keys(wide).length > 0 && { wide }),
      ...(discarding.length > 0 && { discarding }),
      exports: [entry],
      calls: WebAssembly.Module.imports(module).flatMap(({ module: from, name }) => (from === 'cuda' ? [name] : [])),
    },
    diagnostics,
  };
}

/** Returns the symbols that neither some objects nor the libraries define. */
function absentSymbols(clang: Clang, assets: Assets, objects: readonly Uint8Array[]): ReadonlySet<string> {
  const files = Object.fromEntries(objects.map((object, index) => [`given${index}.o`, object]));
  const { log } = clang.run(
    [
      ...['wasm-ld', ...TARGET_LINKER_FLAGS, '--no-entry', '--error-limit=0', '-o', 'given.wasm'],
      ...[...Object.keys(files), 'runtime.o', `-L/usr/lib/${LIBRARY_FOLDERS[0]}`, ...CXX_LIBRARIES, ...C_LIBRARIES],
      ...[`-L/usr/lib/${LIBRARY_FOLDERS[1]}`, '-lclang_rt.builtins'],
    ],
    { ...files, 'runtime.o': assets.file(assets.manifest.host) },
  );
  return new Set([...log.matchAll(/undefined symbol: (\S+)/g)].map(([, name = '']) => name));
}

/** The object of one source, and the functions that it calls without a declaration. */
interface Unit extends SideOutcome<Uint8Array> {
  readonly undeclared: readonly string[];
}

/** Compiles the host side of one source to an object. */
function compileUnit(clang: Clang, assets: Assets, source: SourceFile): Unit {
  const { args, files } = frontOf(assets, source);
  const assembly = hostAssembly(clang, args, files, source);
  if (assembly.length > 0) return { program: null, diagnostics: assembly, undeclared: [] };
  const compiled = objectOf(clang, assets, source);
  const found = parseDiagnostics(compiled.log, source, 'host');
  const diagnostics = withoutDeviceRuntime(source, found, (other) =>
    parseDiagnostics(objectOf(clang, assets, other).log, other, 'host'),
  ).map((one) => entryMismatch(one, source) ?? one);
  if (compiled.code !== 0) return { program: null, diagnostics, undeclared: [] };
  return { program: compiled.output, diagnostics, undeclared: undeclaredFunctions(compiled.log) };
}

function objectOf(clang: Clang, assets: Assets, source: SourceFile) {
  const { args, files } = frontOf(assets, source);
  return clang.run([...args, '-emit-obj', '-o', '-', source.virtualName], files);
}

/**
 * Returns the object of a source in which each call has the type of the function.
 * @param objects - of all sources, as they were compiled without these declarations
 * @param index - the source's own object
 */
function withDeclarations(
  clang: Clang,
  assets: Assets,
  source: SourceFile,
  undeclared: readonly string[],
  objects: readonly Uint8Array[],
  index: number,
): Uint8Array {
  const own = objects[index] ?? new Uint8Array();
  if (undeclared.length === 0) return own;
  const lines = declarationsOf(
    undeclared,
    objects.filter((_, other) => other !== index),
  );
  if (lines === '') return own;
  const { args, files } = frontOf(assets, source);
  const include = ['-include', '/declared.h'];
  const compiled = clang.run([...args, ...include, '-emit-obj', '-o', '-', source.virtualName], {
    ...files,
    'declared.h': lines,
  });
  // A declaration that the source contradicts is of no use.
  return compiled.code === 0 ? compiled.output : own;
}

/**
 * Relocatable device code is registered by a function that nvcc's linker writes, with a name of the source's own: it
 * calls back what registers the kernels.
 */
function registrationOf(clang: Clang, objects: readonly Uint8Array[]): { 'registration.o'?: Uint8Array } {
  const names = objects.flatMap(
    (object) => /__cudaRegisterLinkedBinary\w*/.exec(new TextDecoder('latin1').decode(object))?.[0] ?? [],
  );
  if (names.length === 0) return {};
  const text = names
    .map(
      (name) => `void ${name}(void (*registers)(void **), void *image, void *id, void *done) {
  static void *handle;
  (void)image, (void)id, (void)done;
  registers(&handle);
}
`,
    )
    .join('');
  const flags = ['-triple', TRIPLE, '-O1', '-x', 'c', '-emit-obj', '-o', '-'];
  return {
    'registration.o': clang.run(['clang', '-cc1', ...flags, 'registration.c'], { 'registration.c': text }).output,
  };
}

/** Returns the module, or the reason why the engine of WebAssembly refuses it. */
function moduleOf(wasm: Uint8Array): WebAssembly.Module | string {
  try {
    return new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return error.message;
    throw error;
  }
}

/** What the host has of a kernel, and begins its launch. */
const KERNEL_STUB = '__device_stub__';

/** Names an export that the module has already, or the functions with too many parameters. @throws Error for another reason */
function beyondEngine(wasm: Uint8Array, source: SourceFile, reason: string): Diagnostic[] {
  const twice = /[Dd]uplicate export name '([^']*)'/.exec(reason)?.[1];
  if (twice !== undefined) return [ownLinkage(twice, source)];
  const { types, functionTypes, importedFunctions, names, bodies } = readModule(wasm);
  const found = functionTypes.flatMap((type, index) => {
    const count = types[type]?.parameters.length ?? 0;
    const body = bodies[index - importedFunctions];
    if (count <= FIXED_LIMITS.functionParameters || !body) return [];
    const symbol = /[\w\u0080-\uffff]+$/.exec(plainName(names.get(index) ?? '').replace(/[(<].*$/, ''))?.[0] ?? '';
    const isKernel = symbol.startsWith(KERNEL_STUB);
    const name = isKernel ? symbol.slice(KERNEL_STUB.length) : symbol;
    const named = whereNamed(source, name);
    const headers = otherNames(source);
    const place = named.line > 0 ? named : symbolize(wasm, [body.start + 1], source.fileName, headers)[0];
    return [longSignature({ name, count, isKernel }, 'host', place ?? named)];
  });
  if (found.length === 0) throw new Error(`the engine of WebAssembly refuses the host module: ${reason}`);
  return found;
}

/** What `wasm-ld` says about an entry that is not there. */
const NOT_FOUND = 'symbol exported via --export not found';

/** Linking says nothing about a missing `main`: the C library refers to it weakly. */
function definesMain(object: Uint8Array): boolean {
  return /__main_(?:void|argc_argv)|__original_main/.test(new TextDecoder('latin1').decode(object));
}

const ABSENT_FUNCTION = 'a function of the C library of Linux';

/** Returns a message if a header of the C library declares the function that does not link. */
function ofCLibrary(clang: Clang, assets: Assets, source: SourceFile, log: string): Diagnostic | null {
  const name = /undefined symbol: (\w+)$/m.exec(log)?.[1];
  if (name === undefined) return null;
  const texts = filesOf(source);
  if (texts.some((file) => isHeader(file.name) && file.text.includes(name))) return null;
  const headers = texts.flatMap(({ text }) =>
    [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*<[^>\n]+>/gm)].map(([line]) => line),
  );
  const { args, files } = frontOf(assets, source);
  const probe = `${headers.join('\n')}\nvoid *declared = (void *)&${name};\n`;
  const { code } = clang.run([...args, '-fsyntax-only', 'declared.cu'], { ...files, 'declared.cu': probe });
  if (code !== 0) return null;
  return {
    ...{
      severity: 'error',
      message: `unsupported feature: ${ABSENT_FUNCTION}`,
      side: 'host',
      rule: 'unsupported-feature',
    },
    ...whereNamed(source, name),
    detail: { feature: ABSENT_FUNCTION },
  };
}

function missingEntry(log: string, source: SourceFile, entry: string): Diagnostic {
  const absent = log.includes(`${NOT_FOUND}: ${entry}`);
  if (!absent) return linkFailure(log, source, 'host');
  return (
    entryMismatch(null, source) ?? {
      severity: 'error',
      message: 'there is no function main',
      file: source.fileName,
      line: 0,
      column: 0,
      side: 'host',
      rule: 'compile-error',
      detail: { hint: 'main-missing' },
    }
  );
}

/** Attributes can import and export anything, with any type: judged on the linked module. */
function foreignLinkage(
  wasm: Uint8Array,
  module: WebAssembly.Module,
  entry: string,
  source: SourceFile,
): Diagnostic | null {
  const imported = importProblem(wasm);
  const allowed = new Set([...FIXED_EXPORTS, entry, 'memory', '__indirect_function_table']);
  const exported = WebAssembly.Module.exports(module).find(
    ({ name }) => !allowed.has(name) && !name.startsWith(RUNTIME_EXPORTS),
  );
  const foreign = imported ? (imported.name ?? '') : exported?.name;
  if (foreign === undefined) return null;
  return imported?.problem === 'type'
    ? ownLinkage(foreign, source, `a declaration of ${foreign} with another type than its own`)
    : ownLinkage(foreign, source);
}

function ownLinkage(
  name: string,
  source: SourceFile,
  message = `a WebAssembly import or export of its own (${name})`,
): Diagnostic {
  return {
    severity: 'error',
    message,
    file: source.fileName,
    ...placeOfName(name, source),
    side: 'host',
    rule: 'policy-violation',
    detail: { hint: 'wasm-linkage' },
  };
}

/** The first line of the source that names an import or export in an attribute; line 0 if none does. */
function placeOfName(name: string, source: SourceFile): { readonly line: number; readonly column: number } {
  const lines = source.text.split('\n');
  const line = lines.findIndex((text) => text.includes(`"${name}"`));
  return line < 0 ? { line: 0, column: 0 } : { line: line + 1, column: (lines[line] ?? '').indexOf(`"${name}"`) + 1 };
}

/** Exports of native/emulator/host. */
const RUNTIME_EXPORTS = '__emu_host_';

function sharesMemory(source: SourceFile): boolean {
  const code = filesOf(source).map(({ text }) => codeOnly(text));
  const has = (pattern: RegExp) => code.some((text) => pattern.test(text));
  return has(SHARED_MEMORY) || (has(PAGE_LOCKED) && has(COPIES_LATER));
}
