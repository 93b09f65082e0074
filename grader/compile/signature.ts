import { definitions, findDefinition } from './definitions.ts';
import type { Diagnostic } from './program.ts';
import type { SourceFile } from './sources.ts';

/**
 * Is the entry point there, but not as asked? Says so with both declarations.
 * @param diagnostic - Clang's error, where it may be about the entry point; null where the linker found none
 */
export function entryMismatch(diagnostic: Diagnostic | null, source: SourceFile): Diagnostic | null {
  const { wrapper } = source;
  const prototype = wrapper?.asked ?? source.prototype;
  const entry = wrapper?.function ?? (prototype && /(\w+)\s*\(/.exec(prototype)?.[1]);
  if (!prototype || !entry) return null;
  const about =
    diagnostic === null ||
    (diagnostic.severity === 'error' &&
      diagnostic.message.includes(`'${entry}'`) &&
      /conflicting types|static declaration|different language linkage|redeclared|cannot overload __host__/.test(
        diagnostic.message,
      )) ||
    (diagnostic.severity === 'error' && /functions that differ only in their return type/.test(diagnostic.message));
  if (!about) return null;
  const found = definitions(source.text, entry);
  const own = diagnostic ? (found.find(({ line }) => line === diagnostic.line) ?? found[0]) : found[0];
  const other = own ? null : otherName(source.text, prototype);
  const expected = prototype.replace(/\s+/g, ' ');
  return {
    severity: 'error',
    message: mismatch(entry, own?.nested ?? null, other?.name ?? null),
    file: source.fileName,
    line: (own ?? other)?.line ?? 0,
    column: (own ?? other)?.column ?? 0,
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

/** The types of a declaration's parameters, without their names and spaces. */
function parameterTypes(declaration: string): string {
  const parameters = /\(([^()]*)\)/.exec(declaration)?.[1] ?? '';
  return parameters
    .split(',')
    .map((parameter) => parameter.replace(/\b\w+\s*$/, '').replace(/\b__restrict__\b|\s+/g, ''))
    .join(',');
}

/** @param nested - whether the function that was found is inside something; null where none was found */
function mismatch(entry: string, nested: boolean | null, other: string | null): string {
  if (other !== null) return `there is no function ${entry}; this one takes the same parameters and is called ${other}`;
  if (nested === null) return `there is no function ${entry}`;
  return nested
    ? `the function ${entry} is inside a namespace, a class or another function`
    : `the function ${entry} has another signature than the exercise asks for`;
}

/** Name of the function that a C declaration declares. */
export function entryName(prototype: string): string {
  return /(\w+)\s*\(/.exec(prototype)?.[1] ?? 'main';
}

/** A `main` that was left in a submission is not called: worth a warning, not a point. */
export function unusedMain(text: string, fileName: string, prototype: string | null): Diagnostic[] {
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
      rule: 'compile-error',
      detail: { hint: 'main-left-in' },
    },
  ];
}
