/** The library: grades and runs from a program of one's own. `docs/api.md` has an example. */

import { GradeError as AnyGradeError, UsageError } from '../platform/index.ts';
import { assignmentRoots, type Assignment as LoadedAssignment, resolveAssignment } from '../spec/index.ts';
import { openLocal } from './local.ts';
import type { RunResult } from './results.ts';
import type {
  Assignment,
  Graded,
  GradeError,
  GradeOptions,
  Grader,
  MachineOptions,
  RunOptions,
  Source,
} from './types.ts';

export type { GradeResult, RunResult } from './results.ts';
export type {
  Assignment,
  Graded,
  GradeError,
  GradeOptions,
  Grader,
  MachineOptions,
  Report,
  ReportFormat,
  RunOptions,
  Source,
} from './types.ts';

/** The specification of each assignment that was loaded: its form is not part of the library. */
const loaded = new WeakMap<Assignment, LoadedAssignment>();

/**
 * Reads and checks an assignment.
 * @param id - the id of a shipped assignment, of one in `folders`, or the path of an assignment's folder
 * @throws GradeError with all mistakes in `details`
 */
export function loadAssignment(id: string, folders: readonly string[] = []): Assignment {
  const full = resolveAssignment(id, assignmentRoots(folders));
  const assignment: Assignment = { id: full.spec.id, title: full.spec.title, folder: full.folder };
  loaded.set(assignment, full);
  return assignment;
}

/** Starts a compiler and an emulator that stay warm until `close`. */
export async function openGrader(options: MachineOptions = {}): Promise<Grader> {
  const local = await openLocal(options);
  return {
    skipped: local.skipped,
    grade: async (assignment, submission, own = {}) => local.grade(specificationOf(assignment), submission, own),
    run: (program, own = {}) => local.run(program, own),
    close: () => local.close(),
  };
}

/** Grades one submission. `openGrader` is faster for several. */
export async function grade(
  assignment: string | Assignment,
  submission: Source,
  options: GradeOptions & MachineOptions = {},
): Promise<Graded> {
  // A wrong name is found before a compiler starts.
  const known = typeof assignment === 'string' ? loadAssignment(assignment) : assignment;
  return closing(options, (grader) => grader.grade(known, submission, options));
}

/** Runs a program that has a `main`, with every check on. */
export async function run(program: Source, options: RunOptions & MachineOptions = {}): Promise<RunResult> {
  return closing(options, (grader) => grader.run(program, options));
}

/** Returns true for an error that has a sentence for the user. Any other error is a mistake of this library. */
export function isGradeError(error: unknown): error is GradeError {
  return error instanceof AnyGradeError;
}

async function closing<T>(options: MachineOptions, use: (grader: Grader) => Promise<T>): Promise<T> {
  const grader = await openGrader(options);
  try {
    return await use(grader);
  } finally {
    await grader.close();
  }
}

function specificationOf(assignment: string | Assignment): LoadedAssignment {
  const known = loaded.get(typeof assignment === 'string' ? loadAssignment(assignment) : assignment);
  if (known) return known;
  throw new UsageError('The assignment does not come from loadAssignment(). Give its id, or load it first.');
}
