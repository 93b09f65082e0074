import binaryen from 'binaryen';
import type { RunRequest } from '../../grader/host/index.ts';
import type { RunLimits } from '../../grader/host/run.ts';

export const LIMITS: RunLimits = {
  deviceSteps: 1_000_000,
  wallMs: 20_000,
  hostMemoryBytes: 16 << 20,
  outputBytes: 4096,
  launches: 10,
};

/** What every host module of Clang has besides its entry point; `pages` of memory, at most 256. */
const FRAME = `
  (memory (export "memory") 2 256)
  (func (export "__wasm_call_ctors"))
  (func (export "__emu_host_exit") (param i32))`;

/** Bytes of a module written as text. */
export function assemble(text: string): Uint8Array<ArrayBuffer> {
  const module = binaryen.parseText(text);
  const bytes = new Uint8Array(module.emitBinary());
  module.dispose();
  return bytes;
}

/** A program without kernels whose host side is `functions` (text format, imports first) in the usual frame. */
export function programOf(functions: string, imports = ''): RunRequest['program'] {
  return {
    status: 'compiled',
    diagnostics: [],
    host: {
      wasm: assemble(`(module ${imports} ${FRAME} ${functions})`),
      fileName: 'submission.cu',
      exports: ['entry'],
    },
    device: {
      wasm: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      waiting: 'never',
      kernels: [],
      sites: [],
      sharedArrays: [],
      variables: [],
      heapBytes: 1 << 20,
    },
  };
}

export function requestOf(program: RunRequest['program'], more: Partial<RunRequest> = {}): RunRequest {
  return { program, entry: 'entry', args: [], layoutSeed: 1, counters: false, limits: LIMITS, ...more };
}
