import type { ApiError, HostOutcome, LaunchRecord } from '../host/index.ts';
import { FIXED_LIMITS } from '../limits/index.ts';
import { dimensionsOf, extents, number, plural, sentence, type Words } from './text.ts';

const CUDA_ERRORS: Readonly<Record<number, string>> = {
  1: 'invalid argument',
  2: 'out of memory',
  7: 'too many resources requested for launch',
  9: 'invalid configuration argument',
  98: 'invalid device function',
  101: 'invalid device ordinal',
  400: 'invalid resource handle',
  700: 'an illegal memory access was encountered',
  701: 'too many resources requested for launch',
  702: 'the launch timed out',
  710: 'device-side assert triggered',
  720: 'too many blocks in cooperative launch',
  800: 'operation not permitted',
  801: 'operation not supported',
};

/**
 * A launch, or another call, that the CUDA runtime refused.
 * @param launch - null where its sizes are not to be told
 */
/** The hint for a refused launch without threads, if all outputs are right. */
export function wordLaunchOfNothing(): { readonly hint: string } {
  return {
    hint: 'It does not affect points here, because all outputs are right. The error stays until the next cudaGetLastError(). Can the program skip this launch if there is no work?',
  };
}

export function wordApiError(error: ApiError, launch: LaunchRecord | null): Words {
  const name = `${CUDA_ERRORS[error.code] ?? 'an error'} (CUDA error ${error.code})`;
  const silent = error.noticed
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
        `the kernel needs ${launch ? `${plural(launch.outcome.sharedBytes, 'byte')} of` : 'too much'} shared memory per block; the maximum is 49,152, unless cudaFuncSetAttribute raises it.`,
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
    case 'cooperative-grid':
      return refused(
        'all blocks of a cooperative launch must fit on the GPU at once, and this grid has too many blocks.',
        'How many blocks does cudaOccupancyMaxActiveBlocksPerMultiprocessor allow on each multiprocessor?',
      );
    default:
      if (/^cuda(?:Malloc|HostAlloc)/.test(error.call)) {
        return {
          message: `${error.call} fails: ${name}. Its pointer has no memory, and the program does not check the return value.`,
          hint: 'How many bytes does this call request? The size is in bytes and cannot be negative.',
        };
      }
      return {
        message: `${error.call} fails: ${name}.${silent}`,
        hint: 'Check the return value of each call, and call cudaGetLastError() after each launch.',
      };
  }
}

/** A kernel that ran on the emulator and failed on the GPU. */
export function wordGpuFailure(code: number, gpu: string): Words {
  const name = `${CUDA_ERRORS[code] ?? 'an error'} (CUDA error ${code})`;
  return {
    message: `On the GPU (${gpu}) the kernel fails: ${name}. On the emulator it finishes.`,
    hint: 'Look at the findings about memory and races. Undefined behavior can work on one machine and fail on another.',
  };
}

/** A message on what the GPU's run left, where the emulator's was right. */
export function wordOnGpu(gpu: string, message: string): string {
  return `On the GPU (${gpu}), unlike on the emulator: ${message}`;
}

function threadsOf(launch: LaunchRecord | null): string {
  if (!launch) return 'a block has too many threads';
  const { block } = launch;
  if (dimensionsOf(block) === 1) return `its blocks have ${number(block[0])} threads`;
  return `a block of ${extents(block)} has ${number(block[0] * block[1] * block[2])} threads`;
}

/**
 * How host code ended, where it did not return.
 * @param visible - of hidden cases no exit code is told: it may be one of their sizes
 */
export function wordHostOutcome(host: HostOutcome, visible = true): Words {
  switch (host.status) {
    case 'returned':
      return { message: `The function returned ${host.value}.`, hint: null };
    case 'exited':
      return {
        message: `The submission ended the program by itself ${visible ? `with exit code ${host.code} ` : ''}before it returned.`,
        hint: 'Return from the function instead. If an error check called exit, read its output.',
      };
    case 'trapped':
      if (host.tampered !== undefined) return wordTampering(host.tampered);
      if (host.endedWorker) return wordEndedWorker(host.message);
      return host.devicePointer
        ? {
            message:
              'Host code uses a pointer into GPU memory. The two memories are separate. On a real machine this is a segmentation fault.',
            hint: 'A kernel must do the work on these elements. What does each thread do?',
          }
        : host.exception
          ? wordException(host.exception, visible)
          : {
              message: `Host code crashed: ${host.message}.`,
              hint: 'Look for an index past the end of an array, a null pointer, or infinite recursion.',
            };
    case 'stopped':
      return host.launch ? wordSlowKernel(host.launch.kernel) : STOPPED[host.limit];
  }
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

type Exception = NonNullable<Extract<HostOutcome, { status: 'trapped' }>['exception']>;

/** An exception that nobody caught. What it says may tell the sizes of a hidden case. */
function wordException({ type, what }: Exception, visible: boolean): Words {
  const said = what !== null && visible ? `: ${what}` : '';
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

const STOPPED: Readonly<Record<Extract<HostOutcome, { status: 'stopped' }>['limit'], Words>> = {
  wall: {
    message: 'Host code reached its time limit and was stopped.',
    hint: 'Which loop of the host code does not end?',
  },
  memory: {
    message: 'Host code reached its memory limit and was stopped.',
    hint: 'How large are the allocations together? Free each one after its last use.',
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
  deviceSteps: { message: 'A kernel reached its step limit and was stopped.', hint: 'Which loop does not end?' },
};
