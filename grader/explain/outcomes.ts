import { FIXED_LIMITS } from '../limits/index.ts';
import { type DetailOf, ERROR_TEXTS, NOT_READY } from '../result/index.ts';
import type { Facts } from './faults.ts';
import { dimensionsOf, extents, number, plural, sentence, type Words } from './text.ts';

/** A launch, or another call, that the CUDA runtime refused. */
export function wordApiError({ detail: error }: Facts<'api-error'>): Words {
  const words = wordError(error);
  if (!error.isHarmless) return words;
  return {
    ...words,
    hint: 'It does not affect points here, because all outputs are right. The error stays until the next cudaGetLastError(). Can the program skip this launch if there is no work?',
  };
}

function wordError(error: DetailOf<'api-error'>): Words {
  const { launch } = error;
  const name = `${textOfError(error.code)} (CUDA error ${error.code})`;
  const silent =
    error.noticed || error.isUsed
      ? ''
      : ' The program does not check for this error, so it continues as if the kernel had run.';
  const refused = (why: string, hint: string): Words => ({
    message: `The launch fails: ${why} CUDA reports: ${name}.${silent}`,
    hint,
  });
  switch (error.reason) {
    case 'threads-per-block':
      return refused(
        `${threadsOf(launch)}; the maximum is 1,024.`,
        launch && dimensionsOf(launch.block) > 1
          ? 'What is the product of the dimensions of a block?'
          : 'A launch is <<<blocks, threads per block>>>. Which of the two must grow with the data?',
      );
    case 'block-dim':
      return refused(
        `a block${launch ? ` of ${launch.block.join(' × ')}` : ''} is too long in one dimension; the maximum is 1,024 × 1,024 × 64.`,
        'Which dimension is larger than its maximum?',
      );
    case 'grid-size':
      return refused(
        `a grid${launch ? ` of ${launch.grid.join(' × ')} blocks` : ''} is too large in one dimension; the maximum is 65,535 in y and in z.`,
        'Only x can be that large. Does each dimension have the size that you intended?',
      );
    case 'zero-size':
      return refused(
        'a grid or block with a zero dimension has no threads.',
        'What is the result of the division for the smallest sizes? Integer division rounds down.',
      );
    case 'shared-memory':
      return refused(
        `the kernel needs ${launch ? `${plural(launch.sharedBytes, 'byte')} of` : 'too much'} shared memory per block; the maximum is 49,152, unless cudaFuncSetAttribute raises it.`,
        'How many tiles of how many bytes does a block hold at once?',
      );
    case 'launch-bounds':
      return refused(
        `${threadsOf(launch)}, more than the \`__launch_bounds__\` of the kernel allows.`,
        'How many threads per block does `__launch_bounds__` promise?',
      );
    case 'local-memory':
      return refused(
        `the local variables of one thread need more than ${number(FIXED_LIMITS.localBytes)} bytes of local memory.`,
        'How many bytes do the arrays have that the kernel declares without `__shared__`?',
      );
    case 'no-stream':
      return refused(
        'its stream does not exist. On a GPU this can also end the program with a segmentation fault.',
        'Is the stream created before this line, and destroyed only after it?',
      );
    case 'cluster-zero':
      return refused('a cluster has a zero dimension.', 'Are all three numbers of the cluster dimension set?');
    case 'cluster-required':
      return refused(
        'the attribute of the launch asks for other clusters than the `__cluster_dims__` of the kernel.',
        'Set the size of clusters in one of the two places only.',
      );
    case 'cluster-grid':
      return refused(
        `the grid${launch ? ` of ${launch.grid.join(' × ')} blocks` : ''} is not a multiple of the cluster in each dimension.`,
        'gridDim counts blocks, not clusters. Does the rounded number of blocks have the size of a cluster as a factor?',
      );
    case 'cluster-size':
      return refused(
        'a cluster has too many blocks; the maximum is 8, and 16 on this GPU if cudaFuncSetAttribute allows it.',
        'How many blocks have to share data? cudaFuncAttributeNonPortableClusterSizeAllowed allows more than 8.',
      );
    case 'cooperative-grid':
      return refused(
        'all blocks of a cooperative launch must fit on the GPU at once, and this grid has too many blocks.',
        'How many blocks does cudaOccupancyMaxActiveBlocksPerMultiprocessor allow on each multiprocessor?',
      );
    default:
      if (/^cuda(?:Malloc|HostAlloc)/.test(error.call)) {
        return {
          message: `${error.call} fails: ${name}. Its pointer has no memory${error.isUsed ? '' : ', and the program does not check the return value'}.`,
          hint: 'How many bytes does this call request? The size is in bytes and cannot be negative.',
        };
      }
      if (error.call === 'cudaEventElapsedTime' && error.code === NOT_READY) {
        return {
          message: `${error.call} can fail: ${name}. Nothing waits for a kernel before the event, and then there is no time.`,
          hint: 'Call cudaEventSynchronize() for the second event before you ask for the time.',
        };
      }
      return {
        message: `${error.call} fails: ${name}.${launch ? silent : ''}`,
        hint: launch
          ? 'Check the return value of each call, and call cudaGetLastError() after each launch.'
          : 'What does the documentation of this call say about this error? The rest of the program needs what the call should do.',
      };
  }
}

/** A kernel that ran on the emulator and failed on the GPU. */
export function wordGpuFailure({ detail: { code, gpu } }: Facts<'gpu-failure'>): Words {
  const name = `${textOfError(code)} (CUDA error ${code})`;
  return {
    message: `On the GPU (${gpu}) the kernel fails: ${name}. On the emulator it finishes.`,
    hint: 'Look at the findings about memory and races. Undefined behavior can work on one machine and fail on another.',
  };
}

/** A message on what the GPU's run left, where the emulator's was right. */
export function wordOnGpu(gpu: string, message: string): string {
  return `On the GPU (${gpu}), unlike on the emulator: ${message}`;
}

function textOfError(code: number): string {
  return ERROR_TEXTS[code]?.[1] ?? 'an error';
}

function threadsOf(launch: DetailOf<'api-error'>['launch']): string {
  if (!launch) return 'a block has too many threads';
  const { block } = launch;
  if (dimensionsOf(block) === 1) return `its blocks have ${number(block[0])} threads`;
  return `a block of ${extents(block)} has ${number(block[0] * block[1] * block[2])} threads`;
}

type EndKind =
  | 'exit'
  | 'device-pointer-on-host'
  | 'crash'
  | 'exception'
  | 'tampered'
  | 'ended-process'
  | 'limit'
  | 'kernel-time-limit'
  | 'signal';

/** How host code ended, where it did not return. */
export function wordHostEnd({ kernel, detail }: Facts<EndKind>): Words {
  switch (detail.kind) {
    case 'exit':
      return {
        message: `The submission ended the program by itself ${detail.code === undefined ? '' : `with exit code ${detail.code} `}before it returned.`,
        hint: 'Return from the function instead. If an error check called exit, read its output.',
      };
    case 'device-pointer-on-host':
      return {
        message:
          'Host code uses a pointer into GPU memory. The two memories are separate. On a real machine this is a segmentation fault.',
        hint: 'A kernel must do the work on these elements. What does each thread do?',
      };
    case 'crash':
      if (detail.inFree) {
        return {
          message:
            'Host code crashed inside of free, realloc or delete. Either this memory is not from malloc or new, or the program wrote outside its own memory.',
          hint: 'Memory of cudaMalloc and cudaMallocManaged needs cudaFree, and memory of cudaMallocHost needs cudaFreeHost. Which call allocates this memory?',
        };
      }
      return wordCrash(detail.trap);
    case 'exception':
      return wordException(detail);
    case 'tampered':
      return wordTampering(detail.record);
    case 'ended-process':
      return wordEndedWorker(detail.reason);
    case 'limit':
      return detail.value === undefined ? wordStopped(detail) : wordProgramLimit(detail, detail.value);
    case 'kernel-time-limit':
      return wordSlowKernel(kernel ?? '');
    case 'signal':
      return wordSignal(detail.signal);
  }
}

/** @param trap - as WebAssembly names it */
export function wordCrash(trap: string): Words {
  return {
    message: `Host code crashed: ${trap}.`,
    hint: 'Look for an index past the end of an array, a null pointer, or infinite recursion.',
  };
}

/** Device code has changed what the emulator keeps beside the program's memory. */
export function wordTampering(record: string): Words {
  return {
    message: `Device code changes a record of the emulator (${record}).`,
    hint: 'Which line writes to memory that the program did not allocate?',
  };
}

/** What a submission does ends the process that runs it, though another program runs well there. */
export function wordEndedWorker(reason: string): Words {
  return {
    message: sentence(`the submission ended the process that ran it, twice (${reason})`),
    hint: 'Look for very large allocations, deep recursion and long output. Which of them does it have?',
  };
}

/** An exception that nobody caught. What it says may tell the sizes of a hidden case. */
function wordException({ type, what }: DetailOf<'exception'>): Words {
  const said = what === undefined ? '' : `: ${what}`;
  if (type.startsWith('c10::')) {
    return {
      message: sentence(`a check of PyTorch fails, and the function ends${said}`),
      hint: 'In Python this is an exception. Which condition does this line check?',
    };
  }
  return {
    message: sentence(`host code throws an exception of type ${type}, and nothing catches it${said}`),
    hint: 'Under which condition is it thrown?',
  };
}

/** The clock stopped it in a kernel. */
function wordSlowKernel(kernel: string): Words {
  return {
    message: `The kernel ${kernel} reached its time limit and was stopped.`,
    hint: 'Does every loop of the kernel end? The work of all threads together counts.',
  };
}

type Limit = DetailOf<'limit'>['limit'];

/** The words for a run that reached a limit of the assignment. */
export const STOPPED: Readonly<Record<Limit, Words>> = {
  wall: {
    message: 'Host code reached its time limit and was stopped.',
    hint: 'Which loop of the host code does not end?',
  },
  memory: {
    message: 'Host code reached its memory limit and was stopped.',
    hint: 'How large are the allocations together? Free each one after its last use.',
  },
  deviceMemory: {
    message: 'Host code reached the limit of device memory and was stopped.',
    hint: 'How many bytes does this call request? Free each allocation after its last use.',
  },
  output: {
    message: 'The submission reached its output limit and was stopped.',
    hint: 'Print less: from one thread of a kernel, or a few elements on the host.',
  },
  launches: {
    message: 'The submission reached its limit of kernel launches and was stopped.',
    hint: 'One launch can do the work of many. What differs between these launches?',
  },
  calls: {
    message: 'The submission reached its limit of CUDA runtime calls and was stopped.',
    hint: 'Which loop makes most of these calls? One call can do the work of many.',
  },
  deviceSteps: {
    message: 'A kernel reached its step limit and was stopped.',
    hint: 'Which loop can run forever, or for very long?',
  },
};

function wordStopped({ limit, request }: DetailOf<'limit'>): Words {
  const { message, hint } = STOPPED[limit];
  return { message: request === undefined ? message : `${message} It requested ${size(request)}.`, hint };
}

/** The words for a program in `grade run` that reached a limit, in the unit that people give it in. */
function wordProgramLimit({ limit, request }: DetailOf<'limit'>, value: number): Words {
  switch (limit) {
    case 'wall':
      return {
        message: `The program was still running after ${number(value / 1000)} s and was stopped.`,
        hint: 'Which loop can run forever? If the program only needs more time, allow it with --timeout SECONDS.',
      };
    case 'memory':
      return wordProgramMemory('host', '--host-memory', value, request);
    case 'deviceMemory':
      return wordProgramMemory('device', '--device-memory', value, request);
    case 'output':
      return {
        message: `The program prints more than ${number(value / 2 ** 20)} MiB, and was stopped.`,
        hint: 'Which line prints in a loop or from every thread?',
      };
    case 'launches':
      return {
        message: `The program launches more than ${number(value)} kernels, and was stopped.`,
        hint: 'One launch can do the work of many. What differs between these launches?',
      };
    default:
      return STOPPED[limit];
  }
}

/** @param request - bytes; absent where the program needed them before it began */
function wordProgramMemory(which: 'host' | 'device', option: string, most: number, request?: number): Words {
  const beside = request !== undefined && request <= most ? ' in addition to its other memory' : '';
  const asked = request === undefined ? 'more memory than there is' : size(request);
  return {
    message: `The program requests ${asked}${beside}; the maximum of ${which} memory in the emulator is ${size(most)}, which \`${option} MiB\` raises.`,
    hint: 'This is a limit of the emulator, not a mistake. Can the program run with smaller data?',
  };
}

/** `1,024 MiB`, and bytes of what is less than one. */
function size(bytes: number): string {
  return bytes < 2 ** 20 ? plural(bytes, 'byte') : `${number(Math.round((bytes / 2 ** 20) * 10) / 10)} MiB`;
}

const SEGMENTATION_FAULT = 11;
const SIGNALS: Readonly<Record<number, string>> = {
  4: 'illegal instruction',
  7: 'bus error',
  8: 'division by zero',
  11: 'segmentation fault',
};

/** The words for a program that a signal ended. */
function wordSignal(signal: number): Words {
  const name = SIGNALS[signal];
  return {
    message: `Signal ${signal}${name ? ` (${name})` : ''} ended the program.`,
    hint: signal === SEGMENTATION_FAULT ? 'Which pointer of the device does host code use?' : null,
  };
}
