import {
  type Attribute,
  attached,
  attribute,
  type Call,
  calleeOf,
  hasPointer,
  type IrModule,
  type Line,
  nameOf,
  type Type,
  type Value,
} from './read/index.ts';
import { RUNTIME_CALLS } from './runtime.ts';

/** Instructions that touch memory, taken apart just far enough to put a hook in front and another pointer in. */
export type MemoryInstruction = SingleAccess | CopyInstruction;

export interface SingleAccess {
  readonly kind: 'load' | 'store' | 'atomic';
  readonly type: Type;
  readonly pointer: Value;
  /** Guaranteed alignment, bytes; null where the line gives none. */
  readonly align: number | null;
  /** store: the stored value. */
  readonly value: Value | null;
  /** A load or store through `volatile`. */
  readonly volatile: boolean;
  /** A load through the read-only data cache. */
  readonly cached: boolean;
}

export interface CopyInstruction {
  readonly kind: 'copy';
  readonly operation: CopyOperation;
  readonly operands: readonly Value[];
  /** Value that the C function returns its first argument in. */
  readonly result: string | null;
  readonly intrinsic: boolean;
}

type CopyOperation = 'memcpy' | 'memmove' | 'memset';

/** Returns what a line does to memory; `null` if it does nothing to it, or what this does not know. */
export function memoryOf(line: Line): MemoryInstruction | null {
  switch (line.kind) {
    case 'load':
    case 'store': {
      const { type, pointer } = line;
      const isAtomic = line.orders.length > 0;
      return {
        kind: isAtomic ? 'atomic' : line.kind,
        type,
        pointer,
        align: line.align?.bytes ?? null,
        value: line.kind === 'store' ? line.value : null,
        volatile: !isAtomic && line.volatile,
        cached: line.kind === 'load' && !isAtomic && attached(line, 'nontemporal') !== null,
      };
    }
    case 'atomicrmw':
    case 'cmpxchg': {
      const { type, pointer } = line;
      const align = line.align?.bytes ?? null;
      return { kind: 'atomic', type, pointer, align, value: null, volatile: false, cached: false };
    }
    case 'call':
      return copyOf(line);
    default:
      return null;
  }
}

const COPIES: readonly CopyOperation[] = ['memcpy', 'memmove', 'memset'];

/** Calls of the memory intrinsics and of the C functions of the same names. */
function copyOf(line: Call): CopyInstruction | null {
  const symbol = line.callee?.text;
  // Most calls are of other functions.
  if (symbol === undefined || !(symbol.startsWith('@llvm.mem') || symbol.startsWith('@mem'))) return null;
  const callee = nameOf(symbol);
  const intrinsic = callee.startsWith(LLVM);
  const name = intrinsic ? callee.slice(LLVM.length) : callee;
  const operation = COPIES.find((each) => name.startsWith(each));
  if (operation === undefined || !isCopySuffix(name.slice(operation.length))) return null;
  return { kind: 'copy', operation, operands: line.args.map(({ value }) => value), result: line.result, intrinsic };
}

const LLVM = 'llvm.';

/** True for nothing, and for `.inline`, `.p0` and `.i32` in this order, each of which may be absent. */
function isCopySuffix(suffix: string): boolean {
  const parts = suffix.split('.');
  if (parts.shift() !== '') return false;
  if (parts[0] === 'inline') parts.shift();
  while (parts[0] === 'p0') parts.shift();
  const [width, ...more] = parts;
  return more.length === 0 && (width === undefined || (width.startsWith('i') && isNumber(width.slice(1))));
}

/** True if a text consists of digits. */
export function isNumber(text: string): boolean {
  return text !== '' && [...text].every((char) => char >= '0' && char <= '9');
}

/** Intrinsics that take addresses and touch no memory of the program, as the parts of their names up to a point. */
const HARMLESS: readonly string[] = [
  ...['lifetime', 'invariant', 'launder', 'strip', 'prefetch', 'expect', 'objectsize', 'is.constant', 'ptrmask'],
  ...['dbg', 'ptr.annotation', 'threadlocal.address'],
];
/** Intrinsics that have such a name with or without a point after it. */
const HARMLESS_WHOLE: readonly string[] = ['stacksave', 'stackrestore', 'va_start', 'va_end', 'va_copy'];
const HARMLESS_BEGINNINGS: readonly string[] = ['var.annotation', 'experimental.noalias'];

/** True if an intrinsic takes addresses and touches no memory of the program. All that take none are arithmetic. */
export function isHarmless(callee: string): boolean {
  if (!callee.startsWith(LLVM)) return false;
  const name = callee.slice(LLVM.length);
  return (
    name === 'assume' ||
    HARMLESS.some((each) => name.startsWith(`${each}.`)) ||
    HARMLESS_WHOLE.some((each) => name === each || name.startsWith(`${each}.`)) ||
    HARMLESS_BEGINNINGS.some((each) => name.startsWith(each))
  );
}

/**
 * True if an instruction touches memory, or might. It does not ask {@link memoryOf}, so that an instruction which that
 * does not understand is seen.
 */
export function touchesMemory(line: Line): boolean {
  switch (line.kind) {
    case 'load':
    case 'store':
    case 'cmpxchg':
    case 'atomicrmw':
    case 'unusual':
    case 'indirectbr':
      return true;
    case 'call':
      return callTouches(line);
    default:
      return false;
  }
}

function callTouches(line: Call): boolean {
  if (line.assembly !== null || line.args.some(({ attributes }) => copied(attributes) !== undefined)) return true;
  const callee = calleeOf(line);
  if (callee === null) return false;
  if (COPIES.some((each) => each === callee)) return true;
  if (!callee.startsWith(LLVM) || isHarmless(callee)) return false;
  const takesAddresses = hasPointer(line.type) || line.args.some(({ type }) => hasPointer(type));
  return takesAddresses || ['mem', 'masked', 'wasm'].some((each) => callee.startsWith(each, LLVM.length));
}

/** The attribute by which the code generator copies an argument. */
function copied(attributes: readonly Attribute[]): Attribute | undefined {
  return ['byval', 'inalloca', 'preallocated'].map((name) => attribute(attributes, name)).find(Boolean);
}

/** Returns how many accesses to memory a line makes: a call that passes structs by value makes one for each. */
export function accessesOf(line: Line): number {
  const callee = calleeOf(line);
  if (callee !== null && RUNTIME_CALLS.has(callee)) return 0;
  const passed = line.kind === 'call' ? line.args.filter(({ attributes }) => attribute(attributes, 'byval')).length : 0;
  return passed > 0 ? passed : Number(touchesMemory(line));
}

/** Returns how many accesses to memory the functions of a module make. */
export function countAccesses({ functions }: IrModule): number {
  return functions.reduce((sum, { body }) => body.reduce((own, line) => own + accessesOf(line), sum), 0);
}
