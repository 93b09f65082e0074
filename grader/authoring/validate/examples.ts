import type { AssignmentSpec } from '../../spec/index.ts';
import { type RejectedSubmission, type SubmissionsManifest, tierOf } from '../submissions.ts';
import { type Bench, SEEDS } from './bench.ts';
import { concluded, type Flaw, type Outcome, type Proof, plural } from './proof.ts';
import { describeFinding, errorFindings, failedChecks, type Trial } from './trial.ts';

export const accepted: Proof = {
  id: 'accepted',
  proves: 'Every accepted submission gets full points and no error, whatever is drawn for the hidden cases.',
  async prove(bench) {
    const { spec } = bench.assignment;
    const best = spec.timing?.tiers[0]?.name;
    return all(bench, 'accepted', (entry, trial) => {
      const tier = tierOf(entry, best);
      return [...rightness(trial), ...(trial.timing && tier !== undefined ? reaches(spec, trial, tier) : [])];
    });
  },
};

export const slow: Proof = {
  id: 'slow',
  proves: 'Every slow submission is right: nothing but its speed is wrong with it.',
  async prove(bench) {
    const { spec } = bench.assignment;
    return all(bench, 'slow', ({ misses }, trial) => [
      ...rightness(trial),
      ...(trial.timing ? missed(spec, trial, misses) : []),
    ]);
  },
};

export const rejected: Proof = {
  id: 'rejected',
  proves: 'Every rejected submission fails exactly the checks of the manifest, with its rule at its line.',
  prove: (bench) => all(bench, 'rejected', verdictFlaws),
};

type Kind = 'accepted' | 'slow' | 'rejected';

/** Grades every example of a kind with each seed; what goes wrong with all seeds is told once. */
async function all<K extends Kind>(
  bench: Bench,
  kind: K,
  judge: (entry: SubmissionsManifest[K][number], trial: Trial) => readonly Omit<Flaw, 'where'>[],
): Promise<Outcome> {
  const entries: readonly SubmissionsManifest[K][number][] = bench.examples[kind];
  if (entries.length === 0) return { status: 'skipped', seen: `There is no ${kind} submission.` };
  const wanted = entries.flatMap((entry) => {
    const candidate = bench.example(`${kind}/${entry.file}`);
    return SEEDS.map((seed) => ({ candidate, seed }));
  });
  const trials = await bench.gradeAll(wanted);
  const flaws: Flaw[] = [];
  let held = 0;
  entries.forEach((entry, index) => {
    const own = trials.slice(index * SEEDS.length, (index + 1) * SEEDS.length);
    const found = own.map((trial) => judge(entry, trial));
    if (found.every((list) => list.length === 0)) held += 1;
    flaws.push(...merged(`submissions/${kind}/${entry.file}`, found));
  });
  return concluded(`${held} of ${plural(entries.length, 'submission')}, with ${SEEDS.length} seeds`, flaws);
}

function merged(where: string, found: readonly (readonly Omit<Flaw, 'where'>[])[]): Flaw[] {
  const seeds = new Map<string, { readonly flaw: Omit<Flaw, 'where'>; readonly with: string[] }>();
  found.forEach((list, index) => {
    for (const flaw of list) {
      const known = seeds.get(flaw.message) ?? { flaw, with: [] };
      known.with.push(SEEDS[index] ?? '');
      seeds.set(flaw.message, known);
    }
  });
  return [...seeds.values()].map(({ flaw, with: given }) => ({
    ...flaw,
    where,
    message: given.length === SEEDS.length ? flaw.message : `${flaw.message} (with the seed ${given.join(', ')} only)`,
  }));
}

/** Everything but speed is full. */
function rightness(trial: Trial): Omit<Flaw, 'where'>[] {
  const mend = 'Correct the submission, or the assignment where it asks for more than it says.';
  const lacking = trial.checks.filter(({ id, score, maxScore }) => id !== 'speedup' && score < maxScore);
  const errors = errorFindings(trial).filter(({ check }) => check !== 'speedup');
  const failing = failedChecks(trial).filter((id) => id !== 'speedup');
  if (lacking.length === 0 && errors.length === 0 && failing.length === 0) return [];
  const [first] = errors;
  const fails = failing.length > 0 ? `fails ${failing.join(', ')}` : 'has an error';
  const points = `${trial.score} of ${trial.maxScore} points`;
  return [{ message: `it ${fails} (${points})${first ? `: ${describeFinding(first)}` : ''}`, mend }];
}

function reaches(spec: AssignmentSpec, { timing }: Trial, tier: string): Omit<Flaw, 'where'>[] {
  if (place(spec, timing?.tier ?? null) <= place(spec, tier)) return [];
  const message = `on ${timing?.gpu} it reaches ${timing?.tier ?? 'no tier'}; the manifest declares ${tier}`;
  return [{ message, mend: 'Declare the tier that it reaches, or calibrate: grade calibrate --write' }];
}

function missed(spec: AssignmentSpec, { timing }: Trial, tier: string): Omit<Flaw, 'where'>[] {
  if (place(spec, timing?.tier ?? null) > place(spec, tier)) return [];
  const message = `on ${timing?.gpu} it reaches ${timing?.tier}; the manifest says that it misses ${tier}`;
  return [{ message, mend: 'Make it slower or the threshold higher: grade calibrate' }];
}

/** Of a tier among the tiers, the best 0; what is none comes last. */
function place({ timing }: AssignmentSpec, tier: string | null): number {
  const index = (timing?.tiers ?? []).findIndex(({ name }) => name === tier);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

function verdictFlaws({ checks, rule, line }: RejectedSubmission, trial: Trial): Omit<Flaw, 'where'>[] {
  const mend =
    'If the verdict is right, correct the entry in submissions/manifest.yaml; else it is a case that is missing.';
  const errors = errorFindings(trial);
  if (trial.verdict !== 'failed' || trial.responsible !== 'student') {
    return [{ message: 'it passes', mend: 'Add a case that shows its mistake, or correct the manifest.' }];
  }
  const flaws: Omit<Flaw, 'where'>[] = [];
  const failing = failedChecks(trial);
  if ([...failing].sort().join() !== [...checks].sort().join()) {
    flaws.push({ message: `it fails ${failing.join(', ')}; the manifest says ${checks.join(', ')}`, mend });
  }
  if (!errors.some((finding) => finding.rule === rule && finding.line === line)) {
    const found = errors.map((finding) => `${finding.rule} at line ${finding.line ?? '?'}`);
    const there = found.length > 0 ? `there are ${[...new Set(found)].join(', ')}` : 'there is no error';
    flaws.push({ message: `no ${rule} at line ${line}; ${there}`, mend });
  }
  return flaws;
}
