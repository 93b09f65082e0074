import { BEGIN, END, NAME } from '../platform/index.ts';
import { codeOnly } from './code-only.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';
import { filesOf } from './sources.ts';
import { positionAt } from './text-position.ts';

/**
 * The linker speaks of symbols; a student called a function that nobody wrote, or wrote another than was declared.
 * @throws Error for what is no fault of the submission
 */
export function linkFailure(log: string, source: SourceFile, side: 'host' | 'device'): Diagnostic {
  const symbol = /(?:undefined symbol|duplicate symbol|symbol exported via --export not found): (\S.*)/.exec(log)?.[1];
  if (!symbol) throw new Error(`wasm-ld failed: ${log.slice(0, 4000)}`);
  const name = LAST_NAME.exec(symbol)?.[1] ?? symbol;
  const duplicate = log.includes('duplicate symbol');
  const message = duplicate
    ? `${symbol} is the name of a function that CUDA or the C library has already`
    : `${symbol} is declared and used, but defined nowhere`;
  return {
    severity: 'error',
    message,
    ...whereNamed(source, name),
    side,
    rule: 'compile-error',
    detail: { hint: duplicate ? 'redefinition' : 'undefined-function' },
  };
}

const LAST_NAME = new RegExp(String.raw`(${NAME})(?:<.*>)?(?:\(.*\))?$`);

/** The first place in the submission that names a function: in its code, or else in a string. Line 0 if there is none. */
export function whereNamed(source: SourceFile, name: string): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  const named = new RegExp(`${BEGIN}${name.replace(/[^\w\u0080-\uffff]/g, '')}${END}`);
  for (const read of [codeOnly, (text: string) => text]) {
    for (const { text, name: file } of filesOf(source)) {
      const found = named.exec(read(text));
      if (found) return positionAt(text, found.index, file);
    }
  }
  return { file: source.fileName, line: 0, column: 0 };
}
