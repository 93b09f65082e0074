import type { SourceFile } from './device.ts';
import type { SourcePosition } from './program.ts';

/** Headers that come before the submission's first line: ours, and the entry point's declaration, so that its linkage is right. */
export function headersFor(source: SourceFile): string[] {
  return ['-include', 'cuda_runtime.h', ...(source.prototype ? ['-include', '/grade/entry.h'] : [])];
}

/** A name for Clang's virtual file system: what `__FILE__` will say, if it is harmless. */
export function virtualNameOf(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  return /^[A-Za-z0-9_][\w.-]*\.cuh?$/.test(base) ? base : 'submission.cu';
}

/** The source with comments and strings blanked, line for line and column for column. */
export function codeOnly(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"/g, (match) =>
    match.replace(/[^\n]/g, ' '),
  );
}

/** Where the submission declares a shared array of this name; null where it does so through a macro. */
export function sharedDeclaration({ text, fileName }: SourceFile, name: string): SourcePosition | null {
  const match = new RegExp(`__shared__[^;{}]*?\\b(${name})\\b`).exec(codeOnly(text));
  if (!match) return null;
  return positionAt(text, match.index + match[0].length - name.length, fileName);
}

export function positionAt(text: string, index: number, file: string): SourcePosition {
  const before = text.slice(0, index);
  return { file, line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}
