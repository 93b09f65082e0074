import { didYouMean } from '../../platform/index.ts';
import type { Waiver } from '../submissions.ts';
import { type Flaw, type Outcome, PROOF_IDS, type ProofId } from './proof.ts';

/** A flaw that the assignment declares to be none. */
export interface WaivedFlaw {
  readonly where: string | null;
  readonly message: string;
  readonly reason: string;
}

/** The proofs that cannot be waived: without them nothing else is shown. */
const NEVER: ReadonlySet<ProofId> = new Set(['files', 'accepted']);

/** Takes the flaws that an assignment waives out of the outcome of a proof. A waiver that no flaw needs is a flaw itself. */
export function withWaivers(
  proof: ProofId,
  outcome: Outcome,
  waivers: readonly Waiver[],
): { readonly outcome: Outcome; readonly waived: readonly WaivedFlaw[] } {
  const own = waivers.filter((waiver) => waiver.proof === proof);
  if (own.length === 0 || outcome.status === 'skipped') return { outcome, waived: [] };
  const found = outcome.status === 'failed' ? outcome.flaws : [];
  const waived: WaivedFlaw[] = [];
  const needed = new Set<Waiver>();
  const left: Flaw[] = [];
  for (const flaw of found) {
    const waiver = NEVER.has(proof) ? undefined : own.find(({ flaw: part }) => wordsOf(flaw).includes(part));
    if (waiver === undefined) {
      left.push(flaw);
      continue;
    }
    needed.add(waiver);
    waived.push({ where: flaw.where, message: flaw.message, reason: waiver.reason });
  }
  for (const waiver of own.filter((each) => !needed.has(each))) left.push(notNeeded(proof, waiver));
  const { seen } = outcome;
  const timings = outcome.timings && { timings: outcome.timings };
  return {
    waived,
    outcome:
      left.length === 0 ? { status: 'passed', seen, ...timings } : { status: 'failed', seen, flaws: left, ...timings },
  };
}

/** Returns the flaws of waivers that name no proof. */
export function unknownProofs(waivers: readonly Waiver[]): Flaw[] {
  return waivers
    .filter(({ proof }) => !PROOF_IDS.some((id) => id === proof))
    .map(({ proof }) => {
      const meant = didYouMean(proof, PROOF_IDS);
      return {
        where: 'submissions/manifest.yaml',
        message: `there is no proof ${proof}${meant === '' ? '' : `, ${meant.replace(/[.?]$/, '')}`}`,
        mend: `Name one of ${PROOF_IDS.join(', ')}.`,
      };
    });
}

function notNeeded(proof: ProofId, { flaw }: Waiver): Flaw {
  const where = 'submissions/manifest.yaml';
  if (NEVER.has(proof)) {
    return { where, message: `the proof ${proof} cannot be waived`, mend: 'Remove the entry under waived.' };
  }
  return {
    where,
    message: `no flaw of this proof contains ${JSON.stringify(flaw)}, which is waived`,
    mend: 'Remove the entry under waived, or copy the words of the flaw.',
  };
}

function wordsOf({ where, message }: Flaw): string {
  return where === null ? message : `${where}: ${message}`;
}
