import type { DeviceFault } from '../device/index.ts';
import { number, type Words } from './text.ts';

/** Why CUDA refuses a launch by a kernel. */
export function refusedLaunch({ detail, refused = 0 }: DeviceFault): Words | null {
  switch (detail) {
    case 'launch-no-kernel':
      return fails(
        'what is launched here is no kernel that device code knows (cudaErrorInvalidDeviceFunction).',
        "Where does this pointer come from? A kernel's address is another one on the host than on the GPU.",
      );
    case 'launch-zero-size':
      return fails(
        'a grid or block with a zero dimension has no threads.',
        'What does the division give for the smallest sizes? Integer division rounds down.',
      );
    case 'launch-grid':
      return fails(
        'a grid is too large in one dimension; y and z may have 65,535.',
        'Only x may be that large. Is the order of the dimensions as you meant it?',
      );
    case 'launch-block':
      return fails(
        refused > 1024
          ? `a block of it has ${number(refused)} threads, and may have 1,024.`
          : 'a block of it is too long in one dimension (1,024 × 1,024 × 64 at most).',
        'Between <<< and >>> stands first how many blocks there are, then how many threads each has. Which of the two may grow with the data?',
      );
    case 'launch-shared':
      return fails(
        'the kernel asks for more shared memory than the 49,152 bytes that a block may have.',
        'How many tiles of how many bytes does a block hold at once?',
      );
    case 'launch-arguments':
      return fails(
        `its arguments have ${number(refused)} bytes, and in a launch by a kernel they may have 4,096.`,
        'Can the kernel be given a pointer instead?',
      );
    case 'launch-stream':
      return {
        message: 'This stream is none of this grid: it was destroyed, or somebody else created it.',
        hint: 'A stream that a kernel creates belongs to its grid alone: neither host code nor a kernel that it launches can use it. Which grid created this one?',
      };
    case 'launch-depth':
      return fails(
        'grids that launch grids may be 64 deep here (cudaErrorLaunchMaxDepthExceeded); the programming guide promises 24.',
        'Which condition ends this recursion, and does every level come closer to it?',
      );
    case 'launch-pending':
      return fails(
        `${number(refused)} launches wait already to begin (cudaErrorLaunchPendingCountExceeded).`,
        'Does each thread launch, where one thread of the block, or of the grid, is meant to? If there have to be so many: before its own launch, host code can raise cudaLimitDevRuntimePendingLaunchCount.',
      );
    default:
      return null;
  }
}

function fails(why: string, hint: string): Words {
  return { message: `This launch fails, and its kernel does not run: ${why}`, hint };
}

/** Two grids of which a kernel has launched at least one. @param both - who does what to which place */
export function betweenGrids(both: string, { kernel, otherGrid }: DeviceFault): Words {
  if (otherGrid?.isAncestor) {
    return {
      message: `${both}. A launch waits for nothing: the two grids run at the same time, and ${kernel} comes behind only what the launching thread has done before the launch, or a barrier of its block. Which comes first is chance.`,
      hint: 'If the launching kernel needs the result: what goes on with it has to be a launch too, behind this one in its stream or into cudaStreamTailLaunch. (Kernels have no cudaDeviceSynchronize() since CUDA 12.) If the launched one needs what was written here: move the launch behind it, for stores of other threads behind a __syncthreads() too.',
    };
  }
  return {
    message: `${both}. Kernels launched these grids, and nothing orders the two: they may run at the same time. Which comes first is chance.`,
    hint: 'Grids that one block launches into one stream follow each other, and without a stream they have the same one. Launches of different blocks, into different streams or into cudaStreamFireAndForget follow nobody. Which of the two grids has to come first?',
  };
}
