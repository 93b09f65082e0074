import { wordDigits, wordRatio } from '../explain/index.ts';
import type { Threshold } from '../spec/index.ts';
import type { TimingEvidence } from '../timing/index.ts';
import { logarithmic, logarithmicTicks, rangeOf } from './axis.ts';
import {
  axisBelow,
  type Drawn,
  LEFT,
  LETTER,
  LINE,
  label,
  mark,
  type Plot,
  RIGHT,
  together,
  WIDTH,
  within,
} from './drawn.ts';
import { bandwidth, roofline } from './roofline.ts';
import { type TimedProgram, timedPrograms, wordMs } from './timing.ts';

/** The pictures of a timing; none where nothing was measured. */
export function timingPlots(timing: TimingEvidence): Plot[] {
  const programs = timedPrograms(timing);
  if (!programs.some(({ program }) => program === 'submission')) return [];
  const { operations, bytes, gpu } = timing;
  const roofed = operations !== null && operations > 0 && bytes > 0 && gpu.peakFlops > 0 && gpu.measuredBandwidth > 0;
  return [
    distribution(programs),
    ...(timing.outcome.status === 'measured' && timing.interval[0] > 0 ? [interval(timing)] : []),
    ...(roofed ? [roofline(timing, operations, programs)] : []),
    ...(!roofed && bytes > 0 && gpu.measuredBandwidth > 0 ? [bandwidth(timing, programs)] : []),
  ];
}

/** Each round's time as a point, a row for each program, on one logarithmic axis. */
function distribution(programs: readonly TimedProgram[]): Plot {
  const row = 50;
  const bottom = row * programs.length + 4;
  const all = programs.flatMap(({ times }) => times);
  const x = logarithmic(rangeOf(all, 1.04), [LEFT, RIGHT]);
  const axis = axisBelow(x, logarithmicTicks(x), bottom, 'milliseconds, logarithmic');
  const rows = programs.map(({ program, name, times, medianMs }, index): Drawn => {
    const middle = index * row + 33;
    const at = x.at(medianMs);
    return {
      lines: [{ kind: 'median', x1: at, y1: middle - 14, x2: at, y2: middle + 14 }],
      marks: times.map((ms, order) => mark(program, x.at(ms), middle + scatter(order))),
      labels: [label('name', LEFT, index * row + 13, 'start', `${name}, median ${wordMs(medianMs)}`)],
    };
  });
  const ranges = programs.map(
    ({ name, times, medianMs }) =>
      `${name}: median ${wordMs(medianMs)}, ${wordMs(Math.min(...times))} to ${wordMs(Math.max(...times))}`,
  );
  return {
    name: 'distribution',
    caption: 'Each point is the time of one round; the stroke is the median.',
    alt: `The times of all rounds on a logarithmic axis. ${ranges.join('. ')}.`,
    width: WIDTH,
    height: bottom + 36,
    ...together([axis, ...rows]),
  };
}

/** Points of one row lie above and below each other, so that equal times are seen. */
function scatter(order: number): number {
  return (((order * 3) % 7) - 3) * 2.2;
}

/** The ratio with its interval, among the thresholds. */
function interval(timing: TimingEvidence): Plot {
  const { ratio, interval: ends, tiers, tier } = timing;
  const lines = tiers.flatMap((threshold) => {
    const at = ratioFor(threshold, timing);
    return at === null ? [] : [{ kind: threshold.name === tier ? 'reached' : 'threshold', at, name: threshold.name }];
  });
  const named = [...lines, { kind: 'baseline', at: 1, name: 'baseline' }].sort((a, b) => a.at - b.at);
  const x = logarithmic(rangeOf([...named.map(({ at }) => at), ratio, ...ends], 1.12), [LEFT, RIGHT]);
  const names = inRows(named.map(({ kind, at, name }) => beside(kind, x.at(at), `${name} ${wordDigits(at)}`)));
  const top = LINE * (1 + Math.max(...names.map(({ line }) => line))) + 4;
  const middle = top + 42;
  const bottom = middle + 22;
  const [low, high] = [x.at(ends[0]), x.at(ends[1])];
  const others = lines.map(({ name, at }) => `tier ${name} at ${wordDigits(at)}`);
  return {
    name: 'interval',
    caption: `How many times as fast as the baseline, with its 95 % interval, and what the tiers ask for.${
      tiers.some(({ of }) => of !== 'baseline')
        ? ' Tiers that ask for something else lie where the medians put them.'
        : ''
    }`,
    alt: `${wordRatio(timing)} times as fast as the baseline, on a logarithmic axis with ${[...others, 'the baseline at 1'].join(', ')}.`,
    width: WIDTH,
    height: bottom + 36,
    ...together([
      axisBelow(x, logarithmicTicks(x), bottom, 'times as fast as the baseline, logarithmic'),
      {
        lines: names.map(({ kind, at, line }) => ({ kind, x1: at, y1: LINE * (line + 1), x2: at, y2: bottom })),
        marks: [],
        labels: names.map(({ kind, x: left, line, text }) => label(kind, left, LINE * line + 12, 'start', text)),
      },
      {
        lines: [
          { kind: 'span', x1: low, y1: middle, x2: high, y2: middle },
          { kind: 'span', x1: low, y1: middle - 7, x2: low, y2: middle + 7 },
          { kind: 'span', x1: high, y1: middle - 7, x2: high, y2: middle + 7 },
        ],
        marks: [mark('submission', x.at(ratio), middle)],
        labels: [label('value', ...within(x.at(ratio), wordRatio(timing)), middle - 14, 'start', wordRatio(timing))],
      },
    ]),
  };
}

/** The ratio to the baseline at which the medians would reach a threshold; null where it cannot be told. */
function ratioFor({ of, minRatio }: Threshold, timing: TimingEvidence): number | null {
  const { baselineMs, referenceMs, bytes, operations, gpu } = timing;
  if (of === 'baseline') return minRatio;
  const best = {
    reference: referenceMs ?? 0,
    bandwidth: (1e3 * bytes) / gpu.measuredBandwidth,
    peak: (1e3 * (operations ?? 0)) / gpu.peakFlops,
  }[of];
  return best > 0 ? (minRatio * baselineMs) / best : null;
}

interface Beside {
  readonly kind: string;
  readonly at: number;
  readonly x: number;
  readonly text: string;
}

function beside(kind: string, at: number, text: string): Beside {
  return { kind, at, x: within(at, text)[0], text };
}

/** Texts that would lie over each other get lines of their own. */
function inRows(texts: readonly Beside[]): (Beside & { readonly line: number })[] {
  const ends: number[] = [];
  return texts.map((text) => {
    const free = ends.findIndex((end) => end + LETTER <= text.x);
    const line = free < 0 ? ends.length : free;
    ends[line] = text.x + text.text.length * LETTER;
    return { ...text, line };
  });
}
