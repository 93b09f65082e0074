import type { DetailOf } from '../result/index.ts';
import type { Facts } from './faults.ts';
import { dimensionsOf, extents, number, plural, type Words } from './text.ts';

export type TechniqueKind =
  | 'parallel-outputs'
  | 'uneven-work'
  | 'two-dimensional-blocks'
  | 'idle-dimension'
  | 'not-by-kernels'
  | 'nothing-written'
  | 'not-from-shared'
  | 'tile-traffic'
  | 'global-traffic'
  | 'bank-conflicts'
  | 'launch-blocks'
  | 'launch-shared'
  | 'unused-feature'
  | 'used-feature'
  | 'global-atomics'
  | 'overlap'
  | 'unreported-error'
  | 'no-alternative'
  | 'transfer-copies'
  | 'transfer-bytes'
  | 'host-memory-bytes'
  | 'launch-count';

/** Names of the features of the device, and what to ask about one that is missing. */
const FEATURES: Readonly<
  Record<DetailOf<'unused-feature'>['feature'], { readonly name: string; readonly hint: string }>
> = {
  'shared-memory': { name: 'shared memory', hint: 'Which values do several threads of a block load?' },
  'constant-memory': { name: 'constant memory', hint: 'Which values are the same for all threads, and small enough?' },
  textures: { name: 'textures', hint: 'Which array can the kernel read through a texture object?' },
  atomics: { name: 'atomic functions', hint: 'Which element do several threads change?' },
  'wide-accesses': { name: 'accesses of 16 bytes', hint: 'A thread can load four neighboring floats as one float4.' },
};

/** The solution does not use the required technique. Of hidden cases nothing is counted. */
export function wordTechnique({ detail }: Facts<TechniqueKind>): Words {
  switch (detail.kind) {
    case 'unused-feature':
      return {
        message: `No launch uses ${FEATURES[detail.feature].name}. The exercise requires this.`,
        hint: FEATURES[detail.feature].hint,
      };
    case 'used-feature':
      return {
        message: `This launch uses ${FEATURES[detail.feature].name}. The exercise does not allow this.`,
        hint: 'The handout says which ways are allowed. Which line uses this feature?',
      };
    case 'global-atomics': {
      const { calls, max } = detail;
      return {
        message:
          calls === null || max === null
            ? 'Threads call atomic functions on global memory more often than the exercise allows.'
            : `Threads call atomic functions on global memory ${plural(calls, 'time')}; the maximum in this case is ${number(max)}.`,
        hint: 'Each block can collect its part in shared memory first. How often must a block then add to global memory?',
      };
    }
    case 'overlap': {
      const { copies, min } = detail;
      const seen =
        copies === 0 ? 'No copy' : copies === null ? 'Too few copies' : `Only ${plural(copies, 'copy', 'copies')}`;
      return {
        message: `${seen} can run at the same time as a kernel of another stream. The exercise requires at least ${number(min)}.`,
        hint: 'Which call waits too early? Copies overlap if they are asynchronous, in a stream of their own, and of page-locked memory.',
      };
    }
    case 'unreported-error': {
      const { call, ended, status, unreported, calls } = detail;
      const isLaunch = call === 'cudaLaunchKernel';
      const fails = isLaunch ? 'If this launch fails' : `If \`${call}\` fails here`;
      const then = ended ? 'the program ends, and the function does not return' : `\`${status}\` does not report it`;
      return {
        message: `${fails}, ${then}. The grader made ${plural(calls, 'call')} fail, one in each run, and ${number(unreported)} had no report.`,
        hint: isLaunch
          ? 'A launch returns nothing. Which function returns its error?'
          : 'Where does your program look at the code that this call returns?',
      };
    }
    case 'no-alternative':
      return {
        message: `The solution uses none of the ${number(detail.alternatives)} techniques that the exercise allows.`,
        hint: 'The handout names these techniques. One of them is enough.',
      };
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
      return wordParallel(detail);
    case 'uneven-work':
      return {
        message: `${detail.threads === null ? 'A few threads do most of the work of this launch' : `A few threads do most of the work of this launch, as much as if ${plural(detail.threads, 'thread')} shared it equally`}. The exercise requires many threads with equal shares.`,
        hint: 'How many elements does the busiest thread compute?',
      };
    case 'idle-dimension': {
      const { working, threads } = detail;
      const some =
        working === null || threads === null
          ? 'Few threads of a block access global memory for the outputs'
          : `${plural(working, 'thread')} of ${number(threads)} ${working === 1 ? 'accesses' : 'access'} global memory for the outputs`;
      return {
        message: `${some}. In blocks with two dimensions, threads must share the work in x and in y.`,
        hint: 'Which threads of a block compute no element?',
      };
    }
    case 'two-dimensional-blocks':
      return {
        message: `This launch has blocks ${detail.block === null ? 'with one dimension' : `of ${sized(detail.block)}`}; the exercise requires blocks with two dimensions.`,
        hint: 'A dim3 has x and y. Which of them counts columns?',
      };
    case 'not-from-shared':
      return detail.by === 'one-thread'
        ? {
            message:
              'In each block, one thread loads almost all values from shared memory. In this exercise, the threads must share this work.',
            hint: 'Which two values can each thread of one half of the block combine?',
          }
        : {
            message: 'Threads do not share the values that they load. The exercise requires shared memory.',
            hint: 'Which values do several threads of a block need?',
          };
    case 'tile-traffic': {
      const { sectors, baseline, maxRatio } = detail;
      const counted =
        sectors === null || baseline === null
          ? 'too many sectors of 32 bytes from global memory, compared with the plain kernel'
          : `${number(sectors)} sectors of 32 bytes from global memory, ${timesOf(sectors, baseline)}`;
      return {
        message: `The kernel loads ${counted}; with tiles the maximum is ${number(maxRatio)} times.`,
        hint: 'How often is each value of the tile used before the next tile is loaded? Values that only one thread uses gain nothing.',
      };
    }
    case 'global-traffic': {
      const { sectors, baseline, maxRatio, busiest } = detail;
      const counted =
        sectors === null || baseline === null
          ? 'too many sectors of 32 bytes to or from global memory, compared with the plain kernel'
          : `${number(sectors)} sectors of 32 bytes to or from global memory, ${timesOf(sectors, baseline)}`;
      return {
        message: `The kernels move ${counted}; the maximum is ${number(maxRatio)} times.${most(busiest)} A GPU moves whole sectors, so neighboring lanes should use neighboring addresses.`,
        hint: 'Which addresses do lanes 0, 1 and 2 of a warp use together at the busiest line? A value that is loaded twice can be kept in a variable instead.',
      };
    }
    case 'bank-conflicts': {
      const { perRequest, max, busiest } = detail;
      return {
        message: `${perRequest === null ? 'Accesses of warps to shared memory have too many bank conflicts on average' : `Each access of a warp to shared memory has ${number(perRequest)} bank conflicts on average`}; the maximum is ${number(max)}.${most(busiest)} Lanes that use different words of one bank wait for each other.`,
        hint: 'There are 32 banks, and word w is in bank w % 32. Which bank does each lane use here? One unused column per row changes the banks.',
      };
    }
    case 'launch-blocks': {
      const { blocks, wanted } = detail;
      return {
        message: `${blocks === null || wanted === null ? 'The number of blocks of this launch does not follow from the parameters of the case' : `This launch has ${plural(blocks, 'block')}; with the parameters of this case it must have ${number(wanted)}`}.`,
        hint: 'A constant in the code fits only one value of a parameter. Which parameter decides how much one block computes?',
      };
    }
    case 'launch-shared': {
      const { bytes, max } = detail;
      return {
        message: `${bytes === null || max === null ? 'A block of this launch has more shared memory than the parameters of the case need' : `A block of this launch has ${plural(bytes, 'byte')} of shared memory; with the parameters of this case the maximum is ${number(max)}`}. Therefore fewer blocks fit on a multiprocessor at a time.`,
        hint: 'An array of fixed size is always as large as for the largest case. What does the third number between <<< and >>> do?',
      };
    }
    default:
      return wordTransfers(detail);
  }
}

function wordParallel({ threads, blocks, minThreads, minBlocks }: DetailOf<'parallel-outputs'>): Words {
  if (threads !== null && blocks !== null && threads >= minThreads) {
    return {
      message: `${plural(threads, 'thread')} write outputs, but only in ${plural(blocks, 'block')}; the exercise requires at least ${plural(minBlocks, 'block')}.`,
      hint: 'A block runs on one multiprocessor, and a GPU has more than a hundred. How many blocks does the data need?',
    };
  }
  const few =
    threads === null || blocks === null
      ? 'Too few threads or blocks write'
      : `Only ${plural(threads, 'thread')} in ${plural(blocks, 'block')} ${threads === 1 ? 'writes' : 'write'}`;
  return {
    message: `${few} outputs; the exercise requires at least ${number(minThreads)} threads, in at least ${plural(minBlocks, 'block')}.`,
    hint: 'A GPU is fast because thousands of threads each do a little work. What can one thread do for one element?',
  };
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

/** @param busiest - without a share in a hidden case */
function most(busiest: DetailOf<'bank-conflicts'>['busiest']): string {
  if (!busiest) return '';
  return busiest.share === null
    ? ` Most of them are in line ${busiest.line}.`
    : ` Line ${busiest.line} has ${number(Math.round(100 * busiest.share))} % of them.`;
}

function wordTransfers(
  detail: DetailOf<'transfer-bytes' | 'transfer-copies' | 'host-memory-bytes' | 'launch-count'>,
): Words {
  switch (detail.kind) {
    case 'transfer-bytes': {
      const { copied, needed, maxRatio } = detail;
      return {
        message:
          copied === null || needed === null
            ? 'More bytes are copied between host and GPU than the exercise allows. This copy exceeds the limit.'
            : `${plural(copied, 'byte')} are copied between host and GPU. Inputs and outputs together have ${number(needed)}, and the exercise allows ${number(Math.floor(maxRatio * needed))}. This copy exceeds the limit.`,
        hint: 'Copies between host and GPU are slow. Which of them copies data that is already there or that the program never reads?',
      };
    }
    case 'host-memory-bytes': {
      const { bytes, needed, maxRatio } = detail;
      return {
        message:
          bytes === null || needed === null
            ? 'Kernels access more bytes of host memory than the exercise allows.'
            : `Kernels access ${plural(bytes, 'byte')} of host memory. Inputs and outputs together have ${number(needed)}, and the exercise allows ${number(Math.floor(maxRatio * needed))}.`,
        hint: 'How often does each value cross the bus if the array stays in host memory?',
      };
    }
    case 'transfer-copies': {
      const { copies, max } = detail;
      return {
        message: `${copies === null ? 'Too many copies between host and GPU' : `${plural(copies, 'copy', 'copies')} between host and GPU`}; the maximum in this exercise is ${number(max)}. This is the first copy above it.`,
        hint: 'Each copy takes microseconds to start, even a short one. Copy arrays that are next to each other in memory with one call.',
      };
    }
    case 'launch-count': {
      const { is, launches, limit } = detail;
      const times = launches === null ? null : `Kernels are launched ${plural(launches, 'time')}`;
      return is === 'too-many'
        ? {
            message: `${times ?? 'Kernels are launched too often'}; the maximum in this exercise is ${number(limit)}. This is the first launch above it.`,
            hint: 'One launch can do the work of many. Which values differ between these launches? A thread can compute them from its index.',
          }
        : {
            message: `${times ?? 'Kernels are launched too few times'}; the minimum in this exercise is ${number(limit)}.`,
            hint: 'Blocks of one launch cannot wait for each other. After which step must all of them be finished?',
          };
    }
  }
}
