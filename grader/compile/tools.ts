import type { Clang } from './clang.ts';
import type { Tree } from './files.ts';

/** One message a line, and what says where a problem begins. Line tables, and nothing more, for positions. */
export const DIAGNOSTIC_FLAGS: readonly string[] = [
  '-debug-info-kind=line-tables-only',
  '-fno-caret-diagnostics',
  '-Wcomma',
  '-Wtautological-unsigned-zero-compare',
  '-Wuninitialized',
  '-Wsometimes-uninitialized',
  // nvcc accepts `register` in C++17.
  '-Wno-register',
  '-ferror-limit',
  '40',
];

/** Runs a tool that cannot fail because of what a student wrote. @returns what it wrote @throws Error where it fails */
export function tool(clang: Clang, args: readonly string[], files: Tree): Uint8Array {
  const { code, log, output } = clang.run(args, files);
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} failed: ${log.slice(0, 4000)}`);
  return output;
}
