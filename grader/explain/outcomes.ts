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
    hint: 'It takes no points here, because all outputs are right. But the error stays until the next cudaGetLastError(). Can the program skip the launch if there is nothing to do?',
  };
}

export function wordApiError(error: ApiError, launch: LaunchRecord | null): Words {
  const name = `${CUDA_ERRORS[error.code] ?? 'an error'} (CUDA error ${error.code})`;
  const silent = error.noticed
    ? ''
    : ' Nothing in the program asks for the error, so it goes on as if the kernel had run.';
  const refused = (why: string, hint: string): Words => ({
    message: `The launch is refused: ${why} CUDA says: ${name}.${silent}`,
    hint,
  });
  switch (error.reason) {
    case 'threads-per-block':
      return refused(
        `${threadsOf(launch)}, and a block may have 1,024.`,
        launch && dimensionsOf(launch.block) > 1
          ? 'What do the dimensions of a block multiply to, and which sizes stay within 1,024?'
          : 'Between <<< and >>> stands first how many blocks there are, then how many threads each has. Which of the two may grow with the data?',
      );
    case 'block-dim':
      return refused(
        `a block${launch ? ` of ${launch.block.join(' × ')}` : ''} is too long in one dimension (1,024 × 1,024 × 64 at most).`,
        'Which dimension grew beyond the limit?',
      );
    case 'grid-size':
      return refused(
        `a grid${launch ? ` of ${launch.grid.join(' × ')} blocks` : ''} is too large in one dimension; y and z may have 65,535.`,
        'Only x may be that large. Is the order of the dimensions as you meant it?',
      );
    case 'zero-size':
      return refused(
        'a grid or block with a zero dimension has no threads.',
        'What does the division give for the smallest sizes? Integer division rounds down.',
      );
    case 'shared-memory':
      return refused(
        `the kernel asks for ${launch ? `${plural(launch.outcome.sharedBytes, 'byte')} of` : 'more'} shared memory a block; a block may have 49,152, or what cudaFuncSetAttribute has allowed this kernel.`,
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
        'the blocks of a cooperative launch wait for each other, so that all of them must be resident at once, and this grid has more.',
        'How many blocks does cudaOccupancyMaxActiveBlocksPerMultiprocessor allow on each multiprocessor?',
      );
    default:
      if (/^cuda(?:Malloc|HostAlloc)/.test(error.call)) {
        return {
          message: `${error.call} fails: ${name}. There is no memory behind its pointer, and nothing looks at what the call returns.`,
          hint: 'How many bytes does this ask for? It counts bytes, and it cannot count below zero.',
        };
      }
      return {
        message: `${error.call} fails: ${name}.${silent}`,
        hint: 'Check what each call returns, and cudaGetLastError() after a launch.',
      };
  }
}

/** A kernel that ran on the emulator and failed on the GPU. */
export function wordGpuFailure(code: number, gpu: string): Words {
  const name = `${CUDA_ERRORS[code] ?? 'an error'} (CUDA error ${code})`;
  return {
    message: `On the GPU (${gpu}) the kernel fails: ${name}. On the emulator it came to its end.`,
    hint: 'Look at what the other checks say of memory and races: what is undefined may go well on one machine and not on another.',
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
        hint: 'Return from the function instead. If an error check called exit, look at what it printed.',
      };
    case 'trapped':
      if (host.tampered !== undefined) return wordTampering(host.tampered);
      if (host.endedWorker) return wordEndedWorker(host.message);
      return host.devicePointer
        ? {
            message:
              'Host code uses a pointer into GPU memory. The two memories are separate: on a real machine this is a segmentation fault.',
            hint: 'Work on these elements belongs into a kernel. What would each thread do?',
          }
        : host.exception
          ? wordException(host.exception, visible)
          : {
              message: `Host code crashed: ${host.message}.`,
              hint: 'Look for an index beyond an array, a null pointer, or a recursion without an end.',
            };
    case 'stopped':
      return host.launch ? wordSlowKernel(host.launch.kernel) : STOPPED[host.limit];
  }
}

/** Device code has changed what the emulator keeps beside the program's memory. */
export function wordTampering(record: string): Words {
  return {
    message: `Device code changes a record that the emulator keeps of its run (${record}).`,
    hint: 'Which line writes to memory that the program did not allocate?',
  };
}

/** What a submission does ends the process that runs it, though another program runs well there. */
export function wordEndedWorker(reason: string): Words {
  return {
    message: sentence(`the submission ended the process that ran it, twice (${reason})`),
    hint: 'How much memory does it use, how deep does it recurse, and how much does it print?',
  };
}

type Exception = NonNullable<Extract<HostOutcome, { status: 'trapped' }>['exception']>;

/** An exception that nobody caught. What it says may tell the sizes of a hidden case. */
function wordException({ type, what }: Exception, visible: boolean): Words {
  const said = what !== null && visible ? `: ${what}` : '';
  if (type.startsWith('c10::')) {
    return {
      message: sentence(`a check of PyTorch fails, and the function ends${said}`),
      hint: 'In Python this is an exception. Which condition was checked in this line, and why does it not hold?',
    };
  }
  return {
    message: sentence(`host code throws an exception of type ${type}, and nothing catches it${said}`),
    hint: 'What throws it, and under which condition?',
  };
}

/** The clock stopped it in a kernel. */
function wordSlowKernel(kernel: string): Words {
  return {
    message: `The kernel ${kernel} takes longer than it may, and was stopped.`,
    hint: 'How much does each thread do, and how many threads are there? Does every loop come to its end?',
  };
}

const STOPPED: Readonly<Record<Extract<HostOutcome, { status: 'stopped' }>['limit'], Words>> = {
  wall: {
    message: 'Host code does not come to its end and was stopped.',
    hint: 'Which loop of the host has no end, or waits for something that never comes?',
  },
  memory: {
    message: 'Host code asks for more memory than it may have.',
    hint: 'How large do the allocations get, and are they freed?',
  },
  output: {
    message: 'The submission prints more than it may, and was stopped.',
    hint: 'Print less: in a kernel from one thread, on the host a few elements.',
  },
  launches: {
    message: 'The submission launches more kernels than it may, and was stopped.',
    hint: 'One launch can do the work of many: what differs between them?',
  },
  calls: {
    message: 'The submission calls the CUDA runtime more often than it may, and was stopped.',
    hint: 'Which loop makes the most of these calls, and can one call do the work of many?',
  },
  deviceSteps: { message: 'A kernel does not come to its end and was stopped.', hint: 'Which loop has no end?' },
};
