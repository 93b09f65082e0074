import type { SourceFile } from './device.ts';

/** Headers that come before the submission's first line: ours, and the entry point's declaration, so that its linkage is right. */
export function headersFor(source: SourceFile): string[] {
  return ['-include', 'cuda_runtime.h', ...(source.prototype ? ['-include', '/grade/entry.h'] : [])];
}

/** A name for Clang's virtual file system: what `__FILE__` will say, if it is harmless. */
export function virtualNameOf(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  return /^[A-Za-z0-9_][\w.-]*\.cuh?$/.test(base) ? base : 'submission.cu';
}
