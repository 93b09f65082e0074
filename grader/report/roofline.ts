import { wordDigits } from '../explain/index.ts';
import type { TimingEvidence } from '../timing/index.ts';
import { linear, linearTicks, logarithmic, logarithmicTicks, round, type Scale } from './axis.ts';
import {
  axisBelow,
  axisLeft,
  type Drawn,
  LEFT,
  LINE,
  label,
  mark,
  type Plot,
  RIGHT,
  together,
  WIDTH,
  wordShare,
  wordThousands,
} from './drawn.ts';
import type { TimedProgram } from './timing.ts';

interface Reached extends TimedProgram {
  /** GFLOP/s or GB/s, by the median. */
  readonly speed: number;
}

interface Roof {
  readonly x: Scale;
  readonly y: Scale;
  /** What memory and arithmetic allow at so many operations a byte, GFLOP/s. */
  readonly allowed: (intensity: number) => number;
  /** Where arithmetic is the shorter one, operations a byte. */
  readonly ridge: number;
}

const TOP = 26;
const BOTTOM = 236;
const AXIS = 66;

/** Operations a second over operations a byte, under what memory and arithmetic allow. */
export function roofline(timing: TimingEvidence, operations: number, programs: readonly TimedProgram[]): Plot {
  const { gpu, bytes } = timing;
  const intensity = operations / bytes;
  const reached = reachedBy(operations, programs);
  const roof = roofOf(timing, intensity, reached);
  const { x, y, allowed } = roof;
  const memory = `${wordThousands(gpu.measuredBandwidth / 1e9)} GB/s`;
  const arithmetic = `${wordThousands(gpu.peakFlops / 1e9)} GFLOP/s`;
  const words = reached.map(
    ({ name, speed }) =>
      `${name}: ${wordThousands(speed)} GFLOP/s, ${wordShare(speed / allowed(intensity))} of the roof`,
  );
  return {
    name: 'roofline',
    caption: `Roofline: the slope is the GPU\u2019s memory, the level its arithmetic. The work has ${wordDigits(intensity)} operations a byte.`,
    alt: `Roofline, both axes logarithmic. The roof: memory with ${memory}, arithmetic with ${arithmetic}. At ${wordDigits(intensity)} operations a byte, ${words.join('. ')}.`,
    width: WIDTH,
    height: BOTTOM + 36,
    ...together([
      axisBelow(x, logarithmicTicks(x), BOTTOM, 'operations a byte, logarithmic'),
      axisLeft(y, logarithmicTicks(y), AXIS),
      drawnRoof(roof, memory, arithmetic),
      // The submission last, over the others.
      ...points(reached, x.at(intensity), y).reverse(),
    ]),
  };
}

/** Scales on which there is as much room for names to the right of the points as there is drawing to their left. */
function roofOf({ gpu }: TimingEvidence, intensity: number, reached: readonly Reached[]): Roof {
  const { peakFlops, measuredBandwidth } = gpu;
  const ridge = peakFlops / measuredBandwidth;
  const allowed = (at: number) => Math.min(at * measuredBandwidth, peakFlops) / 1e9;
  const from = Math.min(intensity, ridge) / 8;
  const to = Math.max(8 * ridge, intensity * (intensity / from) ** 0.95);
  const speeds = reached.map(({ speed }) => speed);
  const lowest = Math.min(...speeds.map((speed) => speed / 2), allowed(from));
  const highest = 1.5 * Math.max(...speeds, allowed(ridge));
  return {
    x: logarithmic([from, to], [AXIS, RIGHT]),
    y: logarithmic([lowest, highest], [BOTTOM, TOP]),
    allowed,
    ridge,
  };
}

function drawnRoof({ x, y, allowed, ridge }: Roof, memory: string, arithmetic: string): Drawn {
  const place = (intensity: number) => ({ x: x.at(intensity), y: y.at(allowed(intensity)) });
  const [start, corner, end] = [place(x.lowest), place(ridge), place(x.highest)];
  const turn = round((Math.atan2(corner.y - start.y, corner.x - start.x) * 180) / Math.PI);
  const [middleX, middleY] = [(start.x + corner.x) / 2 - 5, (start.y + corner.y) / 2 - 5];
  return {
    lines: [
      { kind: 'roof', x1: start.x, y1: start.y, x2: corner.x, y2: corner.y },
      { kind: 'roof', x1: corner.x, y1: corner.y, x2: end.x, y2: end.y },
    ],
    marks: [],
    labels: [
      label('axis', 2, 11, 'start', 'GFLOP/s, logarithmic'),
      label('roof', RIGHT, 11, 'end', `roof ${arithmetic}`),
      { ...label('roof', middleX, middleY, 'middle', memory), turn },
    ],
  };
}

/** The programs, one over the other, and their names beside them. */
function points(reached: readonly Reached[], x: number, y: Scale): Drawn[] {
  const apart = spread(reached.map(({ speed }) => y.at(speed)));
  return reached.map(({ program, name, speed }, index) => {
    const at = y.at(speed);
    const beside = apart[index] ?? at;
    return {
      lines: [{ kind: 'leader', x1: x, y1: at, x2: x + 13, y2: beside }],
      marks: [mark(program, x, at, 5)],
      labels: [label('name', x + 16, beside + 4, 'start', `${name} ${wordThousands(speed)}`)],
    };
  });
}

/** @param work - operations or bytes of one run */
function reachedBy(work: number, programs: readonly TimedProgram[]): Reached[] {
  return programs.map((program) => ({ ...program, speed: work / (program.medianMs / 1e3) / 1e9 }));
}

/** Draws the bytes per second of each program as bars, against a copy inside the GPU. */
export function bandwidth({ gpu, bytes }: TimingEvidence, programs: readonly TimedProgram[]): Plot {
  const row = 38;
  const top = 20;
  const bottom = top + row * programs.length + 4;
  const copy = gpu.measuredBandwidth / 1e9;
  const reached = reachedBy(bytes, programs);
  const x = linear(1.04 * Math.max(copy, ...reached.map(({ speed }) => speed)), [LEFT, RIGHT]);
  const words = (speed: number) => `${wordThousands(speed)} GB/s, ${wordShare(speed / copy)}`;
  const bars = reached.map(({ program, name, speed }, index): Drawn => {
    const y = top + index * row;
    const end = x.at(speed);
    const bar = { kind: program, x: end, y: y + 26, path: `M${LEFT} ${y + 19}H${end}v14H${LEFT}z` };
    return { lines: [], marks: [bar], labels: [label('name', LEFT, y + 13, 'start', `${name}, ${words(speed)}`)] };
  });
  const roof = x.at(copy);
  return {
    name: 'bandwidth',
    caption: 'How fast the bytes that have to move are moved, as a share of the speed of a copy inside the GPU.',
    alt: `A copy inside the GPU reaches ${wordThousands(copy)} GB/s. ${reached.map(({ name, speed }) => `${name}: ${words(speed)}`).join('. ')}.`,
    width: WIDTH,
    height: bottom + 36,
    ...together([
      axisBelow(x, linearTicks(x), bottom, 'GB/s'),
      ...bars,
      {
        lines: [{ kind: 'roof', x1: roof, y1: top - 4, x2: roof, y2: bottom }],
        marks: [],
        labels: [label('roof', RIGHT, 11, 'end', `copy, ${wordThousands(copy)} GB/s`)],
      },
    ]),
  };
}

/** The same places, moved until a line of text fits between two neighbours. */
function spread(places: readonly number[]): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  for (const [rank, index] of order.entries()) {
    const before = order[rank - 1];
    if (before !== undefined) moved[index] = Math.max(moved[index] ?? 0, (moved[before] ?? 0) + LINE);
  }
  const shift = order.reduce((sum, index) => sum + (moved[index] ?? 0) - (places[index] ?? 0), 0) / places.length;
  return moved.map((place) => round(place - shift));
}
