import type { SourcePosition } from '../../compile/index.ts';
import type { TechniqueShortfall } from '../../explain/index.ts';
import type { LaunchRecord } from '../../host/index.ts';
import type { CaseEvidence, Evidence } from '../evidence.ts';

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
