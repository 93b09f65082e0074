import type { Tree } from '@yowasp/clang';
import type { Assets } from './assets.ts';
import type { SourcePosition } from './program.ts';

export interface SourceFile {
  readonly text: string;
  /** Name in Clang's virtual file system. */
  readonly virtualName: string;
  /** Name to report. */
  readonly fileName: string;
  /** C declaration of the entry point, or null for a program. */
  readonly prototype: string | null;
}

export function sourceOf(text: string, fileName: string, prototype: string | null): SourceFile {
  return { text, fileName, virtualName: virtualNameOf(fileName), prototype };
}

/**
 * What comes before the submission's first line: our headers, precompiled where the build made that, and the entry
 * point's declaration, so that its linkage is right.
 * @returns arguments for Clang, and the files that they name
 */
export function preludeOf(
  assets: Assets,
  source: SourceFile,
  side: 'device' | 'host',
): { readonly args: readonly string[]; readonly files: Tree } {
  const entry = source.prototype ? ['-include', '/grade/entry.h'] : [];
  const grade: Tree = { 'entry.h': source.prototype ? `extern "C" ${source.prototype};\n` : '' };
  const files: Tree = { [source.virtualName]: source.text, cuda: { include: assets.includeTree() }, grade };
  const { precompiled } = assets.manifest;
  const included = new Set(
    [...source.text.matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm)].map((match) => match[1] ?? ''),
  );
  const set = precompiled?.sets.findLast(({ when }, index) => index === 0 || when.some((name) => included.has(name)));
  if (!precompiled || !set) return { args: ['-include', 'cuda_runtime.h', ...entry], files };
  grade['headers.pch'] = assets.file(set[side]);
  return { args: [...precompiled.arguments, '-include-pch', '/grade/headers.pch', ...entry], files };
}

/** A name for Clang's virtual file system: what `__FILE__` will say, if it is harmless. */
export function virtualNameOf(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  return /^[A-Za-z0-9_][\w.-]*\.cuh?$/.test(base) ? base : 'submission.cu';
}

/** The source with comments and strings blanked, line for line and column for column. */
export function codeOnly(text: string): string {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'/g;
  return text.replace(token, (match) => match.replace(/[^\n]/g, ' '));
}

/** Where the submission declares a shared array of this name; null where it does so through a macro. */
export function sharedDeclaration({ text, fileName }: SourceFile, name: string): SourcePosition | null {
  const match = new RegExp(`__shared__[^;{}]*?\\b(${name})\\b`).exec(codeOnly(text));
  if (!match) return null;
  return positionAt(text, match.index + match[0].length - name.length, fileName);
}

export function positionAt(text: string, index: number, file: string): SourcePosition {
  const before = text.slice(0, index);
  const column = index - before.lastIndexOf('\n');
  const line = before.split('\n').length;
  return { file, line, column: line === 1 && text.startsWith(BYTE_ORDER_MARK) ? column - 1 : column };
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Clang counts columns in bytes of UTF-8; an editor counts characters, and no byte order mark.
 * @param column - 1-based, as Clang tells it
 */
export function characterColumn(lines: readonly string[], line: number, column: number): number {
  const text = lines[line - 1];
  if (text === undefined || column < 1) return column;
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    new TextEncoder().encode(text).slice(0, column - 1),
  );
  return before.length + 1 - (line === 1 && text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);
}
