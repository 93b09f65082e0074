import { resultsNear, type Step, stepsOf } from '../course/index.ts';
import { printable, shellWord, usesColor } from '../platform/index.ts';
import { findAssignments } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { exercisesInOrder, lookHere, typed } from './exercise.ts';
import { type Io, writeError } from './io.ts';
import { writeJson } from './json.ts';

/** `grade progress`: how far a student is in the course, from the results in the folders here. */
export async function courseProgress({ args: _, options, io }: CommandInput): Promise<number> {
  const { json, assignments } = options as { readonly json?: string; readonly assignments?: string[] };
  const { base, roots } = lookHere(io, assignments);
  const { title, steps } = stepsIn(base, roots);
  if (json !== undefined) {
    await writeJson({ schemaVersion: 1, title, exercises: steps.map(machineForm) }, json, io);
    return 0;
  }
  for (const listing of findAssignments(roots)) {
    if (listing.status === 'broken') writeError(listing.error.message, listing.error.details, io);
  }
  io.stdout.write(`${progressLines(title, steps, io).join('\n')}\n`);
  return 0;
}

/** Returns the course in its order, as the folders of `base` stand in it. */
export function stepsIn(
  base: string,
  roots: readonly string[],
): { readonly title: string | null; readonly steps: readonly Step[] } {
  const { title, exercises } = exercisesInOrder(roots);
  const { results, folders } = resultsNear(base);
  return {
    title,
    steps: stepsOf(
      exercises.map(({ spec }) => spec),
      results,
      folders,
    ),
  };
}

function machineForm({ id, title, state, best, tries }: Step): unknown {
  return { id, title, state, score: best?.score ?? null, maxScore: best?.maxScore ?? null, tries };
}

const MARKS = { passed: '✓', tried: '✗', started: '·', open: ' ' } as const;

function progressLines(title: string | null, steps: readonly Step[], io: Io): string[] {
  const passed = steps.filter(({ state }) => state === 'passed').length;
  const width = Math.max(0, ...steps.map(({ id }) => id.length));
  const next = steps.find(({ state }) => state !== 'passed');
  const rows = steps.map(({ id, title: of, state, best }) => {
    const points = best === null ? (state === 'started' ? 'started' : '') : `${best.score}/${best.maxScore}`;
    return printable(`${MARKS[state]} ${id.padEnd(width)}  ${points.padStart(7)}  ${of}`.trimEnd());
  });
  const head = printable(`${title ?? 'Your course'}: ${passed} of ${steps.length} exercises passed`);
  return [usesColor(io.stdout, io.env) ? `\u001b[1m${head}\u001b[22m` : head, ...rows, '', wordNext(next, io)];
}

function wordNext(next: Step | undefined, io: Io): string {
  if (next === undefined) return 'You have passed every exercise.';
  if (next.folder === null) return `Next: grade start ${next.id}`;
  const folder = typed(next.folder, io);
  return folder === '.' ? 'Next: grade submit' : `Next: cd ${shellWord(folder)}, then grade submit`;
}
