import type { Context } from './cuda/context.ts';
import { deviceCalls } from './cuda/devices.ts';
import { functionCalls } from './cuda/functions.ts';
import { hostFunctionCalls } from './cuda/host-functions.ts';
import { Launches } from './cuda/launch.ts';
import { memoryCalls } from './cuda/memory.ts';
import { poolCalls } from './cuda/pools.ts';
import { SharedMemory, sharedMemoryCalls } from './cuda/shared-memory.ts';
import { streamCalls } from './cuda/streams.ts';
import { symbolCalls } from './cuda/symbols.ts';
import { tensorCalls } from './cuda/tensors.ts';
import { Exceptions } from './host/exceptions.ts';
import { HostMemory } from './host/memory.ts';
import { complete, type Imports, type System, unknownSystemCall, wasiImports } from './host/wasi.ts';
import { HostTrap } from './signals.ts';

const ABORTED = 'the program aborted (abort, or a failed assert)';

/** A host program, instantiated but not started. */
export interface HostProcess {
  readonly exports: WebAssembly.Exports;
  /** An allocation failed for want of memory. */
  readonly memoryRefused: () => boolean;
  /** What the exception that ended the program says of itself (std::exception's what); null where it says nothing. */
  readonly exceptionText: () => string | null;
}

/** An exception's text may be anything. */
const MAX_TEXT = 1_000;

/** Instantiates a host module over a CUDA context and the few system calls that there are. */
export function startHost(module: WebAssembly.Module, context: Context, system: System): HostProcess {
  let memoryRefused = false;
  const exceptions: Exceptions = new Exceptions(() => instance.exports);
  const services: Imports = {
    memory_refused: () => {
      memoryRefused = true;
      return undefined;
    },
    program_aborted: () => {
      throw new HostTrap(ABORTED, { aborted: true });
    },
    ...exceptions.services((address) => typeName(context.memory.text(address))),
  };
  const shared = new SharedMemory(context);
  const launches = new Launches(context, shared);
  const cuda = {
    ...services,
    ...launches.imports(),
    ...memoryCalls(context, shared),
    ...sharedMemoryCalls(context, shared),
    ...poolCalls(context),
    ...symbolCalls(context),
    ...deviceCalls(context),
    ...streamCalls(context),
    ...hostFunctionCalls(context),
    ...functionCalls(context, launches),
    ...tensorCalls(context),
  };
  const instance: WebAssembly.Instance = new WebAssembly.Instance(module, {
    env: exceptions.invokes(module),
    cuda: complete(module, 'cuda', cuda, (name) => {
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
  if (!(exports.memory instanceof WebAssembly.Memory)) throw new Error('the host module exports no memory');
  const { __emu_host_what: what, malloc, __emu_host_alloc: alloc, __emu_host_free: free } = exports;
  const memory = new HostMemory(exports.memory, (address) => context.device.owns(address));
  context.host = {
    memory,
    malloc: (bytes) => (typeof malloc === 'function' ? malloc(bytes) : 0),
    alloc: (alignment, bytes) => (typeof alloc === 'function' ? alloc(alignment, bytes) >>> 0 : 0),
    free: (address) => {
      if (typeof free === 'function') free(address);
    },
  };
  const exceptionText = () => {
    const address = typeof what === 'function' ? what() >>> 0 : 0;
    return address === 0 ? null : memory.text(address).slice(0, MAX_TEXT);
  };
  return { exports, memoryRefused: () => memoryRefused, exceptionText };
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
