import { wordNumber, wordPlural, wordWrongBlocks } from '../explain/index.ts';
import type { LaunchCoverage } from '../host/plan/index.ts';
import { cellsOf, UNWRITTEN, WRONG } from './cells.ts';

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
  /** A thread takes several elements: kernels stored to more places than threads stored. */
  readonly several?: boolean;
  /** Of each element of the output: above 0 it is wrong, below 0 it was never written. Absent where all are right. */
  readonly marks?: Float64Array;
}

/** `56 of 63 blocks have wrong elements; the first is block (0, 0).` null where there are none. */
export function wrongBlocksSentence(coverage: Coverage): string | null {
  const { laid, marks, complete, status, unit } = coverage;
  if (!marks || status !== 'ran') return null;
  const turned = laid.crosswise && complete;
  const axis = (data: number, threads: number, block: number) => ({
    from: 0,
    to: Math.min(data, threads),
    cell: block,
  });
  const {
    columns,
    rows,
    marks: cells,
  } = cellsOf(
    laid,
    marks,
    axis(laid.columns, turned ? laid.threadRows : laid.threadColumns, turned ? laid.blockRows : laid.blockColumns),
    axis(laid.rows, turned ? laid.threadColumns : laid.threadRows, turned ? laid.blockColumns : laid.blockRows),
  );
  const bad = cells.filter((mark) => mark > 0).length;
  if (bad === 0) return null;
  const first = cells.findIndex((mark) => mark > 0);
  const [column, row] = [first % columns, Math.floor(first / columns)];
  return wordWrongBlocks({
    unit,
    bad,
    blocks: columns * rows,
    first: turned ? [row, column, 0] : [column, row, 0],
    flat: rows === 1 && laid.threadRows === 1,
    kinds: { wrong: cells.some((mark) => (mark & WRONG) > 0), unwritten: cells.some((mark) => (mark & UNWRITTEN) > 0) },
  });
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

/** Returns ``In case `photo`, your launch of `gray` covers 240 × 160 threads for 225 × 150 pixels of out (x × y).`` and what follows. */
export function coverageSentence(coverage: Coverage | null): string | null {
  if (!coverage) return null;
  const { case: name, kernel, laid, output, status } = coverage;
  const flat = laid.rows === 1 && laid.threadRows === 1;
  const figures = `${coverageFigures(coverage)} of ${output}${flat ? '' : ' (x × y)'}`;
  if (status === 'refused') {
    return `In case \`${name}\`, the launch of \`${kernel}\` failed, so none of its threads ran. It requested ${figures}.`;
  }
  const verb = status === 'failed' ? 'was meant to cover' : 'covers';
  return `In case \`${name}\`, your launch of \`${kernel}\` ${verb} ${figures}. ${rest(coverage)}`;
}

/** How the launch lies over the output, and where under it something is wrong. */
export function coverageWords(coverage: Coverage | null): string | null {
  if (!coverage) return null;
  return [coverageSentence(coverage), wrongBlocksSentence(coverage)].filter(Boolean).join(' ');
}

function rest({ laid, unit, complete, several = false }: Coverage): string {
  const { uncovered, spare } = laid;
  const bare = `${wordPlural(uncovered, unit)} ${uncovered === 1 ? 'has' : 'have'} no thread of ${uncovered === 1 ? 'its' : 'their'} own`;
  const idle = `${wordPlural(spare, 'thread')} ${spare === 1 ? 'has' : 'have'} no ${unit}`;
  if (uncovered === 0) return spare === 0 ? `Each thread has ${aUnit(unit)}.` : sentence(idle);
  if (complete) {
    return laid.crosswise
      ? 'Every element was written, so x seems to count rows and y columns: neighboring threads then access different rows.'
      : sentence(`${bare}, but all were written: a thread takes several`);
  }
  if (several) return sentence(`${bare}: a thread takes several`);
  const lying = laid.crosswise ? ' The grid lies across the data: it is long where the data is short.' : '';
  return sentence(spare === 0 ? bare : `${bare}, and ${idle}`) + lying;
}

function aUnit(unit: Coverage['unit']): string {
  return unit === 'element' ? 'an element' : 'a pixel';
}

function sentence(text: string): string {
  return `${text}.`;
}
