import { wordDigits } from '../../explain/index.ts';
import {
  axisBelow,
  type Drawn,
  drawn,
  LEFT,
  label,
  logarithmic,
  logarithmicTicks,
  RIGHT,
  WIDTH,
} from '../../report/index.ts';

/** Bars for the eye, and the same numbers as rows for those who do not see them. Lengths in units of the drawing. */
export interface Histogram extends Pick<Drawn, 'lines' | 'labels'> {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** What a row of {@link rows} is about, e.g. `Points`. */
  readonly of: string;
  readonly rows: readonly { readonly range: string; readonly count: number }[];
}

interface Bin {
  readonly range: string;
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

const TALLEST = 110;
const TOP = 18;
const BOTTOM = TOP + TALLEST;
const HEIGHT = BOTTOM + 36;
/** Bars of a logarithmic axis, at most. */
const RATIO_BINS = 16;
/** Between the bars of parts and that of all points. */
const APART = 10;

/**
 * How many have how many points. Who has all of them gets a bar of their own: with checks that are full or zero that is
 * what sets a student apart.
 * @param points - none negative
 */
export function pointsHistogram(points: readonly number[], maxPoints: number): Histogram | null {
  if (points.length === 0 || maxPoints <= 0) return null;
  const step = niceStep(maxPoints / 10);
  const parts = Math.ceil(maxPoints / step - 1e-9);
  const counts = Array<number>(parts).fill(0);
  for (const value of points.filter((one) => one < maxPoints)) {
    const at = Math.min(parts - 1, Math.floor(value / step + 1e-9));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const width = (RIGHT - LEFT - APART) / (parts + 1);
  const edge = (at: number): string => wordDigits(Math.min(maxPoints, at * step), 6);
  const bins = counts.map((count, at) => ({
    range: `${edge(at)} to under ${edge(at + 1)}`,
    count,
    from: LEFT + at * width,
    to: LEFT + (at + 1) * width,
  }));
  const full = points.filter((one) => one >= maxPoints).length;
  const all = { range: `${edge(parts)}, all points`, count: full, from: RIGHT - width, to: RIGHT };
  const labels = [
    ...bins.map(({ from }, at) => label('axis', from, BOTTOM + 16, at === 0 ? 'start' : 'middle', edge(at))),
    label('axis', RIGHT - width / 2, BOTTOM + 16, 'middle', edge(parts)),
    label('axis', RIGHT, BOTTOM + 31, 'end', 'points; the last bar: all of them'),
  ];
  const lines = [
    { kind: 'axis', x1: LEFT, y1: BOTTOM, x2: RIGHT - width - APART, y2: BOTTOM },
    { kind: 'axis', x1: RIGHT - width, y1: BOTTOM, x2: RIGHT, y2: BOTTOM },
  ];
  return histogram('Points', [...bins, all], { lines, labels });
}

/** How many are how many times as fast as the baseline, on a logarithmic axis. @param ratios - all positive */
export function ratioHistogram(ratios: readonly number[]): Histogram | null {
  if (ratios.length === 0) return null;
  // Something to spare, so that equal ratios have an axis too.
  const [lowest, highest] = [Math.min(...ratios) / 1.1, Math.max(...ratios) * 1.1];
  const scale = logarithmic([lowest, highest], [LEFT, RIGHT]);
  const factor = (highest / lowest) ** (1 / RATIO_BINS);
  const width = (RIGHT - LEFT) / RATIO_BINS;
  const counts = Array<number>(RATIO_BINS).fill(0);
  for (const ratio of ratios) {
    const at = Math.min(RATIO_BINS - 1, Math.max(0, Math.floor(Math.log(ratio / lowest) / Math.log(factor))));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const bins = counts.map((count, at) => ({
    range: `${wordDigits(lowest * factor ** at)} to ${wordDigits(lowest * factor ** (at + 1))}`,
    count,
    from: LEFT + at * width,
    to: LEFT + (at + 1) * width,
  }));
  const axis = axisBelow(scale, logarithmicTicks(scale), BOTTOM, 'times as fast as the baseline, logarithmic');
  return histogram('Times as fast as the baseline', bins, axis);
}

function histogram(of: string, bins: readonly Bin[], axis: Pick<Drawn, 'lines' | 'labels'>): Histogram {
  const most = Math.max(...bins.map(({ count }) => count), 1);
  const shown = bins.filter(({ count }) => count > 0);
  // One of a thousand is still a line.
  const heightOf = (count: number): number => Math.max(1.5, (TALLEST * count) / most);
  return {
    width: WIDTH,
    height: HEIGHT,
    bars: shown.map(({ from, to, count }) => ({
      x: drawn(from + 1),
      y: drawn(BOTTOM - heightOf(count)),
      width: drawn(to - from - 2),
      height: drawn(heightOf(count)),
    })),
    lines: axis.lines,
    labels: [
      ...axis.labels,
      ...shown.map(({ from, to, count }) =>
        label('count', (from + to) / 2, BOTTOM - heightOf(count) - 4, 'middle', String(count)),
      ),
    ],
    of,
    rows: bins.map(({ range, count }) => ({ range, count })),
  };
}

/** The next one of 1, 2 and 5 times a power of ten. */
function niceStep(atLeast: number): number {
  const ten = 10 ** Math.floor(Math.log10(atLeast));
  return ten * ([1, 2, 5].find((digit) => digit * ten >= atLeast * (1 - 1e-9)) ?? 10);
}
