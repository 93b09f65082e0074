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
    ? ` The __syncwarp() in line ${warpBarrier.line} only waits for the threads of one warp; these two are in different warps.`
    : '';
  const [first, last] = [at.position?.line ?? 0, other?.position?.line ?? 0].sort((a, b) => a - b);
  switch (place) {
    case 'between':
    case 'before-next':
    case 'in-loop':
      return `${warpOnly} A ${barrier} ${BARRIER_PLACES[place](first ?? 0, last ?? 0)}`;
    case 'same-line':
      return `${warpOnly} Line ${first} does both: take it apart, with a ${barrier} between reading and writing.`;
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
        message: `${both}. An atomic function or a flag hands this place over, but a __threadfence() is missing on the way: the other thread may see the flag, or get the lock, and still the old value.`,
        hint: 'Write, then __threadfence(), then set the flag or give the lock back; and who has taken a lock fences before the first use. (__threadfence_block() is for one block.) Which of these is missing here?',
      };
    case 'narrow-scope':
      return {
        message: `${both}; they belong to different blocks. One of the two is atomic for the threads of its own block alone, so an update can get lost.`,
        hint: 'Which blocks use this place? What ends in _block, or has thread_scope_block, is for a place of one block.',
      };
    case 'warp-lockstep':
      return {
        message: `${both}. Both are lanes of one warp, and this is right only if the warp runs in lockstep. Since Volta lanes run independently.${missingBarrier(fault, '__syncwarp()')}`,
        hint: 'Which lines rely on all lanes having done the line before? __syncwarp() makes them wait for each other, and orders what they store.',
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
      message: `${both} too. It is the same value, so their order does not matter, but the work is done twice: in this exercise each place belongs to one thread alone.`,
      hint: 'Which of the two threads is this place meant for, and what keeps the other one away from this line?',
    };
  }
  return {
    message: `${both} too, with the same value. Their order does not matter; still, two threads write one place at the same time.`,
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
    message: `${both}. ${spare} has no element of its own: its index leads to somebody else's. Which of the two comes first is chance.`,
    hint: 'Which threads have no element, and what keeps them from this line?',
  };
}

function unordered(both: string, fault: DeviceFault): Words {
  const { at, other, detail } = fault;
  const areOfTwo = other ? other.block.join() !== at.block.join() : detail === 'between-blocks';
  // The pair that was seen first may be of one block where others are of two: no barrier helps these.
  const isAcross = areOfTwo || detail === 'between-blocks';
  const message = areOfTwo
    ? `${both}; they belong to different blocks, and nothing orders blocks of one launch. Which comes first is chance.`
    : isAcross
      ? `${both}, and nothing orders the two. Threads of different blocks meet here as well, and blocks of one launch have no barrier. Which comes first is chance.`
      : `${both}, with no barrier between the two. Threads of a block run in any order, so the value is a matter of chance.`;
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
      hint: 'Reading, adding and writing back are three steps, and another thread may come in between. Should each thread have a place of its own, or is this work for atomicAdd?',
    };
  }
  if (isStoreOfBoth && isAcross) {
    return {
      message,
      hint: 'Each element should belong to one thread. How do threads of two blocks come to have the same index: what does it leave out?',
    };
  }
  if (at.access === 'write' && other?.access === 'write' && (fault.rule === 'global-race' || isStoreOfBoth)) {
    return {
      message,
      hint: 'Each element should belong to one thread. How do two threads come to have the same index: is one of them a thread with no element of its own, or does the index leave something out?',
    };
  }
  if (fault.rule === 'global-race' && (isAcross || fault.missingBarrier === 'same-line')) {
    return {
      message,
      hint: 'A thread uses here what another thread of the same launch stores. Can it work that value out by itself, or read it from an array that this launch only reads? Else it takes a second launch.',
    };
  }
  if (at.access === 'write' && other?.access === 'write') {
    return {
      message,
      hint: 'Two different lines store to one place. Do the arrays that they fill overlap: where does each begin, and how many elements has it? Or is the place used twice on purpose? Then the block has to meet in between.',
    };
  }
  return {
    message: `${message}${missingBarrier(fault, '__syncthreads()')}`,
    hint:
      fault.missingBarrier === 'in-loop'
        ? 'The block needs a barrier between its writes and the reads that follow, and between its reads and the next writes. Which of these barriers does the loop have?'
        : 'Between "all have written" and "now all may read", and between "all have read" and "now write again", the block has to meet. Which of the two is missing?',
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
    const launched = isCopy ? 'this is the copy' : 'nothing has waited for the kernels up to this launch';
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
