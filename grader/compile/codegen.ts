import type { Clang } from './clang.ts';
import { tool } from './tools.ts';

/**
 * Loops stay as they are written: a site is one instruction. Stores of two branches stay two, each with its line. And
 * copies in loops, or stores in a row, do not become calls of memcpy and memset. A load stays before the guard that it
 * was written before.
 */
const OPTIMISE = [
  '-O2',
  '-fno-unroll-loops',
  '-fno-builtin',
  ...[
    '-disable-vector-combine',
    '-disable-loop-idiom-all',
    '-hoist-common-insts=false',
    '-sink-common-insts=false',
    '-enable-pre=false',
    '-enable-load-pre=false',
    '-disable-licm-promotion',
    '-instcombine-code-sinking=false',
  ].flatMap((option) => ['-mllvm', option]),
];
const TARGET = [
  '-triple',
  'wasm32-unknown-wasip1',
  ...['+bulk-memory', '+nontrapping-fptoint', '+sign-ext'].flatMap((feature) => ['-target-feature', feature]),
];

/** Variables have constant addresses, not entries of a table. */
const AT_FIXED_ADDRESSES = ['-mrelocation-model', 'static'];

/** Optimises raw IR, before it is instrumented. */
export function optimise(clang: Clang, ir: string): string {
  const args = ['clang', '-cc1', ...TARGET, '-x', 'ir', ...OPTIMISE, '-emit-llvm', '-o', '-', 'raw.ll'];
  return new TextDecoder().decode(tool(clang, args, { 'raw.ll': ir }));
}

/**
 * Generates code for instrumented IR, the hooks inlined.
 * @param hooks - bitcode of the hooks
 * @returns a WebAssembly object
 */
export function generateCode(clang: Clang, ir: string, hooks: Uint8Array): Uint8Array {
  const link = ['-mlink-builtin-bitcode', 'hooks.bc'];
  const optimise = ['-x', 'ir', '-O1', '-fno-unroll-loops'];
  const args = [
    'clang',
    '-cc1',
    ...TARGET,
    ...AT_FIXED_ADDRESSES,
    ...optimise,
    ...link,
    '-emit-obj',
    '-o',
    '-',
    'device.ll',
  ];
  return tool(clang, args, { 'device.ll': ir, 'hooks.bc': hooks });
}
