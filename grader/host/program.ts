import { arrayCopyCalls } from './cuda/array-copies.ts';
import { arrayCalls, CudaArrays } from './cuda/arrays.ts';
import type { Context } from './cuda/context.ts';
import { charged } from './cuda/costs.ts';
import { deviceCalls } from './cuda/devices.ts';
import { functionCalls } from './cuda/functions.ts';
import {
  captureCalls,
  executableCalls,
  GraphLauncher,
  graphCalls,
  nodeCalls,
  parameterCalls,
  whileCapturing,
} from './cuda/graphs/index.ts';
import { hostFunctionCalls } from './cuda/host-functions.ts';
import { Launches } from './cuda/launch.ts';
import { memoryCalls } from './cuda/memory.ts';
import { poolCalls } from './cuda/pools.ts';
import { assertBeyondMachines } from './cuda/refused-memory.ts';
import { SharedMemory, sharedMemoryCalls } from './cuda/shared-memory.ts';
import { streamAttributeCalls } from './cuda/stream-attributes.ts';
import { checkingStreams } from './cuda/stream-check.ts';
import { withStreamOrder } from './cuda/stream-order.ts';
import { StreamTable } from './cuda/stream-table.ts';
import { streamCalls } from './cuda/streams.ts';
import { symbolCalls } from './cuda/symbols.ts';
import { tensorCalls } from './cuda/tensors.ts';
import { textureCalls } from './cuda/textures.ts';
import { Exceptions } from './module/exceptions.ts';
import { HostMemory } from './module/memory.ts';
import { onNumbers } from './module/numbers.ts';
import { complete, type Imports, type System, unknownSystemCall, wasiImports } from './module/wasi.ts';
import { addressOf, WORD, wordOf } from './module/words.ts';
import { HostTrap } from './signals.ts';

const ABORTED = 'the program aborted (abort, or a failed assert)';

/** A host program, instantiated but not started. */
export interface HostProcess {
  readonly exports: WebAssembly.Exports;
  /** What the exception that ended the program says of itself (std::exception's what); null where it says nothing. */
  readonly exceptionText: () => string | null;
}

/** What host code that watches its time asks; each ends it when the time is over. */
export interface Watch {
  /** A loop has turned as often as it was granted. @returns how many turns may follow */
  readonly turned: () => number;
  /** A call of ours begins. */
  readonly entered: () => void;
  /** It has ended. */
  readonly left: () => void;
}

/** An exception's text may be anything. */
const MAX_TEXT = 1_000;

/**
 * Instantiates a host module over a CUDA context and the few system calls that there are.
 * @param maxCalls - what its calls of the CUDA runtime may cost together
 */
export function startHost(
  module: WebAssembly.Module,
  context: Context,
  system: System,
  watch: Watch | null,
): HostProcess {
  const exceptions: Exceptions = new Exceptions(
    () => instance.exports,
    (run) => context.traces.invoking(run),
  );
  const services: Imports = {
    memory_refused: (low = 0, high = 0) => {
      assertBeyondMachines('memory', (low >>> 0) + (high >>> 0) * 2 ** 32);
      return undefined;
    },
    program_aborted: () => {
      throw new HostTrap(ABORTED, { aborted: true });
    },
    ...exceptions.services((address) => typeName(context.memory.text(address))),
  };
  const shared = new SharedMemory(context);
  const arrays = new CudaArrays(context);
  const streams = new StreamTable();
  const launches = new Launches(context, shared, streams);
  const calls: Imports = {
    ...services,
    ...launches.imports(),
    ...memoryCalls(context, shared, arrays),
    ...arrayCalls(context, arrays),
    ...arrayCopyCalls(context, arrays),
    ...textureCalls(context, arrays),
    ...sharedMemoryCalls(context, shared),
    ...poolCalls(context),
    ...symbolCalls(context),
    ...deviceCalls(context),
    ...streamCalls(context, streams),
    ...streamAttributeCalls(context, streams),
    ...hostFunctionCalls(context),
    ...functionCalls(context, launches),
    ...tensorCalls(context),
    ...captureCalls(context, streams),
    ...graphCalls(context),
    ...nodeCalls(context, launches, streams),
    ...parameterCalls(context, launches, streams),
  };
  const launcher = new GraphLauncher(context, launches, calls);
  const cuda = charged(
    checkingStreams(
      context,
      streams,
      whileCapturing(context, streams, { ...calls, ...executableCalls(context, streams, launcher) }),
    ),
    context.budget,
    context.traces,
    () => context.objects.callEnded(),
  );
  const ordered = withStreamOrder(module, cuda, context, streams, shared);
  const instance: WebAssembly.Instance = new WebAssembly.Instance(module, {
    env: exceptions.invokes(module),
    cuda: complete(module, 'cuda', onNumbers(watch ? watched(ordered, watch) : ordered), (name) => {
      throw new HostTrap(`${name} is not a function of the emulator`);
    }),
    wasi_snapshot_preview1: complete(
      module,
      'wasi_snapshot_preview1',
      wasiImports(() => context.memory, system),
      unknownSystemCall,
    ),
  });
  const { exports } = instance;
  if (watch) {
    const table = exports.__indirect_function_table;
    if (!(table instanceof WebAssembly.Table)) throw new Error('the host module exports no table');
    table.set(table.length - 1, asExported(watch.turned));
  }
  if (!(exports.memory instanceof WebAssembly.Memory)) throw new Error('the host module exports no memory');
  const {
    __emu_host_what: what,
    __emu_host_alloc: alloc,
    __emu_host_free: free,
    __emu_host_block: blockAt,
    __emu_host_watch: watchOver,
  } = exports;
  const memory = new HostMemory(exports.memory, (address) => context.device.owns(address));
  context.host = {
    memory,
    alloc: (alignment, bytes) =>
      typeof alloc === 'function' ? addressOf(alloc(BigInt(alignment), BigInt(Math.ceil(bytes)))) : 0,
    free: (address) => {
      if (typeof free === 'function') free(wordOf(address));
    },
    watch: (address, bytes) => {
      if (typeof watchOver === 'function') watchOver(address, bytes);
    },
  };
  context.objects.add((address) => {
    const block = typeof blockAt === 'function' ? addressOf(blockAt(wordOf(address))) : 0;
    if (block === 0) return null;
    return { start: memory.pointer(block), bytes: memory.size(block + WORD), name: null, role: 'host' };
  });
  const exceptionText = () => {
    const address = typeof what === 'function' ? addressOf(what()) : 0;
    return address === 0 ? null : memory.text(address).slice(0, MAX_TEXT);
  };
  return { exports, exceptionText };
}

function watched(calls: Imports, { entered, left }: Watch): Imports {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: number[]) => {
        entered();
        const result = call(...args);
        left();
        return result;
      },
    ]),
  );
}

/** `(module (import "e" "f" (func (result i32))) (export "f" (func 0)))`: a table holds no other functions than modules'. */
const PASSES_ON = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7f],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

function asExported(turned: () => number): unknown {
  return new WebAssembly.Instance(new WebAssembly.Module(PASSES_ON), { e: { f: turned } }).exports.f;
}

/** Readable where it is easy: a class's mangled name is its length and itself. */
function typeName(mangled: string): string {
  const standard: Readonly<Record<string, string>> = {
    i: 'int',
    PKc: 'const char*',
    d: 'double',
    f: 'float',
    '': 'unknown',
  };
  const start = mangled.search(/\d/);
  if (start < 0) return standard[mangled] ?? mangled;
  const names: string[] = mangled.startsWith('St') ? ['std'] : [];
  for (let at = start; ; ) {
    const length = /^\d+/.exec(mangled.slice(at))?.[0];
    if (!length) break;
    names.push(mangled.slice(at + length.length, at + length.length + Number(length)));
    at += length.length + Number(length);
  }
  return names.join('::');
}
