import { showExtents, volume } from './geometry.ts';
import type { SimulatedCase } from './simulate.ts';

/** The outcome of `simulateAssignment` as text: a line a case, then one sentence on all of them. */
export function renderSimulation(cases: readonly SimulatedCase[]): string {
  const rows = cases.map((simulated) => [
    simulated.name,
    Object.entries(simulated.dims)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    shapes(simulated),
    threads(simulated),
    `${simulated.milliseconds.toFixed(1)} ms`,
    simulated.mismatch === null ? 'agrees' : 'differs',
  ]);
  const header = ['case', 'sizes', 'launch', 'threads', 'time', 'with the plain loop'];
  const table = drawTable([header, ...rows], [3, 4]);
  const wrong = cases.filter(({ mismatch }) => mismatch !== null);
  return `${[...table, '', ...(wrong.length === 0 ? [agreement(cases)] : wrong.map(difference))].join('\n')}\n`;
}

/** The shapes of launches in their order, those alike that follow each other told once: `17 blocks of 256, 24 times`. */
function shapes({ launches }: SimulatedCase): string {
  const runs: { shape: string; times: number }[] = [];
  for (const { grid, block } of launches) {
    const shape = `${showExtents(grid)} ${volume(grid) === 1 ? 'block' : 'blocks'} of ${showExtents(block)}`;
    const last = runs.at(-1);
    if (last?.shape === shape) last.times += 1;
    else runs.push({ shape, times: 1 });
  }
  return runs.map(({ shape, times }) => (times === 1 ? shape : `${shape}, ${times} times`)).join('; ');
}

function threads({ launches }: SimulatedCase): string {
  return launches.reduce((sum, { grid, block }) => sum + volume(grid) * volume(block), 0).toLocaleString('en-US');
}

function agreement(cases: readonly SimulatedCase[]): string {
  const largest = Math.max(...cases.map(({ maxError }) => maxError));
  const all = cases.length === 1 ? 'The kernel gives' : `In all ${cases.length} cases the kernel gives`;
  return `${all} what the plain loop gives; the largest difference, from rounding, is ${largest.toPrecision(2)}.`;
}

function difference({ name, mismatch, maxError }: SimulatedCase): string {
  if (mismatch === null) return '';
  const { output, index, got, want } = mismatch;
  const element = output + index.map((position) => `[${position}]`).join('');
  return `Case ${name}: ${element} is ${got}, and the plain loop gives ${want}. The largest difference is ${maxError.toPrecision(3)}.`;
}

/** @param right - columns that are aligned to the right */
function drawTable(rows: readonly (readonly string[])[], right: readonly number[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
