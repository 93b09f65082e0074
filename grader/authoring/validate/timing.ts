import { buildOwn, type Engine, timeSubmission } from '../../grade/index.ts';
import { AssignmentError } from '../../platform/errors.ts';
import { type Calibration, calibrationPath, parseCalibration, thresholdsFor } from '../../spec/index.ts';
import { median, type TimingEvidence } from '../../timing/index.ts';
import { CALIBRATION_FOLDER, folderAt } from '../lint/index.ts';
import type { Bench } from './bench.ts';
import { marginsOf } from './margins.ts';
import { concluded, type Flaw, type Outcome, type Proof, plural } from './proof.ts';

/** Timings of one submission that must agree on its tier. */
const REPETITIONS = 10;
/** Timings that an unsteady GPU may spoil; each is made once more. */
const SPOILT = 3;

export const timing: Proof = {
  id: 'timing',
  proves: 'Accepted submissions reach their tier with 15 % to spare, slow ones miss theirs by as much.',
  async prove(bench) {
    const { spec } = bench.assignment;
    if (!spec.timing || spec.timing.tiers.length === 0)
      return { status: 'skipped', seen: 'Speed gives no points here.' };
    const engine = await bench.lanes.first();
    return engine.gpu ? measured(bench, engine) : committed(bench);
  },
};

/** The calibrations that were committed, each of another GPU. */
function committed(bench: Bench): Outcome {
  const { spec, folder } = bench.assignment;
  const files = folderAt(folder)
    .list(CALIBRATION_FOLDER)
    .filter((file) => file.endsWith('.json'));
  if (files.length === 0) {
    return { status: 'skipped', seen: 'No GPU here, and no calibration: the thresholds are not measured.' };
  }
  const flaws: Flaw[] = [];
  const seen = files.map((file) => {
    const path = `${CALIBRATION_FOLDER}/${file}`;
    const { calibration, problems } = parseCalibration(spec, bench.text(path));
    if (calibration === null || problems.length > 0) {
      throw new AssignmentError(`${path} cannot be used: ${problems[0]?.problem}.`);
    }
    const own = flawsOfCalibration(bench, calibration, path);
    flaws.push(...own.flaws);
    return `${calibration.gpu} of ${calibration.date}, not measured here: ${own.seen}`;
  });
  return concluded(seen.join('; '), flaws);
}

/** Its margins, and whether it has all tiers. */
export function flawsOfCalibration(
  { assignment: { spec }, examples }: Pick<Bench, 'assignment' | 'examples'>,
  calibration: Calibration,
  path: string,
): { readonly seen: string; readonly flaws: readonly Flaw[] } {
  const tiers = (spec.timing?.tiers ?? []).map(({ name }) => name);
  const has = calibration.tiers.map(({ name }) => name);
  const lacking = tiers.filter((name) => !has.includes(name));
  const margins = marginsOf(spec, calibration, thresholdsFor(spec, calibration), examples, path);
  const mend = 'Measure again on a quiet GPU: grade calibrate --write';
  const flaws = [
    ...(lacking.length > 0 ? [{ where: path, message: `it has no threshold for ${lacking.join(', ')}`, mend }] : []),
    ...margins.flaws,
  ];
  return { seen: wordMargins(margins), flaws };
}

function wordMargins({ above, below, untold }: ReturnType<typeof marginsOf>): string {
  const share = (value: number | null) => (value === null ? 'none' : `${Math.round(value * 100)} %`);
  const rest = untold.length > 0 ? `, ${untold.join(', ')} not told by it` : '';
  return `nearest above ${share(above)}, nearest below ${share(below)}${rest}`;
}

/** On this machine's GPU: every accepted and slow submission, many times. */
async function measured(bench: Bench, engine: Engine): Promise<Outcome> {
  const { assignment, signal, examples } = bench;
  const { spec } = assignment;
  const { gpu, nvcc } = engine;
  if (!gpu || !nvcc || !spec.timing) throw new Error('timing without a GPU');
  const files = [
    ...examples.accepted.map(({ file }) => `accepted/${file}`),
    ...examples.slow.map(({ file }) => `slow/${file}`),
  ];
  const flaws: Flaw[] = [];
  const speeds: { file: string; ms: number; ratio: number }[] = [];
  let last: TimingEvidence | null = null;
  for (const file of files) {
    const path = `submissions/${file}`;
    const submission = await buildOwn(assignment, engine, nvcc, path);
    const { timings, trouble } = await repeated(() => {
      signal.throwIfAborted();
      return timeSubmission({ assignment, engine, nvcc, gpu, submission, signal });
    });
    if (trouble !== null) {
      const mend = 'Time it on a GPU that nobody else uses; if that does not help, larger timing.dims.';
      flaws.push({ where: path, message: `it cannot be timed ${REPETITIONS} times: ${trouble}`, mend });
    }
    if (timings.length === 0) continue;
    const tiers = [...new Set(timings.map(({ tier }) => tier ?? 'none'))];
    if (tiers.length > 1) {
      const message = `${REPETITIONS} timings do not agree on its tier: ${tiers.join(', ')}`;
      flaws.push({ where: path, message, mend: 'Its speed is too near to a threshold: grade calibrate' });
    }
    speeds.push({
      file,
      ms: median(timings.map(({ studentMs }) => studentMs)),
      ratio: median(timings.map(({ ratio }) => ratio)),
    });
    last = timings.at(-1) ?? null;
  }
  if (!last) return { status: 'skipped', seen: 'There is no accepted and no slow submission.' };
  const { referenceMs, tiers, calibrated } = last;
  const name = last.gpu.name;
  const where = calibrated ? calibrationPath(name) : 'assignment.yaml';
  const own = { gpu: name, dims: spec.timing.dims, referenceMs, measured: speeds };
  const margins = marginsOf(spec, own, tiers, examples, where);
  const seen = `measured on ${name}: ${plural(files.length, 'submission')} ${REPETITIONS} times; ${wordMargins(margins)}`;
  return concluded(seen, [...flaws, ...margins.flaws]);
}

/**
 * Times one program again and again.
 * @returns what was measured, and why it was not measured as often as wanted, if so
 */
export async function repeated(
  time: () => Promise<TimingEvidence | null>,
): Promise<{ readonly timings: readonly TimingEvidence[]; readonly trouble: string | null }> {
  const timings: TimingEvidence[] = [];
  for (let spoilt = 0; timings.length < REPETITIONS; ) {
    const one = await time();
    if (one?.outcome.status === 'measured') timings.push(one);
    else if (one?.outcome.status !== 'unsteady' || ++spoilt > SPOILT) return { timings, trouble: reasonOf(one) };
  }
  return { timings, trouble: null };
}

function reasonOf(one: TimingEvidence | null): string {
  if (one === null) return 'the assignment has nothing to time';
  const { outcome } = one;
  if ('reason' in outcome) return outcome.reason;
  return 'message' in outcome ? outcome.message : outcome.status;
}
