import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parse, stringify } from 'yaml';
import { packageRoot } from '../../platform/index.ts';
import { type AssignmentSpec, loadAssignment, SPEC_FILE } from '../../spec/index.ts';
import { MANIFEST_PATH } from '../submissions.ts';
import { type Chosen, keepChosen } from './manifest.ts';
import type { ExerciseName, KernelForm, ScaffoldRequest, StyleName } from './model.ts';

/** A kind that begins from a complete exercise, as `templates/assignment/kinds.yaml` describes it. */
export interface Exercise {
  readonly from: string;
  readonly about: string;
  readonly styles: readonly StyleName[];
  readonly because?: string;
  readonly submissions: Chosen;
  readonly sizes?: Readonly<Record<string, string>>;
  readonly kernel?: KernelForm;
}

const KINDS_FILE = join(packageRoot, 'templates', 'assignment', 'kinds.yaml');
/** The files of an assignment beside its submissions. References follow from them. */
const FILES = /^(?:assignment\.yaml|handout\.md|starter\.cu|simulator\.ts|baseline\.cu)$/;

/** Reads what a kind begins from. */
export function exerciseOf(kind: ExerciseName): Exercise {
  const exercises: Readonly<Record<ExerciseName, Exercise>> = parse(readFileSync(KINDS_FILE, 'utf8'));
  return exercises[kind];
}

/** Returns the specification of the exercise that a kind begins from. */
export function specOf({ from }: Exercise): AssignmentSpec {
  return loadAssignment(join(packageRoot, from)).spec;
}

/** Returns true if the CUDA files of the exercise use this name, and not for its function. */
export function isTaken(exercise: Exercise, name: string): boolean {
  if (name === specOf(exercise).entry.function) return false;
  const word = new RegExp(`\\b${name}\\b`);
  return [...filesOf(exercise)].some(([path, text]) => path.endsWith('.cu') && word.test(text));
}

/** Returns the files of a kind's exercise with the id, the function and the title of the request, without references. */
export function exerciseFiles(exercise: Exercise, request: ScaffoldRequest): Map<string, string> {
  const { id, entry, title } = specOf(exercise);
  const calls = new RegExp(`\\b${entry.function}(?=\\()`, 'g');
  const files = new Map<string, string>();
  for (const [path, text] of filesOf(exercise)) {
    const renamed = text.replaceAll(new RegExp(`\\b(grade \\w+) ${id}\\b`, 'g'), `$1 ${request.id}`);
    if (path.endsWith('.cu') || path.endsWith('.md')) {
      const titled = renamed.replace(
        new RegExp(`^(# |// )${title}(?=\\n|\\. Hand in)`),
        (_, mark) => mark + request.title,
      );
      files.set(path, titled.replaceAll(calls, request.function));
    } else files.set(path, renamed);
  }
  const spec = (files.get(SPEC_FILE) ?? '')
    .replace(/^id: .*$/m, `id: ${request.id}`)
    .replace(/^title: .*$/m, () => `title: ${stringify(request.title, { lineWidth: 0 }).trimEnd()}`)
    .replace(/^ {2}function: .*$/m, `  function: ${request.function}`);
  files.set(SPEC_FILE, spec);
  keepChosen(files, request.style === 'kernel' && exercise.kernel ? exercise.kernel : exercise.submissions);
  return files;
}

function filesOf({ from }: Exercise): Map<string, string> {
  const folder = join(packageRoot, from);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  const needed = paths.filter(
    (path) => FILES.test(path) || path === MANIFEST_PATH || /^submissions\/(?:accepted|rejected)\/.*\.cu$/.test(path),
  );
  return new Map(needed.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
