import { KERNEL_TRACE_WORDS as WORDS } from '../../explain/index.ts';
import type { ShownAccess, ShownStep, TraceData } from './data.ts';

/** The lines of each file, by its name. */
export type SourceLines = ReadonlyMap<string, readonly string[]>;

/** The width of a line number. */
const WIDTH = 4;

/** Returns the steps of one thread as text: each line that it runs, with the variables that change and its accesses. */
export function threadText(data: TraceData, sources: SourceLines, thread: number): string {
  const [warp, lane] = [Math.floor(thread / 32), thread % 32];
  const out: string[] = [];
  for (const [index, step] of data.steps.entries()) {
    if (step.length === 3) {
      out.push(`${'—'.padStart(WIDTH)}  ${barrierText(step)}`);
      continue;
    }
    const [of, place, mask, accesses, values] = step;
    if (of !== warp || !(mask & (1 << lane))) continue;
    const [file = '', line = 0] = data.places[place] ?? [];
    const source = sources.get(file)?.[line - 1]?.trim() ?? '';
    out.push(`${String(line).padStart(WIDTH)}  ${source}    [step ${index}, ${lanesText(mask)}]`);
    for (const [at, variable, part, text] of values) {
      if (at === lane) out.push(`${' '.repeat(WIDTH)}    ${variableName(data, variable, part)} = ${text}`);
    }
    for (const access of accesses) {
      if (access[0] === lane) out.push(`${' '.repeat(WIDTH)}    ${accessText(data, access)}`);
    }
  }
  return `${out.join('\n')}\n`;
}

function barrierText([, scope, threads]: Extract<ShownStep, { length: 3 }>): string {
  const words = scope === 'grid' ? WORDS.grid : WORDS.barrier;
  return words.replace('{threads}', `${threads} ${threads === 1 ? 'thread' : 'threads'}`);
}

function lanesText(mask: number): string {
  const lanes = countOf(mask);
  return `${lanes} ${lanes === 1 ? 'lane' : 'lanes'}`;
}

export function countOf(mask: number): number {
  let count = 0;
  for (let lane = 0; lane < 32; lane++) if (mask & (1 << lane)) count++;
  return count;
}

export function variableName({ variables }: TraceData, variable: number, part: number): string {
  const { name = '?', parts = [] } = variables[variable] ?? {};
  return `${name}${parts[part] ?? ''}`;
}

/** Returns an access in words: `reads in[64] = 1.5`. */
export function accessText({ memory }: TraceData, [, kind, number, element, ...values]: ShownAccess): string {
  const { name = '?', extents = [] } = memory[number] ?? {};
  const count = extents.reduce((product, extent) => product * extent, 1);
  const word = kind === 'r' ? WORDS.reads : kind === 'w' ? WORDS.writes : WORDS.updates;
  const place = element < 0 || element >= count ? `, ${WORDS.outside}` : '';
  return `${word} ${elementName(name, element, extents)} = ${values.join(', ') || '?'}${place}`;
}

/** Returns the name of an element: `tile[2][5]` of an array with two extents, if the element is in it. */
export function elementName(name: string, element: number, extents: readonly number[]): string {
  const count = extents.reduce((product, extent) => product * extent, 1);
  if (extents.length < 2 || element < 0 || element >= count) return `${name}[${element}]`;
  let left = element;
  const indexes = extents.toReversed().map((extent) => {
    const index = left % extent;
    left = Math.floor(left / extent);
    return `[${index}]`;
  });
  return `${name}${indexes.toReversed().join('')}`;
}
