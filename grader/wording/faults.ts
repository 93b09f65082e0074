import type { AccessEnd, DeviceFault, NearBuffer } from '../devices/index.ts';
import type { LaunchRecord } from '../record/index.ts';
import type { RelatedLocation, Rule } from '../result/index.ts';
import { BARRIER_PLACES } from './barriers.ts';
import { dimensionsOf, index, number, plural, type Words } from './text.ts';
import { warpFunction } from './warp-functions.ts';

/** Of a thread whose loop has no end. */
export const STEPS_SPENT = 'is still in this loop when its budget of steps is spent.';

export interface FaultContext {
  readonly caseName: string;
  /** Of hidden cases neither sizes nor places are told. */
  readonly visible: boolean;
  readonly dims: Readonly<Record<string, number>>;
  /** Occurrences over all cases. */
  readonly count: number;
  readonly launch: LaunchRecord | null;
  /** A store of the same value by two threads costs points in this exercise. */
  readonly sameValueIsError?: boolean;
  /** The variable that the memory of the submission's own was allocated for, where its line shows that. */
  readonly variable?: string | null;
  /** The file that a line number alone means. */
  readonly fileName?: string;
}

type Triple = [number, number, number];

export interface FaultWords extends Words {
  readonly related: readonly RelatedLocation[];
}

type Wording = (fault: DeviceFault, context: FaultContext) => Words;

/** The finding's words for what a device saw. */
export function wordFault(fault: DeviceFault, context: FaultContext): FaultWords {
  const wording = WORDINGS[fault.rule] ?? unknown;
  return { ...wording(fault, context), related: related(fault, context) };
}

const WORDINGS: Partial<Record<Rule, Wording>> = {
  'out-of-bounds-read': (fault, context) => outOfBounds(fault, context, 'reads'),
  'out-of-bounds-write': (fault, context) => outOfBounds(fault, context, 'writes'),
  'uninitialized-read': (fault, context) => {
    const what = fault.buffer ? ` of ${named(fault.buffer, context)}` : '';
    if (fault.buffer?.role === 'shared') {
      return {
        message: `${who(fault, context)} reads ${place(fault, context)}${what}, which no thread of the block has written yet. Shared memory starts with whatever was there before, not with zeros.`,
        hint: 'Which thread was to write this place, and does it do so on every path, at the edges too?',
      };
    }
    if (fault.buffer?.role === 'output') {
      return {
        message: `${who(fault, context)} reads ${place(fault, context)}${what} before anything was stored there. An output does not start at zero: it holds whatever lay in that memory before.`,
        hint: 'Where does the running sum start? What would this line read on its very first turn?',
      };
    }
    if (fault.buffer?.role === 'student') {
      return {
        message: `${who(fault, context)} reads ${place(fault, context)}${what} before anything was stored or copied there, so its value is whatever lay in memory.`,
        hint: 'What fills this buffer before this line, and does it fill all of it? cudaMemcpy and cudaMemset count bytes, not elements.',
      };
    }
    return {
      message: `${who(fault, context)} reads ${place(fault, context)}${what} before anything was stored there, so its value is whatever lay in memory.`,
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
    hint: 'A float4 must start at a multiple of 16 bytes: is every row, and every offset you add, a multiple of four floats?',
  }),
  'use-after-free': (fault, context) => ({
    message: `${fault.kernel ? who(fault, context) : 'Host code'} ${verb(fault.at)} ${fault.buffer ? named(fault.buffer, context) : 'memory'} after it was given to ${ofDeviceMalloc(fault) ? 'free or delete' : 'cudaFree'}. The memory may already belong to something else.`,
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
    message: `${fault.buffer && visible ? plural(fault.buffer.bytes, 'byte') : 'Memory'} that cudaMalloc gave out here${variable ? ` for ${variable}` : ''} ${!visible || !fault.buffer || fault.buffer.bytes === 1 ? 'is' : 'are'} never freed.`,
    hint: 'Give every buffer that you allocate back with cudaFree once the work is done.',
  }),
  'shared-race': (fault, context) => race(fault, context),
  'global-race': (fault, context) => race(fault, context),
  'barrier-divergence': (fault, context) => {
    const { visible } = context;
    if (fault.mask !== undefined) return warpFunction(fault, who(fault, context), visible);
    if (fault.detail === 'grid-sync' || fault.detail === 'not-resident') return gridBarrier(fault.detail);
    const waiting = visible ? fault.waiting : undefined;
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
      message: `Only ${some.replace('only ', '')} reach this barrier${fault.detail === 'exited' ? '; the others have already returned' : ''}. __syncthreads() waits for the whole block: on a GPU this hangs or lets threads go on too early.`,
      hint: 'Every thread of a block must reach every barrier, those with no element of their own too. What may they skip, and what not?',
    };
  },
  timeout: (fault, context) =>
    spinning(fault, context) ??
    outOfSteps(fault, context) ?? {
      message: `The kernel does not come to its end: ${who(fault, context).toLowerCase()} ${STEPS_SPENT}`,
      hint: 'Which value ends this loop, and does every turn bring it closer?',
    },
  'launch-error': () => ({
    message:
      'The whole grid is to meet here, but it was not launched for that: only cudaLaunchCooperativeKernel makes sure that all blocks run at the same time. On a GPU the kernel fails here.',
    hint: 'How is this kernel launched? <<<…>>> gives no such promise.',
  }),
  'stack-overflow': (fault, context) => ({
    message: `${who(fault, context)} runs out of stack: functions call each other too deeply, or a local array is too large.`,
    hint: 'Where does the recursion end? A loop, or memory from cudaMalloc, has no such limit.',
  }),
  'device-assert': (fault, context) => ({
    message: `${who(fault, context)} stopped the kernel: ${fault.detail === 'trap' ? '__trap() was called' : 'an assert() failed'}.`,
    hint: 'The assertion says what you believed there. Print the values it compares for this thread.',
  }),
};

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

function outOfBounds(fault: DeviceFault, context: FaultContext, does: string): Words {
  const across = !context.visible || fault.at.block.some((n) => n > 0) || context.launch?.grid.some((n) => n > 1);
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
  return {
    message: `${who(fault, context)} ${does} ${beyond(fault, context)}.`,
    hint: across
      ? 'The grid is made of whole blocks, so it has threads to spare. Which threads have no element, and what keeps them from this line?'
      : 'Which values can the index take here, and which of them are inside the buffer?',
  };
}

/** A loop that waits for other threads, of which none is left that could end the wait. */
/** Its budget is spent where no loop is: by the number of its threads, or by calls. */
function outOfSteps(fault: DeviceFault, context: FaultContext): Words | null {
  if (fault.at.position) return null;
  return {
    message: `The kernel does not come to its end: it does more than its budget of steps allows, which was spent when ${who(fault, context).toLowerCase()} ran.`,
    hint: 'How many threads does the launch start, how many are needed, and what does each of them do?',
  };
}

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

/** Where a barrier would stand between the two ends of a race; empty where it cannot be told. */
function missingBarrier({ at, other, missingBarrier: place }: DeviceFault, barrier: string): string {
  const [first, last] = [at.position?.line ?? 0, other?.position?.line ?? 0].sort((a, b) => a - b);
  switch (place) {
    case 'between':
    case 'end-of-loop':
      return ` A ${barrier} ${BARRIER_PLACES[place](first ?? 0, last ?? 0)}`;
    case 'same-line':
      return ` Line ${first} does both: take it apart, with a ${barrier} between reading and writing.`;
    default:
      return '';
  }
}

function race(fault: DeviceFault, context: FaultContext): Words {
  const { at, other } = fault;
  const what = fault.buffer ? ` of ${named(fault.buffer, context)}` : '';
  const both = other
    ? `${who(fault, context)} ${verb(at)} ${place(fault, context)}${what}, and ${another(other, context)} ${past(other)} it`
    : `Two threads use ${place(fault, context)}${what}`;
  if (fault.detail === 'same-value' && context.sameValueIsError) {
    return {
      message: `${both} too. It is the same value, so the result is right, but the work is done twice: in this exercise each place belongs to one thread alone.`,
      hint: 'Which of the two threads is this place meant for, and what keeps the other one away from this line?',
    };
  }
  if (fault.detail === 'same-value') {
    return {
      message: `${both} too, with the same value. The result is right; still, two threads write one place at the same time.`,
      hint: 'Would one thread be enough for this store?',
    };
  }
  if (fault.detail === 'missing-fence') {
    return {
      message: `${both}. An atomic function or a flag hands this place over, but without __threadfence() before it the other thread may see the flag and still the old value.`,
      hint: 'Write, then __threadfence(), then set the flag (or give the lock back). Which of the three is missing here?',
    };
  }
  if (fault.detail === 'warp-lockstep') {
    return {
      message: `${both}. Both are lanes of one warp, and this is right only if the warp runs in lockstep. Since Volta lanes run independently.${missingBarrier(fault, '__syncwarp()')}`,
      hint: 'Which lines rely on all lanes having done the line before? __syncwarp() makes them wait for each other, and orders what they store.',
    };
  }
  if (fault.detail === 'between-blocks' || (other && other.block.join() !== at.block.join())) {
    return {
      message: `${both}; they belong to different blocks, and nothing orders blocks of one launch. Which comes first is chance.`,
      hint: 'Does each block have places of its own to write? If many must add into one place, atomicAdd, or a second launch, makes the order not matter.',
    };
  }
  const unordered =
    'with no barrier between the two. Threads of a block run in any order, so the value is a matter of chance';
  if (fault.rule === 'global-race' && at.access === 'write' && other?.access === 'write') {
    return {
      message: `${both}, ${unordered}.`,
      hint: 'Each element should belong to one thread. How do two threads come to have the same index: is one of them a thread with no element of its own, or does the index leave something out?',
    };
  }
  return {
    message: `${both}, ${unordered}.${missingBarrier(fault, '__syncthreads()')}`,
    hint: 'Between "all have written" and "now all may read", and between "all have read" and "now write again", the block has to meet. Which of the two is missing?',
  };
}

function related(fault: DeviceFault, context: FaultContext): RelatedLocation[] {
  const { other } = fault;
  if (!other) return [];
  const message =
    other.access === 'barrier'
      ? fault.mask === undefined
        ? 'the others wait here'
        : `${another(other, context)} waits here`
      : `the other access: ${another(other, context)} ${past(other)} it here`;
  return [
    {
      message,
      ...(other.position && { file: other.position.file, line: other.position.line, column: other.position.column }),
      ...(context.visible && { block: [...other.block] as Triple, thread: [...other.thread] as Triple }),
    },
  ];
}

/** `Thread (7, 0) of block (3, 0)`, in the dimensions of the launch. */
function who(fault: DeviceFault, context: FaultContext): string {
  const text = thread(fault.at, context);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function thread(end: AccessEnd, { launch, visible }: FaultContext): string {
  if (!visible) return 'a thread';
  const inBlock = index(end.thread, launch ? dimensionsOf(launch.block) : undefined);
  const inGrid = index(end.block, launch ? dimensionsOf(launch.grid) : undefined);
  return `thread ${inBlock} of block ${inGrid}`;
}

/** The thread at the other end of a race. */
function another(end: AccessEnd, context: FaultContext): string {
  return context.visible ? thread(end, context) : 'another thread';
}

function verb(end: AccessEnd): string {
  return { read: 'reads', write: 'writes', atomic: 'updates', barrier: 'waits' }[end.access];
}

function past(end: AccessEnd): string {
  return { read: 'reads', write: 'writes', atomic: 'atomically updates', barrier: 'waits at' }[end.access];
}

/** `x`, `your own buffer d_a (allocated at line 12)`; our number for it only where no line is known. */
function named(buffer: NearBuffer, context: FaultContext): string {
  if (buffer.role !== 'student') return buffer.label;
  const name = context.variable ? `your own buffer ${context.variable}` : 'your own buffer';
  return `${name} (${allocated(buffer, context) ?? buffer.label})`;
}

function freedTwice({ buffer }: DeviceFault, context: FaultContext): string {
  const where = buffer && allocated(buffer, context);
  const name = context.variable ? `The buffer ${context.variable}` : 'This buffer';
  return `${name}${where ? ` (${where})` : ''} is given to cudaFree a second time.`;
}

function allocated({ allocatedAt }: NearBuffer, { fileName }: FaultContext): string | null {
  if (!allocatedAt) return null;
  const { file, line } = allocatedAt;
  return `allocated at ${fileName === undefined || file === fileName ? `line ${line}` : `${file}:${line}`}`;
}

/** `element 12`, or the byte where it is between elements. */
function place(fault: DeviceFault, { visible }: FaultContext): string {
  const { buffer, bytes } = fault;
  if (!buffer || bytes === 0) return 'a place';
  // Which element of a hidden case it was would tell something of its size.
  if (!visible) return 'an element';
  return buffer.offset % bytes === 0 ? `element ${number(buffer.offset / bytes)}` : `byte ${number(buffer.offset)}`;
}

/** `4 bytes beyond the end of x`; of a hidden case only on which side of it. */
function beyond(fault: DeviceFault, context: FaultContext): string {
  const { buffer, bytes } = fault;
  const { visible } = context;
  if (!buffer) return 'outside every buffer';
  const name = named(buffer, context);
  if (buffer.bytes === 0) return `${name}, for which the launch asked no memory at all`;
  const after = buffer.offset - buffer.bytes;
  const far = Math.abs(buffer.offset) > 64 * Math.max(buffer.bytes, 4096);
  if (far) return `far away from every buffer; the nearest is ${name}`;
  if (fault.rule === 'out-of-bounds-write' && buffer.offset >= 0 && buffer.offset + bytes <= buffer.bytes)
    return `${name}, which lies in constant memory: a kernel can only read it`;
  if (!visible) return `${buffer.offset < 0 ? 'before the start' : 'beyond the end'} of ${name}`;
  if (buffer.offset < 0) return `${plural(-buffer.offset, 'byte')} before the start of ${name}`;
  if (after >= 0)
    return after === 0 ? `just beyond the end of ${name}` : `${plural(after, 'byte')} beyond the end of ${name}`;
  return `across the end of ${name} (${plural(buffer.offset + bytes - buffer.bytes, 'byte')} too far)`;
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
