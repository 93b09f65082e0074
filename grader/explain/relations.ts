import type { Finding, Rule } from '../result/index.ts';

/** How a finding follows from an earlier one, or from the same mistake. */
export type Relation =
  /** The same threads leave another buffer, or the same one in another place. */
  | 'access'
  /** The same words at another place. */
  | 'again'
  /** Another output that lacks the same elements. */
  | 'other-output'
  /** The same two threads share more than one element. */
  | 'same-threads'
  /** All threads of a block store to one shared place, and this is read by others. */
  | 'read-by-others'
  /** Seen where an index leads outside: a wrong index inside the buffer is one, too. */
  | 'met-there'
  /** The copy back that failed. */
  | 'nothing-copied'
  /** Says nothing new. */
  | 'silent';

/** What a thread is called that the launch has to spare; also how findings of such threads are known. */
export const NO_ELEMENT = 'which has no element of its own';

/** Part of what is said of arguments in each other's place: one mistake, whatever it leads to. */
export const EXCHANGED = 'Are these arguments in the right order?';

/** How the hint begins where a buffer is short because its bytes were taken for elements. */
export const BYTES_OF_A_BUFFER = 'How many bytes does this buffer have';

/** Rules of which the same words at several places are one mistake: a pointer, a size or a branch that is wrong. */
const ALIKE: ReadonlySet<Rule> = new Set([
  ...(['use-after-free', 'host-device-pointer', 'uninitialized-read'] as const),
  ...(['shared-out-of-bounds', 'barrier-divergence'] as const),
]);

/** null where the two have nothing to do with each other as far as their words and places tell. */
export function relationOf(first: Finding, other: Finding): Relation | null {
  if (first === other || first.file !== other.file) return null;
  if (isPlace(first, other) && other.rule === 'unwritten-output' && ALIKE.has(first.rule)) {
    return other.message.startsWith('Nothing was copied back') ? 'nothing-copied' : null;
  }
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
  if (first.rule === 'order-dependent-output') return 'other-output';
  if (first.rule === 'unwritten-output') return isSameLack(first, other) ? 'other-output' : null;
  if (isUnfilled(first) && isUnfilled(other) && first.line === other.line) return 'again';
  if (first.rule === 'host-device-pointer' && isPlace(first, other)) return 'silent';
  return ALIKE.has(first.rule) && shape(first.message) === shape(other.message) ? 'again' : null;
}

/** A read of shared memory that nobody has written. */
function isUnfilled({ rule, message }: Finding): boolean {
  return rule === 'uninitialized-read' && message.includes('which no thread of the block has written yet');
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
  if (first.hint !== undefined && first.hint === other.hint && first.hint.includes(EXCHANGED)) return true;
  const short = ({ hint }: Finding) => hint?.startsWith(BYTES_OF_A_BUFFER) ?? false;
  if (short(first) || short(other)) return short(first) && short(other);
  const spare = ({ message }: Finding) => message.includes(NO_ELEMENT);
  if (spare(first) !== spare(other)) return false;
  const who = ({ case: name, block, thread }: Finding) => (block ? JSON.stringify([name, block, thread]) : null);
  return spare(first) || first.line === other.line || (who(first) !== null && who(first) === who(other));
}

function isSameLack(first: Finding, other: Finding): boolean {
  const nameless = ({ message }: Finding) => message.replace(/\bof \S+ (?=(?:was|were) )/, '');
  return isPlace(first, other) && first.case === other.case && nameless(first) === nameless(other);
}

/** A message without which thread it was, which element and how far. */
function shape(message: string): string {
  return message
    .replace(/^(?:Thread .*? of block (?:\(.*?\)|[\d,]+)|A thread) \w+/, '')
    .replace(/ (?:element|byte) [\d,]+|[\d,]+ bytes? past|just past|^Only [\d,]+|\breach(?:es)?\b/g, '');
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
