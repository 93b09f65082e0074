import { NAME, WORD } from '../platform/index.ts';
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
  return [...found(text, name, '[^;{}]')].map((definition) => placed(text, definition));
}

/** The first definition at the top level that fits, by its declaration, whatever its name. */
export function findDefinition(
  text: string,
  fits: (declaration: string) => boolean,
): (Definition & { readonly name: string }) | null {
  // In its parameters no brackets: they would be those of a macro before it.
  for (const definition of found(text, NAME, '[^;{}()]')) {
    if (!definition.nested && fits(definition.text)) return { ...placed(text, definition), name: definition.name };
  }
  return null;
}

interface Found extends Pick<Definition, 'text' | 'nested'> {
  readonly name: string;
  readonly index: number;
}

function* found(text: string, name: string, inParameters: string): Generator<Found> {
  const pattern = new RegExp(
    `(?<!${WORD}|[:<>])((?:[A-Za-z_\\u0080-\\uffff](?:${WORD}|[:<>])*[\\s*&]+){1,8})(${name})\\s*\\((${inParameters}{0,2000})\\)\\s*\\{`,
    'g',
  );
  // It stands between a kernel's type and its name, and says nothing of either.
  const code = codeOnly(text).replace(/__launch_bounds__\s*\([^()]*\)/g, (bounds) => bounds.replace(/[^\n]/g, ' '));
  const isNested = nesting(code);
  for (const match of code.matchAll(pattern)) {
    const [, type = '', name = '', parameters = ''] = match;
    yield {
      name,
      // The end of a list of template parameters belongs to what comes before the type.
      text: `${type.replace(/^[^<]*>/, '')}${name}(${parameters})`.replace(/\s+/g, ' ').trim(),
      nested: isNested(match.index),
      index: match.index + type.length,
    };
  }
}

function placed(text: string, { index, text: declaration, nested }: Found): Definition {
  const { line, column } = positionAt(text, index, '');
  return { line, column, text: declaration, nested };
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
