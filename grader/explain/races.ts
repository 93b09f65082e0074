import type { AccessEnd, DeviceFault } from '../device/index.ts';
import type { RelatedLocation } from '../result/index.ts';
import { another, capital, type FaultContext, isVariable, past, spot, verb, who } from './accesses.ts';
import { BARRIER_PLACES } from './barriers.ts';
import { betweenGrids } from './nested-launches.ts';
import type { Words } from './text.ts';

type Triple = [number, number, number];

/** Says where a barrier would be between the two ends of a race; empty if that is not known. */
function missingBarrier({ at, other, missingBarrier: place, warpBarrier }: DeviceFault, barrier: string): string {
  const warpOnly = warpBarrier
    ? ` The __syncwarp() in line ${warpBarrier.line} waits only for the threads of one warp; these two are in different warps.`
    : '';
  const [first, last] = [at.position?.line ?? 0, other?.position?.line ?? 0].sort((a, b) => a - b);
  switch (place) {
    case 'between':
    case 'before-next':
    case 'in-loop':
      return `${warpOnly} A ${barrier} ${BARRIER_PLACES[place](first ?? 0, last ?? 0)}`;
    case 'same-line':
      return `${warpOnly} Line ${first} does both. Split it, with a ${barrier} between the read and the write.`;
    default:
      return '';
  }
}

export function race(fault: DeviceFault, context: FaultContext): Words {
  const { at, other } = fault;
  const both = other
    ? `${who(fault, context)} ${verb(at)} ${spot(fault, context)}, and ${otherThread(fault, other, context)} ${past(other)} it`
    : `Two threads use ${spot(fault, context)}`;
  switch (fault.detail) {
    case 'between-grids':
      return betweenGrids(both, fault);
    case 'same-value':
      return sameValue(both, context);
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
        message: `${both}. Both are lanes of one warp, and this is correct only if the warp runs in lockstep. Since Volta, lanes run independently.${missingBarrier(fault, '__syncwarp()')}`,
        hint: 'Which lines need all lanes to have finished the line before? __syncwarp() makes the lanes wait for each other and orders their writes.',
      };
  }
  return (other && bySpareThread(both, fault, context)) ?? unordered(both, fault);
}

/** Of a grid other than that of the first one: `thread 3 of block 0 of parent`. */
function otherThread({ otherGrid }: DeviceFault, other: AccessEnd, context: FaultContext): string {
  if (!otherGrid) return another(other, context);
  const which = otherGrid.isAncestor
    ? `${otherGrid.kernel}, which launched it,`
    : `another grid, of ${otherGrid.kernel},`;
  return `${another(other, { ...context, launch: null })} of ${which}`;
}

function sameValue(both: string, { sameValueIsError }: FaultContext): Words {
  if (sameValueIsError) {
    return {
      message: `${both} too. The value is the same, so the order does not matter, but the work is done twice. In this exercise, only one thread may write each element.`,
      hint: 'Which condition keeps one of the two threads from this line?',
    };
  }
  return {
    message: `${both} too, with the same value. Their order does not matter, but two threads write one element at the same time.`,
    hint: 'Would one thread be enough for this store?',
  };
}

/** A thread that the launch has to spare stores where another thread's element is. */
function bySpareThread(both: string, fault: DeviceFault, context: FaultContext): Words | null {
  const { at, other } = fault;
  const isSpare = (end: AccessEnd) => end.access === 'write' && context.elementOf?.(end) === 'none';
  if (fault.rule !== 'global-race' || !other || !(isSpare(at) || isSpare(other))) return null;
  const spare = isSpare(at) ? who(fault, context) : capital(another(other, context));
  return {
    message: `${both}. ${spare} has no element of its own: its index is that of another thread's element. The result depends on timing.`,
    hint: 'Which condition keeps the extra threads from this line?',
  };
}

function unordered(both: string, fault: DeviceFault): Words {
  const { at, other, detail } = fault;
  const areOfTwo = other ? other.block.join() !== at.block.join() : detail === 'between-blocks';
  // The pair that was seen first may be of one block where others are of two: no barrier helps these.
  const isAcross = areOfTwo || detail === 'between-blocks';
  const message = areOfTwo
    ? `${both}; they belong to different blocks, and nothing orders blocks of one launch. The result depends on timing.`
    : isAcross
      ? `${both}, and nothing orders the two. Threads of different blocks race here too, and blocks of one launch have no barrier. The result depends on timing.`
      : `${both}, with no barrier between the two. Threads of a block run in any order, so the value depends on timing.`;
  const isStoreOfBoth = at.access === 'write' && other?.access === 'write' && samePlace(at, other);
  if (at.access === 'write' && other?.access === 'write' && isVariable(fault)) {
    const once =
      fault.rule === 'shared-race'
        ? 'A __shared__ variable exists once for the whole block'
        : 'This variable exists once for all threads';
    const or = isStoreOfBoth || isAcross ? '' : ', or must the block wait between the two stores';
    return { message, hint: `${once}. Should each thread have one of its own${or}?` };
  }
  if (other && isUpdate(at, other)) {
    return {
      message,
      hint: 'Reading, adding and writing are three steps, and another thread can run between them. Does each thread need its own element, or does this line need atomicAdd?',
    };
  }
  if (isStoreOfBoth && isAcross) {
    return {
      message,
      hint: 'Each element should belong to one thread. Which part of the index is missing, so that threads of two blocks have the same one?',
    };
  }
  if (at.access === 'write' && other?.access === 'write' && (fault.rule === 'global-race' || isStoreOfBoth)) {
    return {
      message,
      hint: 'Each element should belong to one thread. Does one of the two threads have no element of its own, or is a part of the index missing?',
    };
  }
  if (fault.rule === 'global-race' && (isAcross || fault.missingBarrier === 'same-line')) {
    return {
      message,
      hint: 'This line reads a value that another thread of the same launch writes. Can the thread compute it from arrays that this launch only reads? If not, a second launch is needed.',
    };
  }
  if (at.access === 'write' && other?.access === 'write') {
    return {
      message,
      hint: 'Two different lines write one element. Do the arrays that they fill overlap? If the element is used twice on purpose, the block needs a barrier in between.',
    };
  }
  return {
    message: `${message}${missingBarrier(fault, '__syncthreads()')}`,
    hint:
      fault.missingBarrier === 'in-loop'
        ? 'The block needs a barrier between its writes and the reads that follow, and between its reads and the next writes. Which of these barriers does the loop have?'
        : 'The block needs a barrier between its writes and the reads that follow, and between its reads and the next writes. Which barrier is missing?',
  };
}

/** `a[i] += x` by two threads. */
function isUpdate(at: AccessEnd, other: AccessEnd): boolean {
  return samePlace(at, other) && at.access !== other.access && at.access !== 'atomic' && other.access !== 'atomic';
}

function samePlace({ position: a }: AccessEnd, { position: b }: AccessEnd): boolean {
  return a !== null && b !== null && a.file === b.file && a.line === b.line && a.column === b.column;
}

export function related(fault: DeviceFault, context: FaultContext): RelatedLocation[] {
  const { other } = fault;
  if (!other) return [];
  if (fault.rule === 'host-race') {
    const isCopy = fault.detail?.startsWith('async-copy');
    const launched = isCopy ? 'this is the copy' : 'no call waits for the kernels up to this launch';
    return [{ message: launched, ...(other.position && lineOf(other.position)) }];
  }
  const message =
    other.access === 'barrier'
      ? fault.mask === undefined
        ? 'the others wait here'
        : `${another(other, context)} waits here`
      : `the other access: ${otherThread(fault, other, context)} ${past(other)} it here`;
  return [
    {
      message,
      ...(other.position && lineOf(other.position)),
      ...(context.visible && { block: [...other.block] as Triple, thread: [...other.thread] as Triple }),
    },
  ];
}

function lineOf({ file, line, column }: NonNullable<AccessEnd['position']>) {
  return { file, line, column };
}
