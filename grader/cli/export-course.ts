import { basename } from 'node:path';
import { inCourseOrder } from '../course/index.ts';
import { kindOf, whyFileUnwritable } from '../platform/files/index.ts';
import { printable, UsageError } from '../platform/index.ts';
import { type Assignment, assignmentRoots, findAssignments, ownRoots, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';

interface ExportOptions {
  readonly assignment?: string[];
  readonly name?: string;
  readonly assignments?: string[];
}

/** `grade export-course`: a package for students, without solutions, mutants and hidden cases. */
export async function exportCourse({ args, options, io }: CommandInput): Promise<number> {
  const [out = ''] = args;
  const { assignment: ids, name = 'cuda-course-grade-student', assignments } = options as ExportOptions;
  assertTarget(out);
  assertName(name);
  const roots = assignmentRoots(assignments);
  const { title, exercises } = inCourseOrder(chosen(ids, roots), ({ spec }) => spec.id, roots);
  const { coursePackage, writeCoursePackage } = await import('../student-package/index.ts');
  const entries = coursePackage({ assignments: exercises, title, name });
  const size = await writeCoursePackage(out, entries);
  const count = `${exercises.length} ${exercises.length === 1 ? 'exercise' : 'exercises'}`;
  io.stdout.write(`${printable(out)}: ${count}, ${entries.length} files, ${(size / 1e6).toFixed(1)} MB\n`);
  io.stderr.write(`Students install it: npm install -g ${printable(/[\\/]/.test(out) ? out : `./${out}`)}\n`);
  const without = exercises.filter(({ spec }) => spec.practice === undefined && spec.hidden.length > 0);
  if (without.length > 0) {
    io.stderr.write(
      `note: Without \`practice\` in assignment.yaml, students get no drawn cases: ${without.map(({ spec }) => spec.id).join(', ')}.\n`,
    );
  }
  return 0;
}

/**
 * Returns the exercises of the package: the named ones, those of the instructor's own folders, or all.
 * @throws UsageError if there are none; AssignmentError if one is broken
 */
function chosen(ids: readonly string[] | undefined, roots: readonly string[]): Assignment[] {
  if (ids !== undefined) return [...new Set(ids)].map((id) => resolveAssignment(id, roots));
  const own = ownRoots(roots);
  const found = findAssignments(own.length > 0 ? own : roots).map((listing) => {
    if (listing.status === 'broken') throw listing.error;
    return listing.assignment;
  });
  if (found.length === 0) throw new UsageError('There are no exercises here. Give --assignments DIR.');
  return found;
}

function assertTarget(out: string): void {
  if (/\.tgz$/i.test(out)) {
    const why = whyFileUnwritable(out);
    if (why !== null) throw new UsageError(`${out} cannot be written: ${why}. Give another file.`);
  } else if (kindOf(out) !== null) {
    throw new UsageError(
      `${out} exists. Give the name of a new folder, or of a .tgz file such as ${basename(out)}.tgz.`,
    );
  }
}

/** @throws UsageError for a name that npm does not accept */
function assertName(name: string): void {
  if (/^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name) && name.length <= 214) return;
  throw new UsageError(`--name ${JSON.stringify(name)} is not the name of a package. Give e.g. --name cuda-101.`);
}
