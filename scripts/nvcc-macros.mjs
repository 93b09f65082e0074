// Records which macros a source sees with nvcc: predefined ones, and those of each header that courses include.
//   node scripts/nvcc-macros.mjs      (needs nvcc and g++; writes native/emulator/nvcc/macros.json)
// grader/compile/world/ evaluates the conditions of a submission with these, so that it cannot see this compiler.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ARCHITECTURE = 90;
const output = fileURLToPath(new URL('../native/emulator/nvcc/macros.json', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'nvcc-macros-'));
const empty = join(scratch, 'empty.cu');
writeFileSync(empty, '\n');

/** C's and C++'s headers, POSIX's and those of x86 that courses use, and those that CUDA brings for sources. */
const STANDARD = readdirSync('/usr/include/c++/12').filter((name) => /^[a-z_]+(?:\.h)?$/.test(name));
const C_HEADERS =
  'assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdbool stddef stdint stdio stdlib string tgmath time uchar wchar wctype unistd getopt strings malloc memory alloca fcntl pthread dlfcn endian sched semaphore omp argp byteswap dirent elf err error execinfo features fnmatch fts ftw glob grp iconv ifaddrs langinfo libgen link mntent monetary mqueue netdb nl_types obstack paths poll printf pwd regex resolv search spawn stdio_ext syslog sysexits termios ucontext utime utmp values wordexp xmmintrin emmintrin immintrin x86intrin arpa/inet net/if netinet/in netinet/tcp linux/limits'
    .split(' ')
    .map((name) => `${name}.h`);
const SYSTEM =
  'time types stat mman resource times wait param sysinfo ioctl auxv cdefs epoll errno eventfd fcntl file inotify ipc msg poll prctl ptrace queue random select sem sendfile shm signal socket stat statfs statvfs syscall syslog sysmacros timerfd timex uio un user utsname vfs xattr'
    .split(' ')
    .map((name) => `sys/${name}.h`);
/** Libraries: of each header only its name is kept, and the macros of one header. */
const LIBRARIES = new Map([
  ['thrust', 'thrust/version.h'],
  ['cub', 'cub/version.cuh'],
  ['cuda', 'cuda/version'],
  ['nvtx3', 'nvtx3/nvToolsExt.h'],
  ['immintrin.h', 'emmintrin.h'],
  ['x86intrin.h', 'emmintrin.h'],
]);
const NOT_FOR_SOURCES = /^(?:cupti|nvperf|generated|cudaEGL|cudaGL|cudaVDPAU|cuda_egl|cuda_gl|cuda_vdpau|cudaTypedefs)/;

/** The two runs of the host compiler's preprocessor that nvcc makes, as it prints them. */
function preprocessors() {
  const options = ['--dryrun', '-cuda', '-gencode', `arch=compute_${ARCHITECTURE},code=sm_${ARCHITECTURE}`];
  const { stderr } = spawnSync('nvcc', [...options, '-std=c++17', '-o', 'out.ii', empty], { encoding: 'utf8' });
  const lines = stderr.split('\n').filter((line) => / -E /.test(line) && line.includes('"cuda_runtime.h"'));
  const argumentsOf = (line) =>
    [...line.replace(/^#\$ /, '').matchAll(/"([^"]*)"|(\S+)/g)]
      .map((match) => match[1] ?? match[2])
      .slice(1)
      .filter((argument, index, all) => argument !== empty && argument !== '-o' && all[index - 1] !== '-o');
  const find = (isDevice) => argumentsOf(lines.find((line) => line.includes('-D__CUDA_ARCH__=') === isDevice));
  return { host: find(false), device: find(true) };
}

/** Macros at the end of a source that includes these headers; null if the preprocessor refuses one. */
function macros(args, headers) {
  writeFileSync(empty, headers.map((name) => `#include <${name}>\n`).join(''));
  const { status, stdout } = spawnSync('gcc', [...args, '-dM', empty], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) return null;
  const found = new Map();
  for (const line of stdout.split('\n')) {
    const match = /^#define ((\w+).*)$/.exec(line);
    if (match) found.set(match[2], match[1]);
  }
  return found;
}

const texts = [];
const numbers = new Map();
const numberOf = (text) => {
  if (!numbers.has(text)) numbers.set(text, texts.push(text) - 1);
  return numbers.get(text);
};

/** Numbers in ascending order as `3-7 9`. */
function ranges(sorted) {
  const found = [];
  for (const number of sorted) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ');
}

function difference(from, to) {
  const defined = [...to].filter(([name, text]) => from.get(name) !== text).map(([, text]) => numberOf(text));
  const removed = [...from.keys()].filter((name) => !to.has(name));
  return { defined: ranges(defined.sort((a, b) => a - b)), ...(removed.length > 0 && { removed: removed.sort() }) };
}

/** What the host compiler answers about names that Clang or it may know. */
function known(operator, names) {
  const lines = names.map((name) => `#if ${operator}(${name})\n@ ${name} = ${operator}(${name})\n#endif\n`).join('');
  writeFileSync(empty, lines);
  const { stdout } = spawnSync('gcc', ['-E', '-P', '-x', 'c++', '-std=c++17', empty], { encoding: 'utf8' });
  return [...stdout.matchAll(/^@ (\w+) = (.+)$/gm)].map(([, name, value]) => [name, Number.parseInt(value, 10) || 1]);
}

const sides = preprocessors();
const cuda = sides.host.find((argument) => argument.startsWith('-I')).slice(2);
const inCuda = (folder) =>
  existsSync(join(cuda, folder))
    ? readdirSync(join(cuda, folder)).filter((name) => /\.(?:cuh|h)$|^[a-z_]+$/.test(name))
    : [];
const candidates = [
  ...new Set([
    ...STANDARD,
    ...C_HEADERS,
    ...SYSTEM,
    'bits/stdc++.h',
    ...inCuda('.').filter((name) => name.endsWith('.h') && !NOT_FOR_SOURCES.test(name)),
    ...['cooperative_groups', 'nvtx3'].flatMap((folder) => inCuda(folder).map((name) => `${folder}/${name}`)),
    ...['cuda', 'cuda/std', 'thrust', 'thrust/iterator', 'thrust/random', 'cub'].flatMap((folder) =>
      inCuda(`cccl/${folder}`).map((name) => `${folder}/${name}`),
    ),
  ]),
].sort();

const bare = (args) => args.filter((argument, index) => argument !== '-include' && args[index - 1] !== '-include');
const predefined = { host: macros(bare(sides.host), []), device: macros(bare(sides.device), []) };
const base = { host: macros(sides.host, []), device: macros(sides.device, []) };
const headers = {};
for (const header of candidates) {
  const like = LIBRARIES.get(header.split('/')[0]);
  if (like !== undefined && like !== header) {
    headers[header] = { like };
    continue;
  }
  const host = macros(sides.host, [header]);
  const device = macros(sides.device, [header]);
  if (host === null || device === null) continue;
  const ofHost = difference(base.host, host);
  const ofDevice = difference(base.device, device);
  headers[header] =
    JSON.stringify(ofHost) === JSON.stringify(ofDevice) ? { both: ofHost } : { host: ofHost, device: ofDevice };
  process.stderr.write('.');
}

const gcc = execFileSync('gcc', ['-print-prog-name=cc1plus'], { encoding: 'utf8' }).trim();
const words = [
  ...new Set(execFileSync('strings', ['-n', '4', gcc], { encoding: 'utf8', maxBuffer: 2 ** 28 }).match(/\b[a-z_]\w+/g)),
];
const builtins = known(
  '__has_builtin',
  words.filter((name) => name.startsWith('__')),
).map(([name]) => name);
const attributes = known(
  '__has_attribute',
  words.filter((name) => name.length < 40),
);
const standardAttributes = known(
  '__has_cpp_attribute',
  words.filter((name) => name.length < 40),
);

mkdirSync(join(output, '..'), { recursive: true });
const version = /release [\d.]+, V[\d.]+/.exec(execFileSync('nvcc', ['--version'], { encoding: 'utf8' }))?.[0];
const host = execFileSync('gcc', ['-dumpfullversion'], { encoding: 'utf8' }).trim();
const side = (tables) => ({ host: difference(new Map(), tables.host), device: difference(new Map(), tables.device) });
const result = {
  recorded: `nvcc ${version}, gcc ${host}, C++17, compute_${ARCHITECTURE}`,
  predefined: side(predefined),
  base: side(base),
  headers,
  builtins: builtins.sort(),
  attributes: Object.fromEntries(attributes.sort()),
  standardAttributes: Object.fromEntries(standardAttributes.sort()),
  texts,
};
const lines = Object.entries(result).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
writeFileSync(output, `{\n${lines.join(',\n')}\n}\n`);
rmSync(scratch, { recursive: true });
process.stderr.write(`\n${Object.keys(headers).length} headers, ${texts.length} macros\n`);
