import type { IrModule } from './module.ts';
import { SYMBOL, unquote } from './module.ts';
import { closeOf, endOfType, endOfValue, layoutOf, type NamedTypes } from './types.ts';

/**
 * Structs passed by value. The code generator copies them at each call, where no hook sees what it reads: so the copy is
 * made in IR, where it is an access like any other, and the pointer to it is passed.
 */

/** One struct that a call passes by value. */
export interface ByValueArgument {
  readonly type: string;
  readonly bytes: number;
  readonly align: number;
  readonly pointer: string;
  /** Where the pointer stands in the line without attributes. */
  readonly at: number;
}

/** Attributes of a parameter that may come after `byval`. */
const ATTRIBUTES =
  /^(?: (?:align \d+|dereferenceable(?:_or_null)?\(\d+\)|captures\([^)]*\)|noundef|nonnull|readonly|readnone|writeonly|noalias|nofree))* /;
const CALL = /^\s+(?:%\S+ = )?(?:tail |musttail |notail )?call .*\bbyval\(/;

/** The structs that a call passes by value, and the call as one with mere pointers; `null` for other lines. */
export function byValueCall(
  line: string,
  types: NamedTypes,
): { readonly line: string; readonly passed: readonly ByValueArgument[] } | null {
  if (!CALL.test(line)) return null;
  // The copy is in the caller's frame, which has to stay.
  let rest = line.replace(/^(\s+(?:%\S+ = )?)(?:tail|musttail) call /, '$1call ');
  const passed: ByValueArgument[] = [];
  for (let at = rest.indexOf(' byval('); at >= 0; at = rest.indexOf(' byval(', at)) {
    const typeStart = at + ' byval('.length;
    const type = rest.slice(typeStart, endOfType(rest, typeStart));
    const close = closeOf(rest, at + ' byval'.length);
    const { bytes, align } = layoutOf(type, types);
    const attributes = ATTRIBUTES.exec(rest.slice(close))?.[0] ?? ' ';
    const stated = Number(/ align (\d+)/.exec(attributes)?.[1] ?? align);
    rest = `${rest.slice(0, at)}${attributes}${rest.slice(close + attributes.length)}`;
    const pointerAt = at + attributes.length;
    const pointer = rest.slice(pointerAt, endOfValue(rest, pointerAt));
    passed.push({ type, bytes, align: stated, pointer, at: pointerAt });
    at = pointerAt;
  }
  return { line: rest, passed };
}

/** The `define` line with mere pointers in the place of structs by value. */
export function withoutByValue(header: string): string {
  let rest = header;
  for (let at = rest.indexOf(' byval('); at >= 0; at = rest.indexOf(' byval(', at))
    rest = rest.slice(0, at) + rest.slice(closeOf(rest, at + ' byval'.length));
  return rest;
}

/** Functions whose address is used for more than a direct call: anything may be passed to them. */
export function addressTaken({ lines, functions }: IrModule): Set<string> {
  const defined = new Set(functions.map(({ name }) => name));
  const taken = new Set<string>();
  for (const line of lines) {
    if (line.startsWith('define ') || line.startsWith('!') || line.startsWith('@llvm.')) continue;
    for (const match of line.matchAll(MENTIONED)) {
      const isCallee = line[match.index + match[0].length] === '(' && /\bcall\b/.test(line);
      const name = unquote(match[0]);
      if (!isCallee && defined.has(name)) taken.add(name);
    }
  }
  return taken;
}

const MENTIONED = new RegExp(SYMBOL, 'g');
