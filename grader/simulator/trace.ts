import type { Index3 } from './geometry.ts';

/** What a shared array holds at one moment; null where nothing was stored yet. */
export interface TileContents {
  readonly name: string;
  /** Slowest first: `[rows, columns]`. */
  readonly extents: readonly number[];
  readonly values: readonly (number | null)[];
}

/** One step of a simulation, in the order in which things happen. */
export type TraceEvent =
  | {
      readonly step: 'launch';
      readonly kernel: string;
      readonly grid: Index3;
      readonly block: Index3;
      readonly sharedBytes: number;
    }
  | { readonly step: 'block'; readonly block: Index3 }
  /** A thread begins, or goes on after a barrier. */
  | { readonly step: 'thread'; readonly thread: Index3; readonly resumed: boolean }
  | { readonly step: 'watch'; readonly values: Readonly<Record<string, number>> }
  | { readonly step: 'guard'; readonly condition: string; readonly inside: boolean }
  | {
      readonly step: 'access';
      readonly access: 'load' | 'store';
      readonly space: 'global' | 'shared';
      readonly array: string;
      readonly index: readonly number[];
      readonly value: number;
    }
  /** The thread that ran last waits at a barrier. */
  | { readonly step: 'wait' }
  /** The thread that ran last is done. */
  | { readonly step: 'exit' }
  /** All threads of the block have reached the barrier. */
  | { readonly step: 'barrier'; readonly what: string; readonly tiles: readonly TileContents[] }
  | { readonly step: 'block-end' }
  | { readonly step: 'end'; readonly blocks: number; readonly threads: number; readonly barriers: number };

/** Is told the steps of a simulation. */
export interface TraceListener {
  /** `launches`: only `launch` and `end`; `threads`: all but loads and stores; `accesses`: all. Less is faster. */
  readonly detail: 'launches' | 'threads' | 'accesses';
  readonly onStep: (event: TraceEvent) => void;
}
