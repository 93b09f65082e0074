import type { LaunchCoverage } from '../plan/index.ts';
import { wordNumber, wordPlural } from '../wording/index.ts';

export type LaunchStatus = 'ran' | 'refused' | 'failed';

/** How one launch lies over the output of a case. */
export interface Coverage {
  readonly case: string;
  readonly kernel: string;
  readonly output: string;
  /** What a place of the output is called. */
  readonly unit: 'element' | 'pixel';
  readonly status: LaunchStatus;
  /** Kernels wrote every element, whatever the launch looks like. */
  readonly complete: boolean;
  readonly laid: LaunchCoverage;
}

/** `225 × 150`, x before y as in `grid` and `block`; a row as `33,750`. */
function size(columns: number, rows: number, flat: boolean): string {
  return flat ? wordNumber(columns) : `${wordNumber(columns)} × ${wordNumber(rows)}`;
}

/** `240 × 160 threads for 225 × 150 pixels`, x before y. */
export function coverageFigures({ laid, unit }: Pick<Coverage, 'laid' | 'unit'>): string {
  const flat = laid.rows === 1 && laid.threadRows === 1;
  const count = laid.rows * laid.columns;
  const threads = `${size(laid.threadColumns, laid.threadRows, flat)} ${laid.threadRows * laid.threadColumns === 1 ? 'thread' : 'threads'}`;
  return `${threads} for ${size(laid.columns, laid.rows, flat)} ${count === 1 ? unit : `${unit}s`}`;
}

/** `In the case photo, the launch of gray covers 240 × 160 threads for 225 × 150 pixels of out (x × y).` and what follows. */
export function coverageSentence(coverage: Coverage | null): string | null {
  if (!coverage) return null;
  const { case: name, kernel, laid, output, status } = coverage;
  const flat = laid.rows === 1 && laid.threadRows === 1;
  const figures = `${coverageFigures(coverage)} of ${output}${flat ? '' : ' (x × y)'}`;
  if (status === 'refused') {
    return `In the case ${name}, the launch of ${kernel} was refused: not one of its threads ran. It asked for ${figures}.`;
  }
  const verb = status === 'failed' ? 'was meant to cover' : 'covers';
  return `In the case ${name}, your launch of ${kernel} ${verb} ${figures}. ${rest(coverage)}`;
}

function rest({ laid, unit, complete }: Coverage): string {
  const { uncovered, spare } = laid;
  const bare = `${wordPlural(uncovered, unit)} ${uncovered === 1 ? 'has' : 'have'} no thread of ${uncovered === 1 ? 'its' : 'their'} own`;
  const idle = `${wordPlural(spare, 'thread')} ${spare === 1 ? 'has' : 'have'} no ${unit}`;
  if (uncovered === 0) return spare === 0 ? `Each thread has ${aUnit(unit)}.` : sentence(idle);
  if (complete) {
    return laid.crosswise
      ? 'Every place was written, so x seems to count rows and y columns: neighbouring threads then work a whole row apart.'
      : sentence(`${bare}, and were written all the same: a thread takes several`);
  }
  const lying = laid.crosswise ? ' The grid lies across the data: it is long where the data is short.' : '';
  return sentence(spare === 0 ? bare : `${bare}, and ${idle}`) + lying;
}

function aUnit(unit: Coverage['unit']): string {
  return unit === 'element' ? 'an element' : 'a pixel';
}

function sentence(text: string): string {
  return `${text}.`;
}
