// What the sysroot is made of: sources, edits, files and flags. `npm run sysroot` follows it, and manifest.json names what
// came out.
import { BUILTINS, C_LIBRARY, CXX_ABI, CXX_LIBRARY, PRINT_AND_SCAN } from './files.mjs';

/** Public repositories. The folders are those that are read; each license is that of what lies in its folder. */
export const SOURCES = {
  'wasi-libc': {
    repository: 'https://github.com/WebAssembly/wasi-libc',
    /** The commit whose headers are byte for byte those of Clang's package. */
    commit: '2fc32bc81b9f07f8d9525edea59bfbaf760c06d6',
    version: '0.0.0-2fc32bc8',
    purl: 'pkg:github/WebAssembly/wasi-libc@2fc32bc81b9f07f8d9525edea59bfbaf760c06d6',
    folders: ['libc-bottom-half', 'libc-top-half', 'dlmalloc', 'fts'],
    license: 'MIT AND BSD-2-Clause AND BSD-3-Clause AND CC0-1.0',
    texts: [
      'LICENSE',
      'LICENSE-MIT',
      'libc-top-half/musl/COPYRIGHT',
      'libc-bottom-half/cloudlibc/LICENSE',
      'fts/musl-fts/COPYING',
    ],
  },
  /** libc++, libc++abi and compiler-rt's builtins. LLVM's own repository would be 100 times as much to read. */
  llvm: {
    repository: 'https://github.com/emscripten-core/emscripten',
    commit: 'a04d0beef36bfa7661cee4b8dff7d3909303dabc',
    version: '22.1.8',
    purl: 'pkg:github/emscripten-core/emscripten@a04d0beef36bfa7661cee4b8dff7d3909303dabc#system/lib',
    folders: ['libcxx/src', 'libcxxabi', 'compiler-rt/lib/builtins', 'llvm-libc'].map((path) => `system/lib/${path}`),
    license: 'Apache-2.0 WITH LLVM-exception',
    texts: [
      'system/lib/libcxx/LICENSE.TXT',
      'system/lib/libcxxabi/LICENSE.TXT',
      'system/lib/compiler-rt/LICENSE.TXT',
      'LICENSE',
    ],
  },
};

/** Arguments that host code is compiled with as well (native/emulator/flags.json). Without names of places: no `-g`, no paths. */
const COMMON = [
  ...['-O2', '-mrelocation-model', 'static', '-mthread-model', 'single', '-fgnuc-version=4.2.1', '-w'],
  ...['+bulk-memory', '+nontrapping-fptoint', '+sign-ext'].flatMap((feature) => ['-target-feature', feature]),
  ...['-resource-dir', '/usr', '-isysroot', '/usr'],
];
/** Headers of C, with those that are ours in front. */
const C_HEADERS = (target) =>
  ['/usr/include', `headers/${target}`, `/usr/include/${target}-wasip1`].flatMap((path) => ['-internal-isystem', path]);
const CXX_HEADERS = (target) => ['-internal-isystem', '/usr/include/c++/v1', ...C_HEADERS(target)];
const below = (folder, ...paths) => paths.flatMap((path) => ['-I', `${folder}/${path}`]);

const MUSL = [
  ...['-x', 'c', '-std=gnu17'],
  ...below('libc-top-half', 'musl/src/include', 'musl/src/internal', 'musl/arch/wasm32', 'musl/arch/generic'),
  ...below('libc-top-half', 'headers/private'),
  ...['-I', 'libc-bottom-half/cloudlibc/src'],
];
const C = [
  ...MUSL,
  ...below('libc-bottom-half', 'cloudlibc/src/include', 'headers/private'),
  ...['dlmalloc/include', 'fts', 'fts/musl-fts'].flatMap((path) => ['-I', path]),
  '-DBULK_MEMORY_THRESHOLD=32',
];
const CXX = [
  ...['-x', 'c++', '-std=c++23', '-fdeclspec', '-fcxx-exceptions', '-fexceptions'],
  ...['-D_LIBCPP_BUILDING_LIBRARY', '-DLIBCXX_BUILDING_LIBCXXABI', '-DLIBC_NAMESPACE=__llvm_libc'],
  ...['-I', 'system/lib/libcxx/src'],
];

const WITHOUT_LONG_DOUBLE = [
  '-D__wasilibc_printscan_no_long_double',
  '-D__wasilibc_printscan_full_support_option="add -lc-printscan-long-double to the link command"',
];

/** The arguments for programs with `try`: what may throw is called through `env.invoke_…`, so that a `catch` in the library works. */
export const CATCHING = ['-mllvm', '-enable-emscripten-cxx-exceptions'];

/** Libraries by their names. `own` are arguments for one file. */
export const LIBRARIES = {
  'libc.a': {
    source: 'wasi-libc',
    ending: 'c',
    files: C_LIBRARY,
    flags: C,
    headers: C_HEADERS,
    own: Object.fromEntries(namesOf(PRINT_AND_SCAN).map((file) => [file, WITHOUT_LONG_DOUBLE])),
  },
  'libc-printscan-long-double.a': {
    source: 'wasi-libc',
    ending: 'c',
    files: PRINT_AND_SCAN,
    flags: C,
    headers: C_HEADERS,
  },
  'libc++.a': {
    source: 'llvm',
    root: 'system/lib/libcxx',
    ending: 'cpp',
    files: CXX_LIBRARY,
    flags: [...CXX, '-I', 'system/lib/llvm-libc'],
    headers: CXX_HEADERS,
  },
  'libc++abi.a': {
    source: 'llvm',
    root: 'system/lib/libcxxabi',
    ending: 'cpp',
    files: CXX_ABI,
    flags: [
      ...CXX,
      ...['-D_LIBCXXABI_BUILDING_LIBRARY', '-D_LIBCXXABI_HAS_NO_THREADS', '-DLIBCXXABI_NON_DEMANGLING_TERMINATE'],
      ...['-I', 'system/lib/libcxxabi/include'],
    ],
    headers: CXX_HEADERS,
    /** The first two would need the unwinder of other targets; the last one catches. */
    own: {
      'src/cxa_handlers': ['-D_LIBCXXABI_NO_EXCEPTIONS'],
      'src/cxa_default_handlers': ['-DLIBCXXABI_SILENT_TERMINATE'],
      'src/stdlib_new_delete': CATCHING,
    },
  },
  'libclang_rt.builtins.a': {
    source: 'llvm',
    root: 'system/lib/compiler-rt',
    ending: 'c',
    files: BUILTINS,
    flags: ['-x', 'c', '-std=gnu17', '-fno-builtin'],
    headers: C_HEADERS,
  },
};

/**
 * Headers of the C library that differ for wasm64, by their place in the sysroot. Those of wasm32 are in Clang's package.
 * `bits/alltypes.h` is made of two by musl's own script.
 */
export const WIDE_HEADERS = {
  ...Object.fromEntries(
    ['blkcnt', 'clock', 'dev', 'ino', 'nlink', 'off', 'suseconds', 'time'].map((name) => {
      const header = `__typedef_${name}_t.h`;
      return [header, `libc-bottom-half/headers/public/${header}`];
    }),
  ),
  ...Object.fromEntries(
    ['__errno_values.h', '__header_inttypes.h', '__header_time.h', 'wasi/wasip1.h'].map((header) => [
      header,
      `libc-bottom-half/headers/public/${header}`,
    ]),
  ),
  'assert.h': 'libc-top-half/musl/include/assert.h',
  'bits/errno.h': 'libc-top-half/musl/arch/generic/bits/errno.h',
  'bits/stdint.h': 'libc-top-half/musl/arch/wasm32/bits/stdint.h',
  'bits/posix.h': 'libc-top-half/musl/arch/wasm32/bits/posix.h',
};
export const ALL_TYPES = {
  header: 'bits/alltypes.h',
  script: 'libc-top-half/musl/tools/mkalltypes.sed',
  parts: ['libc-top-half/musl/arch/wasm32/bits/alltypes.h.in', 'libc-top-half/musl/include/alltypes.h.in'],
};

/** Arguments of `clang -cc1` for a file. */
export function argumentsFor(target, library, file) {
  const own = library.own?.[file] ?? [];
  const machine = ['-triple', `${target}-unknown-wasip1`, ...COMMON];
  return ['clang', '-cc1', ...machine, ...library.flags, ...library.headers(target), ...own, '-emit-obj'];
}

/** The files of a library: the name of the object in the archive, the file as in `own`, and the path of the source. */
export function filesOf({ files, root, ending }) {
  return namesOf(files).map((file) => ({
    object: `${file.replace(/^.*\//, '')}.o`,
    file,
    path: `${root === undefined ? '' : `${root}/`}${file}.${ending}`,
  }));
}

function namesOf(files) {
  return files.flatMap(([folder, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${folder}/${name}`),
  );
}
