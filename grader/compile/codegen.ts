import { TRIPLE } from '../abi/index.ts';
import type { Clang } from './clang.ts';

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
  TRIPLE,
  ...['+bulk-memory', '+nontrapping-fptoint', '+sign-ext'].flatMap((feature) => ['-target-feature', feature]),
];

/** Variables have constant addresses, not entries of a table. */
const AT_FIXED_ADDRESSES = ['-mrelocation-model', 'static'];

/** Optimises raw IR, before it is instrumented. @returns `null` if the compiler does not accept it */
export function optimise(clang: Clang, ir: string): string | null {
  const args = ['clang', '-cc1', ...TARGET, '-x', 'ir', ...OPTIMISE, '-emit-llvm', '-o', '-', 'raw.ll'];
  const { code, output } = clang.run(args, { 'raw.ll': ir });
  return code === 0 ? new TextDecoder().decode(output) : null;
}

/** An access stays behind its own hook: accesses of two branches do not become one. */
const ACCESSES_STAY = ['-sink-common-insts=false', '-hoist-common-insts=false'].flatMap((option) => ['-mllvm', option]);

/** Without the optimizer, code is slower, and each access is made as it was instrumented. */
export type Level = '-O0' | '-O1';

/**
 * Generates code for instrumented IR: hooks are calls.
 * @returns a WebAssembly object; `null` if the compiler cannot translate the program
 */
export function generateCode(clang: Clang, ir: string, level: Level): Uint8Array | null {
  const optimise = ['-x', 'ir', level, '-fno-unroll-loops', ...ACCESSES_STAY];
  const args = ['clang', '-cc1', ...TARGET, ...AT_FIXED_ADDRESSES, ...optimise, '-emit-obj', '-o', '-', 'device.ll'];
  const { code, output } = clang.run(args, { 'device.ll': ir });
  return code === 0 ? output : null;
}
