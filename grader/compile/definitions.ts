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
  const pattern = new RegExp(
    `(?<![\\w:<>])((?:[A-Za-z_][\\w:<>]*[\\s*&]+){1,8})(${name})\\s*\\(([^;{}]{0,2000})\\)\\s*\\{`,
    'g',
  );
  // It stands between a kernel's type and its name, and says nothing of either.
  const code = codeOnly(text).replace(/__launch_bounds__\s*\([^()]*\)/g, (bounds) => bounds.replace(/[^\n]/g, ' '));
  const isNested = nesting(code);
  return [...code.matchAll(pattern)].map((match) => {
    const [, type = '', found = '', parameters = ''] = match;
    const { line, column } = positionAt(text, match.index + type.length, '');
    const nested = isNested(match.index);
    return { line, column, text: `${type}${found}(${parameters})`.replace(/\s+/g, ' ').trim(), nested };
  });
}

/**
 * Is a place inside of braces? Those of a linkage specification do not count.
 * @returns asked for places in their order
 */
function nesting(code: string): (index: number) => boolean {
  const open: boolean[] = [];
  const braces = code.matchAll(/extern\s*\{|[{}]/g);
  let depth = 0;
  let next = braces.next();
  return (index) => {
    for (; !next.done && next.value.index < index; next = braces.next()) {
      if (next.value[0] === '}') depth -= open.pop() ? 1 : 0;
      else depth += open[open.push(next.value[0] === '{') - 1] ? 1 : 0;
    }
    return depth > 0;
  };
}
