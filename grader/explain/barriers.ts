import { who } from './accesses.ts';
import type { Facts } from './faults.ts';
import { number, type Words } from './text.ts';

export function wordGridBarrier({ detail: { reason } }: Facts<'grid-barrier'>): Words {
  if (reason === 'not-resident') {
    return {
      message:
        'All blocks that run at the same time wait here for the whole grid. Its other blocks start only when some of these end. On a GPU the kernel hangs.',
      hint: 'How many blocks fit on the GPU at once? With a loop over the work, a smaller grid can do all of it.',
    };
  }
  return {
    message:
      'Blocks wait here for the whole grid, but other blocks have ended without reaching this barrier. On a GPU the kernel hangs.',
    hint: 'Every block must reach every barrier of the grid, even without work. Which branch or return lets a block skip it?',
  };
}

export function wordBlockBarrier({ detail: { reason, waiting } }: Facts<'block-barrier'>): Words {
  const of = waiting && `${number(waiting.threads)} of the block's ${number(waiting.of)} threads`;
  const reach = waiting && waiting.threads !== 1 ? 'reach' : 'reaches';
  switch (reason) {
    case 'exited-grid':
      return {
        message: `Only ${of ?? 'a part of the block'} ${reach} this barrier of the grid; the others return without it. All threads of the grid must reach it. On a GPU the kernel hangs if the first thread of a block is missing; if another one is missing, the behavior is undefined.`,
        hint: 'Is there a return before the barrier, or is it in a branch that some threads skip? Threads without an element must reach it too.',
      };
    case 'other-barrier':
      return {
        message: `Here ${of ?? 'only a part of the block'} wait at this barrier while others of the same block wait at another one. All threads of a block must reach the same __syncthreads().`,
        hint: 'Is the barrier inside an if whose condition differs between threads?',
      };
    default:
      return {
        message: `Only ${of ?? 'a part of the block'} ${reach} this barrier${reason === 'exited' ? '; the others return without it' : ''}. All threads of a block must reach __syncthreads(). On a GPU the kernel can hang or compute wrong values.`,
        hint: 'Threads without an element must reach the barrier too. Is there a return before it, or is it in a branch or loop that some threads skip?',
      };
  }
}

const MASK_HINT = 'The mask must name exactly the lanes that execute this line together. Which lanes reach this line?';

export function wordNotInMask(facts: Facts<'not-in-mask'>): Words {
  const { mask, lane } = facts.detail;
  const own = lane === undefined ? '' : `, lane ${lane} of its warp,`;
  return {
    message: `${who(facts)}${own} reaches this line with ${mask === undefined ? 'a mask that' : `the mask ${hex(mask)}, which`} does not name this lane. A lane must pass a mask that names it.`,
    hint: MASK_HINT,
  };
}

export function wordMaskNotReached({ detail: { mask, waiting } }: Facts<'mask-not-reached'>): Words {
  const some = waiting ? `${number(waiting.lanes)} of the warp's ${number(waiting.of)} lanes wait` : 'Lanes wait';
  return {
    message: `${some} here for others that ${mask === undefined ? 'their mask' : `the mask ${hex(mask)}`} names and that do not reach this line. On a GPU the warp hangs, or continues with undefined values.`,
    hint: MASK_HINT,
  };
}

function hex(mask: number): string {
  return `0x${mask.toString(16).padStart(8, '0')}`;
}
