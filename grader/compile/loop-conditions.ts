import { codeOnly } from './code-only.ts';

/** The most characters of a condition before a place in it, and after it. */
const CHARACTERS = 500;
const BEFORE = /\b(?:for\s*\([^;]*;|while\s*\()[^;{}]*$/;
const AFTER = /^[^;{}]*/;

/**
 * Tells whether a comparison is all that a loop's condition consists of: `for (unsigned i = n - 1; i >= 0; i--)`. Then
 * the loop does not end if the comparison is always true.
 * @returns asked with a line and a column of the comparison, both 1-based
 */
export function loopConditionsIn(text: string): (line: number, column: number) => boolean {
  let code: string | null = null;
  let starts: readonly number[] = [];
  return (line, column) => {
    if (code === null) {
      code = codeOnly(text);
      const own: number[] = [0];
      for (let end = code.indexOf('\n'); end >= 0; end = code.indexOf('\n', end + 1)) own.push(end + 1);
      starts = own;
    }
    const at = (starts[line - 1] ?? 0) + column - 1;
    const before = BEFORE.exec(code.slice(Math.max(0, at - CHARACTERS), at))?.[0];
    const after = AFTER.exec(code.slice(at, at + CHARACTERS))?.[0] ?? '';
    if (before === undefined) return false;
    const condition = before.slice(before.search(/[;(](?=[^;(]*$)/) + 1) + after;
    return !/&&|\|\||\?|,/.test(condition);
  };
}
