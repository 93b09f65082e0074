import type { Facts } from './faults.ts';
import { number, type Words } from './text.ts';

/** Why CUDA refuses a launch by a kernel. */
export function wordRefusedLaunch({ detail: { reason, value } }: Facts<'refused-launch'>): Words {
  switch (reason) {
    case 'launch-no-kernel':
      return fails(
        'device code does not know this pointer as a kernel (cudaErrorInvalidDeviceFunction).',
        'Where does this pointer come from? A kernel has different addresses on the host and on the GPU.',
      );
    case 'launch-zero-size':
      return fails(
        'a grid or block with a zero dimension has no threads.',
        'What is the result of the division for the smallest sizes? Integer division rounds down.',
      );
    case 'launch-grid':
      return fails(
        'a grid is too large in one dimension; the maximum is 65,535 in y and in z.',
        'Only x can be that large. Does each dimension have the size that you intended?',
      );
    case 'launch-block':
      return fails(
        value > 1024
          ? `a block has ${number(value)} threads; the maximum is 1,024.`
          : 'a block is too long in one dimension; the maximum is 1,024 × 1,024 × 64.',
        'A launch is <<<blocks, threads per block>>>. Which of the two must grow with the data?',
      );
    case 'launch-shared':
      return fails(
        'the kernel needs more shared memory per block than the maximum of 49,152 bytes.',
        'How many tiles of how many bytes does a block hold at once?',
      );
    case 'launch-arguments':
      return fails(
        `its arguments have ${number(value)} bytes; in a launch by a kernel the maximum is 4,096.`,
        'Can you pass a pointer to the kernel instead?',
      );
    case 'launch-stream':
      return {
        message: 'This stream does not belong to this grid: it was destroyed, or another grid or the host created it.',
        hint: 'Only the grid that creates a stream can use it, not host code and not the kernels that the grid launches. Which grid created this stream?',
      };
    case 'launch-depth':
      return fails(
        'grids that launch grids are nested too deeply (cudaErrorLaunchMaxDepthExceeded). The maximum is 64 here; the programming guide guarantees 24.',
        'Which condition ends this recursion? Every level must come closer to it.',
      );
    case 'launch-pending':
      return fails(
        `${number(value)} launches already wait to begin (cudaErrorLaunchPendingCountExceeded).`,
        'Does each thread launch a grid, although one thread of the block must do so? If all launches are needed, host code can raise cudaLimitDevRuntimePendingLaunchCount before its own launch.',
      );
  }
}

function fails(why: string, hint: string): Words {
  return { message: `This launch fails, and its kernel does not run: ${why}`, hint };
}

/**
 * Two grids of which a kernel has launched at least one.
 * @param both - who does what to which place
 * @param eitherOrder - what either order of the two accesses means
 * @param isAncestor - the other grid launched this one
 */
export function betweenGrids(both: string, eitherOrder: string, kernel: string, isAncestor: boolean): Words {
  if (isAncestor) {
    return {
      message: `${both}. The two grids run at the same time. ${eitherOrder} ${kernel} is ordered only after accesses that the launching thread made before the launch, or that a barrier ordered before it.`,
      hint: 'If the launching kernel needs the result, do that work in another launch: later in the same stream, or in cudaStreamTailLaunch. If the launched kernel needs this value, launch it after this line. If other threads store values that it needs, launch it after a __syncthreads().',
    };
  }
  return {
    message: `${both}. Kernels launched these grids, and nothing orders the two. They can run at the same time. ${eitherOrder}`,
    hint: 'Grids that one block launches into the same stream run in order. Without a stream argument they all use the default stream of the block. Other grids are not ordered. Which of the two grids must run first?',
  };
}
