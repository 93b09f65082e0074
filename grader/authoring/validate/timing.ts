import { type Engine, RepeatedTiming } from '../../pipeline/grade/index.ts';
import { AssignmentError } from '../../platform/index.ts';
import { type Calibration, calibrationPath, parseCalibration, thresholdsFor } from '../../spec/index.ts';
import { median } from '../../timing/index.ts';
import { readingCuda } from '../in-python.ts';
import { CALIBRATION_FOLDER, folderAt } from '../lint/index.ts';
import { SUBMISSIONS_FOLDER, tierOf } from '../submissions.ts';
import type { Bench } from './bench.ts';
import { marginsOf } from './margins.ts';
import { concluded, type Flaw, type Outcome, type Proof, plural } from './proof.ts';
import { type Repeated, reasonOf, repeatTimings, type Timed } from './repetitions.ts';

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
  const { assignment, signal, examples, repetitions } = bench;
  const { spec } = assignment;
  const { gpu, nvcc } = engine;
  if (!gpu || !nvcc || !spec.timing) throw new Error('timing without a GPU');
  const files = [
    ...examples.accepted
      .filter((entry) => tierOf(entry, spec.timing?.tiers[0]?.name) !== undefined)
      .map(({ file }) => `accepted/${file}`),
    ...examples.slow.map(({ file }) => `slow/${file}`),
  ];
  if (files.length === 0) return { status: 'skipped', seen: 'There is no accepted and no slow submission.' };
  const series = await RepeatedTiming.prepare(
    { assignment, engine: await readingCuda(engine, assignment, files.map(pathOf)), nvcc, gpu, signal },
    spec.timing,
    files.map(pathOf),
    bench.step,
  );
  let timed = 0;
  const all = await repeatTimings(
    files,
    repetitions,
    (some, onTimed) => series.pass(some.map(pathOf), (path, timing) => onTimed(path.slice(pathOf('').length), timing)),
    (one) => {
      timed += 1;
      bench.step(timed, Math.max(timed, files.length * repetitions));
      bench.tell(wordTimed(one, repetitions));
    },
  );
  const flaws = all.flatMap((one) => flawsOfRepeated(one, repetitions));
  const speeds = all.flatMap(({ file, timings }) => {
    if (timings.length === 0) return [];
    const ms = median(timings.map(({ studentMs }) => studentMs));
    return { file, ms, ratio: median(timings.map(({ ratio }) => ratio)) };
  });
  const last = all.flatMap((one) => one.timings).at(-1);
  const timings = all.map(({ file, timings: own }) => ({
    file,
    tiers: [...new Set(own.map(({ tier }) => tier))],
    ms: own.map(({ studentMs }) => studentMs),
    ratios: own.map(({ ratio }) => ratio),
  }));
  if (!last) return concluded(`measured nothing on ${series.gpu.name}`, flaws, timings);
  const { referenceMs, tiers, calibrated } = last;
  const where = calibrated ? calibrationPath(series.gpu.name) : 'assignment.yaml';
  const own = { gpu: series.gpu.name, dims: spec.timing.dims, referenceMs, measured: speeds };
  const margins = marginsOf(spec, own, tiers, examples, where);
  const times = `${plural(files.length, 'submission')} ${plural(repetitions, 'time')}`;
  const seen = `measured on ${series.gpu.name}: ${times}; ${wordMargins(margins)}`;
  return concluded(seen, [...flaws, ...margins.flaws], timings);
}

function pathOf(file: string): string {
  return `${SUBMISSIONS_FOLDER}/${file}`;
}

/** It was timed as often as wanted, with one tier each time. */
export function flawsOfRepeated({ file, timings, trouble }: Repeated, repetitions: number): Flaw[] {
  const where = pathOf(file);
  const flaws: Flaw[] = [];
  if (trouble !== null) {
    const mend = 'Time it on a GPU that nobody else uses; if that does not help, larger timing.dims.';
    flaws.push({ where, message: `it cannot be timed ${plural(repetitions, 'time')}: ${trouble}`, mend });
  }
  const tiers = [...new Set(timings.map(({ tier }) => tier ?? 'none'))];
  if (tiers.length > 1) {
    const message = `${timings.length} timings do not agree on its tier: ${tiers.join(', ')}`;
    flaws.push({ where, message, mend: 'Its speed is too near to a threshold: grade calibrate' });
  }
  return flaws;
}

/** A line for each timing: what ends the proof early loses none of those before. */
function wordTimed({ file, timing, count }: Timed, repetitions: number): string {
  if (timing.outcome.status !== 'measured') return `${file}: not measured: ${reasonOf(timing)}`;
  const { studentMs, ratio, interval, tier, rounds } = timing;
  const [time, times, low, high] = [studentMs, ratio, ...interval].map((value) => Number(value.toPrecision(4)));
  return `${file}, ${count} of ${repetitions}: ${time} ms, ratio ${times} (${low} to ${high}, ${rounds.length} rounds), ${tier ?? 'no tier'}`;
}
