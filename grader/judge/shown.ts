import { areAlike, type Comparison, isSame, type Pattern } from '../compare/index.ts';
import type { CaseEvidence, OutputEvidence } from './evidence.ts';
import { tellableComparison } from './hidden.ts';
import { writingLaunch } from './writing-launch.ts';

/** Fewer failing elements than this show hardly any pattern. */
const FEWEST = 3;

type Kind = 'unwritten-output' | 'wrong-output';

/** One output in a case in which elements of it are wrong or missing. */
export interface FailingCase {
  readonly seen: CaseEvidence;
  readonly output: OutputEvidence;
  /** The number of elements that are wrong, or missing. */
  readonly bad: number;
}

/** The case that a finding is about, with what may be said of it. */
export interface ShownCase extends FailingCase {
  /** Without a pattern if other cases contradict it. */
  readonly comparison: Comparison;
  /** The number of failing cases of which the sentence is true as well, this one included. */
  readonly alike: number;
}

/**
 * Chooses the first case with a pattern that the others do not contradict. A small case fits many patterns, so that no
 * case of the same size or a larger one may have another pattern, and most cases must have this one.
 */
export function shownCase(failing: readonly FailingCase[], kind: Kind): ShownCase | null {
  const cases = failing.map((each) => {
    const comparison = tellableComparison(each.seen, each.output.comparison);
    return { ...each, comparison, pattern: seenPattern(each, kind), size: each.output.comparison.checked };
  });
  for (const one of cases) {
    const { pattern } = one;
    const tellable = patternIn(one.comparison, kind);
    if (!pattern || !tellable || tellable.kind === 'everywhere') continue;
    const alike = cases.filter((other) => other.pattern && areAlike(pattern, other.pattern));
    const others = cases.filter((other) => !alike.includes(other));
    if (others.some((other) => other.pattern !== null && other.size >= one.size)) continue;
    if (others.filter(({ bad }) => bad >= FEWEST).length >= alike.length) continue;
    const isBlock = alike.every((other) => other.pattern?.kind === pattern.kind);
    const told = varying(isBlock ? pattern : withoutBlock(pattern), alike);
    return { ...one, comparison: withPattern(one.comparison, told, kind), alike: alike.length };
  }
  const first = cases[0];
  if (!first) return null;
  // That all fails, as where one pixel is all edge, says less than what fails elsewhere.
  const visible = cases.filter(({ seen }) => seen.visible);
  const shown = visible.find((each) => !isAll(each)) ?? visible.find(({ size }) => size > 1) ?? first;
  const alike = isAll(shown) ? cases.filter(isAll).length : cases.length;
  const all = kind === 'unwritten-output' && isAll(shown) ? ({ kind: 'everywhere' } as const) : null;
  return { ...shown, comparison: withPattern(shown.comparison, all, kind), alike };
}

/** Each case can have a constant of its own. */
function varying(pattern: Pattern, alike: readonly { readonly pattern: Pattern | null }[]): Pattern {
  if (pattern.kind !== 'constant') return pattern;
  const { value } = pattern;
  const isOne = alike.every((other) => other.pattern?.kind === 'constant' && isSame(other.pattern.value, value));
  return isOne ? pattern : { ...pattern, varies: true };
}

function isAll({ bad, output }: FailingCase): boolean {
  return bad === output.comparison.checked;
}

/** Returns what the elements have in common, as far as the launch agrees; `null` if that is nothing or all of them. */
function seenPattern({ seen, output }: FailingCase, kind: Kind): Pattern | null {
  const pattern = patternIn(output.comparison, kind);
  return pattern === null || pattern.kind === 'everywhere' ? null : agreedPattern(pattern, seen, output);
}

function patternIn({ pattern, unwrittenPattern }: Comparison, kind: Kind): Pattern | null {
  return (kind === 'wrong-output' ? pattern : unwrittenPattern) ?? null;
}

function withPattern(comparison: Comparison, pattern: Pattern | null, kind: Kind): Comparison {
  return kind === 'wrong-output' ? { ...comparison, pattern } : { ...comparison, unwrittenPattern: pattern };
}

/** Returns the pattern; a last partial block only if it is one of the launch that writes the output. */
export function agreedPattern(pattern: Pattern, seen: CaseEvidence, { shape }: Pick<OutputEvidence, 'shape'>): Pattern {
  if (pattern.kind !== 'last-partial-block') return pattern;
  const launch = writingLaunch(seen);
  const isOfLaunch = pattern.tails.every(({ axis, from, extent }) => {
    const block = launch ? blockAlong(axis, launch.block, shape.length) : null;
    return block !== null && from % block === 0 && extent - from < block;
  });
  return isOfLaunch ? pattern : withoutBlock(pattern);
}

function withoutBlock(pattern: Pattern): Pattern {
  return pattern.kind === 'last-partial-block' ? { ...pattern, kind: 'tail' } : pattern;
}

/** Returns the threads of a block along an axis of the output; `null` if none of the block's own axes is along it. */
function blockAlong(
  axis: number | null,
  [x, y, z]: readonly [number, number, number],
  dimensions: number,
): number | null {
  if (axis === null || dimensions === 1) return y * z === 1 ? x : null;
  if (axis === dimensions - 1) return x;
  return axis === dimensions - 2 ? y : null;
}
