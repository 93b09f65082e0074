import type { Context } from './cuda/context.ts';
import { deviceCalls } from './cuda/devices.ts';
import { functionCalls } from './cuda/functions.ts';
import { Launches } from './cuda/launch.ts';
import { memoryCalls } from './cuda/memory.ts';
import { streamCalls } from './cuda/streams.ts';
import { symbolCalls } from './cuda/symbols.ts';
import { HostMemory } from './host/memory.ts';
import { complete, type Imports, unknownSystemCall, wasiImports } from './host/wasi.ts';
import { HostTrap } from './signals.ts';

/** A host program, instantiated but not started. */
export interface HostProcess {
  readonly exports: WebAssembly.Exports;
  /** An allocation failed for want of memory. */
  readonly memoryRefused: () => boolean;
}

/** Instantiates a host module over a CUDA context and the few system calls that there are. */
export function startHost(module: WebAssembly.Module, context: Context, argv: readonly string[]): HostProcess {
  let memoryRefused = false;
  const services: Imports = {
    memory_refused: () => {
      memoryRefused = true;
      return undefined;
    },
    throw_exception: (type = 0) => {
      throw new HostTrap(
        `an exception of type ${typeName(context.memory.text(type >>> 0))} is thrown, and the emulator does not run exception handlers`,
      );
    },
  };
  const launches = new Launches(context);
  const cuda = {
    ...services,
    ...launches.imports(),
    ...memoryCalls(context),
    ...symbolCalls(context),
    ...deviceCalls(context),
    ...streamCalls(context),
    ...functionCalls(context, launches),
  };
  const instance = new WebAssembly.Instance(module, {
    cuda: complete(module, 'cuda', cuda, (name) => {
      throw new HostTrap(`${name} is not a function of the emulator`);
    }),
    wasi_snapshot_preview1: complete(
      module,
      'wasi_snapshot_preview1',
      wasiImports(() => context.memory, context.output, context.clock, argv),
      unknownSystemCall,
    ),
  });
  const { exports } = instance;
  if (!(exports.memory instanceof WebAssembly.Memory)) throw new Error('the host module exports no memory');
  const { malloc } = exports;
  const memory = new HostMemory(exports.memory, (address) => context.device.owns(address));
  context.host = { memory, malloc: (bytes) => (typeof malloc === 'function' ? malloc(bytes) : 0) };
  return { exports, memoryRefused: () => memoryRefused };
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
