import type { SourcePosition } from '../../compile/index.ts';
import type { LaunchRecord } from '../../host/index.ts';
import type { CaseEvidence, Evidence } from '../evidence.ts';

/** What was asked for and what the launches of the largest case did. Numbers only: `wording/` makes sentences of them. */
export type TechniqueShortfall =
  | {
      readonly kind: 'parallel-outputs';
      readonly threads: number;
      readonly blocks: number;
      readonly minThreads: number;
      readonly minBlocks: number;
    }
  /** A few threads do most of the work: as much as if only `threads` did all of it. */
  | { readonly kind: 'uneven-work'; readonly threads: number; readonly least: number }
  | { readonly kind: 'two-dimensional-blocks'; readonly block: readonly [number, number, number] }
  | { readonly kind: 'idle-dimension'; readonly working: number; readonly threads: number }
  /** Host code wrote the outputs. */
  | { readonly kind: 'not-by-kernels' }
  /** Nothing wrote them: kernels do their work in other cases only. */
  | { readonly kind: 'nothing-written' }
  | { readonly kind: 'shared-tiles'; readonly reason: 'not-from-shared' | 'one-thread' }
  | {
      readonly kind: 'shared-tiles';
      readonly reason: 'sectors';
      readonly sectors: number;
      readonly baseline: number;
      readonly maxRatio: number;
    }
  | {
      readonly kind: 'global-traffic';
      readonly sectors: number;
      readonly baseline: number;
      readonly maxRatio: number;
      readonly busiest: BusyLine | null;
    }
  | {
      readonly kind: 'bank-conflicts';
      readonly perRequest: number;
      readonly max: number;
      readonly busiest: BusyLine | null;
    }
  | { readonly kind: 'launch-shape'; readonly reason: 'blocks'; readonly blocks: number; readonly wanted: number }
  | { readonly kind: 'launch-shape'; readonly reason: 'shared'; readonly bytes: number; readonly max: number }
  | { readonly kind: 'transfers'; readonly reason: 'copies'; readonly copies: number; readonly max: number }
  | {
      readonly kind: 'transfers';
      readonly reason: 'bytes';
      readonly copied: number;
      /** Of all inputs and outputs. */
      readonly needed: number;
      readonly maxRatio: number;
    }
  /** Kernels access memory of the host. */
  | {
      readonly kind: 'transfers';
      readonly reason: 'host-memory';
      readonly bytes: number;
      readonly needed: number;
      readonly maxRatio: number;
    }
  | {
      readonly kind: 'transfers';
      readonly reason: 'too-many-launches' | 'too-few-launches';
      readonly launches: number;
      readonly limit: number;
    };

/** The line that has most of what is counted. */
export interface BusyLine {
  readonly line: number;
  /** Of all of it, from 0 to 1. */
  readonly share: number;
}

/** Something that is asked for and missing. */
export interface Missing {
  readonly shortfall: TechniqueShortfall;
  /** Whose line is shown, where `position` is none. */
  readonly launch: LaunchRecord | null;
  readonly position?: SourcePosition | null;
  /** The case that shows it; default: the largest. */
  readonly of?: CaseEvidence;
}

/** The largest case, with its launches that wrote outputs, of which there is at least one. */
export interface Judged {
  readonly evidence: Evidence;
  readonly case: CaseEvidence;
  readonly writing: readonly [LaunchRecord, ...LaunchRecord[]];
}

export type Shortfall = Missing | 'not-counted' | null;
