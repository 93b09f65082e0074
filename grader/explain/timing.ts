import type { DetailOf } from '../result/index.ts';
import type { Threshold } from '../spec/index.ts';
import type { TimingEvidence } from '../timing/index.ts';
import type { Facts } from './faults.ts';
import { number, plural, type Words } from './text.ts';

const OF: Readonly<Record<Threshold['of'], string>> = {
  baseline: 'times as fast as the baseline',
  reference: 'of the reference solution\u2019s speed',
  bandwidth: 'of the GPU\u2019s memory bandwidth',
  peak: 'of the GPU\u2019s peak arithmetic',
};

/** Milliseconds and ratios with three digits. */
export function wordDigits(value: number, digits = 3): string {
  return Number(value.toPrecision(digits)).toString();
}

/** `1.23 (1.2 to 1.26)`: three digits, or as many more as tell the ends apart. */
export function wordRatio(timing: Pick<TimingEvidence, 'ratio' | 'interval'>): string {
  const { ratio, ends } = ratioParts(timing);
  return `${ratio} (${ends})`;
}

function ratioParts({ ratio, interval: [low, high] }: Pick<TimingEvidence, 'ratio' | 'interval'>): {
  readonly ratio: string;
  readonly ends: string;
} {
  let digits = 3;
  while (digits < 6 && low < high && wordDigits(low, digits) === wordDigits(high, digits)) digits++;
  const [value, from, to] = [ratio, low, high].map((one) => wordDigits(one, digits));
  return { ratio: `${value}`, ends: `${from} to ${to}` };
}

/** What a tier asks for. */
export function wordThreshold({ of, minRatio }: Pick<Threshold, 'of' | 'minRatio'>): string {
  return of === 'baseline' ? `${wordDigits(minRatio)} ${OF.baseline}` : `${wordDigits(100 * minRatio)} % ${OF[of]}`;
}

type TimingKind = 'too-slow' | 'too-close' | 'timed-wrong' | 'not-timed' | 'below-floor';

/** Why a timing earns nothing, or for the TA: the better tier was given, and could as well have been missed. */
export function wordTiming({ detail }: Facts<TimingKind>): Words {
  switch (detail.kind) {
    case 'too-slow':
      return tooSlow(detail);
    case 'too-close':
      return { message: tooClose(detail), hint: null };
    case 'timed-wrong':
      return {
        message: `In a timed run on fresh input, ${number(detail.wrong)} of the ${plural(detail.of, 'element')} of ${detail.output} that were compared ${detail.wrong === 1 ? 'is' : 'are'} wrong.`,
        hint: 'Each timed run has new data at new addresses, and a size that no case has. Does the kernel compute all elements in every run?',
      };
    case 'not-timed':
      return notTimed(detail);
    case 'below-floor':
      return {
        message: `The measured ${wordDigits(detail.studentMs)} ms are less than the ${wordDigits(detail.floorMs)} ms that this GPU needs for the work at least. The measurement does not count, and a TA should look at it.`,
        hint: null,
      };
  }
}

function notTimed({ because, reason }: DetailOf<'not-timed'>): Words {
  switch (because) {
    case 'failed':
      return {
        message: `It could not be timed: ${reason}.`,
        hint: 'The timed size is larger than that of the cases. Are indexes, grids and allocations large enough for it?',
      };
    case 'not-replayable':
      return {
        message: `It could not be timed: ${reason}. A timing repeats only the GPU's part, with data that host code has never seen.`,
        hint: 'Can a kernel do this work, or can host code do it without reading the data?',
      };
    case 'unsteady':
      return {
        message: `The speed of the GPU was not steady: ${reason}. The measurement does not count.`,
        hint: null,
      };
  }
}

function tooSlow(detail: DetailOf<'too-slow'>): Words {
  const { studentMs, baselineMs, gpu, lowestTier: tier } = detail;
  const { ratio, ends } = ratioParts(detail);
  const reached = tier?.reached === undefined ? '' : `, and it reaches ${percent(tier.reached)}`;
  const asked = tier ? ` The lowest tier requires ${wordThreshold(tier)}${reached}.` : '';
  return {
    message: `It takes ${wordDigits(studentMs)} ms and the baseline ${wordDigits(baselineMs)} ms on ${gpu}: ${ratio} times as fast (${ends}).${asked}`,
    hint: whatBounds(detail),
  };
}

/** What the GPU is short of for this work, and how much of that is used. */
function whatBounds({ bound, share }: DetailOf<'too-slow'>): string {
  return bound === 'arithmetic'
    ? `It does its arithmetic at ${percent(share)} of the GPU\u2019s peak. For the rest of the time, threads most likely wait for data. How often is the same element read from global memory?`
    : `Each byte must move only once, and that happens at ${percent(share)} of the memory\u2019s speed. Which addresses do the threads of one warp read together?`;
}

function percent(share: number): string {
  return `${wordDigits(100 * share)} %`;
}

function tooClose(detail: DetailOf<'too-close'>): string {
  const { tier, threshold, share, rounds } = detail;
  const asked = threshold ? wordThreshold(threshold) : '';
  const measured = share === undefined ? wordRatio(detail) : percent(share);
  return `Too close to call: the tier ${JSON.stringify(tier)} requires ${asked}, and ${measured} was measured in ${plural(rounds, 'round')}. The better tier was given, and a TA can check it.`;
}

const NOT_COUNTED: Readonly<Record<Exclude<TimingEvidence['outcome']['status'], 'measured'>, string>> = {
  wrong: 'No speed is given: an output of a timed run was wrong.',
  failed: 'No speed is given: a timed run did not finish.',
  'not-replayable': 'No speed is given: the program cannot be timed without its host code.',
  'below-floor': 'The speed does not count: it is higher than this GPU allows.',
  unsteady: 'The speed does not count: the speed of the GPU was not steady.',
};

/** How fast it is, in a sentence. */
export function wordSpeed(timing: TimingEvidence): string {
  const { outcome, studentMs, baselineMs, gpu } = timing;
  if (outcome.status !== 'measured') return NOT_COUNTED[outcome.status];
  const { ratio, ends } = ratioParts(timing);
  return `It takes ${wordDigits(studentMs)} ms on ${gpu.name} and the baseline ${wordDigits(baselineMs)} ms: ${ratio} times as fast (95 % interval ${ends})${reachedTier(timing)}.`;
}

function reachedTier({ tiers, tier, tooClose }: TimingEvidence): string {
  if (tiers.length === 0) return '';
  if (tier === null) return ', which reaches no tier';
  return `, which reaches the tier ${JSON.stringify(tier)}${tooClose === null ? '' : ', too close to call'}`;
}

/** Whether thresholds are those of this GPU; null where there are none. */
export function wordCalibration({ tiers, calibrated, gpu }: TimingEvidence): string | null {
  if (tiers.length === 0) return null;
  return calibrated
    ? `The thresholds were measured on ${gpu.name}.`
    : `The thresholds were not measured on ${gpu.name}: they are the assignment\u2019s own. \`grade calibrate\` measures them.`;
}
