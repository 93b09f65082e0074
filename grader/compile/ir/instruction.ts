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
  /** A load through the read-only data cache. */
  readonly cached: boolean;
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
      cached: false,
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
      cached: false,
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
    cached: kind === 'load' && line.includes(', !nontemporal '),
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

/**
 * Intrinsics that take addresses and touch no memory of the program.
 * All that take none are arithmetic.
 */
export const HARMLESS_INTRINSIC =
  /^llvm\.(?:lifetime\.|invariant\.|launder\.|strip\.|prefetch\.|assume$|expect\.|objectsize\.|is\.constant\.|stack(?:save|restore)(?:\.|$)|ptrmask\.|dbg\.|ptr\.annotation\.|var\.annotation|experimental\.noalias|va_(?:start|end|copy)(?:\.|$)|threadlocal\.address\.)/;

/**
 * Does an instruction touch memory, or might it? Asked apart from how it is taken apart, so that what
 * {@link parseMemory} does not understand is seen.
 */
export function touchesMemory(line: string): boolean {
  const text = /^\s+(?:%(?:"[^"]*"|[-\w.$]+) = )?(?:tail |musttail |notail )?([a-z_]+)\b(.*)$/.exec(line);
  if (!text) return false;
  const [, operation = '', rest = ''] = text;
  if (TOUCHING.has(operation)) return true;
  if (operation !== 'call') return false;
  if (
    /\basm (?:sideeffect |alignstack |inteldialect |unwind )*"/.test(rest) ||
    / (?:byval|inalloca|preallocated)\(/.test(rest)
  )
    return true;
  const callee = argumentsOf(line)?.callee ?? '';
  if (/^mem(?:cpy|move|set)$/.test(callee)) return true;
  if (!callee.startsWith('llvm.') || HARMLESS_INTRINSIC.test(callee)) return false;
  return /\bptr\b/.test(rest) || /^llvm\.(?:mem|masked|wasm)/.test(callee);
}

const TOUCHING: ReadonlySet<string> = new Set([
  ...['load', 'store', 'cmpxchg', 'atomicrmw', 'va_arg', 'invoke', 'callbr', 'landingpad', 'resume'],
  ...['catchpad', 'catchswitch', 'cleanuppad', 'catchret', 'cleanupret', 'indirectbr'],
]);
