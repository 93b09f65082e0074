import type { Bench } from './bench.ts';

/** The proofs, in the order in which they are made: what is quick and explains other failures first. */
export const PROOF_IDS = [
  'files',
  'handout',
  'cases',
  'hidden',
  'arithmetic',
  'starter',
  'impostors',
  'accepted',
  'slow',
  'rejected',
  'tolerance',
  'timing',
] as const;
export type ProofId = (typeof PROOF_IDS)[number];

/** A flaw that contradicts a proof, and its fix. */
export interface Flaw {
  /** `handout.md:37`, `submissions/accepted/tile-8.cu`, `case odd`; null where it is the assignment as a whole. */
  readonly where: string | null;
  readonly message: string;
  readonly mend: string;
}

/** What was measured of one submission, a number for each timing. */
export interface MeasuredTimings {
  /** Path below `submissions/`. */
  readonly file: string;
  /** Every one that was reached; null for none. */
  readonly tiers: (string | null)[];
  readonly ms: number[];
  /** The baseline's time over its own. */
  readonly ratios: number[];
}

interface Measured {
  readonly timings?: readonly MeasuredTimings[];
}

export type Outcome =
  | ({ readonly status: 'passed'; readonly seen: string } & Measured)
  | ({ readonly status: 'failed'; readonly seen: string; readonly flaws: readonly Flaw[] } & Measured)
  /** There is nothing to prove, or this machine cannot. */
  | { readonly status: 'skipped'; readonly seen: string };

export interface Proof {
  readonly id: ProofId;
  /** What holds where it passes, a sentence. */
  readonly proves: string;
  /**
   * @throws AssignmentError where the assignment's files do not even let it be tried
   * @throws InfrastructureError where the machine is at fault
   */
  prove(bench: Bench): Promise<Outcome>;
}

/** @param seen - the evidence, a phrase for the table */
export function concluded(seen: string, flaws: readonly Flaw[], timings?: readonly MeasuredTimings[]): Outcome {
  const told = { seen, ...(timings && { timings }) };
  return flaws.length === 0 ? { status: 'passed', ...told } : { status: 'failed', ...told, flaws };
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
