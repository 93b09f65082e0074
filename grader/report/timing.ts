import {
  wordCalibration,
  wordDigits,
  wordNumber,
  wordPlural,
  wordRatio,
  wordSpeed,
  wordThreshold,
} from '../explain/index.ts';
import type { Threshold } from '../spec/index.ts';
import type { TimingEvidence } from '../timing/index.ts';

/** What was timed together, under the names that every format gives it. */
export const PROGRAMS = { submission: 'Submission', baseline: 'Baseline', reference: 'Reference' } as const;
export type Program = keyof typeof PROGRAMS;

export interface TimedProgram {
  readonly program: Program;
  readonly name: string;
  /** Of the rounds, in their order. */
  readonly times: readonly number[];
  readonly medianMs: number;
}

/** The timing as every format says it. */
export interface TimingWords {
  readonly sentence: string;
  /** Medians, and how they compare with the baseline's; none where the submission has no time that means anything. */
  readonly times: readonly { readonly name: string; readonly median: string; readonly ratio: string | null }[];
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly tiers: readonly TierWords[];
  readonly calibration: string | null;
}

export interface TierWords {
  readonly name: string;
  readonly points: string;
  readonly asks: string;
  readonly status: 'missed' | 'reached' | 'surpassed';
  readonly result: string;
}

/** Times of wrong results are no times. */
const WITH_TIMES: readonly TimingEvidence['outcome']['status'][] = ['measured', 'below-floor', 'unsteady'];

/** What ran in each round, with positive times; none where they mean nothing. */
export function timedPrograms(timing: TimingEvidence): TimedProgram[] {
  const { outcome, rounds, studentMs, baselineMs, referenceMs } = timing;
  if (!WITH_TIMES.includes(outcome.status)) return [];
  const programs = [
    { program: 'submission', medianMs: studentMs, times: rounds.map((round) => round.studentMs) },
    { program: 'baseline', medianMs: baselineMs, times: rounds.map((round) => round.baselineMs) },
    { program: 'reference', medianMs: referenceMs ?? 0, times: rounds.map((round) => round.referenceMs ?? 0) },
  ] as const;
  return programs
    .map(({ program, medianMs, times }) => ({
      program,
      name: PROGRAMS[program],
      medianMs,
      times: times.filter((ms) => ms > 0),
    }))
    .filter(({ medianMs, times }) => medianMs > 0 && times.length > 0);
}

export function timingWords(timing: TimingEvidence): TimingWords {
  return {
    sentence: wordSpeed(timing),
    times: timesOf(timing),
    facts: factsOf(timing),
    tiers: tiersOf(timing),
    calibration: wordCalibration(timing),
  };
}

/** Three digits, and thousands apart. */
export function wordMs(ms: number): string {
  return `${wordNumber(Number(wordDigits(ms)))} ms`;
}

function timesOf(timing: TimingEvidence): TimingWords['times'] {
  const programs = timedPrograms(timing);
  if (programs.length === 0) return [];
  const { baselineMs, cpuMs } = timing;
  const cpu = cpuMs !== null && cpuMs > 0 ? [{ name: 'Plain CPU loop', medianMs: cpuMs, program: null }] : [];
  return [...programs, ...cpu].map(({ program, name, medianMs }) => ({
    name,
    median: wordMs(medianMs),
    ratio:
      program === 'baseline' ? null : program === 'submission' ? wordRatio(timing) : wordPart(baselineMs / medianMs),
  }));
}

/** A small one as `1/3,660`. */
function wordPart(ratio: number): string {
  return ratio < 0.01 ? `1/${wordNumber(Number((1 / ratio).toPrecision(3)))}` : wordDigits(ratio);
}

function factsOf({ gpu, dims, rounds, dropped, clocksMHz, floorMs }: TimingEvidence): TimingWords['facts'] {
  return [
    { name: 'GPU', value: gpu.name },
    { name: 'Driver', value: `CUDA ${gpu.driver}` },
    { name: 'Size', value: sizeWords(dims) },
    { name: 'Rounds', value: wordNumber(rounds.length) },
    { name: 'Dropped rounds', value: dropped === 0 ? 'none' : `${wordNumber(dropped)}, as the GPU was slowed down` },
    { name: 'SM clock', value: clockWords(clocksMHz) },
    { name: 'Least time possible', value: floorMs > 0 ? wordMs(floorMs) : '' },
  ].filter(({ value }) => value !== '');
}

function sizeWords(dims: TimingEvidence['dims']): string {
  return Object.entries(dims)
    .map(([name, extent]) => `${name} = ${wordNumber(extent)}`)
    .join(', ');
}

function clockWords(clocks: TimingEvidence['clocksMHz']): string {
  if (!clocks) return 'not known';
  const [low, high] = clocks.map(wordNumber);
  return low === high ? `${low} MHz` : `${low} to ${high} MHz`;
}

function tiersOf({ tiers, tier, tooClose, outcome }: TimingEvidence): TierWords[] {
  const at = tiers.findIndex(({ name }) => name === tier);
  return tiers.map((threshold, index) => {
    const status = at < 0 || index < at ? 'missed' : index === at ? 'reached' : 'surpassed';
    return {
      ...tierWords(threshold),
      status,
      result: resultWords(status, outcome.status, threshold.name === tooClose),
    };
  });
}

function tierWords(threshold: Threshold): Pick<TierWords, 'name' | 'points' | 'asks'> {
  return { name: threshold.name, points: wordPlural(threshold.points, 'point'), asks: wordThreshold(threshold) };
}

function resultWords(
  status: TierWords['status'],
  outcome: TimingEvidence['outcome']['status'],
  tooClose: boolean,
): string {
  if (outcome !== 'measured') return 'not judged';
  if (status === 'missed') return 'not reached';
  return tooClose ? `${status}, too close to call` : status;
}
