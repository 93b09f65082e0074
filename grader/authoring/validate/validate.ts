import { AssignmentError, GradeError, InfrastructureError, messageOf } from '../../platform/index.ts';
import { SimulationError } from '../../simulator/index.ts';
import { type Assignment, loadAssignment } from '../../spec/index.ts';
import { folderAt, formatIssue, lintAssignment } from '../lint/index.ts';
import type { Waiver } from '../submissions.ts';
import { arithmetic } from './arithmetic.ts';
import { Bench } from './bench.ts';
import { cases } from './cases.ts';
import { accepted, rejected, slow } from './examples.ts';
import { files } from './files.ts';
import { handout } from './handout.ts';
import { hidden } from './hidden.ts';
import { impostors } from './impostors.ts';
import type { Lanes } from './lanes.ts';
import { type Flaw, type Outcome, PROOF_IDS, type Proof, type ProofId } from './proof.ts';
import type { ProofResult, ValidatedAssignment } from './schema.ts';
import { starter } from './starter.ts';
import { timing } from './timing.ts';
import { tolerance } from './tolerance.ts';
import { unknownProofs, withWaivers } from './waivers.ts';

const PROOFS: Readonly<Record<ProofId, Proof>> = {
  files,
  handout,
  cases,
  hidden,
  arithmetic,
  starter,
  impostors,
  accepted,
  slow,
  rejected,
  tolerance,
  timing,
};

export interface ValidationRequest {
  readonly id: string;
  /** Absolute path. */
  readonly folder: string;
  readonly lanes: Lanes;
  /** In the order of {@link PROOF_IDS}, whatever the order here. */
  readonly only: readonly ProofId[];
  readonly signal: AbortSignal;
  /** Timings of each submission, where there is a GPU; default: ten. */
  readonly repetitions?: number;
  /** @param total - 0 where it is not known */
  readonly onProgress?: (proof: ProofId, done: number, total: number) => void;
  /** Told of what is known before its proof ends, a line each: what ends it early loses nothing of that. */
  readonly onLine?: (line: string) => void;
  /** Told of each proof as it ends. */
  readonly onProof?: (result: ProofResult) => void;
}

/**
 * Proves an assignment. A proof that fails stops no other; one that this machine spoils is an error, and says nothing of
 * the assignment.
 * @throws the signal's reason once it is aborted
 */
export async function validateAssignment(request: ValidationRequest): Promise<ValidatedAssignment> {
  const { id, folder, lanes, only, signal, repetitions, onProgress, onLine, onProof } = request;
  const chosen = PROOF_IDS.filter((proof) => only.includes(proof));
  const loaded = load(folder);
  let current: ProofId = 'files';
  const bench =
    loaded &&
    new Bench(loaded, lanes, {
      signal,
      ...(repetitions !== undefined && { repetitions }),
      onStep: (done, total) => onProgress?.(current, done, total),
      ...(onLine && { onLine }),
    });
  const proofs: ProofResult[] = [];
  for (const proof of chosen) {
    signal.throwIfAborted();
    current = proof;
    onProgress?.(proof, 0, 0);
    const started = performance.now();
    const tried = bench ? await attempt(PROOFS[proof], bench) : await withoutSpec(proof, folder);
    const waivers = bench ? waiversOf(bench) : [];
    const { outcome, waived } =
      tried.status === 'error' ? { outcome: tried, waived: [] } : withWaivers(proof, tried, waivers);
    const unknown = proof === 'files' ? unknownProofs(waivers) : [];
    const result: ProofResult = {
      id: proof,
      proves: PROOFS[proof].proves,
      status: unknown.length > 0 && outcome.status === 'passed' ? 'failed' : outcome.status,
      seen: outcome.seen,
      flaws: [...(outcome.status === 'failed' ? outcome.flaws : []), ...unknown],
      ...(waived.length > 0 && { waived: [...waived] }),
      seconds: Number(((performance.now() - started) / 1000).toFixed(1)),
      ...('timings' in outcome && outcome.timings && { timings: [...outcome.timings] }),
    };
    proofs.push(result);
    onProof?.(result);
  }
  return { id, folder, status: bench ? statusOf(proofs) : 'unreadable', proofs };
}

/** The waivers of the manifest; none if it cannot be read, which another proof reports. */
function waiversOf(bench: Bench): readonly Waiver[] {
  try {
    return bench.examples.waived;
  } catch (error) {
    if (error instanceof AssignmentError) return [];
    throw error;
  }
}

type Attempt = Outcome | { readonly status: 'error'; readonly seen: string };

async function attempt(proof: Proof, bench: Bench): Promise<Attempt> {
  try {
    return await proof.prove(bench);
  } catch (error) {
    bench.signal.throwIfAborted();
    if (error instanceof AssignmentError || error instanceof SimulationError) {
      const details = error instanceof GradeError ? error.details : [];
      const flaws: Flaw[] = (details.length > 0 ? details : ['']).map((detail) => ({
        where: null,
        message: detail === '' ? error.message : `${error.message} ${detail}`,
        mend: 'The assignment cannot be validated before this is fixed. `grade lint` finds such mistakes in a second.',
      }));
      return { status: 'failed', seen: 'could not be tried', flaws };
    }
    if (error instanceof InfrastructureError) {
      return { status: 'error', seen: [error.message, ...error.details].join(' ') };
    }
    return { status: 'error', seen: `a fault of grade or of this machine: ${messageOf(error)}` };
  }
}

function load(folder: string): Assignment | null {
  try {
    return loadAssignment(folder);
  } catch (error) {
    if (error instanceof AssignmentError) return null;
    throw error;
  }
}

/** All that can be said where assignment.yaml cannot be read. */
async function withoutSpec(proof: ProofId, folder: string): Promise<Outcome> {
  if (proof !== 'files') return { status: 'skipped', seen: 'assignment.yaml cannot be read.' };
  const issues = await lintAssignment(folderAt(folder));
  const flaws = issues
    .filter(({ severity }) => severity === 'error')
    .map((issue) => ({
      where: `${issue.file}:${issue.line}`,
      message: formatIssue(issue).replace(/^.*?: error: /, ''),
      mend: 'Correct it; nothing can be proven before.',
    }));
  return { status: 'failed', seen: 'assignment.yaml cannot be read', flaws };
}

function statusOf(proofs: readonly ProofResult[]): ValidatedAssignment['status'] {
  if (proofs.some(({ status }) => status === 'error')) return 'undecided';
  return proofs.some(({ status }) => status === 'failed') ? 'refuted' : 'proven';
}
