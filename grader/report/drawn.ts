import { wordDigits, wordNumber } from '../explain/index.ts';
import { round, type Scale, type Tick } from './axis.ts';
import type { Program } from './timing.ts';

/** A drawing with words for those who do not see it. All lengths in units of the drawing. */
export interface Plot {
  readonly name: 'distribution' | 'interval' | 'roofline' | 'bandwidth';
  readonly caption: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  readonly labels: readonly Label[];
}

export interface Line {
  readonly kind: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** A point or a bar, and the SVG path that draws it. */
export interface Mark {
  readonly kind: Program | 'measured';
  readonly x: number;
  readonly y: number;
  readonly path: string;
}

export interface Label {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly text: string;
  /** Degrees, clockwise. */
  readonly turn: number;
}

export type Drawn = Pick<Plot, 'lines' | 'marks' | 'labels'>;

export const WIDTH = 380;
export const LEFT = 8;
export const RIGHT = WIDTH - 12;
/** A letter of a wide font, and a line of letters. */
export const LETTER = 7.4;
export const LINE = 15;
const POINT = 3.5;

export function axisBelow(scale: Scale, ticks: readonly Tick[], y: number, unit: string): Drawn {
  return {
    lines: [
      { kind: 'axis', x1: scale.at(scale.lowest), y1: y, x2: RIGHT, y2: y },
      ...ticks.map(({ at }) => ({ kind: 'axis', x1: at, y1: y, x2: at, y2: y + 4 })),
    ],
    marks: [],
    labels: [
      ...ticks.map(({ at, text }) => label('axis', ...within(at, text), y + 16, 'start', text)),
      label('axis', RIGHT, y + 31, 'end', unit),
    ],
  };
}

export function axisLeft(scale: Scale, ticks: readonly Tick[], x: number): Drawn {
  return {
    lines: [
      { kind: 'axis', x1: x, y1: scale.at(scale.lowest), x2: x, y2: scale.at(scale.highest) },
      ...ticks.map(({ at }) => ({ kind: 'axis', x1: x - 4, y1: at, x2: x, y2: at })),
    ],
    marks: [],
    labels: ticks.map(({ at, text }) => label('axis', x - 7, at + 4, 'end', text)),
  };
}

/** A disc, a square or a rhombus: told apart without their colours. */
export function mark(kind: Program, x: number, y: number, size = POINT): Mark {
  const [cx, cy] = [round(x), round(y)];
  const path = {
    submission: `M${round(cx - size)} ${cy}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`,
    baseline: `M${round(cx - size)} ${round(cy - size)}h${2 * size}v${2 * size}h${-2 * size}z`,
    reference: `M${cx} ${round(cy - 1.3 * size)}l${1.3 * size} ${1.3 * size}l${-1.3 * size} ${1.3 * size}l${-1.3 * size} ${-1.3 * size}z`,
  }[kind];
  return { kind, x: cx, y: cy, path };
}

export function label(kind: string, x: number, y: number, anchor: Label['anchor'], text: string): Label {
  return { kind, x: round(x), y: round(y), anchor, text, turn: 0 };
}

/** Where a text has to begin to have its middle at a place, and yet stay inside. */
export function within(middle: number, text: string): [number] {
  const width = text.length * LETTER;
  return [round(Math.max(2, Math.min(WIDTH - 2 - width, middle - width / 2)))];
}

export function together(parts: readonly Drawn[]): Drawn {
  return {
    lines: parts.flatMap(({ lines }) => lines),
    marks: parts.flatMap(({ marks }) => marks),
    labels: parts.flatMap(({ labels }) => labels),
  };
}

export function wordThousands(value: number): string {
  return wordNumber(Number(wordDigits(value)));
}

export function wordShare(value: number): string {
  return `${wordDigits(100 * value)} %`;
}
