/** Small pieces of English: numbers, plurals, indexes as CUDA programmers write them. */

/** What a finding says: what happened and why it matters, and what to look at next. */
export interface Words {
  readonly message: string;
  readonly hint: string | null;
}

/** From here on nobody counts digits. */
const READABLE = 1e15;

/** 1024 → `1,024`; at most four significant digits after the point. */
export function number(value: number): string {
  const whole = Number.isInteger(value) && Math.abs(value) < READABLE;
  return whole ? value.toLocaleString('en-US') : String(Number(value.toPrecision(4)));
}

/** `1 thread`, `1,024 threads`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `(3, 0, 0)` as far as the extents need it: `3`, `(3, 1)`, `(3, 1, 0)`. */
export function index(
  [x, y, z]: readonly [number, number, number],
  dimensions: 1 | 2 | 3 = z > 0 ? 3 : y > 0 ? 2 : 1,
): string {
  if (dimensions === 1) return number(x);
  return dimensions === 2 ? `(${x}, ${y})` : `(${x}, ${y}, ${z})`;
}

/** How many dimensions a grid or block uses. */
export function dimensionsOf([, y, z]: readonly [number, number, number]): 1 | 2 | 3 {
  return z > 1 ? 3 : y > 1 ? 2 : 1;
}

/** 33 × 33 as `33 × 33`, a line as `256`. */
export function extents([x, y, z]: readonly [number, number, number]): string {
  return [x, ...(y > 1 || z > 1 ? [y] : []), ...(z > 1 ? [z] : [])].map(number).join(' × ');
}

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export function ordinal(value: number): string {
  const tens = value % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${number(value)}${suffix}`;
}

export function sentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}

/** Columns of a source line that an excerpt has. */
const EXCERPT_COLUMNS = 200;
const CUT = '…';

/** Cuts a long line of source around a place in it. Returns the rest, and where the place is there. */
export function cutAround(line: string, place: number): { readonly text: string; readonly place: number } {
  if (line.length <= EXCERPT_COLUMNS) return { text: line, place };
  const from = Math.max(0, Math.min(place - EXCERPT_COLUMNS / 2, line.length - EXCERPT_COLUMNS));
  // No half of a character is left at either end.
  const kept = line.slice(from, from + EXCERPT_COLUMNS).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, ' ');
  const [before, after] = [from > 0 ? CUT : '', from + EXCERPT_COLUMNS < line.length ? CUT : ''];
  return { text: before + kept + after, place: Math.min(place - from, EXCERPT_COLUMNS) + before.length };
}
