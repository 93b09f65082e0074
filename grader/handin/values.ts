import { at, joined, type Place, type Placed, replaced, sliced } from './origin.ts';

/** A value that is known without executing anything. */
export type Value =
  | { readonly kind: 'text'; readonly placed: Placed }
  | { readonly kind: 'number'; readonly value: number; readonly isFloat: boolean }
  | {
      readonly kind: 'list';
      readonly items: readonly (Value | null)[];
      /** The number of values in it, also in lists in it. */
      readonly size: number;
    }
  /** A dictionary with texts as keys. */
  | { readonly kind: 'dict'; readonly entries: ReadonlyMap<string, Value | null> };

/** Longer texts are no source. */
export const MAX_TEXT = 2 ** 20;

/** Larger lists are not known. A list that has another one twice doubles with each line. */
const MAX_VALUES = 10_000;

/** Returns values as a list; `null` if they are too many. */
export function listOf(items: readonly (Value | null)[]): Value | null {
  const size = items.reduce((sum, item) => sum + (item?.kind === 'list' ? item.size : 1), 1);
  return size <= MAX_VALUES ? { kind: 'list', items, size } : null;
}

/** Returns texts as one; `null` if one of them is not known. */
export function allText(parts: readonly (Value | null)[]): Value | null {
  const placed: Placed[] = [];
  let length = 0;
  for (const part of parts) {
    if (part?.kind !== 'text') return null;
    placed.push(part.placed);
    length += part.placed.text.length;
  }
  return length <= MAX_TEXT ? { kind: 'text', placed: joined(placed) } : null;
}

/** Returns a value as `str()` and f-strings have it; `null` if that is not known. */
export function asText(value: Value, place: Place): Value | null {
  if (value.kind === 'text') return value;
  if (value.kind !== 'number') return null;
  const { value: number, isFloat } = value;
  return { kind: 'text', placed: at(isFloat && Number.isInteger(number) ? `${number}.0` : String(number), place) };
}

/** Returns the result of an operation of Python; `null` if it is not known. */
export function arithmetic(
  operator: string,
  left: Extract<Value, { kind: 'number' }>,
  right: Extract<Value, { kind: 'number' }>,
): Value | null {
  const isFloat = left.isFloat || right.isFloat;
  const [a, b] = [left.value, right.value];
  const number = (value: number, float = isFloat): Value | null =>
    Number.isFinite(value) && (float || Number.isSafeInteger(value)) ? { kind: 'number', value, isFloat: float } : null;
  switch (operator) {
    case '+':
      return number(a + b);
    case '-':
      return number(a - b);
    case '*':
      return number(a * b);
    case '**':
      return b < 0 ? null : number(a ** b);
    case '/':
      return number(a / b, true);
    case '//':
      return number(Math.floor(a / b));
    case '%':
      return b === 0 ? null : number(a - b * Math.floor(a / b));
    case '<<':
      return isFloat || b < 0 ? null : number(a * 2 ** b, false);
    default:
      return null;
  }
}

/** `'…' % value`, with `%d`, `%i`, `%s` and `%(name)s` only. */
export function percentFormatted(text: Placed, value: Value): Value | null {
  if (value.kind === 'dict') {
    const parts: (Value | null)[] = [];
    let from = 0;
    for (const match of text.text.matchAll(/%(?:\((\w+)\)[dis]|.)/g)) {
      const place = text.places[match.index] ?? { unit: 0, line: 1 };
      const given = value.entries.get(match[1] ?? '') ?? null;
      parts.push({ kind: 'text', placed: sliced(text, from, match.index) });
      parts.push(match[0] === '%%' ? { kind: 'text', placed: at('%', place) } : given && asText(given, place));
      from = match.index + match[0].length;
    }
    parts.push({ kind: 'text', placed: sliced(text, from) });
    return allText(parts);
  }
  const values = value.kind === 'list' ? value.items : [value];
  const parts: (Value | null)[] = [];
  let [from, used] = [0, 0];
  for (const match of text.text.matchAll(/%(.)/g)) {
    parts.push({ kind: 'text', placed: sliced(text, from, match.index) });
    from = match.index + 2;
    const place = text.places[match.index] ?? { unit: 0, line: 1 };
    if (match[1] === '%') parts.push({ kind: 'text', placed: at('%', place) });
    else {
      const given = values[used++] ?? null;
      parts.push(given && /[dis]/.test(match[1] ?? '') ? asText(given, place) : null);
    }
  }
  parts.push({ kind: 'text', placed: sliced(text, from) });
  return used === values.length ? allText(parts) : null;
}

/** The methods of strings that programs make their source with; `null` for others. */
export function methodOf(
  subject: Value | null,
  method: string,
  positional: readonly (Value | null)[],
  named: ReadonlyMap<string, Value | null>,
  place: Place,
): Value | null {
  if (subject?.kind !== 'text') return null;
  const { placed } = subject;
  switch (method) {
    case 'replace': {
      const [what, by] = positional;
      if (what?.kind !== 'text' || by?.kind !== 'text') return null;
      const length = lengthAfter(placed.text, what.placed.text, by.placed.text);
      return length <= MAX_TEXT ? { kind: 'text', placed: replaced(placed, what.placed.text, by.placed) } : null;
    }
    case 'strip':
    case 'lstrip':
    case 'rstrip': {
      const from = method === 'rstrip' ? 0 : placed.text.length - placed.text.trimStart().length;
      const to = method === 'lstrip' ? placed.text.length : placed.text.trimEnd().length;
      return positional.length === 0 ? { kind: 'text', placed: sliced(placed, from, Math.max(from, to)) } : null;
    }
    case 'join': {
      const [list] = positional;
      if (list?.kind !== 'list') return null;
      return allText(list.items.flatMap((item, index) => (index === 0 ? [item] : [subject, item])));
    }
    case 'format':
      return braceFormatted(placed, positional, named, place);
    case 'substitute':
    case 'safe_substitute':
      return substituted(placed, named);
    case 'encode':
    case 'decode':
      return subject;
    default:
      return null;
  }
}

/** Returns the length of a text after `replace`. */
function lengthAfter(text: string, what: string, by: string): number {
  if (what === '') return text.length;
  let count = 0;
  for (let at = text.indexOf(what); at !== -1; at = text.indexOf(what, at + what.length)) count += 1;
  return text.length + count * (by.length - what.length);
}

function braceFormatted(
  text: Placed,
  positional: readonly (Value | null)[],
  named: ReadonlyMap<string, Value | null>,
  place: Place,
): Value | null {
  const parts: (Value | null)[] = [];
  let [from, next] = [0, 0];
  for (const match of text.text.matchAll(/\{\{|\}\}|\{(\w*)\}/g)) {
    parts.push({ kind: 'text', placed: sliced(text, from, match.index) });
    from = match.index + match[0].length;
    const [whole, name] = match;
    if (name === undefined) parts.push({ kind: 'text', placed: at(whole[0] ?? '', place) });
    else {
      const value = name === '' ? positional[next++] : /^\d+$/.test(name) ? positional[Number(name)] : named.get(name);
      parts.push(value ? asText(value, text.places[match.index] ?? place) : null);
    }
  }
  parts.push({ kind: 'text', placed: sliced(text, from) });
  return allText(parts);
}

/** `string.Template`. */
function substituted(text: Placed, named: ReadonlyMap<string, Value | null>): Value | null {
  const parts: (Value | null)[] = [];
  let from = 0;
  for (const match of text.text.matchAll(/\$\$|\$\{(\w+)\}|\$(\w+)/g)) {
    parts.push({ kind: 'text', placed: sliced(text, from, match.index) });
    from = match.index + match[0].length;
    const name = match[1] ?? match[2];
    const place = text.places[match.index] ?? { unit: 0, line: 1 };
    const value = name === undefined ? null : named.get(name);
    parts.push(name === undefined ? { kind: 'text', placed: at('$', place) } : value ? asText(value, place) : null);
  }
  parts.push({ kind: 'text', placed: sliced(text, from) });
  return allText(parts);
}

/** Returns a text as `textwrap.dedent` makes it. */
export function dedented(text: Placed): Placed {
  const lines = text.text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents);
  if (!Number.isFinite(least) || least === 0) return text;
  const parts: Placed[] = [];
  let from = 0;
  for (const line of lines) {
    const cut = Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0);
    parts.push(sliced(text, from + cut, from + line.length + 1));
    from += line.length + 1;
  }
  return joined(parts);
}
