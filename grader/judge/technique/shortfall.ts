import type { SourcePosition } from '../../compile/index.ts';
import type { TechniqueKind } from '../../explain/index.ts';
import type { LaunchRecord } from '../../host/index.ts';
import type { DetailOf } from '../../result/index.ts';
import type { CaseEvidence, Evidence } from '../evidence.ts';

/** What is asked for, and what the launches of a case did. */
export type TechniqueShortfall = DetailOf<TechniqueKind>;

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

/** Returns a shortfall without what was counted: it would follow from the sizes of a hidden case. */
export function withoutCounts(shortfall: TechniqueShortfall): TechniqueShortfall {
  switch (shortfall.kind) {
    case 'parallel-outputs':
      return { ...shortfall, threads: null, blocks: null };
    case 'uneven-work':
      return { ...shortfall, threads: null };
    case 'two-dimensional-blocks':
      return { ...shortfall, block: null };
    case 'idle-dimension':
      return { ...shortfall, working: null, threads: null };
    case 'tile-traffic':
      return { ...shortfall, sectors: null, baseline: null };
    case 'global-traffic':
      return { ...shortfall, sectors: null, baseline: null, busiest: withoutShare(shortfall.busiest) };
    case 'bank-conflicts':
      return { ...shortfall, perRequest: null, busiest: withoutShare(shortfall.busiest) };
    case 'launch-blocks':
      return { ...shortfall, blocks: null, wanted: null };
    case 'launch-shared':
      return { ...shortfall, bytes: null, max: null };
    case 'transfer-copies':
      return { ...shortfall, copies: null };
    case 'transfer-bytes':
      return { ...shortfall, copied: null, needed: null };
    case 'host-memory-bytes':
      return { ...shortfall, bytes: null, needed: null };
    case 'launch-count':
      return { ...shortfall, launches: null };
    case 'global-atomics':
      return { ...shortfall, calls: null, max: null };
    case 'overlap':
      return { ...shortfall, copies: null };
    case 'unreported-error':
    case 'unused-feature':
    case 'used-feature':
    case 'no-alternative':
    case 'not-by-kernels':
    case 'nothing-written':
    case 'not-from-shared':
      return shortfall;
  }
}

function withoutShare(busiest: DetailOf<'bank-conflicts'>['busiest']): DetailOf<'bank-conflicts'>['busiest'] {
  return busiest && { ...busiest, share: null };
}
