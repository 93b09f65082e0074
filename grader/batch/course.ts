import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { messageOf, systemCode, UsageError } from '../platform/index.ts';
import { formatProblem, inOrder, readYaml } from '../spec/index.ts';
import { type Course, courseSchema } from './course-schema.ts';
import type { RosterEntry } from './model.ts';
import { parseRoster } from './roster.ts';

/** What a batch knows of its course. */
export interface LoadedCourse {
  readonly course: Course;
  /** By id; null where the course has no roster. */
  readonly roster: ReadonlyMap<string, RosterEntry> | null;
  /** The files it was read from, by the names that a batch keeps them under. */
  readonly files: Readonly<Record<string, string>>;
}

export const COURSE_FILE = 'course.yaml';
const ROSTER_FILE = 'roster.csv';

/** A course that says nothing. */
export function noCourse(): LoadedCourse {
  return { course: courseSchema.parse({ schemaVersion: 1 }), roster: null, files: {} };
}

/**
 * @param path - of `course.yaml`
 * @throws UsageError with every mistake of it and of its roster
 */
export function loadCourse(path: string): LoadedCourse {
  const text = read(path, 'Give the path of a course.yaml.');
  const { value, problems } = readYaml(text, courseSchema, 'a course that begins with `schemaVersion: 1`');
  if (value === null || problems.length > 0) {
    throw mistakes(
      path,
      inOrder(problems).map((problem) => formatProblem(path, problem)),
    );
  }
  const { roster: rosterFile } = value;
  if (rosterFile === undefined) return { course: value, roster: null, files: { [COURSE_FILE]: text } };
  const rosterPath = resolve(dirname(path), rosterFile);
  const rosterText = read(rosterPath, `It is the roster that ${basename(path)} names.`);
  const parsed = parseRoster(rosterText, rosterPath);
  if (parsed.problems.length > 0) throw mistakes(rosterPath, parsed.problems);
  const roster = new Map(parsed.entries.map((entry) => [entry.id, entry]));
  const strangers = value.extensions.filter(({ student }) => !roster.has(student)).map(({ student }) => student);
  if (strangers.length > 0) {
    throw mistakes(
      path,
      strangers.map((student) => `${path}: extensions: ${JSON.stringify(student)} is not in the roster`),
    );
  }
  // Kept beside each other, whatever the roster was called.
  const kept = parseDocument(text);
  kept.set('roster', ROSTER_FILE);
  return { course: value, roster, files: { [COURSE_FILE]: String(kept), [ROSTER_FILE]: rosterText } };
}

/** The course that a batch has kept, or none. */
export function keptCourse(out: string): LoadedCourse {
  const path = join(out, COURSE_FILE);
  try {
    readFileSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return noCourse();
    throw error;
  }
  return loadCourse(path);
}

function read(path: string, advice: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const code = systemCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? messageOf(error)})`;
    throw new UsageError(`${path} ${why}. ${advice}`, { cause: error });
  }
}

function mistakes(path: string, details: readonly string[]): UsageError {
  const count = details.length;
  return new UsageError(`${path} has ${count} ${count === 1 ? 'mistake' : 'mistakes'}.`, { details });
}
