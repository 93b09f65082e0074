import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { didYouMean, messageOf, systemCode, UsageError } from '../platform/index.ts';
import { formatProblem, inOrder, readYaml } from '../spec/index.ts';
import { type Course, courseSchema } from './course-schema.ts';
import { type Override, parseOverrides } from './decisions/overrides.ts';
import type { RosterEntry } from './model.ts';
import { parseRoster } from './roster.ts';
import { COURSE_FILE, OVERRIDES_FILE, ROSTER_FILE } from './state/layout.ts';

/** What a batch knows of its course. */
export interface LoadedCourse {
  readonly course: Course;
  /** By id; null where the course has no roster. */
  readonly roster: ReadonlyMap<string, RosterEntry> | null;
  /** Decisions of staff about grades, oldest first. */
  readonly overrides: readonly Override[];
  /** The assignments that its files name, with the place of each: `course.yaml:7`. */
  readonly named: readonly { readonly assignment: string; readonly place: string }[];
  /** The files it was read from, by the names that a batch keeps them under. */
  readonly files: Readonly<Record<string, string>>;
}

/** A course that says nothing. */
export function noCourse(): LoadedCourse {
  return { course: courseSchema.parse({ schemaVersion: 1 }), roster: null, overrides: [], named: [], files: {} };
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
  const { roster: rosterFile, overrides: overridesFile } = value;
  const lines = new LineCounter();
  const kept = parseDocument(text, { lineCounter: lines });
  const places = assignmentsNamed(kept).map(({ assignment, at }) => ({
    assignment,
    place: `${path}:${lines.linePos(at).line}`,
  }));
  const files: Record<string, string> = {};
  const roster = rosterFile === undefined ? null : rosterOf(path, value, rosterFile, files);
  // Kept beside each other, whatever they were called.
  if (roster) kept.set('roster', ROSTER_FILE);
  const overridesPath = resolve(dirname(path), overridesFile ?? '');
  const overrides = overridesFile === undefined ? [] : readOverrides(overridesPath, roster);
  const decided = overrides.flatMap(({ assignment, line }) =>
    assignment === null ? [] : [{ assignment, place: `${overridesPath}:${line}` }],
  );
  kept.delete('overrides');
  files[COURSE_FILE] = roster || overridesFile !== undefined ? String(kept) : text;
  return { course: value, roster, overrides, named: [...places, ...decided], files };
}

function assignmentsNamed(document: Document): { readonly assignment: string; readonly at: number }[] {
  const assignments = document.get('assignments', true);
  const extensions = document.get('extensions', true);
  const nodes = [
    ...(isMap(assignments) ? assignments.items.map(({ key }) => key) : []),
    ...(isSeq(extensions) ? extensions.items.map((item) => (isMap(item) ? item.get('assignment', true) : null)) : []),
  ];
  return nodes.flatMap((node) =>
    isScalar(node) && typeof node.value === 'string' ? [{ assignment: node.value, at: node.range?.[0] ?? 0 }] : [],
  );
}

/**
 * Compares the assignments that a course names with those that there are.
 * @returns a sentence for each that is not there, because it may be written later
 * @throws UsageError with every one whose name is nearly that of another
 */
export function unknownAssignments(path: string, { named }: LoadedCourse, ids: readonly string[]): string[] {
  const unknown = named.filter(({ assignment }) => !ids.includes(assignment));
  const meant = unknown.map(({ assignment, place }) => ({
    text: `${place}: there is no assignment ${JSON.stringify(assignment)}`,
    suggestion: didYouMean(assignment, ids),
  }));
  const wrong = meant.filter(({ suggestion }) => suggestion !== '');
  if (wrong.length > 0)
    throw mistakes(
      path,
      wrong.map(({ text, suggestion }) => `${text}; ${suggestion}`),
    );
  return meant.map(({ text }) => `${text} here. What the course says about it has no effect yet.`);
}

/** @param files - gets the text of the roster */
function rosterOf(
  path: string,
  course: Course,
  rosterFile: string,
  files: Record<string, string>,
): ReadonlyMap<string, RosterEntry> {
  const rosterPath = resolve(dirname(path), rosterFile);
  const rosterText = read(rosterPath, `It is the roster that ${basename(path)} names.`);
  const parsed = parseRoster(rosterText, rosterPath);
  if (parsed.problems.length > 0) throw mistakes(rosterPath, parsed.problems);
  const roster = new Map(parsed.entries.map((entry) => [entry.id, entry]));
  const strangers = course.extensions.filter(({ student }) => !roster.has(student)).map(({ student }) => student);
  if (strangers.length > 0) {
    throw mistakes(
      path,
      strangers.map((student) => `${path}: extensions: ${JSON.stringify(student)} is not in the roster`),
    );
  }
  files[ROSTER_FILE] = rosterText;
  return roster;
}

/**
 * Reads decisions of staff.
 * @param students - who there is; `null` if that is not known
 * @param assignments - ids of all that there are; `null` if that is not known
 * @throws UsageError with every mistake of the file
 */
export function readOverrides(
  path: string,
  students: { has(student: string): boolean } | null,
  assignments: readonly string[] | null = null,
): readonly Override[] {
  const { rows, problems } = parseOverrides(read(path, 'Give a CSV file with the column student.'), path);
  const strangers = students === null ? [] : rows.filter(({ student }) => student !== '' && !students.has(student));
  const found = [
    ...problems,
    ...strangers.map(({ line, student }) => `${path}:${line}: there is no student ${JSON.stringify(student)}`),
    ...rows.flatMap(({ line, assignment }) =>
      assignments === null || assignment === null || assignments.includes(assignment)
        ? []
        : [`${path}:${line}: ${noAssignment(assignment, assignments)}`],
    ),
  ];
  if (found.length > 0) throw mistakes(path, found);
  return rows;
}

/** Says that a batch does not have an assignment, and which it may be. */
export function noAssignment(assignment: string, ids: readonly string[]): string {
  const suggestion = didYouMean(assignment, ids) || `it has ${ids.join(', ')}`;
  return `this batch has no assignment ${JSON.stringify(assignment)}; ${suggestion}`;
}

/** Returns the course that a batch has kept, or none, with the decisions of staff. */
export function keptCourse(out: string): LoadedCourse {
  const path = join(out, COURSE_FILE);
  const course = existsSync(path) ? loadCourse(path) : noCourse();
  const overrides = join(out, OVERRIDES_FILE);
  return { ...course, overrides: existsSync(overrides) ? readOverrides(overrides, null) : [] };
}

function read(path: string, advice: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = systemCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? messageOf(error)})`;
    throw new UsageError(`${path} ${why}. ${advice}`, { cause: error });
  }
  const line = lineOfNoUtf8(bytes);
  if (line === null) return bytes.toString('utf8').replace(/^\ufeff/, '');
  throw mistakes(path, [
    `${path}:${line}: not UTF-8. Save it as UTF-8; in Excel that is "CSV UTF-8 (comma delimited)".`,
  ]);
}

/** Returns the 1-based number of the first line that is not UTF-8, null if all are. */
function lineOfNoUtf8(bytes: Buffer): number | null {
  if (isUtf8(bytes)) return null;
  for (let start = 0, line = 1; ; line += 1) {
    const end = bytes.indexOf('\n', start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function mistakes(path: string, details: readonly string[]): UsageError {
  const count = details.length;
  return new UsageError(`${path} has ${count} ${count === 1 ? 'mistake' : 'mistakes'}.`, { details });
}
