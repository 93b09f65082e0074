import { dimensionsOf, extents, number, plural, type Words } from './text.ts';

/** What was asked for and what the launches of the largest case did. Numbers only: sentences are made of them here. */
export type TechniqueShortfall =
  | {
      readonly kind: 'parallel-outputs';
      readonly threads: number;
      readonly blocks: number;
      readonly minThreads: number;
      readonly minBlocks: number;
    }
  /** A few threads do most of the work: as much as if only `threads` did all of it. */
  | { readonly kind: 'uneven-work'; readonly threads: number; readonly least: number }
  | { readonly kind: 'two-dimensional-blocks'; readonly block: readonly [number, number, number] }
  | { readonly kind: 'idle-dimension'; readonly working: number; readonly threads: number }
  /** Host code wrote the outputs. */
  | { readonly kind: 'not-by-kernels' }
  /** Nothing wrote them: kernels do their work in other cases only. */
  | { readonly kind: 'nothing-written' }
  | { readonly kind: 'shared-tiles'; readonly reason: 'not-from-shared' | 'one-thread' }
  | {
      readonly kind: 'shared-tiles';
      readonly reason: 'sectors';
      readonly sectors: number;
      readonly baseline: number;
      readonly maxRatio: number;
    }
  | {
      readonly kind: 'global-traffic';
      readonly sectors: number;
      readonly baseline: number;
      readonly maxRatio: number;
      readonly busiest: BusyLine | null;
    }
  | {
      readonly kind: 'bank-conflicts';
      readonly perRequest: number;
      readonly max: number;
      readonly busiest: BusyLine | null;
    }
  | { readonly kind: 'launch-shape'; readonly reason: 'blocks'; readonly blocks: number; readonly wanted: number }
  | { readonly kind: 'launch-shape'; readonly reason: 'shared'; readonly bytes: number; readonly max: number }
  | { readonly kind: 'transfers'; readonly reason: 'copies'; readonly copies: number; readonly max: number }
  | {
      readonly kind: 'transfers';
      readonly reason: 'bytes';
      readonly copied: number;
      /** Of all inputs and outputs. */
      readonly needed: number;
      readonly maxRatio: number;
    }
  /** Kernels access memory of the host. */
  | {
      readonly kind: 'transfers';
      readonly reason: 'host-memory';
      readonly bytes: number;
      readonly needed: number;
      readonly maxRatio: number;
    }
  | {
      readonly kind: 'transfers';
      readonly reason: 'too-many-launches' | 'too-few-launches';
      readonly launches: number;
      readonly limit: number;
    };

/** The line that has most of what is counted. */
export interface BusyLine {
  readonly line: number;
  /** Of all of it, from 0 to 1. */
  readonly share: number;
}

/**
 * The solution does not use the required technique.
 * @param visible - of hidden cases nothing is counted: it would follow from their sizes
 */
export function wordTechnique(shortfall: TechniqueShortfall, visible = true): Words {
  switch (shortfall.kind) {
    case 'not-by-kernels':
      return {
        message: 'The outputs are right, but host code wrote them, not a kernel.',
        hint: 'Compute each element in a thread of a kernel.',
      };
    case 'nothing-written':
      return {
        message: 'In the largest case, on which this is judged, no kernel wrote an output.',
        hint: 'Which launch computes the outputs of large inputs?',
      };
    case 'parallel-outputs':
      if (visible && shortfall.threads >= shortfall.minThreads) {
        return {
          message: `${plural(shortfall.threads, 'thread')} write outputs, but only in ${plural(shortfall.blocks, 'block')}; the exercise requires at least ${plural(shortfall.minBlocks, 'block')}.`,
          hint: 'A block runs on one multiprocessor, and a GPU has more than a hundred. How many blocks does the data need?',
        };
      }
      return {
        message: `${visible ? `Only ${plural(shortfall.threads, 'thread')} in ${plural(shortfall.blocks, 'block')} ${shortfall.threads === 1 ? 'writes' : 'write'}` : 'Too few threads or blocks write'} outputs; the exercise requires at least ${number(shortfall.minThreads)} threads, in at least ${plural(shortfall.minBlocks, 'block')}.`,
        hint: 'A GPU is fast because thousands of threads each do a little work. What can one thread do for one element?',
      };
    case 'uneven-work':
      return {
        message: `${visible ? `A few threads do most of the work of this launch, as much as if ${plural(shortfall.threads, 'thread')} shared it equally` : 'A few threads do most of the work of this launch'}. The exercise requires many threads with equal shares.`,
        hint: 'How many elements does the busiest thread compute?',
      };
    case 'idle-dimension':
      return {
        message: `${visible ? `${plural(shortfall.working, 'thread')} of ${number(shortfall.threads)} ${shortfall.working === 1 ? 'accesses' : 'access'} global memory for the outputs` : 'Few threads of a block access global memory for the outputs'}. In blocks with two dimensions, threads must share the work in x and in y.`,
        hint: 'Which threads of a block compute no element?',
      };
    case 'two-dimensional-blocks':
      return {
        message: `This launch has blocks ${visible ? `of ${sized(shortfall.block)}` : 'with one dimension'}; the exercise requires blocks with two dimensions.`,
        hint: 'A dim3 has x and y. Which of them counts columns?',
      };
    case 'shared-tiles':
      if (shortfall.reason === 'one-thread')
        return {
          message:
            'In each block, one thread loads almost all values from shared memory. In this exercise, the threads must share this work.',
          hint: 'Which two values can each thread of one half of the block combine?',
        };
      return shortfall.reason !== 'sectors'
        ? {
            message: 'Threads do not share the values that they load. The exercise requires shared memory.',
            hint: 'Which values do several threads of a block need?',
          }
        : {
            message: `The kernel loads ${visible ? `${number(shortfall.sectors)} sectors of 32 bytes from global memory, ${timesOf(shortfall.sectors, shortfall.baseline)}` : 'too many sectors of 32 bytes from global memory, compared with the plain kernel'}; with tiles the maximum is ${number(shortfall.maxRatio)} times.`,
            hint: 'How often is each value of the tile used before the next tile is loaded? Values that only one thread uses gain nothing.',
          };
    case 'global-traffic': {
      const { sectors, baseline, maxRatio } = shortfall;
      const counted = visible
        ? `${number(sectors)} sectors of 32 bytes to or from global memory, ${timesOf(sectors, baseline)}`
        : 'too many sectors of 32 bytes to or from global memory, compared with the plain kernel';
      return {
        message: `The kernels move ${counted}; the maximum is ${number(maxRatio)} times.${most(shortfall, visible)} A GPU moves whole sectors, so neighboring lanes should use neighboring addresses.`,
        hint: 'Which addresses do lanes 0, 1 and 2 of a warp use together at the busiest line? A value that is loaded twice can be kept in a variable instead.',
      };
    }
    case 'bank-conflicts': {
      const { perRequest, max } = shortfall;
      return {
        message: `${visible ? `Each access of a warp to shared memory has ${number(perRequest)} bank conflicts on average` : 'Accesses of warps to shared memory have too many bank conflicts on average'}; the maximum is ${number(max)}.${most(shortfall, visible)} Lanes that use different words of one bank wait for each other.`,
        hint: 'There are 32 banks, and word w is in bank w % 32. Which bank does each lane use here? One unused column per row changes the banks.',
      };
    }
    case 'launch-shape':
      return shortfall.reason === 'blocks'
        ? {
            message: `${visible ? `This launch has ${plural(shortfall.blocks, 'block')}; with the parameters of this case it must have ${number(shortfall.wanted)}` : 'The number of blocks of this launch does not follow from the parameters of the case'}.`,
            hint: 'A constant in the code fits only one value of a parameter. Which parameter decides how much one block computes?',
          }
        : {
            message: `${visible ? `A block of this launch has ${plural(shortfall.bytes, 'byte')} of shared memory; with the parameters of this case the maximum is ${number(shortfall.max)}` : 'A block of this launch has more shared memory than the parameters of the case need'}. Therefore fewer blocks fit on a multiprocessor at a time.`,
            hint: 'An array of fixed size is always as large as for the largest case. What does the third number between <<< and >>> do?',
          };
    case 'transfers':
      return wordTransfers(shortfall, visible);
  }
}

/** `256 threads`, `16 × 16` */
function sized(block: Parameters<typeof extents>[0]): string {
  return dimensionsOf(block) === 1 ? plural(block[0], 'thread') : extents(block);
}

/** `1.6 times the plain kernel's 25,020` */
function timesOf(sectors: number, baseline: number): string {
  const times = Number((sectors / baseline).toPrecision(2));
  return times === 1
    ? `about as many as the plain kernel's ${number(baseline)}`
    : `${number(times)} times the plain kernel's ${number(baseline)}`;
}

function most({ busiest }: { busiest: { line: number; share: number } | null }, visible: boolean): string {
  if (!busiest) return '';
  return visible
    ? ` Line ${busiest.line} has ${number(Math.round(100 * busiest.share))} % of them.`
    : ` Most of them are in line ${busiest.line}.`;
}

function wordTransfers(shortfall: Extract<TechniqueShortfall, { kind: 'transfers' }>, visible: boolean): Words {
  switch (shortfall.reason) {
    case 'bytes': {
      const { copied, needed, maxRatio } = shortfall;
      const allowed = number(Math.floor(maxRatio * needed));
      return {
        message: visible
          ? `${plural(copied, 'byte')} are copied between host and GPU. Inputs and outputs together have ${number(needed)}, and the exercise allows ${allowed}. This copy exceeds the limit.`
          : 'More bytes are copied between host and GPU than the exercise allows. This copy exceeds the limit.',
        hint: 'Copies between host and GPU are slow. Which of them copies data that is already there or that the program never reads?',
      };
    }
    case 'host-memory': {
      const { bytes, needed, maxRatio } = shortfall;
      return {
        message: visible
          ? `Kernels access ${plural(bytes, 'byte')} of host memory. Inputs and outputs together have ${number(needed)}, and the exercise allows ${number(Math.floor(maxRatio * needed))}.`
          : 'Kernels access more bytes of host memory than the exercise allows.',
        hint: 'How often does each value cross the bus if the array stays in host memory?',
      };
    }
    case 'copies':
      return {
        message: `${visible ? `${plural(shortfall.copies, 'copy', 'copies')} between host and GPU` : 'Too many copies between host and GPU'}; the maximum in this exercise is ${number(shortfall.max)}. This is the first copy above it.`,
        hint: 'Each copy takes microseconds to start, even a short one. Copy arrays that are next to each other in memory with one call.',
      };
    case 'too-many-launches':
      return {
        message: `${visible ? `Kernels are launched ${plural(shortfall.launches, 'time')}` : 'Kernels are launched too often'}; the maximum in this exercise is ${number(shortfall.limit)}. This is the first launch above it.`,
        hint: 'One launch can do the work of many. Which values differ between these launches? A thread can compute them from its index.',
      };
    case 'too-few-launches':
      return {
        message: `${visible ? `Kernels are launched ${plural(shortfall.launches, 'time')}` : 'Kernels are launched too few times'}; the minimum in this exercise is ${number(shortfall.limit)}.`,
        hint: 'Blocks of one launch cannot wait for each other. After which step must all of them be finished?',
      };
  }
}
