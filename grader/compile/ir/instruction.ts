import { argumentsOf } from './runtime.ts';
import { endOfType, endOfValue } from './types.ts';

/** Instructions that touch memory, taken apart just far enough to put a hook in front and another pointer in. */
export type MemoryInstruction = SingleAccess | CopyInstruction;

export interface SingleAccess {
  readonly kind: 'load' | 'store' | 'atomic';
  readonly type: string;
  readonly pointer: string;
  /** Where the pointer operand stands in the line. */
  readonly at: number;
  /** Guaranteed alignment, bytes; null where the line gives none. */
  readonly align: number | null;
  /** store: the stored value. */
  readonly value: string | null;
  /** A load or store through `volatile`. */
  readonly volatile: boolean;
}

export interface CopyInstruction {
  readonly kind: 'copy';
  readonly operation: 'memcpy' | 'memmove' | 'memset';
  readonly operands: readonly string[];
  /** Value that the C function returns its first argument in. */
  readonly result: string | null;
  readonly intrinsic: boolean;
}

export function parseMemory(line: string): MemoryInstruction | null {
  const load = /^\s+%\S+ = (?:tail )?load (atomic )?(?:volatile )?/.exec(line);
  if (load) return pointerAfterType(line, load[0].length, load[1] ? 'atomic' : 'load');
  const store = /^\s+store (atomic )?(?:volatile )?/.exec(line);
  if (store) {
    const typeEnd = endOfType(line, store[0].length);
    const valueEnd = endOfValue(line, typeEnd + 1);
    const at = valueEnd + ', ptr '.length;
    return {
      kind: store[1] ? 'atomic' : 'store',
      type: line.slice(store[0].length, typeEnd),
      pointer: line.slice(at, endOfValue(line, at)),
      at,
      align: alignOf(line),
      value: line.slice(typeEnd + 1, valueEnd),
      volatile: !store[1] && store[0].includes('volatile'),
    };
  }
  const atomic = /^\s+%\S+ = (?:atomicrmw (?:volatile )?\w+|cmpxchg (?:weak )?(?:volatile )?) ?ptr /.exec(line);
  if (atomic) {
    const at = atomic[0].length;
    const pointerEnd = endOfValue(line, at);
    const typeStart = pointerEnd + 2;
    return {
      kind: 'atomic',
      type: line.slice(typeStart, endOfType(line, typeStart)),
      pointer: line.slice(at, pointerEnd),
      at,
      align: alignOf(line),
      value: null,
      volatile: false,
    };
  }
  return parseCopy(line);
}

function pointerAfterType(line: string, start: number, kind: 'load' | 'atomic'): MemoryInstruction {
  const typeEnd = endOfType(line, start);
  const at = typeEnd + ', ptr '.length;
  return {
    kind,
    type: line.slice(start, typeEnd),
    pointer: line.slice(at, endOfValue(line, at)),
    at,
    align: alignOf(line),
    value: null,
    volatile: kind === 'load' && line.slice(0, start).includes('volatile'),
  };
}

function alignOf(line: string): number | null {
  const match = /, align (\d+)/.exec(line);
  return match ? Number(match[1]) : null;
}

/** Calls of the memory intrinsics and of the C functions of the same names. */
function parseCopy(line: string): CopyInstruction | null {
  if (!/@(?:llvm\.)?mem(?:cpy|move|set)\b/.test(line)) return null;
  const call = argumentsOf(line);
  const name = /^(llvm\.)?(memcpy|memmove|memset)(?:\.inline)?(?:\.p0)*(?:\.i\d+)?$/.exec(call?.callee ?? '');
  if (!call || !name) return null;
  return {
    kind: 'copy',
    operation: name[2] as CopyInstruction['operation'],
    operands: call.operands.map((operand) => operand.value),
    result: /^\s+(%\S+) = /.exec(line)?.[1] ?? null,
    intrinsic: name[1] !== undefined,
  };
}
