import type { DetailOf, Finding, Rule } from '../result/index.ts';
import { isSameMistake } from './mistakes.ts';

/** How a finding follows from an earlier one, or from the same mistake. */
export type Relation =
  /** The same threads leave another buffer, or the same one in another place. */
  | 'access'
  /** The same at another place. */
  | 'again'
  /** Another output that lacks the same elements. */
  | 'other-output'
  /** The same two threads share more than one element. */
  | 'same-threads'
  /** All threads of a block store to one shared place, and this is read by others. */
  | 'read-by-others'
  /** Shown to follow from it. */
  | 'caused'
  /** Seen where an index leads outside: a wrong index inside the buffer is one, too. */
  | 'met-there'
  /** The copy back that failed. */
  | 'nothing-copied'
  /** Says nothing new. */
  | 'silent';

/** Rules of which the same at several places is one mistake: a pointer, a size or a branch that is wrong. */
const ALIKE: ReadonlySet<Rule> = new Set([
  ...(['use-after-free', 'host-device-pointer', 'uninitialized-read'] as const),
  ...(['shared-out-of-bounds', 'barrier-divergence'] as const),
]);

/** Returns null where the two have nothing to do with each other as far as their details and places tell. */
export function relationOf(first: Finding, other: Finding): Relation | null {
  if (first === other || first.file !== other.file) return null;
  if (isPlace(first, other) && other.rule === 'unwritten-output' && ALIKE.has(first.rule)) {
    return isNothingCopied(other) ? 'nothing-copied' : null;
  }
  if (isCauseOf(first, other)) return 'caused';
  if (first.kernel !== other.kernel || rank(first) > rank(other)) return null;
  if (isOutside(first)) {
    if (isOutside(other)) return areAlike(first, other) ? 'access' : null;
    const follows = isRace(other) || other.rule === 'uninitialized-read';
    if (follows && isEndOf(first, other)) {
      return other.severity === 'error' ? 'met-there' : 'silent';
    }
    return null;
  }
  if (first.rule === 'shared-out-of-bounds' && other.rule === 'shared-race' && isEndOf(first, other)) {
    return other.severity === 'error' ? 'met-there' : 'silent';
  }
  if (isUnfilled(other) && leavesUnfilled(first, other)) return 'met-there';
  if (first.rule !== other.rule) return null;
  if (isRace(first)) return raceRelation(first, other);
  if (first.rule === 'order-dependent-output') return first.detail && other.detail ? 'other-output' : null;
  if (first.rule === 'unwritten-output') return isSameLack(first, other) ? 'other-output' : null;
  if (isUnfilled(first) && isUnfilled(other) && first.line === other.line) return 'again';
  if (first.rule === 'host-device-pointer' && isPlace(first, other)) return 'silent';
  return ALIKE.has(first.rule) && isSameMistake(first, other) ? 'again' : null;
}

/** True if the judge has shown that the second finding follows from the first one. */
function isCauseOf({ rule, ...place }: Finding, { follows }: Finding): boolean {
  return follows !== undefined && follows.rule === rule && isPlace(place, follows);
}

/** A read of shared memory that nobody has written. */
function isUnfilled({ detail }: Finding): boolean {
  return detail?.kind === 'uninitialized' && detail.spot.buffer?.role === 'shared';
}

/** An output into which nothing was copied. */
function isNothingCopied({ detail }: Finding): boolean {
  if (detail?.kind !== 'copied-back' || detail.seenOnGpu !== undefined) return false;
  return detail.problem === 'never-copied' || detail.problem === 'copy-failed';
}

/** Without the barrier, and where threads have left, nobody has filled shared memory by then. */
function leavesUnfilled(first: Finding, { line }: Finding): boolean {
  if (first.severity !== 'error') return false;
  return (
    first.rule === 'barrier-divergence' ||
    (first.rule === 'shared-race' && (first.line === line || first.related?.[0]?.line === line))
  );
}

function raceRelation(first: Finding, other: Finding): Relation | null {
  const isStoreOfAll = isPlace(first, first.related?.[0] ?? {});
  const lines = ({ line, related }: Finding) => [line, related?.[0]?.line].sort().join();
  if (first.rule === 'global-race' && !isStoreOfAll && lines(first) === lines(other)) return 'silent';
  if (isStoreOfAll && isPlace(first, other) && isPlace(first, other.related?.[0] ?? {})) return 'silent';
  if (first.rule === 'shared-race' && first.severity === 'error' && isStoreOfAll) {
    return isPlace(first, other) || isPlace(first, other.related?.[0] ?? {}) ? 'read-by-others' : null;
  }
  const actors = ({ case: name, block, thread, related }: Finding) =>
    block && related?.[0]?.block ? JSON.stringify([name, block, thread, related[0].block, related[0].thread]) : null;
  if (first.rule !== 'global-race' || !isStoreOfAll || actors(first) === null) return null;
  return actors(first) === actors(other) ? 'same-threads' : null;
}

/** One guard, or one index, is behind both. */
function areAlike(first: Finding, other: Finding): boolean {
  if (exchangedIn(first) !== null && exchangedIn(first) === exchangedIn(other)) return true;
  const isShort = (finding: Finding) => reasonOf(finding) === 'bytes-for-elements' && exchangedIn(finding) === null;
  if (isShort(first) || isShort(other)) return isShort(first) && isShort(other);
  const isSpare = (finding: Finding) => reasonOf(finding) === 'no-element';
  if (isSpare(first) !== isSpare(other)) return false;
  const who = ({ case: name, block, thread }: Finding) => (block ? JSON.stringify([name, block, thread]) : null);
  return isSpare(first) || first.line === other.line || (who(first) !== null && who(first) === who(other));
}

function reasonOf({ detail }: Finding): DetailOf<'out-of-bounds'>['reason'] | null {
  return detail?.kind === 'out-of-bounds' ? detail.reason : null;
}

/** The arguments that are in each other's place, as a key. */
function exchangedIn({ detail }: Finding): string | null {
  return detail && 'exchanged' in detail && detail.exchanged ? JSON.stringify(detail.exchanged) : null;
}

function isSameLack(first: Finding, other: Finding): boolean {
  const [one, two] = [lackKey(first), lackKey(other)];
  return isPlace(first, other) && first.case === other.case && one !== null && one === two;
}

/** What an output lacks, whatever its name is; null if its name is a part of it. */
function lackKey({ detail }: Finding): string | null {
  if (detail?.kind !== 'unwritten-elements') return null;
  const { none, elements, pattern, dimensions, cases, seenOnGpu } = detail;
  const place = pattern && pattern.kind !== 'everywhere' ? [pattern, dimensions] : null;
  return JSON.stringify([none || elements, place, cases, seenOnGpu]);
}

function isOutside({ rule, severity }: Finding): boolean {
  return severity === 'error' && (rule === 'out-of-bounds-read' || rule === 'out-of-bounds-write');
}

function isRace({ rule }: Finding): boolean {
  return rule === 'global-race' || rule === 'shared-race';
}

/** One of the two accesses of a race, or the only one of another finding. */
function isEndOf(first: Finding, other: Finding): boolean {
  return isPlace(first, other) || isPlace(first, other.related?.[0] ?? {});
}

type Place = Pick<Finding, 'file' | 'line' | 'column'>;

function isPlace(a: Place, b: Place): boolean {
  return a.line !== undefined && a.line === b.line && a.column === b.column;
}

function rank({ severity }: Finding): number {
  return { error: 0, warning: 1, note: 2 }[severity];
}
