import { BEGIN, WORD } from '../platform/index.ts';
import { type Definition, definitions, findDefinition } from './definitions.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Is the entry point there, but not as asked? Says so with both declarations.
 * @param diagnostic - Clang's error, where it may be about the entry point; null where the linker found none
 */
export function entryMismatch(diagnostic: Diagnostic | null, source: SourceFile): Diagnostic | null {
  const { wrapper } = source;
  const prototype = wrapper?.asked ?? source.prototype;
  const entry = wrapper?.function ?? (prototype && /(\w+)\s*\(/.exec(prototype)?.[1]);
  if (!prototype || !entry) return null;
  const broughtIn =
    diagnostic?.message.startsWith('target of using declaration conflicts') &&
    new RegExp(`\\busing\\b.*\\b${entry}\\b`).test(source.text.split('\n')[diagnostic.line - 1] ?? '');
  const about =
    diagnostic === null ||
    (diagnostic.severity === 'error' &&
      diagnostic.message.includes(`'${entry}'`) &&
      /conflicting types|static declaration|different language linkage|redeclared|cannot overload __host__|constexpr declaration/.test(
        diagnostic.message,
      )) ||
    (diagnostic.severity === 'error' && /functions that differ only in their return type/.test(diagnostic.message)) ||
    broughtIn;
  if (!about) return null;
  const found = definitions(source.text, entry);
  const own = diagnostic ? (found.find(({ line }) => line === diagnostic.line) ?? found[0]) : found[0];
  const other = own ? null : otherName(source.text, prototype);
  const place = broughtIn ? diagnostic : (own ?? other);
  const expected = prototype.replace(/\s+/g, ' ');
  return {
    severity: 'error',
    message: mismatch(entry, own ?? null, other?.name ?? null),
    file: source.fileName,
    line: place?.line ?? 0,
    column: place?.column ?? 0,
    side: 'host',
    rule: 'signature-mismatch',
    detail: {
      expected,
      ...(own ? { got: own.text } : other && { got: other.text }),
      hint: own ? 'wrong-signature' : other ? 'other-name' : 'entry-missing',
    },
  };
}

/** A function that takes what is asked for and has another name. */
function otherName(text: string, prototype: string): ReturnType<typeof findDefinition> {
  const types = parameterTypes(prototype);
  const isKernel = (declaration: string) => /\b__global__\b/.test(declaration);
  return findDefinition(
    text,
    (declaration) => parameterTypes(declaration) === types && isKernel(declaration) === isKernel(prototype),
  );
}

const LAST_WORD = new RegExp(String.raw`${BEGIN}${WORD}+\s*$`);

/** The types of a declaration's parameters, without their names and spaces. */
function parameterTypes(declaration: string): string {
  const parameters = /\(([^()]*)\)/.exec(declaration)?.[1] ?? '';
  return parameters
    .split(',')
    .map((parameter) => parameter.replace(LAST_WORD, '').replace(/\b__restrict__\b|\s+/g, ''))
    .join(',');
}

/** @param own - the function that was found; null if there is none */
function mismatch(entry: string, own: Definition | null, other: string | null): string {
  if (other !== null) return `there is no function ${entry}; this one takes the same parameters and is called ${other}`;
  if (own === null) return `there is no function ${entry}`;
  if (own.nested) return `the function ${entry} is inside a namespace, a class or another function`;
  return /\bstatic\b/.test(own.text)
    ? `the function ${entry} is static, so other files cannot call it`
    : `the function ${entry} has another signature than the exercise asks for`;
}

/** Name of the function that a C declaration declares. */
export function entryName(prototype: string): string {
  return /(\w+)\s*\(/.exec(prototype)?.[1] ?? 'main';
}

/**
 * Warns about a `main` that was left in a submission and is not called.
 * @param source - without the lines that conditions leave out
 */
export function unusedMain({ text, fileName, prototype }: SourceFile): Diagnostic[] {
  if (prototype === null) return [];
  const [main] = definitions(text, 'main');
  if (!main) return [];
  return [
    {
      severity: 'warning',
      message: 'the grader does not call main',
      file: fileName,
      line: main.line,
      column: main.column,
      side: 'host',
      rule: 'compile-warning',
      detail: { hint: 'main-left-in' },
    },
  ];
}
