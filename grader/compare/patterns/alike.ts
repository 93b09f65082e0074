import type { Pattern, Tail } from '../pattern.ts';

/** Numbers that are measured may differ by this much, relative. */
const SAME = 0.005;

/**
 * Returns true if two cases show the same pattern: the same words, but for numbers that follow from the size of a case,
 * such as how many elements are at the end.
 */
export function areAlike(one: Pattern, other: Pattern): boolean {
  if (isTail(one) && isTail(other)) return sameAxes(one.tails, other.tails);
  if (one.kind !== other.kind) return false;
  const [a, b]: Record<string, unknown>[] = [{ ...one }, { ...other }];
  return (KEPT[one.kind] ?? []).every((key) => isSame(a?.[key], b?.[key]));
}

/** The fields that do not follow from the size of a case. Tails are compared by their axes. */
const KEPT: Partial<Record<Pattern['kind'], readonly string[]>> = {
  range: ['axis', 'from'],
  slice: ['axis', 'index'],
  'every-kth': ['axis', 'step', 'phase'],
  'all-but-every-kth': ['axis', 'step', 'phase'],
  border: ['width'],
  checkerboard: ['rows', 'columns', 'parity'],
  'whole-tiles': ['rows', 'columns'],
  'every-other-block': ['block', 'first'],
  'whole-blocks': ['block'],
  triangle: ['side'],
  'constant-factor': ['factor'],
  'constant-offset': ['offset'],
  shifted: ['by'],
  'input-copy': ['input', 'plane', 'planes'],
  'swapped-planes': ['of', 'order'],
  'interleaved-planes': ['of', 'planes'],
  'plane-stride': ['name'],
  'ignored-plane': ['plane', 'planes'],
  'other-weights': ['weights'],
  'input-transposed': ['input'],
  'input-stride': ['input', 'name'],
};

type Tails = Extract<Pattern, { readonly tails: unknown }>;

function isTail(pattern: Pattern): pattern is Tails {
  return 'tails' in pattern;
}

function sameAxes(one: readonly Tail[], other: readonly Tail[]): boolean {
  return one.length === other.length && one.every(({ axis }, index) => axis === other[index]?.axis);
}

/** Returns true if measured numbers, or lists of them, are the same; other values must be equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]));
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= SAME * Math.max(Math.abs(one), Math.abs(other));
}
