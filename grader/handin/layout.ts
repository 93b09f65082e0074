import type { Place, Placed } from './origin.ts';

/** A file that a source includes. */
export interface Part {
  /** The path in `#include`. */
  readonly path: string;
  /** The name in findings. */
  readonly name: string;
  readonly text: string;
  /** True for a header that the grader wrote. */
  readonly given?: true;
}

/** A source whose lines have the numbers that they have in the hand-in. */
export interface LaidOut {
  readonly source: string;
  readonly fileName: string;
  readonly headers: readonly Part[];
}

/** Lines that follow each other in one unit. */
interface Run {
  readonly unit: number;
  readonly first: number;
  /** Its lines, from `first` on; lines between them that the text does not have are empty. */
  readonly lines: readonly string[];
  readonly text: string;
}

/**
 * Puts each line of a text into the line that it comes from, with empty lines for the rest of the hand-in. Then findings
 * have the lines of the hand-in by construction. Lines that come from another cell, or that go back, are files that the
 * source includes.
 * @param nameOf - the name of a unit in findings
 * @param isMain - whether a run has what the exercise asks for
 * @param before - code that goes before all else
 */
export function laidOut(
  placed: Placed,
  nameOf: (unit: number) => string,
  isMain: (text: string) => boolean,
  before: string | null,
): LaidOut {
  const runs = runsOf(placed);
  const longest = runs.reduce((best, run, at) => (run.lines.length > (runs[best]?.lines.length ?? 0) ? at : best), 0);
  const found = runs.findIndex(({ text }) => isMain(text));
  const at = found === -1 ? longest : found;
  const main = runs[at];
  if (!main) return { source: '', fileName: nameOf(0), headers: [] };
  const parts = runs.map(
    (run, index): Part => ({ path: `part-${index + 1}.cuh`, name: nameOf(run.unit), text: padded(run) }),
  );
  const prelude: Part[] =
    before === null ? [] : [{ path: 'before.cuh', name: 'before.cuh', text: before, given: true }];
  const earlier = [...prelude, ...parts.slice(0, at)];
  const later = parts.slice(at + 1);
  const fileName = nameOf(main.unit);
  if (earlier.length === 0 && later.length === 0) return { source: padded(main), fileName, headers: [] };
  if (earlier.length > 0 && main.first === 1) {
    // There is no line for the includes before it.
    const all = [...earlier, ...parts.slice(at)];
    return { source: `${all.map(includeOf).join('\n')}\n`, fileName, headers: all };
  }
  const together: Part = { path: 'parts.cuh', name: 'parts.cuh', text: `${earlier.map(includeOf).join('\n')}\n` };
  const above = earlier.length > 1 ? [together] : earlier;
  const lines = padded(main).split('\n');
  if (above[0]) lines[main.first - 2] = includeOf(above[0]);
  return {
    source: [...lines.slice(0, main.first - 1 + main.lines.length), ...later.map(includeOf), ''].join('\n'),
    fileName,
    headers: [...earlier, ...later, ...(earlier.length > 1 ? [together] : [])],
  };
}

function includeOf({ path }: Part): string {
  return `#include "${path}"`;
}

function padded({ first, lines }: Run): string {
  return `${'\n'.repeat(first - 1)}${lines.join('\n')}\n`;
}

function runsOf({ text, places }: Placed): Run[] {
  const runs: { unit: number; first: number; lines: string[]; text: string }[] = [];
  let from = 0;
  let last: Place = { unit: 0, line: 0 };
  for (const line of text.split('\n')) {
    const place = places[from] ?? { ...last, line: last.line + 1 };
    from += line.length + 1;
    const run = runs.at(-1);
    // What follows the last line end is no line.
    if (line === '' && from > text.length && run) continue;
    if (run && place.unit === run.unit && place.line >= run.first + run.lines.length) {
      while (run.lines.length < place.line - run.first) run.lines.push('');
      run.lines.push(line);
      run.text += `\n${line}`;
    } else runs.push({ unit: place.unit, first: place.line, lines: [line], text: line });
    last = place;
  }
  return runs.map(withoutBlankLines).filter(({ lines }) => lines.length > 0);
}

/** Leaves out the empty lines before and after the first and the last line with text. */
function withoutBlankLines(run: Run): Run {
  const from = run.lines.findIndex((line) => line.trim() !== '');
  const to = run.lines.findLastIndex((line) => line.trim() !== '');
  return { ...run, first: run.first + Math.max(0, from), lines: from === -1 ? [] : run.lines.slice(from, to + 1) };
}
