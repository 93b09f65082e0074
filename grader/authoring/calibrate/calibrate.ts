import { buildOwn, type Engine, timeSubmission } from '../../pipeline/grade/index.ts';
import { AssignmentError, InfrastructureError } from '../../platform/index.ts';
import type { Assignment, Calibration } from '../../spec/index.ts';
import { median, type TimingEvidence } from '../../timing/index.ts';
import { readingCuda } from '../in-python.ts';
import { parseSubmissions, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST, tierOf } from '../submissions.ts';
import { type MeasuredSubmission, type Proposal, proposeTiers } from './propose.ts';

export interface CalibrationRequest {
  readonly assignment: Assignment;
  readonly engine: Engine;
  /** Of the measurement, `2026-11-21`. */
  readonly date: string;
  readonly onProgress?: (file: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface Calibrated {
  readonly calibration: Calibration;
  readonly proposal: Proposal;
}

interface Example extends Omit<MeasuredSubmission, 'ratio'> {
  /** Path in the assignment's folder. */
  readonly path: string;
}

/**
 * Times the baseline, the accepted and the slow submissions of an assignment on this GPU, and places thresholds between
 * them.
 * @throws AssignmentError where one of them cannot be timed; InfrastructureError without a GPU
 */
export async function calibrate(request: CalibrationRequest): Promise<Calibrated> {
  const { assignment, engine: given, date, onProgress, signal } = request;
  const { spec } = assignment;
  const { nvcc, gpu } = given;
  if (!nvcc || !gpu) throw new InfrastructureError('Calibrating needs a GPU, and nvcc.');
  if (!spec.timing) throw new AssignmentError(`${spec.id} has no timing: there is nothing to calibrate.`);
  const examples = examplesOf(assignment, given);
  const paths = examples.map(({ path }) => path);
  const engine = await readingCuda(given, assignment, paths);
  const measured: { readonly example: Example; readonly timing: TimingEvidence }[] = [];
  for (const example of examples) {
    signal?.throwIfAborted();
    onProgress?.(example.file, measured.length, examples.length);
    const submission = await buildOwn(assignment, engine, nvcc, example.path);
    const timing = await timeSubmission({ assignment, engine, nvcc, gpu, submission, ...(signal && { signal }) });
    measured.push({ example, timing: usable(example, timing) });
  }
  // The other kinds of threshold are about the GPU, not about the baseline: they hold everywhere.
  const names = spec.timing.tiers.filter(({ minRatio }) => minRatio !== undefined).map(({ name }) => name);
  const proposal = proposeTiers(
    names,
    measured.map(({ example, timing }) => ({ ...example, ratio: timing.ratio })),
  );
  const references = measured.flatMap(({ timing: { referenceMs } }) => (referenceMs === null ? [] : [referenceMs]));
  return {
    proposal,
    calibration: {
      schemaVersion: 1,
      gpu: (await gpu.model()).name,
      driver: (await gpu.describe()).driver,
      nvcc: nvcc.version,
      date,
      dims: spec.timing.dims,
      baselineMs: digits(median(measured.map(({ timing }) => timing.baselineMs))),
      referenceMs: references.length > 0 ? digits(median(references)) : null,
      tiers: proposal.tiers.map(({ name, minRatio, above, below }) => ({
        name,
        of: 'baseline' as const,
        minRatio,
        above: digits(above),
        below: below === null ? null : digits(below),
      })),
      measured: measured.map(({ example: { file, tier, kind }, timing: { studentMs, ratio, interval } }) => ({
        file,
        tier,
        kind,
        ms: digits(studentMs),
        ratio: digits(ratio),
        interval: [digits(interval[0]), digits(interval[1])],
      })),
    },
  };
}

function examplesOf(assignment: Assignment, engine: Engine): Example[] {
  const path = `${SUBMISSIONS_FOLDER}/${SUBMISSIONS_MANIFEST}`;
  const text = new TextDecoder().decode(engine.readFile(assignment, path));
  const { accepted, slow } = parseSubmissions(text, path);
  const best = assignment.spec.timing?.tiers[0]?.name ?? '';
  return [
    ...accepted.flatMap((entry) => {
      const tier = tierOf(entry, best);
      return tier === undefined ? [] : [{ file: `accepted/${entry.file}`, tier, kind: 'accepted' as const }];
    }),
    ...slow.map(({ file, misses }) => ({ file: `slow/${file}`, tier: misses, kind: 'slow' as const })),
  ].map((example) => ({ ...example, path: `${SUBMISSIONS_FOLDER}/${example.file}` }));
}

function usable({ file }: Example, timing: TimingEvidence | null): TimingEvidence {
  if (timing?.outcome.status === 'measured') return timing;
  const { outcome } = timing ?? { outcome: null };
  throw new AssignmentError(`${file} cannot be timed.`, { details: [JSON.stringify(outcome)] });
}

/** Four digits say more than a measurement does. */
function digits(value: number): number {
  return Number(value.toPrecision(4));
}

/** A table for a terminal. */
export function renderCalibration({ gpu, driver, nvcc, baselineMs, tiers, measured }: Calibration): string {
  const percent = (share: number | null) => (share === null ? '–' : `${Math.round(100 * share)} %`);
  const rows = measured.map(({ file, kind, tier, ms, ratio, interval }) => [
    file,
    `${kind === 'slow' ? 'misses' : 'reaches'} ${tier}`,
    `${ms} ms`,
    `${ratio} (${interval[0]} to ${interval[1]})`,
  ]);
  const thresholds = tiers.map(({ name, minRatio, above, below }) => [
    name,
    `at least ${minRatio}`,
    `slowest above by ${percent(above)}`,
    `fastest below by ${percent(below)}`,
  ]);
  return [
    `${gpu}, CUDA ${driver}, nvcc ${nvcc}; the baseline takes ${baselineMs} ms`,
    '',
    ...aligned(rows),
    '',
    ...aligned(thresholds),
  ].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
