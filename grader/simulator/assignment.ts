import type { ElementArrays } from '../spec/index.ts';
import type { Extents } from './geometry.ts';
import type { TraceListener } from './trace.ts';

/** What may be asked of a simulation beside its inputs. */
export interface SimulateOptions {
  /** Threads per block, x first, where the exercise leaves the choice: `[256]`, `[16, 16]`. */
  readonly block?: Extents;
  /** Is told every step: each block, thread, guard and barrier. */
  readonly trace?: TraceListener;
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
  /** What `grade simulate --trace` walks through when no case is named. */
  readonly example?: Example;
}

/** Is this what a `simulator.ts` must export? */
export function isSimulatorModule(module: unknown): module is SimulatorModule {
  if (typeof module !== 'object' || module === null) return false;
  return ['simulate', 'expected'].every((name) => typeof Reflect.get(module, name) === 'function');
}
