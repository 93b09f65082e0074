import type { DetailOf, FindingFacts, RelatedFacts } from '../result/index.ts';
import { allocated, beyondText, named, ofBlock, place, spotText, verb, who } from './accesses.ts';
import { number, plural, type Words } from './text.ts';

/** The end of the sentence on a thread whose loop has no end. */
export const STEPS_SPENT = 'was still in this loop. The loop has no end, or it needs more steps than the limit.';

/** The facts of a finding whose detail is of a kind. */
export type Facts<Kind extends FindingFacts['detail']['kind']> = FindingFacts & { readonly detail: DetailOf<Kind> };

const DOES = { 'out-of-bounds-read': 'reads', 'out-of-bounds-write': 'writes' } as Readonly<Record<string, string>>;

/** `reads` or `writes`, as the rule says. */
export function ruleVerb({ rule }: Pick<FindingFacts, 'rule'>): string {
  return DOES[rule] ?? 'uses';
}

/** Says where an access outside of a buffer leads: `reads just past the end of n`. */
export function outOfBoundsDoes(facts: Facts<'out-of-bounds'>): string {
  const { by, beyond, reason } = facts.detail;
  const does = ruleVerb(facts);
  if (by === 'host-code') return `writes ${beyondText(beyond)}, outside of any copy`;
  return reason === 'index-wrap'
    ? `${does} far outside every buffer: its index is an unsigned number that would be below zero`
    : `${does} ${beyondText(beyond)}`;
}

/** The kernel by which algorithms of CUB write to their temporary storage (native/emulator/libraries/emu_cub/). */
const TEMPORARY_STORAGE = 'cub::temporary_storage';

function wordTemporaryStorage({ detail: { beyond } }: Facts<'out-of-bounds'>): Words {
  return {
    message: `The temporary storage is smaller than temp_storage_bytes says: this algorithm of CUB writes ${beyondText(beyond)}.`,
    hint: 'Allocate as many bytes as the first call, with a null pointer, stores in temp_storage_bytes.',
  };
}

export function wordOutOfBounds(facts: Facts<'out-of-bounds'>): Words {
  const does = outOfBoundsDoes(facts);
  switch (facts.detail.by) {
    case 'host-code':
      return {
        message: `Host code ${does}.`,
        hint: 'How many bytes does each loop, memcpy or std::copy of the host code write?',
      };
    case 'copy':
      return {
        message: `This call ${does}.`,
        hint: 'Sizes of copies and of cudaMemset are counted in bytes. How many elements of how many bytes does the buffer have?',
      };
    case 'thread': {
      if (facts.kernel === TEMPORARY_STORAGE) return wordTemporaryStorage(facts);
      const subject =
        facts.detail.reason === 'no-element' ? `${who(facts)}, which has no element of its own,` : who(facts);
      return { message: `${subject} ${does}.`, hint: OUT_OF_BOUNDS_HINTS[facts.detail.reason ?? 'many-blocks'] };
    }
  }
}

/** Says where a copy leaves an array of host memory. */
export function hostCopyDoes({ detail: { access, name, isWhole, bytes, room } }: Facts<'host-copy'>): string {
  const does = verb(access);
  if (bytes === undefined || room === undefined) return `${does} past the end of ${name ?? 'a host array'}`;
  const way = access === 'read' ? 'from' : 'to';
  const array = name === undefined ? 'a host array' : `${name}, a host array`;
  const size = isWhole ? `of ${plural(room, 'byte')}` : `that has ${plural(room, 'byte')} from there on`;
  return `${does} ${plural(bytes, 'byte')} ${way} ${array} ${size}`;
}

export function wordHostCopy(facts: Facts<'host-copy'>): Words {
  return {
    message: `This copy ${hostCopyDoes(facts)}.`,
    hint: 'Sizes of copies are counted in bytes. How many elements of how many bytes does the array have?',
  };
}

type BelowZero = Extract<RelatedFacts['detail'], { kind: 'below-zero' }>;

const BELOW_ZERO: Readonly<Record<BelowZero['role'], string>> = {
  index: 'The index leads far outside the array.',
  guard: 'The condition therefore keeps no thread from the access.',
  bound: 'The loop therefore does not end at the last element.',
};

/** Says which unsigned number would be below zero: `10 - 256 gives 4,294,967,050 here`. */
export function wordBelowZero({ role, bits, exact, from, taken }: BelowZero): string {
  const effect = BELOW_ZERO[role];
  if (exact === undefined) return `an unsigned number would be below zero here, so it becomes very large. ${effect}`;
  const result = BigInt.asUintN(bits, BigInt(exact)).toLocaleString('en-US');
  const subject = from === undefined || taken === undefined ? number(exact) : `${number(from)} - ${number(taken)}`;
  return `${subject} becomes ${result} here, because an unsigned number cannot be below zero. ${effect}`;
}

const EXTRA_THREADS =
  'A grid consists of whole blocks, so it can have more threads than elements. Which condition keeps the extra threads from this line?';

const OUT_OF_BOUNDS_HINTS: Readonly<Record<NonNullable<DetailOf<'out-of-bounds'>['reason']>, string>> = {
  'no-element': EXTRA_THREADS,
  'many-blocks': EXTRA_THREADS,
  'index-wrap':
    'threadIdx and blockIdx are unsigned: 0 - 1 is 4,294,967,295. Which threads subtract more than they have?',
  'bytes-for-elements': 'How many bytes does this buffer have? cudaMalloc counts bytes, not elements.',
  'own-element': 'Which index does this thread compute here? Valid indexes are 0 to the number of elements minus 1.',
  'one-block': 'Which values can the index have here? Valid indexes are 0 to the number of elements minus 1.',
};

/** Says the same of a tile. */
export function tileDoes({ detail: { access, beyond } }: Facts<'tile-out-of-bounds'>): string {
  return `${verb(access)} ${beyondText(beyond)}, where its warp ${access === 'write' ? 'stores' : 'loads'} a tile`;
}

export function wordTileOutOfBounds(facts: Facts<'tile-out-of-bounds'>): Words {
  return {
    message: `${who(facts)} ${tileDoes(facts)}.`,
    hint: 'Is the whole tile inside the matrix, even at its edges? The stride (ldm) is the length of a row of the matrix, or of a column if it is stored by columns.',
  };
}

const LARGEST_INDEX = 'Compare the largest index that occurs here with the size in the declaration of the array.';

export function wordSharedOutOfBounds(facts: Facts<'shared-out-of-bounds'>): Words {
  const { access, beyond, blockRank: rank, isDynamic } = facts.detail;
  const effect = access === 'read' ? 'this can give an element of another array' : 'this can change another array';
  return {
    message: `${who(facts)} ${verb(access)} ${beyondText(beyond)}${rank === undefined ? '' : `, in shared memory${ofBlock(rank)}`}. Shared arrays are next to each other in memory, so on a GPU ${effect} without an error.`,
    hint: isDynamic
      ? 'The third argument between <<< and >>> is the size of dynamic shared memory in bytes. How many bytes does the kernel use?'
      : LARGEST_INDEX,
  };
}

export function wordLocalOutOfBounds(facts: Facts<'local-out-of-bounds'>): Words {
  const { access, bytes } = facts.detail;
  return {
    message: `${who(facts)} ${verb(access)} outside a local array${bytes === undefined ? '' : ` of ${plural(bytes, 'byte')}`}.`,
    hint: LARGEST_INDEX,
  };
}

/** Host code reads an element of a copy that no thread has written: mostly, the grid is too small. */
export function wordUnwrittenCopy({ spot, counts, writer }: DetailOf<'unwritten-copy'>): Words {
  const reads = `Host code reads the copy of ${spotText(spot)}, which no thread has written. Its value is undefined.`;
  const hint = 'Which thread must write this element?';
  if (!counts) return { message: reads, hint };
  const { first, last, elements } = counts;
  const which = first === last ? `Element ${number(first)}` : `Elements ${number(first)} to ${number(last)}`;
  const unwritten = `${which} of ${number(elements)} ${first === last ? 'was' : 'were'} never written.`;
  const threads = writer ? [...writer.grid, ...writer.block].reduce((product, extent) => product * extent, 1) : 0;
  if (!writer || threads !== first || last !== elements - 1) return { message: `${reads} ${unwritten}`, hint };
  const [blocks, each] = [writer.grid, writer.block].map((extents) =>
    number(extents.reduce((product, extent) => product * extent, 1)),
  );
  return {
    message: `${reads} ${unwritten} The launch of \`${writer.kernel}\` has ${blocks} × ${each} = ${number(threads)} threads.`,
    hint: 'How many blocks must the launch have? Every element needs a thread.',
  };
}

export function wordUninitialized(facts: Facts<'uninitialized'>): Words {
  const { spot } = facts.detail;
  const reads = `${who(facts)} reads ${spotText(spot)}`;
  switch (spot.buffer?.role) {
    case 'shared':
      if (facts.follows)
        return {
          message: `${reads} before another thread of the block writes it, and no barrier orders the two. Shared memory does not start at zero: its first contents are undefined.`,
          hint: null,
        };
      return {
        message: `${reads}, which no thread of the block has written yet. Shared memory does not start at zero: its first contents are undefined.`,
        hint: 'Which thread must write this element on every path, including at the edges?',
      };
    case 'output':
      return {
        message: `${reads} before anything was stored there. An output does not start at zero: its first contents are undefined.`,
        hint: 'Which line sets the first value of this element, before this line reads it?',
      };
    case 'student':
      return {
        message: `${reads} before anything was stored or copied there, so its value is undefined.`,
        hint: 'Which call must fill all elements of this buffer before this line? cudaMemcpy and cudaMemset count bytes, not elements.',
      };
    default:
      return {
        message: `${reads} before anything was stored there, so its value is undefined.`,
        hint: 'Which line must set this value before this line runs?',
      };
  }
}

export function wordMisaligned(facts: Facts<'misaligned'>): Words {
  const { access, bytes } = facts.detail;
  return {
    message: `${who(facts)} ${verb(access)} ${plural(bytes, 'byte')} at an address that is not a multiple of ${bytes}. A GPU stops the kernel here.`,
    hint: `An access of ${bytes} bytes must start at a multiple of ${bytes} bytes. Is the length of every row, and every offset that you add, such a multiple?`,
  };
}

export function wordUndefinedArithmetic(facts: Facts<'undefined-arithmetic'>): Words {
  const { operation, value } = facts.detail;
  const given = (fallback: string) => (value === undefined ? fallback : number(value));
  switch (operation) {
    case 'division-by-zero':
      return {
        message: `${who(facts)} divides ${given('an integer')} by zero. A GPU does not stop here, and the result is undefined.`,
        hint: 'For which sizes and threads is the divisor zero?',
      };
    case 'remainder-by-zero':
      return {
        message: `${who(facts)} computes ${given('an integer')} modulo zero. A GPU does not stop here, and the result is undefined.`,
        hint: 'For which sizes and threads is the divisor zero?',
      };
    case 'division-overflow':
      return {
        message: `${who(facts)} divides the smallest integer by -1. The result does not fit in the type, so it is undefined.`,
        hint: 'Can the dividend be the smallest integer here?',
      };
    case 'shift-width':
      return {
        message: `${who(facts)} shifts an integer by ${given('too many')} bits. This is undefined in C++ for amounts below zero, and for amounts of the width of the type or more. A GPU shifts out all bits.`,
        hint: 'Which values can the amount of this shift have?',
      };
  }
}

/** The calls that memory of a program's own comes from and goes back to. */
const CALLS = {
  // cudaMalloc, cudaMallocManaged, cudaMallocPitch and the like.
  buffer: { what: 'buffer', gives: null, takes: 'cudaFree' },
  array: { what: 'array', gives: 'cudaMallocArray', takes: 'cudaFreeArray' },
  'device-malloc': { what: 'buffer', gives: 'malloc', takes: 'free or delete' },
} as const;

export function wordUseAfterFree(facts: Facts<'use-after-free'>): Words {
  const { by, access, buffer, memory } = facts.detail;
  return {
    message: `${by === 'thread' ? who(facts) : 'Host code'} ${verb(access)} ${buffer ? named(buffer) : 'memory'} after it was ${memory === 'buffer' ? 'freed' : `passed to ${CALLS[memory].takes}`}. The memory can already belong to another allocation.`,
    hint:
      memory === 'device-malloc'
        ? 'Which other threads still use this memory when a thread frees it?'
        : 'Free a buffer after the last launch or copy that uses it.',
  };
}

export function wordNotAllocated(facts: Facts<'not-allocated'>): Words {
  return {
    message: `${who(facts)} passes an address to free or delete that malloc or new in device code did not return.`,
    hint: 'Does this pointer still point to the first byte of its allocation? Host code must free memory from cudaMalloc with cudaFree.',
  };
}

export function wordDoubleFree(facts: Facts<'double-free'>): Words {
  const { by, buffer, memory } = facts.detail;
  if (by === 'thread') {
    return {
      message: `${who(facts)} passes the same memory to free or delete a second time.`,
      hint: 'Each thread runs this line. Which one of them must free the memory?',
    };
  }
  const where = buffer && allocated(buffer);
  const name = buffer?.variable ? `The buffer ${buffer.variable}` : 'This buffer';
  return {
    message: `${name}${where ? ` (${where})` : ''} is given to ${CALLS[memory].takes} a second time.`,
    hint: 'Free each buffer in exactly one place.',
  };
}

export function wordLeak({ detail: { memory, bytes, variable } }: Facts<'leak'>): Words {
  const { what, gives, takes } = CALLS[memory];
  return {
    message: `${bytes === undefined ? 'Memory' : plural(bytes, 'byte')} allocated here${gives === null ? '' : ` with ${gives}`}${variable ? ` for ${variable}` : ''} ${bytes === undefined || bytes === 1 ? 'is' : 'are'} never freed.`,
    hint: `Free every ${what} with ${takes} after its last use.`,
  };
}

/** A call of host code that is given a pointer into the wrong memory. */
const GIVEN: Readonly<Record<NonNullable<DetailOf<'foreign-pointer'>['given']>, Words>> = {
  'host-pointer': {
    message: 'This call needs a pointer into GPU memory here, and it is given a pointer into host memory.',
    hint: 'Which memory does each argument point to? cudaMalloc allocates GPU memory; variables and malloc are in host memory.',
  },
  'device-pointer': {
    message: 'This call needs a pointer into host memory here, and it is given a pointer into GPU memory.',
    hint: 'Which memory does each argument point to? Host code can access GPU memory only with cudaMemcpy.',
  },
  'freed-host-memory': {
    message: 'cudaFree is given a pointer into host memory. The call fails and frees nothing.',
    hint: 'cudaFree frees memory of cudaMalloc. Memory of malloc needs free(), and memory of new needs delete.',
  },
  'freed-page-locked': {
    message: 'cudaFree is given page-locked host memory. The call fails and frees nothing.',
    hint: 'Memory of cudaMallocHost and cudaHostAlloc needs cudaFreeHost. Which call allocates this memory?',
  },
};

export function wordForeignPointer(facts: Facts<'foreign-pointer'>): Words {
  const { by, access, isNull, given } = facts.detail;
  if (by !== 'thread' && given) return GIVEN[given];
  if (by === 'thread') {
    return {
      message: `${who(facts)} ${verb(access)} ${isNull ? 'through a null pointer' : 'through a pointer into host memory'}. A kernel can access device memory, managed memory and page-locked memory only.`,
      hint: 'Does this pointer come from cudaMalloc or from a variable of the host?',
    };
  }
  return {
    message:
      'A pointer into GPU memory is used on the host (or the other way round). The two memories are separate: a pointer into one is not valid in the other.',
    hint: 'Which memory does each argument point to? Host code can access GPU memory only with cudaMemcpy.',
  };
}

/** What the pointers of a copy say, where its last argument says something else: by source and destination. */
const COPIES = {
  device: {
    host: 'By its pointers this copy goes from GPU memory to host memory (cudaMemcpyDeviceToHost)',
    device: 'Both pointers of this copy point into GPU memory',
  },
  host: {
    host: 'Both pointers of this copy point into host memory',
    device: 'By its pointers this copy goes from host memory to GPU memory (cudaMemcpyHostToDevice)',
  },
} as const;

export function wordCopyDirection({ detail: { from, to } }: Facts<'copy-direction'>): Words {
  return {
    message: `${COPIES[from][to]}, but its last argument gives another direction. The copy fails and moves nothing.`,
    hint: 'The destination comes first, then the source. Which of the two pointers did cudaMalloc return?',
  };
}

export function wordHostRace({ detail: { access, spot } }: Facts<'host-race'>): Words {
  return {
    message: `Host code ${verb(access)} ${spotText(spot)} while the kernel that writes it can still be running. A launch returns at once, so the value can be the old one, the new one, or a part of each.`,
    hint: 'Which call waits for the kernel before this line? cudaDeviceSynchronize() waits, and so does waiting for its stream or for an event that is recorded after it.',
  };
}

/** Host code uses page-locked memory that an asynchronous copy can still use. */
export function wordAsyncCopy({ detail: { when, access } }: Facts<'async-copy'>): Words {
  const hint =
    'Which call before this line waits for the copy? cudaStreamSynchronize() waits, and so does waiting for an event that is recorded after the copy.';
  switch (when) {
    case 'overwritten':
      return {
        message:
          'Host code overwrites page-locked memory that an asynchronous copy can still be reading. The call returns before the copy is done, so the copy can take the new values.',
        hint,
      };
    case 'returned':
      return {
        message:
          'The function returns before this asynchronous copy to page-locked memory is known to be done. Its caller can read old values.',
        hint: 'Which call after this line waits for the copy? cudaStreamSynchronize() and cudaDeviceSynchronize() do.',
      };
    case 'used':
      return {
        message: `Host code ${verb(access)} page-locked memory that an asynchronous copy can still be writing. The call returns before the copy is done, so the memory can still hold its old values.`,
        hint,
      };
  }
}

/** A loop that waits for other threads, of which none is left that could end the wait. */
export function wordWaitingLoop(facts: Facts<'waiting-loop'>): Words {
  const { spot, reason } = facts.detail;
  const what = spot?.buffer ? `for ${place(spot)} of ${named(spot.buffer)} to change` : 'for another thread';
  const waits = `${who(facts)} waits in this loop ${what}`;
  if (reason === 'not-resident') {
    return {
      message: `${waits}, and so do all blocks that run at the same time. The blocks that could end the wait have not started: a GPU starts them when other blocks end.`,
      hint: 'How many blocks fit on the GPU at once? A block can wait only for an earlier block, or for any block of a cooperative launch.',
    };
  }
  if (reason === 'host-code') {
    return {
      message: `${waits}, and no kernel has written it. On a GPU, host code can change it while the kernel runs. The emulator runs the whole kernel at its launch, and host code only afterwards.`,
      hint: 'Does host code change this value after the launch? Then the program needs a GPU.',
    };
  }
  return {
    message: `${waits}, but all remaining threads wait too, so no thread of this launch can end the wait. On a GPU the kernel hangs, unless host code or another kernel changes the value at the same time.`,
    hint: 'Which thread must change this value? It must be able to reach that line, and every path must release its locks.',
  };
}

export function wordStepLimit(facts: Facts<'step-limit'>): Words {
  if (facts.detail.isInLoop) {
    return {
      message: `The kernel was stopped at its step limit. ${who(facts)} ${STEPS_SPENT}`,
      hint: 'Which value ends this loop? Every iteration must bring the loop closer to it.',
    };
  }
  // Its budget is spent where no loop is: by the number of its threads, or by calls.
  return {
    message: `The kernel was stopped at its step limit while ${who(facts).toLowerCase()} ran.`,
    hint: 'How many threads does the launch start? The steps of all of them together count.',
  };
}

export function wordNotCooperative(): Words {
  return {
    message:
      'This grid-wide barrier needs a cooperative launch. Only cudaLaunchCooperativeKernel guarantees that all blocks run at the same time. On a GPU the kernel fails here.',
    hint: 'How is this kernel launched? A launch with <<<…>>> does not guarantee it.',
  };
}

export function wordStackOverflow(facts: Facts<'stack-overflow'>): Words {
  return {
    message: `${who(facts)} runs out of stack: functions call each other too deeply, or a local array is too large.`,
    hint: 'Which condition ends the recursion? A loop, or memory from cudaMalloc, does not have this limit.',
  };
}

const MAX_CONDITION = 100;

/** Returns a condition on one line and of limited length. */
function shortened(condition: string): string {
  const line = condition.replace(/\s+/gu, ' ');
  return line.length > MAX_CONDITION ? `${line.slice(0, MAX_CONDITION)}…` : line;
}

export function wordDeviceAssert(facts: Facts<'device-assert'>): Words {
  const { by, condition } = facts.detail;
  if (by === 'trap')
    return {
      message: `${who(facts)} stopped the kernel: __trap() was called.`,
      hint: 'Which condition leads to this call? Print its values for this thread.',
    };
  const which = condition ? ` The condition is \`${shortened(condition)}\`.` : '';
  return {
    message: `${who(facts)} stopped the kernel: an assert() failed.${which}`,
    hint: 'Print the values that the assertion compares, for this thread.',
  };
}

export function wordOtherFault(facts: FindingFacts): Words {
  return { message: `${who(facts)}: ${facts.rule}.`, hint: null };
}

/** What compute-sanitizer sees on the GPU, and the emulator does not; of a program, what it sees. */
export function wordSanitizer({ detail: { tool, text, program }, count = 1 }: Facts<'sanitizer'>): Words {
  if (program) return { message: `compute-sanitizer (${tool}) reports: ${text}`, hint: null };
  const often = count === 1 ? '' : ` (${number(count)} times)`;
  return {
    message: `On the GPU, compute-sanitizer (${tool}) reports: ${text}${often}. The emulator did not see it.`,
    hint: 'Which index does each thread compute here?',
  };
}
