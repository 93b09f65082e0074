import { WORD } from '../platform/index.ts';
import { codeOnly } from './code-only.ts';

/** A statement that tells extents begins within so many lines. */
const LINES = 5;
/** And within so many characters: a line may be a whole program. */
const CHARACTERS = 1_000;
/** What begins a statement: the end of the one before, or the brace of what holds it. A list's brace is none. */
const BEGINS = /[;}]|(?:\)|\belse|\bdo)\s*\{/;

const DECLARED = new RegExp(String.raw`\bdim3\s+(${WORD}+)`, 'g');
const ASSIGNED = new RegExp(String.raw`^\s*(${WORD}+)\s*=(?!=)`);

/**
 * Tells whether a place of a file stands where extents of a grid or a block are told: `dim3 block = (16, 16);`,
 * `k<<<(2, 2), block>>>();`.
 * @returns asked with a line and a column, both 1-based
 */
export function extentsIn(text: string): (line: number, column: number) => boolean {
  let lines: readonly string[] | null = null;
  let names: ReadonlySet<string> = new Set();
  return (line, column) => {
    if (!lines) {
      const code = codeOnly(text);
      lines = code.split('\n');
      names = new Set([...code.matchAll(DECLARED)].map(([, name = '']) => name));
    }
    const before = lines.slice(Math.max(0, line - LINES), line - 1).map((each) => each.slice(-CHARACTERS));
    const own = lines[line - 1]?.slice(Math.max(0, column - 1 - CHARACTERS), column - 1) ?? '';
    const statement = [...before, own].join('\n').split(BEGINS).at(-1) ?? '';
    const assigned = ASSIGNED.exec(statement)?.[1];
    return /\bdim3\b|<<<(?![\s\S]*>>>)/.test(statement) || (assigned !== undefined && names.has(assigned));
  };
}
