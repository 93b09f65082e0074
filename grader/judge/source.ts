import { codeOnly } from '../compile/index.ts';

/** Facts about the text of a submission that no compiler reports. Lines and columns are 1-based. */

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Parts of a declaration or a launch lie within so many characters. What looks further can be made to look at the rest of
 * the file again and again.
 */
export const NEAR = 500;

/** Where a function of this name is defined, or null. */
export function definitionOf(source: string, name: string): TextPosition | null {
  const code = codeOnly(source);
  const match = new RegExp(`\\b${name}\\s*\\([^;{}]{0,${NEAR}}\\)\\s*\\{`).exec(code);
  return match ? positionAt(code, match.index) : null;
}

/** Headers that the source includes, in order. */
export function includesOf(source: string): { header: string; position: TextPosition }[] {
  const directive = /^[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]*)>|"([^"\n]*)")/gm;
  return [...source.matchAll(directive)].map((match) => ({
    header: match[1] ?? match[2] ?? '',
    position: positionAt(source, match.index + match[0].length - match[0].trimStart().length),
  }));
}

function positionAt(text: string, index: number): TextPosition {
  const before = text.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}
