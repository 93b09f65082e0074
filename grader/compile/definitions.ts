import { codeOnly } from './code-only.ts';
import { positionAt } from './text-position.ts';

export interface Definition {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  /** It is not at the top level of the file. */
  readonly nested: boolean;
}

/** Definitions of a function of this name in the text, comments and strings aside. */
export function definitions(text: string, name: string): Definition[] {
  const pattern = new RegExp(`((?:[A-Za-z_][\\w:<>]*[\\s*&]+)+)(${name})\\s*\\(([^;{}]*)\\)\\s*\\{`, 'g');
  // It stands between a kernel's type and its name, and says nothing of either.
  const code = codeOnly(text).replace(/__launch_bounds__\s*\([^()]*\)/g, (bounds) => bounds.replace(/[^\n]/g, ' '));
  return [...code.matchAll(pattern)].map((match) => {
    const [, type = '', found = '', parameters = ''] = match;
    const { line, column } = positionAt(text, match.index + type.length, '');
    const nested = isNested(code.slice(0, match.index));
    return { line, column, text: `${type}${found}(${parameters})`.replace(/\s+/g, ' ').trim(), nested };
  });
}

/** Does a brace before this place stay open? That of a linkage specification does not count. */
function isNested(before: string): boolean {
  const open: boolean[] = [];
  for (const match of before.matchAll(/extern\s*\{|[{}]/g)) {
    if (match[0] === '}') open.pop();
    else open.push(match[0] === '{');
  }
  return open.includes(true);
}
