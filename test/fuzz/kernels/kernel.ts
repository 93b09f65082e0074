/**
 * Kernels as trees: what is generated, printed as CUDA and interpreted. Every value is an `unsigned` of 32 bits; what is
 * loaded is widened to one, what is stored is narrowed, and a `float` in memory is its bits. A kernel has the variables v0 to v3 and one counter for each
 * loop around a statement; each load also enters a sum, so that no compiler can leave it out.
 */

export const VARIABLES = 4;

/** Elements: unsigned char, short, int and long long; float. */
export const ELEMENT_BYTES = { u8: 1, u16: 2, u32: 4, u64: 8, f32: 4 } as const;
export type ElementType = keyof typeof ELEMENT_BYTES;

export interface ArrayShape {
  readonly memory: 'global' | 'shared' | 'dynamic';
  readonly type: ElementType;
  readonly length: number;
  /** Global memory is filled before the launch; otherwise nothing is there until a thread stores it. */
  readonly filled: boolean;
}

/** What a thread knows of itself. `thread` and `global` count threads in the block and in the grid. */
export type Builtin =
  | `${'threadIdx' | 'blockIdx' | 'blockDim' | 'gridDim'}.${'x' | 'y' | 'z'}`
  | 'thread'
  | 'block'
  | 'global'
  | 'n';

export type BinaryOperator = '+' | '-' | '*' | '&' | '|' | '^' | '<' | '<=' | '==' | '!=';

export type Expression =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'builtin'; readonly name: Builtin }
  | { readonly kind: 'variable'; readonly number: number }
  /** The counter of the loop `up` loops out; the thread's number where there is none. */
  | { readonly kind: 'counter'; readonly up: number }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly a: Expression; readonly b: Expression }
  /** `%`, `/`, `<<` or `>>` by a constant that is neither 0 nor above 31. */
  | {
      readonly kind: 'by';
      readonly operator: '%' | '/' | '<<' | '>>';
      readonly a: Expression;
      readonly constant: number;
    }
  /** A `__device__` function of two values. */
  | { readonly kind: 'call'; readonly a: Expression; readonly b: Expression }
  /** Arithmetic in `float`, all of it exact: of the lower twelve bits of each. */
  | { readonly kind: 'float'; readonly a: Expression; readonly b: Expression }
  | { readonly kind: 'select'; readonly condition: Expression; readonly yes: Expression; readonly no: Expression };

/** `array` counts arrays, modulo how many the kernel has. `index` is a signed number of elements, or of bytes. */
export interface Place {
  readonly array: number;
  /**
   * `bytes`: as an array of unsigned char. `shifted`: as its own elements, from any byte on. `pairs` and `quads`: as
   * uint2 and uint4, each a single access.
   */
  readonly view: 'elements' | 'bytes' | 'shifted' | 'pairs' | 'quads';
  readonly index: Expression;
  /** Subtracted from the index. */
  readonly back: number;
}

export type AtomicFunction = 'atomicAdd' | 'atomicSub' | 'atomicMax' | 'atomicMin' | 'atomicOr' | 'atomicXor';
export type ShuffleFunction = '__shfl_sync' | '__shfl_up_sync' | '__shfl_down_sync' | '__shfl_xor_sync';

/** Each is an object of its own, for its line is known by it. */
export type Statement =
  | { readonly kind: 'set'; readonly variable: number; readonly value: Expression }
  | { readonly kind: 'load'; readonly variable: number; readonly place: Place }
  | { readonly kind: 'store'; readonly place: Place; readonly value: Expression }
  /** On an array of unsigned. */
  | {
      readonly kind: 'atomic';
      readonly name: AtomicFunction;
      readonly place: Place;
      readonly value: Expression;
      /** The variable that is given the value before it; null: nobody looks. */
      readonly result: number | null;
    }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  /** `turns` modulo 5 turns. */
  | { readonly kind: 'for'; readonly turns: Expression; readonly body: readonly Statement[] }
  | { readonly kind: 'return'; readonly condition: Expression }
  /** Of the block: `__syncthreads()`, or the group's own where `group`. */
  | { readonly kind: 'syncthreads'; readonly group: boolean }
  | { readonly kind: 'syncwarp' }
  | {
      readonly kind: 'shuffle';
      readonly name: ShuffleFunction;
      readonly variable: number;
      readonly value: Expression;
      readonly lane: number;
    }
  | { readonly kind: 'ballot'; readonly variable: number; readonly value: Expression };

export type Size3 = readonly [number, number, number];

export interface FuzzKernel {
  readonly grid: Size3;
  readonly block: Size3;
  /** Its parameter `n`. */
  readonly n: number;
  /** The first is an array of unsigned in global memory; at most one is dynamic. */
  readonly arrays: readonly ArrayShape[];
  readonly body: readonly Statement[];
}

/** Where loops around a statement may nest at most. */
export const LOOP_DEPTH = 3;

export function arrayOf(kernel: FuzzKernel, { array }: Pick<Place, 'array'>): number {
  return array % kernel.arrays.length;
}

/** The array of an atomic function: one of those whose elements are unsigned. */
export function atomicArrayOf(kernel: FuzzKernel, { array }: Pick<Place, 'array'>): number {
  const fit = kernel.arrays.flatMap(({ type }, number) => (type === 'u32' ? [number] : []));
  return fit[array % fit.length] ?? 0;
}

/** Bytes of one access. */
export function accessBytes(shape: ArrayShape, { view }: Place): number {
  return { bytes: 1, pairs: 8, quads: 16, elements: 0, shifted: 0 }[view] || ELEMENT_BYTES[shape.type];
}

export function threadsOf(size: Size3): number {
  return size[0] * size[1] * size[2];
}
