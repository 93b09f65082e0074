import type { DetailOf, FindingFacts, RelatedFacts } from '../result/index.ts';
import { another, capital, ofBlock, past, spotText, verb, who } from './accesses.ts';
import type { Facts } from './faults.ts';
import { betweenGrids } from './nested-launches.ts';
import type { Words } from './text.ts';

type Race = Facts<'race'>;
type OtherAccess = Extract<RelatedFacts['detail'], { kind: 'other-access' }>;

const CLUSTER_HINT =
  'cluster.sync() waits for all blocks of the cluster, and __syncthreads() for one block only. Between which two lines is cluster.sync() missing?';

export function wordRace(facts: Race): Words {
  const { access, spot, order } = facts.detail;
  const other = otherOf(facts);
  const both = other
    ? `${who(facts)} ${verb(access)} ${spotText(spot)}${ofBlock(facts.detail.blockRank)}, and ${otherThread(other, facts)} ${past(other.access)} it`
    : `Two threads use ${spotText(spot)}`;
  if (facts.detail.unwaitedCopy) return unwaitedCopy(both);
  switch (order) {
    case 'between-grids':
      return betweenGrids(both, eitherOrder(facts), facts.kernel ?? '', other?.grid?.isAncestor ?? false);
    case 'same-value':
      return sameValue(both, facts.detail);
    case 'missing-fence':
      return {
        message: `${both}. A flag or lock protects this element, but a __threadfence() is missing. The other thread can see the flag or acquire the lock and still read the old value.`,
        hint: 'Before setting a flag or releasing a lock, and after acquiring a lock, call __threadfence(). Within one block, __threadfence_block() is enough. Which of these calls is missing?',
      };
    case 'narrow-scope':
      return {
        message: `${both}; they belong to different blocks. One of the two accesses is atomic only for the threads of its own block, so an update can be lost.`,
        hint: 'Which blocks use this element? Functions that end in _block, and thread_scope_block, are for one block only.',
      };
    case 'warp-lockstep':
      return {
        message: `${both}. Both are lanes of one warp, and this is correct only if the warp runs in lockstep. Since Volta, lanes run independently.${missingBarrier(facts, '__syncwarp()')}`,
        hint: 'Which lines need all lanes to have finished the line before? __syncwarp() makes the lanes wait for each other and orders their writes.',
      };
    case 'warp-volatile':
      return {
        message: `${both}. Both are lanes of one warp, and this works only while lanes run together. CUDA has not promised that since Volta, and \`volatile\` orders nothing.${missingBarrier(facts, '__syncwarp()')}`,
        hint: 'Call __syncwarp() between a read and the next write of another lane, or use __shfl_down_sync() or __reduce_add_sync(). Which lines need all lanes to have finished the line before?',
      };
    case 'extra-thread':
      return {
        message: `${both}. ${facts.detail.extraThread === 'first' ? who(facts) : capital(another(facts))} has no element of its own: its index is that of another thread's element. ${eitherOrder(facts)}`,
        hint: 'Which condition keeps the extra threads from this line?',
      };
    case 'two-blocks':
      return {
        message: `${both}; they belong to different blocks, and nothing orders blocks of one launch. ${eitherOrder(facts)}`,
        hint: hintOf(facts),
      };
    case 'cluster-blocks':
      return {
        message: `${both}; they belong to different blocks of one cluster, with no barrier of the cluster between the two. ${eitherOrder(facts)}`,
        hint: CLUSTER_HINT,
      };
    case 'also-cluster-blocks':
      return {
        message: `${both}, and nothing orders the two. Threads of different blocks of the cluster race here too. ${eitherOrder(facts)}`,
        hint: CLUSTER_HINT,
      };
    case 'also-between-blocks':
      return {
        message: `${both}, and nothing orders the two. Threads of different blocks race here too, and blocks of one launch have no barrier. ${eitherOrder(facts)}`,
        hint: hintOf(facts),
      };
    case 'one-block':
      return {
        message: `${both}, with no barrier between the two. Threads of a block run in any order. ${eitherOrder(facts)}${lacksBarrier(facts) ? missingBarrier(facts, '__syncthreads()') : ''}`,
        hint: hintOf(facts),
      };
  }
}

function unwaitedCopy(both: string): Words {
  return {
    message: `${both}. The write is an asynchronous copy (memcpy_async), and no thread waits for the copy before the read. The read can come before or after the write.`,
    hint: 'Wait after memcpy_async: with cg::wait(group), or with the barrier or pipeline of the copy. A pipeline of one thread waits only for copies of this thread.',
  };
}

/** Says what either order of the two means. It is true also if both orders give one result, as in a search by levels. */
function eitherOrder(facts: Race): string {
  const accesses = [facts.detail.access, otherOf(facts)?.access];
  if (accesses.every((access) => access === 'write'))
    return 'Either of the two writes can be the last one, and its value remains.';
  const change = accesses.includes('write') ? 'write' : accesses.includes('atomic') ? 'update' : null;
  if (accesses.includes('read') && change)
    return `The read can come before or after the ${change}, so it gets the old or the new value.`;
  return 'Either of the two can come first.';
}

/** The other access; null if only one is known. */
export function otherOf({ related }: Pick<FindingFacts, 'related'>): OtherAccess | null {
  const detail = related?.[0]?.detail;
  return detail?.kind === 'other-access' ? detail : null;
}

/** The words for the place of the other access. */
export function wordOtherAccess(other: OtherAccess, facts: FindingFacts): string {
  return `the other access: ${otherThread(other, facts)} ${past(other.access)} it here`;
}

/** Of a grid other than that of the first one: `thread 3 of block 0 of parent`. */
function otherThread({ grid }: OtherAccess, facts: FindingFacts): string {
  if (!grid) return another(facts);
  const which = grid.isAncestor ? `${grid.kernel}, which launched it,` : `another grid, of ${grid.kernel},`;
  return `${another(facts, true)} of ${which}`;
}

function sameValue(both: string, { isCostly }: DetailOf<'race'>): Words {
  if (isCostly) {
    return {
      message: `${both} too. The value is the same, so the order does not matter, but the work is done twice. In this exercise, only one thread may write each element.`,
      hint: 'Which condition keeps one of the two threads from this line?',
    };
  }
  return {
    message: `${both} too, with the same value. Their order does not matter here, but the memory model of CUDA calls this a data race too.`,
    hint: 'Would one thread be enough for this store?',
  };
}

/** Where a barrier is missing between the two ends of a race, by its lines; follows the barrier's name. */
const BARRIER_PLACES = {
  between: (first: number, last: number) => `is missing between line ${first} and line ${last}.`,
  'before-next': (first: number, last: number) => `is missing after line ${last}, before line ${first} runs again.`,
  'in-loop': (first: number, last: number) =>
    `is missing in the loop around ${first === last ? `line ${first}` : `line ${first} and line ${last}`}.`,
} as const;

/** Says where a barrier would be between the two ends of a race; empty if that is not known. */
function missingBarrier({ line = 0, related, detail }: Race, barrier: string): string {
  const { missingBarrier: place, warpBarrierLine } = detail;
  if (place === undefined) return '';
  const warpOnly =
    warpBarrierLine === undefined
      ? ''
      : ` The __syncwarp() in line ${warpBarrierLine} waits only for the threads of one warp; these two are in different warps.`;
  const [first = 0, last = 0] = [line, related?.[0]?.line ?? 0].sort((a, b) => a - b);
  return place === 'same-line'
    ? `${warpOnly} Line ${first} does both. Split it, with a ${barrier} between the two accesses.`
    : `${warpOnly} A ${barrier} ${BARRIER_PLACES[place](first, last)}`;
}

/** The mistake that a race of threads without an order most likely shows. */
type Mistake = 'one-variable' | 'update' | 'index' | 'two-blocks-one-index' | 'read-of-result' | 'overlap' | 'barrier';

/** True if a barrier of the block would order the two accesses. */
export function lacksBarrier(facts: Race): boolean {
  return facts.detail.order === 'one-block' && mistakeOf(facts) === 'barrier';
}

function mistakeOf(facts: Race): Mistake {
  const { access, spot, order, missingBarrier: missing } = facts.detail;
  const other = otherOf(facts);
  const isGlobal = facts.rule === 'global-race';
  const isAcross = order !== 'one-block';
  const areStores = access === 'write' && other?.access === 'write';
  const isOneStore = areStores && isOnePlace(facts);
  if (areStores && spot.unit === 'variable') return 'one-variable';
  if (other && isOnePlace(facts) && access !== other.access && access !== 'atomic' && other.access !== 'atomic')
    return 'update';
  if (isOneStore && isAcross) return 'two-blocks-one-index';
  if (areStores && (isGlobal || isOneStore)) return 'index';
  if (isGlobal && (isAcross || missing === 'same-line')) return 'read-of-result';
  return areStores ? 'overlap' : 'barrier';
}

function hintOf(facts: Race): string {
  const { order, missingBarrier: missing } = facts.detail;
  switch (mistakeOf(facts)) {
    case 'one-variable': {
      const once =
        facts.rule === 'shared-race'
          ? 'A __shared__ variable exists once for the whole block'
          : 'This variable exists once for all threads';
      const or = isOnePlace(facts) || order !== 'one-block' ? '' : ', or must the block wait between the two stores';
      return `${once}. Should each thread have one of its own${or}?`;
    }
    case 'update':
      return 'Reading, adding and writing are three steps, and another thread can run between them. Does each thread need its own element, or does this line need atomicAdd?';
    case 'two-blocks-one-index':
      return 'Each element should belong to one thread. Which part of the index is missing, so that threads of two blocks have the same one?';
    case 'index':
      return 'Each element should belong to one thread. Does one of the two threads have no element of its own, or is a part of the index missing?';
    case 'read-of-result':
      return 'This line reads a value that another thread of the same launch writes. Does the thread need the old or the new value? An array that this launch only reads has the old one, and a second launch reads the new one.';
    case 'overlap':
      return 'Two different lines write one element. Do the arrays that they fill overlap? If the element is used twice on purpose, the block needs a barrier in between.';
    case 'barrier':
      return missing === 'in-loop'
        ? 'The block needs a barrier between its writes and the reads that follow, and between its reads and the next writes. Which of these barriers does the loop have?'
        : 'The block needs a barrier between its writes and the reads that follow, and between its reads and the next writes. Which barrier is missing?';
  }
}

/** `a[i] += x` by two threads, or one store by both. */
function isOnePlace({ file, line, column, related }: Race): boolean {
  const other: Partial<RelatedFacts> = related?.[0] ?? {};
  return line !== undefined && file === other.file && line === other.line && column === other.column;
}
