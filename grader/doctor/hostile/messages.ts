import type { GradeResult } from '../../result/index.ts';
import type { HostileCase } from './corpus.ts';

/** One file to grade. */
export interface Task {
  readonly path: string;
  readonly assignment: string;
  readonly cases: readonly string[] | null;
  readonly limits: NonNullable<HostileCase['limits']>;
}

/** What became of it. */
export type Outcome =
  | {
      readonly kind: 'graded';
      readonly result: GradeResult;
      /** Every report that there is. */
      readonly reports: readonly string[];
      /** The most memory that the process has had so far, MiB. */
      readonly peakMiB: number;
    }
  /** It is no submission; in words. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The grader could not do its work. */
  | { readonly kind: 'fault'; readonly message: string };
