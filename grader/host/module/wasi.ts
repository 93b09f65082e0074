import { randomIntegers } from '../random.ts';
import { ProgramExit } from '../signals.ts';
import { type Clock, START_OF_TIME } from './clock.ts';
import { ERRNO } from './errno.ts';
import type { Input } from './input.ts';
import type { HostMemory } from './memory.ts';
import type { Output } from './output.ts';
import { WORD } from './words.ts';

const CHARACTER_DEVICE = 2;
const REAL_TIME = 0;
const MONOTONIC = 1;

export type Imports = Record<string, (...args: number[]) => number | bigint | undefined>;

/** What a program's system calls are connected to. */
export interface System {
  readonly argv: readonly string[];
  readonly input: Input;
  readonly output: Output;
  readonly clock: Clock;
  /** What it may read besides. */
  readonly files: Imports;
  /** A standard stream has become a file: freopen. */
  readonly isFile?: (fd: number) => boolean;
}

/**
 * What a program can ask of the system: nothing but to print, to read its standard input and files that it was given, its arguments, a clock
 * and random numbers that are the same in every run, and to end. Whatever is not here answers ENOSYS.
 */
export function wasiImports(memory: () => HostMemory, { argv, input, output, clock, files, isFile }: System): Imports {
  const random = randomIntegers(0x5eed);
  const encoded = argv.map((text) => new TextEncoder().encode(`${text}\0`));
  const isStandard = (fd: number) => fd >= 0 && fd <= 2;
  const standard: Imports = {
    args_sizes_get(count = 0, size = 0) {
      memory().setWord(count >>> 0, encoded.length);
      memory().setWord(
        size >>> 0,
        encoded.reduce((sum, text) => sum + text.length, 0),
      );
      return ERRNO.success;
    },
    args_get(pointers = 0, buffer = 0) {
      let at = buffer >>> 0;
      for (const [index, text] of encoded.entries()) {
        memory().setWord((pointers >>> 0) + WORD * index, at);
        memory().bytes(at, text.length).set(text);
        at += text.length;
      }
      return ERRNO.success;
    },
    environ_sizes_get(count = 0, size = 0) {
      memory().setWord(count >>> 0, 0);
      memory().setWord(size >>> 0, 0);
      return ERRNO.success;
    },
    environ_get: () => ERRNO.success,
    clock_res_get(_id, result = 0) {
      memory().setU64(result >>> 0, 1n);
      return ERRNO.success;
    },
    clock_time_get(id = 0, _precision, result = 0) {
      memory().setU64(result >>> 0, clock.read() + originOf(id, clock));
      return ERRNO.success;
    },
    poll_oneoff(subscriptions = 0, events = 0, count = 0, written = 0) {
      const timers = timersAt(memory(), subscriptions >>> 0, count >>> 0, clock);
      const first = timers?.reduce((soonest, one) => (one.wait < soonest.wait ? one : soonest));
      if (!first) return ERRNO.nosys;
      clock.sleep(first.wait);
      memory()
        .bytes(events >>> 0, EVENT_BYTES)
        .fill(0);
      memory().setU64(events >>> 0, first.userData);
      memory().setWord(written >>> 0, 1);
      return ERRNO.success;
    },
    random_get(buffer = 0, length = 0) {
      const bytes = memory().bytes(buffer >>> 0, length >>> 0);
      for (let at = 0; at < bytes.length; at++) bytes[at] = random();
      return ERRNO.success;
    },
    fd_write(fd = 0, vectors = 0, count = 0, written = 0) {
      if (fd !== 1 && fd !== 2) return ERRNO.badf;
      let total = 0;
      for (const bytes of vectorsAt(memory(), vectors >>> 0, count)) {
        output.write(fd === 1 ? 'stdout' : 'stderr', bytes);
        total += bytes.length;
      }
      memory().setWord(written >>> 0, total);
      return ERRNO.success;
    },
    fd_read(fd = 0, vectors = 0, count = 0, read = 0) {
      if (fd !== 0) return ERRNO.badf;
      const buffers = vectorsAt(memory(), vectors >>> 0, count);
      const bytes = input.read(buffers.reduce((sum, buffer) => sum + buffer.length, 0));
      let at = 0;
      for (const buffer of buffers) {
        const part = bytes.subarray(at, at + buffer.length);
        buffer.set(part);
        at += part.length;
      }
      memory().setWord(read >>> 0, bytes.length);
      return ERRNO.success;
    },
    fd_fdstat_get(fd = 0, result = 0) {
      if (!isStandard(fd)) return ERRNO.badf;
      memory()
        .bytes(result >>> 0, 24)
        .fill(0)[0] = CHARACTER_DEVICE;
      // Rights: everything but seeking, so that the C library buffers lines as for a terminal.
      memory().setU64((result >>> 0) + 8, 0x1fff_ffdbn);
      return ERRNO.success;
    },
    fd_seek: (fd = 0) => (isStandard(fd) ? ERRNO.spipe : ERRNO.badf),
    fd_tell: (fd = 0) => (isStandard(fd) ? ERRNO.spipe : ERRNO.badf),
    fd_close: (fd = 0) => (isStandard(fd) ? ERRNO.success : ERRNO.badf),
    fd_prestat_get: () => ERRNO.badf,
    fd_prestat_dir_name: () => ERRNO.badf,
    sched_yield: () => ERRNO.success,
    proc_exit(code = 0) {
      throw new ProgramExit(code | 0);
    },
  };
  return { ...standard, ...elsewhere(standard, files, isFile ?? (() => false)) };
}

/** Returns what to add to the program's time for one of its clocks, nanoseconds. The other two count the processor's time. */
function originOf(id: number, clock: Clock): bigint {
  return id === REAL_TIME ? START_OF_TIME + clock.start : id === MONOTONIC ? clock.start : -clock.slept;
}

/** The layout of `__wasi_subscription_t` and the size of `__wasi_event_t`, in bytes. */
const SUBSCRIPTION = { bytes: 48, tag: 8, clock: 16, timeout: 24, flags: 40 } as const;
const EVENT_BYTES = 32;
const IS_ABSOLUTE = 1;

interface Timer {
  readonly userData: bigint;
  /** Nanoseconds from now, at least 0. */
  readonly wait: bigint;
}

/** Reads what a program waits for; null unless these are 1 to {@link MAX_VECTORS} timers and nothing else. */
function timersAt(memory: HostMemory, from: number, count: number, clock: Clock): Timer[] | null {
  if (count === 0 || count > MAX_VECTORS) return null;
  const timers: Timer[] = [];
  for (let at = from; at < from + count * SUBSCRIPTION.bytes; at += SUBSCRIPTION.bytes) {
    if (memory.bytes(at + SUBSCRIPTION.tag, 1)[0] !== 0) return null;
    const timeout = memory.u64(at + SUBSCRIPTION.timeout);
    const isAbsolute = ((memory.bytes(at + SUBSCRIPTION.flags, 1)[0] ?? 0) & IS_ABSOLUTE) !== 0;
    const now = clock.now + originOf(memory.u32(at + SUBSCRIPTION.clock), clock);
    const wait = isAbsolute ? timeout - now : timeout;
    timers.push({ userData: memory.u64(at), wait: wait > 0n ? wait : 0n });
  }
  return timers;
}

/** Calls on files, by their first argument; standard streams are answered as before. */
function elsewhere(standard: Imports, files: Imports, isFile: (fd: number) => boolean): Imports {
  return Object.fromEntries(
    Object.entries(files).map(([name, call]) => {
      const own = standard[name];
      return [name, (fd = 0, ...rest) => (own && fd <= 2 && !isFile(fd) ? own : call)(fd, ...rest)];
    }),
  );
}

/** As on Linux; of more, the first are served. */
const MAX_VECTORS = 1024;

/** The buffers of a scattered read or a gathered write. */
export function vectorsAt(memory: HostMemory, vectors: number, count: number): Uint8Array[] {
  return Array.from({ length: Math.min(count >>> 0, MAX_VECTORS) }, (_, index) =>
    memory.bytes(memory.pointer(vectors + 2 * WORD * index), memory.size(vectors + 2 * WORD * index + WORD)),
  );
}

/** `known` with an answer for every other function of the module: `otherwise`. */
export function complete(
  module: WebAssembly.Module,
  name: string,
  known: Imports,
  otherwise: (name: string) => number,
): Imports {
  const imports: Imports = {};
  for (const wanted of WebAssembly.Module.imports(module)) {
    if (wanted.module !== name || wanted.kind !== 'function') continue;
    imports[wanted.name] = Object.hasOwn(known, wanted.name)
      ? (known[wanted.name] as Imports[string])
      : () => otherwise(wanted.name);
  }
  return imports;
}

export const unknownSystemCall = (): number => ERRNO.nosys;
