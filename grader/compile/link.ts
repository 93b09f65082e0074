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
    ? `the name ${symbol} belongs to a function that CUDA or the C library has already`
    : `the function ${symbol} is declared and used, but defined nowhere`;
  const languages = duplicate ? [] : languagesNaming(source, name);
  return {
    severity: 'error',
    message,
    ...whereNamed(source, name),
    side,
    rule: 'compile-error',
    detail: { hint: duplicate ? 'redefinition' : languages.length > 1 ? 'extern-c' : 'undefined-function' },
  };
}

/** Returns the languages of the sources that name a function: C and C++ link it by different symbols. */
function languagesNaming(source: SourceFile, name: string): readonly ('C' | 'C++')[] {
  const named = wordOf(name);
  const sources = filesOf(source).filter((file) => !isHeader(file.name) && named.test(codeOnly(file.text)));
  return [...new Set(sources.map((file) => (file.name.endsWith('.c') ? 'C' : 'C++')))];
}

export const isHeader = (name: string) => /\.(?:h|hh|hpp|cuh|inl)$/.test(name);

function wordOf(name: string): RegExp {
  return new RegExp(`${BEGIN}${name.replace(/[^\w\u0080-\uffff]/g, '')}${END}`);
}

const LAST_NAME = new RegExp(String.raw`(${NAME})(?:<.*>)?(?:\(.*\))?$`);

/** The first place in the submission that names a function: in its code, or else in a string. Line 0 if there is none. */
export function whereNamed(source: SourceFile, name: string): Pick<Diagnostic, 'file' | 'line' | 'column'> {
  const named = wordOf(name);
  for (const read of [codeOnly, (text: string) => text]) {
    for (const { text, name: file } of filesOf(source)) {
      const found = named.exec(read(text));
      if (found) return positionAt(text, found.index, file);
    }
  }
  return { file: source.fileName, line: 0, column: 0 };
}
