import type { ElementArrays, Random } from '../spec/index.ts';
import type { Extents } from './geometry.ts';
import type { TraceListener } from './trace.ts';

/** What may be asked of a simulation beside its inputs. */
export interface SimulateOptions {
  /** Threads per block, x first, where the exercise leaves the choice: `[256]`, `[16, 16]`. */
  readonly block?: Extents;
  /** Is told every step: each block, thread, guard and barrier. */
  readonly trace?: TraceListener;
}

/** What a program left behind, for `check` of a `simulator.ts`. */
export interface Checked {
  /** Input parameters by name, row-major, as they were given to the program. */
  readonly inputs: ElementArrays;
  /** Output parameters by name, row-major. */
  readonly outputs: ElementArrays;
  /** Value of each scalar parameter and dimension. */
  readonly dims: Readonly<Record<string, number>>;
  /** 1 for each element of an output that was written, 0 for others, whose value means nothing. */
  readonly written: Readonly<Record<string, Uint8Array>>;
  /** What `expected` returns for these inputs: one right answer of possibly many. */
  readonly expected: Readonly<Record<string, Float64Array>>;
}

/** What `generate` of a `simulator.ts` draws inputs from. */
export interface Draw {
  /** Random numbers that differ for each draw: for values. */
  readonly random: Random;
  /** Random numbers that are the same for each draw: for inputs with `structure: true`, such as indices. */
  readonly structure: Random;
  /** Value of each scalar parameter and dimension. */
  readonly dims: Readonly<Record<string, number>>;
}

/** What is wrong with an output, in words for students. */
export interface Objection {
  /** Default: the first output that `check` judges. */
  readonly output?: string;
  /** Flat index of the wrong element; absent if it is about the whole output. */
  readonly at?: number;
  /** A sentence, e.g. "the values 5 and 3 are not in order". */
  readonly message: string;
}

/** A small problem to walk through step by step. */
export interface Example {
  /** Value of each integer scalar parameter. */
  readonly dims: Readonly<Record<string, number>>;
  /** Threads a block, x first. */
  readonly block: Extents;
}

/**
 * What an assignment's `simulator.ts` exports: the exercise as a plain loop, and the same exercise as a kernel on the
 * simulator. Methods, so that a module may name its inputs, with a `type`: `simulate({ x }: { x: Uint8Array }, ...)`.
 */
export interface SimulatorModule {
  /**
   * Runs the exercise through `launch`, in the arithmetic that a GPU uses (float32, uint8).
   * @param inputs - input parameters by name, row-major
   * @param dims - value of each scalar parameter and dimension
   * @returns output parameters by name, row-major
   */
  simulate(inputs: ElementArrays, dims: Readonly<Record<string, number>>, options?: SimulateOptions): ElementArrays;
  /** The plain loop, in float64: what the outputs should be if nothing were rounded. */
  expected(inputs: ElementArrays, dims: Readonly<Record<string, number>>): Readonly<Record<string, Float64Array>>;
  /**
   * Makes the inputs whose distribution is `generate`. All random numbers come from the given generators.
   * @returns these inputs by name, row-major
   */
  generate?(draw: Draw): Readonly<Record<string, ArrayLike<number>>>;
  /**
   * Judges outputs of which more than one is right, see `comparison` in `assignment.yaml`.
   * @returns `null` if the outputs are right, else what is wrong
   */
  check?(checked: Checked): null | string | Objection | readonly (string | Objection)[];
  /** What `grade simulate --trace` walks through when no case is named. */
  readonly example?: Example;
}

/** Is this what a `simulator.ts` must export? */
export function isSimulatorModule(module: unknown): module is SimulatorModule {
  if (typeof module !== 'object' || module === null) return false;
  return ['simulate', 'expected'].every((name) => typeof Reflect.get(module, name) === 'function');
}
