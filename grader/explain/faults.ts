import type { DeviceFault } from '../device/index.ts';
import type { RelatedLocation, Rule } from '../result/index.ts';
import { allocated, beyond, type FaultContext, named, place, spot, verb, who } from './accesses.ts';
import { wordFragment } from './fragments.ts';
import { refusedLaunch } from './nested-launches.ts';
import { race, related } from './races.ts';
import { BYTES_OF_A_BUFFER, NO_ELEMENT } from './relations.ts';
import { number, plural, type Words } from './text.ts';
import { textureWords } from './textures.ts';
import { warpFunction } from './warp-functions.ts';

/** Of a thread whose loop has no end. */
export const STEPS_SPENT = 'was still in this loop.';

export interface FaultWords extends Words {
  readonly related: readonly RelatedLocation[];
}

type Wording = (fault: DeviceFault, context: FaultContext) => Words;

/** The finding's words for what a device saw. */
export function wordFault(fault: DeviceFault, context: FaultContext): FaultWords {
  const wording = WORDINGS[fault.rule] ?? unknown;
  const own = wordFragment(fault, context) ?? textureWords(fault, context);
  return { ...(own ?? wording(fault, context)), related: related(fault, context) };
}

const WORDINGS: Partial<Record<Rule, Wording>> = {
  'out-of-bounds-read': (fault, context) => outOfBounds(fault, context, 'reads'),
  'out-of-bounds-write': (fault, context) => outOfBounds(fault, context, 'writes'),
  'uninitialized-read': (fault, context) => {
    const what = spot(fault, context);
    if (fault.buffer?.role === 'shared') {
      return {
        message: `${who(fault, context)} reads ${what}, which no thread of the block has written yet. Shared memory does not start at zero: its first contents are undefined.`,
        hint: 'Which thread must write this element on every path, including at the edges?',
      };
    }
    if (fault.buffer?.role === 'output') {
      return {
        message: `${who(fault, context)} reads ${what} before anything was stored there. An output does not start at zero: its first contents are undefined.`,
        hint: 'What does this line read in the first iteration of the loop?',
      };
    }
    if (fault.buffer?.role === 'student') {
      return {
        message: `${who(fault, context)} reads ${what} before anything was stored or copied there, so its value is undefined.`,
        hint: 'Which call must fill all elements of this buffer before this line? cudaMemcpy and cudaMemset count bytes, not elements.',
      };
    }
    return {
      message: `${who(fault, context)} reads ${what} before anything was stored there, so its value is undefined.`,
      hint: 'Which line must set this value before this line runs?',
    };
  },
  'shared-out-of-bounds': (fault, context) => ({
    message: `${who(fault, context)} ${verb(fault.at)} ${beyond(fault, context)}. Shared arrays are next to each other in memory, so on a GPU this can change another array without an error.`,
    hint:
      fault.buffer?.label === 'dynamic shared memory' || fault.buffer?.bytes === 0
        ? 'The third argument between <<< and >>> is the size of dynamic shared memory in bytes. How many bytes does the kernel use?'
        : 'Compare the largest index that occurs here with the size in the declaration of the array.',
  }),
  'local-out-of-bounds': (fault, context) => ({
    message: `${who(fault, context)} ${verb(fault.at)} outside a local array${fault.buffer ? ` of ${plural(fault.buffer.bytes, 'byte')}` : ''}.`,
    hint: 'Compare the largest index that occurs here with the size in the declaration of the array.',
  }),
  'misaligned-access': (fault, context) => ({
    message: `${who(fault, context)} ${verb(fault.at)} ${plural(fault.bytes, 'byte')} at an address that is not a multiple of ${fault.bytes}. A GPU stops the kernel here.`,
    hint: `An access of ${fault.bytes} bytes must start at a multiple of ${fault.bytes} bytes. Is the length of every row, and every offset that you add, such a multiple?`,
  }),
  'use-after-free': (fault, context) => ({
    message: `${fault.kernel ? who(fault, context) : 'Host code'} ${verb(fault.at)} ${fault.buffer ? named(fault.buffer, context) : 'memory'} after it was passed to ${ofDeviceMalloc(fault) ? 'free or delete' : allocator(fault).takes}. The memory can already belong to another allocation.`,
    hint: ofDeviceMalloc(fault)
      ? 'Which other threads still use this memory when a thread frees it?'
      : 'A launch returns at once. Which call must wait for the kernel before this buffer is freed?',
  }),
  'double-free': (fault, context) => {
    if (fault.detail === 'not-allocated') {
      return {
        message: `${who(fault, context)} passes an address to free or delete that malloc or new in device code did not return.`,
        hint: 'Does this pointer still point to the first byte of its allocation? Host code must free memory from cudaMalloc with cudaFree.',
      };
    }
    return {
      message: fault.kernel
        ? `${who(fault, context)} passes the same memory to free or delete a second time.`
        : freedTwice(fault, context),
      hint: fault.kernel
        ? 'Each thread runs this line. Which one of them must free the memory?'
        : 'Free each buffer in exactly one place.',
    };
  },
  'host-device-pointer': (fault, context) =>
    wrongDirection(fault) ?? {
      message: fault.kernel
        ? `${who(fault, context)} ${verb(fault.at)} ${fault.detail === 'null-pointer' ? 'through a null pointer' : 'through a pointer into host memory'}. A kernel can access device memory only.`
        : 'A pointer into GPU memory is used on the host (or the other way round). The two memories are separate: a pointer into one is not valid in the other.',
      hint: fault.kernel
        ? 'Does this pointer come from cudaMalloc or from a variable of the host?'
        : 'Which memory does each argument point to? Host code can access GPU memory only with cudaMemcpy.',
    },
  leak: (fault, { visible, variable }) => ({
    message: `${fault.buffer && visible ? plural(fault.buffer.bytes, 'byte') : 'Memory'} allocated here with ${allocator(fault).gives}${variable ? ` for ${variable}` : ''} ${!visible || !fault.buffer || fault.buffer.bytes === 1 ? 'is' : 'are'} never freed.`,
    hint: `Free every ${allocator(fault).what} with ${allocator(fault).takes} after its last use.`,
  }),
  'shared-race': (fault, context) => race(fault, context),
  'global-race': (fault, context) => race(fault, context),
  'host-race': (fault, context) =>
    asyncCopy(fault) ?? {
      message: `Host code ${verb(fault.at)} ${spot(fault, context)} while the kernel that writes it can still be running. A launch returns at once, so the value can be the old one, the new one, or a part of each.`,
      hint: 'Which call waits for the kernel before this line? cudaDeviceSynchronize() waits, and so does waiting for its stream or for an event that is recorded after it.',
    },
  'barrier-divergence': (fault, context) => {
    const { visible } = context;
    if (fault.mask !== undefined) return warpFunction(fault, who(fault, context), visible);
    if (fault.detail === 'grid-sync' || fault.detail === 'not-resident') return gridBarrier(fault.detail);
    const waiting = visible ? fault.waiting : undefined;
    if (fault.detail === 'exited-grid') return exitedBeforeGrid(waiting);
    const some = waiting
      ? `${number(waiting.arrived)} of the block's ${number(waiting.threads)} threads`
      : 'only a part of the block';
    if (fault.detail === 'different-barriers') {
      return {
        message: `Here ${some} wait at this barrier while others of the same block wait at another one. All threads of a block must reach the same __syncthreads().`,
        hint: 'Is the barrier inside an if whose condition differs between threads?',
      };
    }
    return {
      message: `Only ${some.replace('only ', '')} ${waiting && waiting.arrived !== 1 ? 'reach' : 'reaches'} this barrier${fault.detail === 'exited' ? '; the others return without it' : ''}. All threads of a block must reach __syncthreads(). On a GPU the kernel can hang or compute wrong values.`,
      hint: 'Threads without an element must reach the barrier too. Is there a return before it, or is it in a branch or loop that some threads skip?',
    };
  },
  timeout: (fault, context) =>
    spinning(fault, context) ??
    outOfSteps(fault, context) ?? {
      message: `The kernel was stopped at its step limit. ${who(fault, context)} ${STEPS_SPENT}`,
      hint: 'Which value ends this loop? Every iteration must bring the loop closer to it.',
    },
  'launch-error': (fault) =>
    refusedLaunch(fault) ?? {
      message:
        'This grid-wide barrier needs a cooperative launch. Only cudaLaunchCooperativeKernel guarantees that all blocks run at the same time. On a GPU the kernel fails here.',
      hint: 'How is this kernel launched? A launch with <<<…>>> does not guarantee it.',
    },
  'stack-overflow': (fault, context) => ({
    message: `${who(fault, context)} runs out of stack: functions call each other too deeply, or a local array is too large.`,
    hint: 'Which condition ends the recursion? A loop, or memory from cudaMalloc, does not have this limit.',
  }),
  'device-assert': (fault, context) => ({
    message: `${who(fault, context)} stopped the kernel: ${fault.detail === 'trap' ? '__trap() was called' : 'an assert() failed'}.`,
    hint: 'Print the values that the assertion compares, for this thread.',
  }),
};

/** The calls that memory of a program's own comes from and goes back to; CUDA arrays have theirs. */
function allocator({ buffer }: DeviceFault): { what: string; gives: string; takes: string } {
  return buffer?.role === 'student' && buffer.label.startsWith('array ')
    ? { what: 'array', gives: 'cudaMallocArray', takes: 'cudaFreeArray' }
    : { what: 'buffer', gives: 'cudaMalloc', takes: 'cudaFree' };
}

/** What the pointers of a copy say, where its last argument says something else. */
const COPY_IS: Readonly<Record<string, string>> = {
  'copy-is-device-to-host': 'By its pointers this copy goes from GPU memory to host memory (cudaMemcpyDeviceToHost)',
  'copy-is-host-to-device': 'By its pointers this copy goes from host memory to GPU memory (cudaMemcpyHostToDevice)',
  'copy-is-device-to-device': 'Both pointers of this copy point into GPU memory',
  'copy-is-host-to-host': 'Both pointers of this copy point into host memory',
};

function wrongDirection({ detail }: DeviceFault): Words | null {
  const pointers = COPY_IS[detail ?? ''];
  if (!pointers) return null;
  return {
    message: `${pointers}, but its last argument gives another direction. The copy fails and moves nothing.`,
    hint: 'The destination comes first, then the source. Which of the two pointers did cudaMalloc return?',
  };
}

function unknown(fault: DeviceFault, context: FaultContext): Words {
  return { message: `${who(fault, context)}: ${fault.rule}.`, hint: null };
}

/** Host code uses page-locked memory that an asynchronous copy can still use. */
function asyncCopy({ detail, at }: DeviceFault): Words | null {
  const hint =
    'Which call before this line waits for the copy? cudaStreamSynchronize() waits, and so does waiting for an event that is recorded after the copy.';
  if (detail === 'async-copy-from') {
    return {
      message:
        'Host code overwrites page-locked memory that an asynchronous copy can still be reading. The call returns before the copy is done, so the copy can take the new values.',
      hint,
    };
  }
  if (detail === 'async-copy-to-output') {
    return {
      message:
        'The function returns before this asynchronous copy to page-locked memory is known to be done. Its caller can read old values.',
      hint: 'Which call after this line waits for the copy? cudaStreamSynchronize() and cudaDeviceSynchronize() do.',
    };
  }
  if (detail !== 'async-copy-to') return null;
  return {
    message: `Host code ${verb(at)} page-locked memory that an asynchronous copy can still be writing. The call returns before the copy is done, so the memory can still hold its old values.`,
    hint,
  };
}

function outOfBounds(fault: DeviceFault, context: FaultContext, does: string): Words {
  const element = fault.kernel ? (context.elementOf?.(fault.at) ?? null) : null;
  const across = !context.visible || fault.at.block.some((n) => n > 0) || context.launch?.grid.some((n) => n > 1);
  if (fault.detail === 'host-guard') {
    return {
      message: `Host code writes ${beyond(fault, context)}, outside of any copy.`,
      hint: 'How many bytes does each loop, memcpy or std::copy of the host code write?',
    };
  }
  if (!fault.kernel) {
    return {
      message: `This copy ${does} ${beyond(fault, context)}.`,
      hint: 'Sizes of copies are counted in bytes. How many elements of how many bytes does the buffer have?',
    };
  }
  if (fault.detail === 'index-wrap') {
    return {
      message: `${who(fault, context)} ${does} far outside every buffer: the index went below zero or above the range of 32 bits.`,
      hint: 'threadIdx and blockIdx are unsigned. What is 0 - 1 in unsigned arithmetic?',
    };
  }
  if (element === 'none') {
    return {
      message: `${who(fault, context)}, ${NO_ELEMENT}, ${does} ${beyond(fault, context)}.`,
      hint: 'A grid consists of whole blocks, so it can have more threads than elements. Which condition keeps the extra threads from this line?',
    };
  }
  if (isShort(fault)) {
    return {
      message: `${who(fault, context)} ${does} ${beyond(fault, context)}.`,
      hint: `${BYTES_OF_A_BUFFER}? cudaMalloc counts bytes, not elements.`,
    };
  }
  if (element === 'own') {
    return {
      message: `${who(fault, context)} ${does} ${beyond(fault, context)}.`,
      hint: 'Which index does this thread compute here? Valid indexes are 0 to the number of elements minus 1.',
    };
  }
  return {
    message: `${who(fault, context)} ${does} ${beyond(fault, context)}.`,
    hint: across
      ? 'A grid consists of whole blocks, so it can have more threads than elements. Which condition keeps the extra threads from this line?'
      : 'Which values can the index have here? Valid indexes are 0 to the number of elements minus 1.',
  };
}

/** Memory of the submission's own that has no whole number of elements: somebody took bytes for elements. */
function isShort({ buffer, bytes }: DeviceFault): boolean {
  return buffer?.role === 'student' && bytes > 1 && buffer.bytes % bytes !== 0;
}

/** Its budget is spent where no loop is: by the number of its threads, or by calls. */
function outOfSteps(fault: DeviceFault, context: FaultContext): Words | null {
  if (fault.at.position) return null;
  return {
    message: `The kernel was stopped at its step limit while ${who(fault, context).toLowerCase()} ran.`,
    hint: 'How many threads does the launch start? The steps of all of them together count.',
  };
}

/** A loop that waits for other threads, of which none is left that could end the wait. */
function spinning(fault: DeviceFault, context: FaultContext): Words | null {
  if (fault.detail !== 'spin' && fault.detail !== 'not-resident') return null;
  const what = fault.buffer
    ? `for ${place(fault, context)} of ${named(fault.buffer, context)} to change`
    : 'for another thread';
  const waits = `${who(fault, context)} waits in this loop ${what}`;
  if (fault.detail === 'not-resident') {
    return {
      message: `${waits}, and so do all blocks that run at the same time. The blocks that could end the wait have not started: a GPU starts them when other blocks end.`,
      hint: 'How many blocks fit on the GPU at once? A block can wait only for an earlier block, or for any block of a cooperative launch.',
    };
  }
  return {
    message: `${waits}, but all remaining threads wait too, so no thread can end the wait. On a GPU the kernel hangs.`,
    hint: 'Which thread must change this value? It must be able to reach that line, and every path must release its locks.',
  };
}

function gridBarrier(detail: 'grid-sync' | 'not-resident'): Words {
  if (detail === 'not-resident') {
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

function exitedBeforeGrid(waiting: DeviceFault['waiting']): Words {
  const some = waiting
    ? `${number(waiting.arrived)} of the block's ${number(waiting.threads)} threads`
    : 'a part of the block';
  return {
    message: `Only ${some} ${waiting && waiting.arrived !== 1 ? 'reach' : 'reaches'} this barrier of the grid; the others return without it. All threads of the grid must reach it. On a GPU the kernel hangs if the first thread of a block is missing; if another one is missing, the behavior is undefined.`,
    hint: 'Is there a return before the barrier, or is it in a branch that some threads skip? Threads without an element must reach it too.',
  };
}

/** What compute-sanitizer sees on the GPU, and the emulator does not. */
export function wordSanitizer({ tool, message, count }: SanitizerWords): Words {
  const often = count === 1 ? '' : ` (${number(count)} times)`;
  return {
    message: `On the GPU, compute-sanitizer (${tool}) reports: ${message}${often}. The emulator did not see it.`,
    hint: 'Which index does each thread compute here?',
  };
}

interface SanitizerWords {
  readonly tool: string;
  readonly message: string;
  readonly count: number;
}

/** Is this memory that device code allocated by itself? */
function ofDeviceMalloc({ buffer }: DeviceFault): boolean {
  return buffer?.role === 'student' && buffer.label === 'device malloc';
}

function freedTwice(fault: DeviceFault, context: FaultContext): string {
  const { buffer } = fault;
  const where = buffer && allocated(buffer, context);
  const name = context.variable ? `The buffer ${context.variable}` : 'This buffer';
  return `${name}${where ? ` (${where})` : ''} is given to ${allocator(fault).takes} a second time.`;
}
