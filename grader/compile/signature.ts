import type { Diagnostic } from './program.ts';
import { codeOnly, positionAt, type SourceFile } from './sources.ts';

/**
 * Is the entry point there, but not as asked? Says so with both declarations.
 * @param diagnostic - Clang's error, where it may be about the entry point; null where the linker found none
 */
export function entryMismatch(diagnostic: Diagnostic | null, source: SourceFile): Diagnostic | null {
  const { prototype } = source;
  const entry = prototype && /(\w+)\s*\(/.exec(prototype)?.[1];
  if (!prototype || !entry) return null;
  const about =
    diagnostic === null ||
    (diagnostic.severity === 'error' &&
      diagnostic.message.includes(`'${entry}'`) &&
      /conflicting types|static declaration|differ only in their return type|different language linkage|redeclared/.test(
        diagnostic.message,
      )) ||
    (diagnostic.severity === 'error' && /functions that differ only in their return type/.test(diagnostic.message));
  if (!about) return null;
  const found = definitions(source.text, entry);
  const own = diagnostic ? (found.find(({ line }) => line === diagnostic.line) ?? found[0]) : found[0];
  const expected = prototype.replace(/\s+/g, ' ');
  return {
    severity: 'error',
    message: own
      ? `the function ${entry} has another signature than the exercise asks for`
      : `there is no function ${entry}`,
    file: source.fileName,
    line: own?.line ?? 0,
    column: own?.column ?? 0,
    side: 'host',
    rule: 'signature-mismatch',
    detail: { expected, ...(own && { got: own.text }), hint: own ? 'wrong-signature' : 'entry-missing' },
  };
}

/** Definitions of a function of this name in the text, comments and strings aside. */
function definitions(text: string, name: string): { line: number; column: number; text: string }[] {
  const pattern = new RegExp(`((?:[A-Za-z_][\\w:<>]*[\\s*&]+)+)(${name})\\s*\\(([^;{}]*)\\)\\s*\\{`, 'g');
  return [...codeOnly(text).matchAll(pattern)].map((match) => {
    const [, type = '', found = '', parameters = ''] = match;
    const { line, column } = positionAt(text, match.index + type.length, '');
    return { line, column, text: `${type}${found}(${parameters})`.replace(/\s+/g, ' ').trim() };
  });
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
  const { line, column } = main;
  const detail = { hint: 'main-left-in' };
  return [
    {
      severity: 'warning',
      message: 'the grader does not call main',
      file: fileName,
      line,
      column,
      side: 'host',
      rule: 'compile-error',
      detail,
    },
  ];
}
