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
export const STEPS_SPENT = 'is still in this loop when its budget of steps is spent.';

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
        message: `${who(fault, context)} reads ${what}, which no thread of the block has written yet. Shared memory starts with whatever was there before, not with zeros.`,
        hint: 'Which thread was to write this place, and does it do so on every path, at the edges too?',
      };
    }
    if (fault.buffer?.role === 'output') {
      return {
        message: `${who(fault, context)} reads ${what} before anything was stored there. An output does not start at zero: it holds whatever lay in that memory before.`,
        hint: 'Where does the running sum start? What would this line read on its very first turn?',
      };
    }
    if (fault.buffer?.role === 'student') {
      return {
        message: `${who(fault, context)} reads ${what} before anything was stored or copied there, so its value is whatever lay in memory.`,
        hint: 'What fills this buffer before this line, and does it fill all of it? cudaMemcpy and cudaMemset count bytes, not elements.',
      };
    }
    return {
      message: `${who(fault, context)} reads ${what} before anything was stored there, so its value is whatever lay in memory.`,
      hint: 'Follow this value back: where should it have been set, and is that code reached first?',
    };
  },
  'shared-out-of-bounds': (fault, context) => ({
    message: `${who(fault, context)} ${verb(fault.at)} ${beyond(fault, context)}. Shared arrays lie side by side, so on a GPU this silently changes a neighbour.`,
    hint:
      fault.buffer?.label === 'dynamic shared memory' || fault.buffer?.bytes === 0
        ? 'How many bytes does the launch ask for (the third argument between <<< and >>>), and how many does the kernel use? It is counted in bytes.'
        : 'Compare the largest index that occurs here with the size in the declaration of the array.',
  }),
  'local-out-of-bounds': (fault, context) => ({
    message: `${who(fault, context)} ${verb(fault.at)} outside a local array${fault.buffer ? ` of ${plural(fault.buffer.bytes, 'byte')}` : ''}.`,
    hint: 'Compare the largest index that occurs here with the size in the declaration of the array.',
  }),
  'misaligned-access': (fault, context) => ({
    message: `${who(fault, context)} ${verb(fault.at)} ${plural(fault.bytes, 'byte')} at an address that is not a multiple of ${fault.bytes}. A GPU stops the kernel here.`,
    hint: `What is read or written ${fault.bytes} bytes at a time must start at a multiple of ${fault.bytes} bytes: is every row, and every offset that you add, a multiple of that?`,
  }),
  'use-after-free': (fault, context) => ({
    message: `${fault.kernel ? who(fault, context) : 'Host code'} ${verb(fault.at)} ${fault.buffer ? named(fault.buffer, context) : 'memory'} after it was given to ${ofDeviceMalloc(fault) ? 'free or delete' : allocator(fault).takes}. The memory may already belong to something else.`,
    hint: ofDeviceMalloc(fault)
      ? 'Which thread frees this memory, and who may still hold a pointer to it then?'
      : 'A launch returns at once. What must have happened before this buffer may be freed?',
  }),
  'double-free': (fault, context) => {
    if (fault.detail === 'not-allocated') {
      return {
        message: `${who(fault, context)} gives free or delete an address that malloc or new in device code did not give out.`,
        hint: 'Where does the pointer come from, and does it still point to the first byte? What cudaMalloc gave out, host code gives to cudaFree.',
      };
    }
    return {
      message: fault.kernel
        ? `${who(fault, context)} gives the same memory to free or delete a second time.`
        : freedTwice(fault, context),
      hint: fault.kernel
        ? 'Each thread runs this line: which one of them owns the memory?'
        : 'Who owns the buffer? Free it in that one place.',
    };
  },
  'host-device-pointer': (fault, context) =>
    wrongDirection(fault) ?? {
      message: fault.kernel
        ? `${who(fault, context)} ${verb(fault.at)} ${fault.detail === 'null-pointer' ? 'through a null pointer' : 'through a pointer into host memory'}. A kernel can only reach memory of the GPU.`
        : 'A pointer into GPU memory is used on the host (or the other way round). The two memories are separate: a pointer of one means nothing in the other.',
      hint: fault.kernel
        ? 'Where does this pointer come from: cudaMalloc, or a variable of the host?'
        : 'Which side do the arguments point to? Host code reaches GPU memory through cudaMemcpy only.',
    },
  leak: (fault, { visible, variable }) => ({
    message: `${fault.buffer && visible ? plural(fault.buffer.bytes, 'byte') : 'Memory'} that ${allocator(fault).gives} gave out here${variable ? ` for ${variable}` : ''} ${!visible || !fault.buffer || fault.buffer.bytes === 1 ? 'is' : 'are'} never freed.`,
    hint: `Give every ${allocator(fault).what} that you allocate back with ${allocator(fault).takes} once the work is done.`,
  }),
  'shared-race': (fault, context) => race(fault, context),
  'global-race': (fault, context) => race(fault, context),
  'host-race': (fault, context) =>
    asyncCopy(fault) ?? {
      message: `Host code ${verb(fault.at)} ${spot(fault, context)} while the kernel that writes there may still be running. A launch returns at once: what host code finds is the old value, the new one, or a part of each.`,
      hint: 'What waits for the kernel before this line? cudaDeviceSynchronize() does, and so does waiting for its stream or for an event behind it.',
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
        message: `Here ${some} wait at this barrier while others of the same block wait at another one. __syncthreads() must be reached by all threads of a block together.`,
        hint: 'Is the barrier inside an if whose condition differs between threads?',
      };
    }
    return {
      message: `Only ${some.replace('only ', '')} reach this barrier${fault.detail === 'exited' ? '; the others come to the end of the kernel without it' : ''}. __syncthreads() waits for the whole block: on a GPU this hangs or lets threads go on too early.`,
      hint: 'Every thread of a block must reach every barrier, those with no element of their own too. Is there a return before it, or does it stand in a branch or a loop that some of them skip?',
    };
  },
  timeout: (fault, context) =>
    spinning(fault, context) ??
    outOfSteps(fault, context) ?? {
      message: `The kernel does not come to its end: ${who(fault, context).toLowerCase()} ${STEPS_SPENT}`,
      hint: 'Which value ends this loop, and does every turn bring it closer?',
    },
  'launch-error': (fault) =>
    refusedLaunch(fault) ?? {
      message:
        'The whole grid is to meet here, but it was not launched for that: only cudaLaunchCooperativeKernel makes sure that all blocks run at the same time. On a GPU the kernel fails here.',
      hint: 'How is this kernel launched? <<<…>>> gives no such promise.',
    },
  'stack-overflow': (fault, context) => ({
    message: `${who(fault, context)} runs out of stack: functions call each other too deeply, or a local array is too large.`,
    hint: 'Where does the recursion end? A loop, or memory from cudaMalloc, has no such limit.',
  }),
  'device-assert': (fault, context) => ({
    message: `${who(fault, context)} stopped the kernel: ${fault.detail === 'trap' ? '__trap() was called' : 'an assert() failed'}.`,
    hint: 'The assertion says what you believed there. Print the values it compares for this thread.',
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
    hint: 'Destination first, then source. Which of the two did cudaMalloc give out, and which way are the data to go?',
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
      hint: 'The last sizes are counted in bytes: how many elements of how many bytes are there?',
    };
  }
  if (fault.detail === 'index-wrap') {
    return {
      message: `${who(fault, context)} ${does} far outside every buffer: the index has run below zero or beyond 32 bits.`,
      hint: 'Indexes made of threadIdx and blockIdx are unsigned: what is 0 - 1 there?',
    };
  }
  if (element === 'none') {
    return {
      message: `${who(fault, context)}, ${NO_ELEMENT}, ${does} ${beyond(fault, context)}.`,
      hint: 'A grid is made of whole blocks, so it has threads to spare. Which threads have no element, and what keeps them from this line?',
    };
  }
  if (isShort(fault)) {
    return {
      message: `${who(fault, context)} ${does} ${beyond(fault, context)}.`,
      hint: `${BYTES_OF_A_BUFFER}, and how many bytes has one element? cudaMalloc counts bytes, not elements.`,
    };
  }
  if (element === 'own') {
    return {
      message: `${who(fault, context)} ${does} ${beyond(fault, context)}.`,
      hint: 'This thread has an element of its own. Which index does this line make of its numbers, and how many elements has the buffer?',
    };
  }
  return {
    message: `${who(fault, context)} ${does} ${beyond(fault, context)}.`,
    hint: across
      ? 'The grid is made of whole blocks, so it has threads to spare. Which threads have no element, and what keeps them from this line?'
      : 'Which values can the index take here, and which of them are inside the buffer?',
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
    message: `The kernel does not come to its end: it does more than its budget of steps allows, which was spent when ${who(fault, context).toLowerCase()} ran.`,
    hint: 'How many threads does the launch start, how many are needed, and what does each of them do?',
  };
}

/** A loop that waits for other threads, of which none is left that could end the wait. */
function spinning(fault: DeviceFault, context: FaultContext): Words | null {
  if (fault.detail !== 'spin' && fault.detail !== 'not-resident') return null;
  const what = fault.buffer
    ? `for ${place(fault, context)} of ${named(fault.buffer, context)} to change`
    : 'for another thread';
  const waits = `${who(fault, context)} spins in this loop and waits ${what}`;
  if (fault.detail === 'not-resident') {
    return {
      message: `${waits}, and so do all blocks that run at the same time. The blocks that could end the wait have not started: a GPU starts them when others end.`,
      hint: 'How many blocks fit on the GPU at once? A block may only wait for one that is sure to run: an earlier one, or one of a cooperative launch.',
    };
  }
  return {
    message: `${waits}, but every thread that is left waits as well: nobody will change it. On a GPU the kernel hangs.`,
    hint: 'Who was to change this place, and can that thread get there? Is every lock given back on every path?',
  };
}

function gridBarrier(detail: 'grid-sync' | 'not-resident'): Words {
  if (detail === 'not-resident') {
    return {
      message:
        'The blocks that run at the same time all wait here for the whole grid, whose other blocks start only when some of these end. On a GPU the kernel hangs.',
      hint: 'How many blocks fit on the GPU at once? A loop over the work lets a smaller grid do it all.',
    };
  }
  return {
    message:
      'Blocks wait here for the whole grid, but others have already ended without coming here. On a GPU the kernel hangs.',
    hint: 'Every block must reach every barrier of the grid. What may a block with no work skip, and what not?',
  };
}

function exitedBeforeGrid(waiting: DeviceFault['waiting']): Words {
  const some = waiting
    ? `${number(waiting.arrived)} of the block's ${number(waiting.threads)} threads`
    : 'a part of the block';
  return {
    message: `Only ${some} reach this barrier of the grid; the others come to the end of the kernel without it. It is for every thread of the grid: on a GPU this hangs where a block's first thread is missing, and CUDA promises nothing where any other is.`,
    hint: 'Is there a return before the barrier, or does it stand in a branch that some threads skip? Those with no element of their own have to come here too.',
  };
}

/** What compute-sanitizer sees on the GPU, and the emulator does not. */
export function wordSanitizer({ tool, message, count }: SanitizerWords): Words {
  const often = count === 1 ? '' : ` (${number(count)} times)`;
  return {
    message: `On the GPU, compute-sanitizer (${tool}) reports: ${message}${often}. The emulator did not see it.`,
    hint: 'Which thread computes which index here, and what has happened to this memory before?',
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
