import type { MachineOptions } from '../../pipeline/engine/index.ts';
import type { CacheSettings } from '../../platform/cache/index.ts';
import type { GradeResult } from '../../result/index.ts';
import type { EngineIdentity } from '../key.ts';

/** What a grading process is told when it starts. */
export interface WorkerSettings {
  readonly cache: CacheSettings;
  readonly machine: MachineOptions;
  readonly sanitize: boolean;
}

/** One submission to grade. Paths are absolute. */
export interface GradingTask {
  /** The attempt's folder under the batch's, e.g. `students/ada/1`: its name in the journal. */
  readonly attempt: string;
  /** Folder of the assignment. */
  readonly assignment: string;
  readonly source: string;
  /** Headers that it includes, by their paths from its folder; they are in the folder `headers` beside it. */
  readonly headers?: readonly string[];
  /** Why there is no source: it fails. */
  readonly problem?: string;
  readonly sha256: string;
  readonly seed: string;
  readonly key: string;
  /** Folder for the result and the reports that the student may see. */
  readonly into: string;
  /** Folder for those that only staff may see; absent if nothing is hidden, because the seed is public. */
  readonly staff?: string;
  /** Formats of the reports. */
  readonly reports: readonly string[];
  /**
   * The time of the files that the student may see, ISO 8601 in whole seconds. It does not depend on when anything is
   * graded: the time of one attempt's hidden cases is between its own time and that of the next attempt.
   */
  readonly at: string;
  /** Where the pages of the rules are served, which reports link. */
  readonly docsUrl?: string;
  /** Its summary is to tell what it compiles to. */
  readonly wantsCode?: true;
}

export interface Summary extends Pick<GradeResult, 'verdict' | 'responsible' | 'score' | 'maxScore'> {
  readonly key: string;
  readonly durationMs: number;
  /** A sentence on the source that was chosen in a Python program or a notebook; absent if there was no choice. */
  readonly note?: string;
  /** Identifies what it compiles to, where that was asked for and it compiles. */
  readonly code?: string;
}

export type ToWorker =
  /** `submissions`: about so many will follow. */
  | { readonly kind: 'start'; readonly settings: WorkerSettings; readonly submissions: number }
  | { readonly kind: 'grade'; readonly task: GradingTask }
  /** Compile and run the control program. */
  | { readonly kind: 'control' }
  /** Write the result of a submission that ends what grades it. */
  | { readonly kind: 'end'; readonly task: GradingTask };

export type FromWorker =
  | { readonly kind: 'ready'; readonly identity: EngineIdentity; readonly skipped: readonly string[] }
  /** This machine cannot do what was asked of it. */
  | { readonly kind: 'unusable'; readonly message: string; readonly details: readonly string[] }
  | { readonly kind: 'graded'; readonly summary: Summary; readonly residentMiB: number }
  /** The control program passes here. */
  | { readonly kind: 'sound' }
  /** No result, and not the student's fault. */
  | { readonly kind: 'fault'; readonly message: string; readonly details: readonly string[] };
