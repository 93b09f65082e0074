import type { AccessEnd } from '../devices/index.ts';
import type { LaunchRecord } from '../record/index.ts';
import type { Comparison } from './compare/index.ts';
import type { CaseEvidence } from './evidence.ts';

/**
 * What may be told of a case. A visible one is told whole. Of a hidden one are told its name, how it ended, and how
 * often something happened: never its sizes, its values, or a place from which either follows. A submission can write
 * what it likes into outputs, launches and exit codes, so that each of these would carry a size out if it were shown.
 */
type Case = Pick<CaseEvidence, 'visible'>;

/** Patterns that say something of the program alone; the others have numbers that follow from sizes or values. */
const OF_THE_PROGRAM: ReadonlySet<NonNullable<Comparison['pattern']>['kind']> = new Set([
  'everywhere',
  'triangle',
  'not-a-number',
  'transposed',
  'input-copy',
  'swapped-planes',
  'interleaved-planes',
  'plane-stride',
  'ignored-plane',
  'input-transposed',
  'input-stride',
  'accumulated',
]);

/** The comparison of an output as a result may tell it; its counts stay, for the checks to judge by. */
export function tellableComparison({ visible }: Case, comparison: Comparison): Comparison {
  if (visible) return comparison;
  return {
    ...comparison,
    maxError: null,
    firstMismatch: null,
    firstWrong: null,
    pattern: tellablePattern(comparison.pattern),
    unwrittenPattern: tellablePattern(comparison.unwrittenPattern),
  };
}

function tellablePattern(pattern: Comparison['pattern']): Comparison['pattern'] {
  return pattern && OF_THE_PROGRAM.has(pattern.kind) ? pattern : null;
}

/** A launch as words may tell it: its grid, its block and its shared memory may follow from sizes. */
export function tellableLaunch({ visible }: Case, launch: LaunchRecord | null): LaunchRecord | null {
  return visible ? launch : null;
}

/** Block and thread of an access; the first thread beyond an end tells where the end is. */
export function tellableThread({ visible }: Case, { block, thread }: AccessEnd): { block?: Triple; thread?: Triple } {
  return visible ? { block: [...block], thread: [...thread] } : {};
}

type Triple = [number, number, number];

/** The cases whose launches a result lists, with grids and counters. */
export function tellableCases(cases: readonly CaseEvidence[]): CaseEvidence[] {
  return cases.filter(({ visible }) => visible);
}
