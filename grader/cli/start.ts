import { join } from 'node:path';
import { MARKER, startExercise } from '../course/index.ts';
import { printable, shellWord } from '../platform/index.ts';
import { ownRoots } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { exerciseOf, lookHere, typed } from './exercise.ts';
import type { Io } from './io.ts';

/** `grade start`: a folder with all that an exercise needs. */
export async function start({ args, options, io }: CommandInput): Promise<number> {
  const { into, assignments } = options as { readonly into?: string; readonly assignments?: string[] };
  const here = lookHere(io, assignments);
  const assignment = exerciseOf(args[0], 'start', { ...here, exercise: null });
  begin(assignment, into ?? here.base, here.roots, io);
  return 0;
}

/** Makes an exercise's folder, and prints what to do there. */
export function begin(
  assignment: Parameters<typeof startExercise>[0],
  parent: string,
  roots: readonly string[],
  io: Io,
): void {
  const { exercise, files } = startExercise(assignment, parent, ownRoots(roots));
  const folder = typed(exercise.folder, io);
  const others = files.filter((name) => ![MARKER, 'handout.md', exercise.file, 'simulator.ts'].includes(name));
  const rows = [
    ['handout.md', 'what to do; `grade handout` shows it here'],
    [exercise.file, 'your file: write the solution into it'],
    ...(files.includes('simulator.ts') ? [['simulator.ts', 'the exercise in TypeScript, to read and to run']] : []),
    ...others.map((name) => [name, 'the handout names it']),
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const lines = [
    `${assignment.spec.title}: the exercise is in ${join(folder, '/')}`,
    ...rows.map(([name = '', about = '']) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'Then:',
    `  cd ${shellWord(folder)}`,
    '  grade handout             read it',
    '  grade simulate --trace    watch it',
    '  grade submit              check your file, as often as you like',
  ];
  io.stdout.write(printable(`${lines.join('\n')}\n`));
}
