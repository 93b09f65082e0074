import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, systemCode, UsageError } from '../../platform/index.ts';
import { type Attempt, compareAttempts, type HandInProblem, type RosterEntry } from '../model.ts';
import { isArchive, listArchive } from './archive.ts';
import { type Choice, choose } from './choose.ts';
import { type Commit, readCommits } from './commits.ts';
import { listFolder } from './folder.ts';
import { fromGradescope } from './gradescope.ts';
import { type Handed, type Listing, lastPart } from './handed.ts';
import { readManifest } from './manifest.ts';
import {
  fromCanvas,
  fromGitHubClassroom,
  fromMoodle,
  fromPlain,
  fromRepositories,
  type Recognized,
} from './platforms.ts';
import { Students } from './students.ts';
import { classNameOf, type IsStudent, isGuessed } from './wrapper.ts';

export interface HandedIn extends Attempt, Choice {
  /** The input says which attempt it is. Otherwise the number is the order in the input. */
  readonly isNumbered: boolean;
  /** Staff have named the file. */
  readonly byStaff: boolean;
  /** Times of other hand-ins, whose files are not there. */
  readonly otherTimes: readonly string[];
  /** The place where it was found, for messages. */
  readonly from: string;
  /** The students of the roster whose it can be, if staff must say whose it is; absent if it is known. */
  readonly owners?: readonly string[];
}

export interface Intake {
  /** A name for what the input was taken for, e.g. `a Canvas download`. */
  readonly kind: string;
  readonly handedIn: readonly HandedIn[];
  /** Hand-ins of which staff must say whose they are. `student` is what the platform calls the student. */
  readonly held: readonly HandedIn[];
  /** Notes on what was not taken, or needs a look, a sentence each. */
  readonly notes: readonly string[];
}

export interface IntakeOptions {
  /** The assignment of the command line; null where a manifest names them. */
  readonly assignment: string | null;
  /** Ids that there are. */
  readonly assignments: readonly string[];
  readonly roster: ReadonlyMap<string, RosterEntry> | null;
  /** The name of a student's repository with `{student}`; `null` if the names are looked at to recognize a platform. */
  readonly pattern?: string | null;
  /** Returns the last moment at which a student hands in on time, in milliseconds since 1970; `null` if there is none. */
  readonly dueOf?: (student: string) => number | null;
  /** Returns the students to whom staff gave the hand-in of a name: none if it is nobody's; `undefined` if they did not decide. */
  readonly ownerOf?: (name: string) => readonly string[] | undefined;
}

/**
 * Whose files there are, in a folder, an archive or a manifest; they are read later.
 * @throws UsageError where there is nothing to grade; for a manifest, with every mistake of it
 */
export async function takeIn(input: string, options: IntakeOptions): Promise<Intake> {
  const students = new Students(options.roster);
  const kind = kindOfInput(input);
  if (kind === 'manifest') {
    const { lines, notes } = readManifest(input, { ...options, students });
    const named = lines.map((line) => ({
      ...line,
      problem: null,
      files: [],
      candidates: [],
      byStaff: true,
      otherTimes: [],
    }));
    const handedIn = number(await readable(named, notes));
    if (handedIn.length === 0) throw new UsageError(`${input} lists no submission.`, { details: notes });
    return { kind: 'a manifest', handedIn, held: [], notes: [...notes, ...collisions(handedIn)] };
  }
  const { assignment } = options;
  if (assignment === null) {
    throw new UsageError(
      'Which assignment are these for? Give it first, e.g. grade batch run grayscale submissions/, or a manifest with a column assignment.',
    );
  }
  const listed = await (kind === 'archive' ? listArchive : listFolder)(input, students.isStudent);
  const { isStudent } = students;
  const found = await recognize(listed, input, isStudent, options.pattern ?? null);
  const { handed, notes: unrecognized, kind: what } = found;
  const notes = [...listed.notes, ...unrecognized];
  if (listed.wrapper !== null && isGuessed(listed.wrapper, input)) {
    notes.push(`${listed.wrapper} is taken for the folder of the class: the roster has no student of this name.`);
  }
  if (handed.some(({ keys }) => keys[0]?.as === 'github') && !students.hasColumn('github')) {
    notes.push('The roster has no column github. Add it, with the GitHub user name of each student.');
  }
  const chosen: Unnumbered[] = [];
  const owned = identified(handed, students, { isPlain: what === PLAIN, ...options }, notes);
  const isOfGit = what === CLASSROOM || what === REPOSITORIES;
  const root = join(input, listed.wrapper ?? '');
  const timed = isOfGit ? await withCommits(owned, kind, root, options.dueOf ?? (() => null), notes) : owned;
  for (const one of timed) {
    const { student, known, owners, from, attempt, submittedAt, otherTimes = [] } = one;
    const isPartial = listed.lost.has(from.split('/')[0] ?? '');
    const choice = withLosses(await choose(one.files), one.lost ?? (isPartial ? 'a part of it is left out' : null));
    const { problem, leftOut = [] } = choice;
    for (const why of leftOut.slice(0, LEFT_OUT_NOTED)) notes.push(`${whoIs(student, from)}: ${why}`);
    if (leftOut.length > LEFT_OUT_NOTED) {
      const more = leftOut.length - LEFT_OUT_NOTED;
      notes.push(`${whoIs(student, from)}: ${more} more ${more === 1 ? 'entry is' : 'entries are'} left out.`);
    }
    if (owners !== null) {
      chosen.push({ ...choice, student, assignment, attempt, submittedAt, otherTimes, from, byStaff: false, owners });
      continue;
    }
    const who = whoIs(student, from);
    if (problem?.kind === 'no-source' && !known) {
      notes.push(`${who} is not in the roster, and has no CUDA source: left out.`);
      continue;
    }
    if (problem !== null) notes.push(problemNote({ student, from, problem }));
    if (!known) notes.push(`${who} is not in the roster; graded all the same.`);
    if (one.markedLate) notes.push(`${who} ${LATE_NOTE}`);
    chosen.push({ ...choice, student, assignment, attempt, submittedAt, otherTimes, from, byStaff: false });
  }
  const withEarlier = chosen.filter(({ otherTimes }) => otherTimes.length > 0).length;
  if (withEarlier > 0) notes.push(historyNote(withEarlier));
  const lines = await readable(chosen, notes);
  // Without a source and without anybody of the roster, it is the wrong folder.
  const isClass = lines.some(({ problem }) => problem?.kind !== 'no-source');
  if (lines.length === 0 || (!isClass && options.roster === null)) {
    throw new UsageError(`${input} holds no submission. Expected one .cu file, or one folder with one, a student.`, {
      details: notes,
    });
  }
  const numbered = number(lines);
  const handedIn = numbered.filter(({ owners }) => owners === undefined);
  const held = numbered.filter(({ owners }) => owners !== undefined);
  return { kind: what, handedIn, held, notes: [...notes, ...collisions(handedIn)] };
}

/** Returns a student and the place of a hand-in for a note, without the place if the name has it. */
function whoIs(student: string, from: string): string {
  return student === from || student.endsWith(` (${from})`) ? student : `${student} (${from})`;
}

function kindOfInput(input: string): 'folder' | 'archive' | 'manifest' {
  let isFolder: boolean;
  try {
    isFolder = statSync(input).isDirectory();
  } catch (error) {
    const code = systemCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? messageOf(error)})`;
    throw new UsageError(`${input} ${why}. Give a folder, a zip or tar archive, or a manifest (.csv).`, {
      cause: error,
    });
  }
  if (isFolder) return 'folder';
  if (isArchive(input)) return 'archive';
  if (/\.(csv|tsv|txt)$/i.test(input)) return 'manifest';
  throw new UsageError(
    `${input} is neither a folder, nor an archive (.zip, .tar, .tar.gz), nor a manifest (.csv). For one file there is grade submit.`,
  );
}

/** Notes on entries of one student's archives that are given in full. */
const LEFT_OUT_NOTED = 5;

const PLAIN = 'a file or folder a student';
const REPOSITORIES = 'repositories of a class';
const CLASSROOM = 'repositories of GitHub Classroom';

/**
 * Takes the files of repositories from their commits: that of the due date, and the last one if that is later. What is not
 * committed is named, and not graded.
 */
async function withCommits(
  handed: readonly Identified[],
  kind: 'folder' | 'archive',
  root: string,
  dueOf: NonNullable<IntakeOptions['dueOf']>,
  notes: string[],
): Promise<readonly Identified[]> {
  if (kind === 'archive') {
    notes.push('The times of commits are read only if the repositories are in a folder, not in an archive.');
    return handed;
  }
  const below = (one: Identified, path: string): string => path.slice(one.from.length + 1);
  const places = handed.map((one) => ({
    folder: join(root, one.from),
    files: one.files.map((file) => ({ ...file, path: below(one, file.path) })),
    due: dueOf(one.student),
  }));
  const hasRepository = places.map(({ folder }) => existsSync(join(folder, '.git')));
  if (!hasRepository.includes(true)) return handed;
  const all = await readCommits(places);
  if (all === null) {
    notes.push('git is not installed, so the times of commits are not known. The files of the folders are graded.');
    return handed;
  }
  const timed = all.filter(({ head }) => head !== null).length;
  const count = hasRepository.filter(Boolean).length;
  const isEmpty = all.map(({ isWithoutCommit }, at) => isWithoutCommit && handed[at]?.files.length === 0);
  const lacking = handed.filter((_, at) => hasRepository[at] && all[at]?.head === null && !isEmpty[at]);
  if (lacking.length > 0) {
    const names = lacking.slice(0, LEFT_OUT_NOTED).map(({ from }) => from);
    const more = lacking.length > names.length ? ` and ${lacking.length - names.length} more` : '';
    notes.push(
      `The last commit cannot be read from ${lacking.length} of ${count} repositories: ${names.join(', ')}${more}. Their files are graded as they are, without a time.`,
    );
  }
  if (timed > 0) {
    notes.push(
      `${timed} ${timed === 1 ? 'hand-in time is that' : 'hand-in times are those'} of the last commit, which a student can set. A manifest can give others.`,
    );
  }
  return handed.flatMap((one, at) => {
    const { head, onTime, isShallow, uncommitted } = all[at] ?? { head: null, onTime: null, uncommitted: [] };
    const who = whoIs(one.student, one.from);
    if (isEmpty[at]) {
      notes.push(`${who}: the repository has no commit, so nothing is handed in.`);
      return [];
    }
    // Another branch can have the commits, so it is not clear that there is no source.
    if (head === null)
      return [hasRepository[at] ? { ...one, lost: 'no commit is checked out, or it is damaged' } : one];
    if (uncommitted.length > 0) {
      const shown = uncommitted.slice(0, LEFT_OUT_NOTED).join(', ');
      const more = uncommitted.length > LEFT_OUT_NOTED ? ` and ${uncommitted.length - LEFT_OUT_NOTED} more` : '';
      notes.push(
        `${who}: the last commit is graded. These files have changes that are not committed: ${shown}${more}.`,
      );
    }
    if (isShallow) {
      notes.push(`${who}: the last commit is after the due date, and the clone has no earlier one.`);
    }
    const versionOf = (commit: Commit): Identified => ({
      ...one,
      submittedAt: commit.time,
      files: commit.files.map((file) => ({ ...file, path: `${one.from}/${file.path}` })),
    });
    return onTime === null ? [versionOf(head)] : [versionOf(onTime), versionOf(head)];
  });
}

async function recognize(
  listed: Listing,
  input: string,
  isStudent: IsStudent | null,
  pattern: string | null,
): Promise<Recognized & { readonly kind: string }> {
  if (pattern !== null) return { ...fromRepositories(listed, pattern), kind: REPOSITORIES };
  const gradescope = await fromGradescope(listed.files, input);
  if (gradescope) return { handed: gradescope, notes: [], kind: 'an export of Gradescope' };
  const canvas = fromCanvas(listed);
  if (canvas) return { ...canvas, kind: 'a download of Canvas' };
  const moodle = fromMoodle(listed);
  if (moodle) return { ...moodle, kind: 'a download of Moodle' };
  const gitHub = fromGitHubClassroom(listed, listed.wrapper ?? classNameOf(input));
  if (gitHub) return { ...gitHub, kind: CLASSROOM };
  return { ...fromPlain(listed, isStudent), kind: PLAIN };
}

/** A hand-in that the input can leave without a number. */
type Unnumbered = Omit<HandedIn, 'attempt' | 'isNumbered'> & { readonly attempt: string | null };

/** The consequence for the grade. */
const WHAT_NOW: Readonly<Record<HandInProblem['kind'], string>> = {
  'no-source': 'It fails with 0 points.',
  undecided: 'Name the file with grade batch review, or in a manifest with the columns student and file.',
  lost: 'The grade is open until another import has the file.',
};

/** Makes the note on a hand-in that has no source. */
export function problemNote({
  student,
  from,
  problem,
}: Pick<HandedIn, 'student' | 'from'> & { readonly problem: HandInProblem }): string {
  return `${whoIs(student, from)}: ${problem.text} ${WHAT_NOW[problem.kind]}`;
}

/** Returns whether a note asks which file of a student's hand-in counts. */
export function isUndecidedNote(note: string, student: string): boolean {
  const rest = note.startsWith(student) ? note.slice(student.length) : '';
  return /^(: | \()/.test(rest) && note.endsWith(WHAT_NOW.undecided);
}

const LATE_NOTE = 'is marked late, and not by how much: give submitted_at in a manifest.';

/** Returns whether a note asks for the time of a student's hand-in. */
export function isLateNote(note: string, student: string): boolean {
  return note.startsWith(`${student} `) && note.endsWith(` ${LATE_NOTE}`);
}

function lostProblem(why: string): HandInProblem {
  return { kind: 'lost', text: `This hand-in cannot be read${why === '' ? '' : `: ${why.replace(/\.$/, '')}`}.` };
}

/** A hand-in in which something cannot be read does not fail for want of a source. */
function withLosses(choice: Choice, lost: string | null): Choice {
  if (lost === null || choice.problem?.kind !== 'no-source') return choice;
  return { ...choice, problem: lostProblem(lost) };
}

function historyNote(students: number): string {
  const who = students === 1 ? '1 student has' : `${students} students have`;
  return `${who} earlier submissions that the export lists without their files. Those that no earlier import took in cannot be graded.`;
}

/** Opens the grades of those whose file cannot be read, with a note. */
async function readable(lines: readonly Unnumbered[], notes: string[]): Promise<Unnumbered[]> {
  const read: Unnumbered[] = [];
  for (const line of lines) {
    try {
      await line.file?.read(1);
      read.push(line);
    } catch (error) {
      const problem = lostProblem(`${lastPart(line.file?.path ?? '')}: ${systemCode(error) ?? messageOf(error)}`);
      notes.push(problemNote({ ...line, problem }));
      read.push({ ...line, file: null, files: [], candidates: [], problem });
    }
  }
  return read;
}

/** Makes the note on a file that can no longer be read. */
export function unreadable({ student, from }: Pick<HandedIn, 'student' | 'from'>, error: unknown): string {
  return `The file of ${student} (${from}) cannot be read (${systemCode(error) ?? messageOf(error)}); left out. Import it again.`;
}

type Identified = Handed & {
  readonly student: string;
  readonly known: boolean;
  /** The students whose it can be; `null` if it is not for staff to say. */
  readonly owners: readonly string[] | null;
  /** The reason why its files may not be all; absent if they are. */
  readonly lost?: string;
};

/**
 * Finds whose each hand-in is. A platform has one a student: two that have one name are never attempts of one student.
 * What can be that of several students, or of one student twice, is held until staff say whose it is.
 * @param given - `isPlain`: staff have named what is at the root, so that several of one name are attempts
 * @param notes - gets those that are held
 */
function identified(
  handed: readonly Handed[],
  students: Students,
  { isPlain, ownerOf }: { readonly isPlain: boolean } & Pick<IntakeOptions, 'ownerOf'>,
  notes: string[],
): readonly Identified[] {
  const labelOf = ({ identity, from }: Handed): string => {
    const label = identity ?? from;
    return students.hasId(label) ? `${label} (held)` : label;
  };
  const found = handed.flatMap((one): Identified[] => {
    const { student, known, owners } = students.find(one.keys);
    const label = labelOf(one);
    const decided = ownerOf?.(label);
    if (decided !== undefined) return settled(one, decided, label);
    if (owners.length > 0) return [{ ...one, known: false, student: label, owners }];
    // A stranger's name can be a student's id.
    const own = !known && students.hasId(student) ? `${student} (${one.from})` : student;
    const given = known ? undefined : ownerOf?.(own);
    return given === undefined ? [{ ...one, known, student: own, owners: null }] : settled(one, given, own);
  });
  for (const { from, owners } of found) {
    if (owners) notes.push(`${from} can be that of ${owners.join(' or ')}: held until staff say whose it is.`);
  }
  if (isPlain) return found;
  const byStudent = grouped(found, ({ student, owners }) => JSON.stringify([student, owners !== null]));
  const isDecided = (one: Handed): boolean => ownerOf?.(labelOf(one)) !== undefined;
  return found.flatMap((one): Identified | Identified[] => {
    const alike = byStudent.get(JSON.stringify([one.student, one.owners !== null])) ?? [];
    if (alike.length === 1 || one.owners !== null || isDecided(one)) return one;
    if (!one.known || !students.isStudent) {
      const own = `${one.student} (${one.from})`;
      const given = students.isStudent ? ownerOf?.(own) : undefined;
      return given === undefined ? { ...one, student: own } : settled(one, given, own);
    }
    const named = alike.filter((other) => isDecided(other) || students.isNamed(other.student, other.keys));
    if (named.length === 1 && named[0] === one) return one;
    const held = { ...one, known: false, student: labelOf(one) };
    if (named.length === 1) {
      notes.push(
        `${one.from} has the id of ${one.student} and another name: left out of the grades until staff say whose it is.`,
      );
      return { ...held, owners: [] };
    }
    if (alike[0] === one) {
      const places = alike.map(({ from }) => from).join(' and ');
      notes.push(`${places} are both called ${one.student}: left out of the grades until staff say whose they are.`);
    }
    return { ...held, owners: [one.student] };
  });
}

/** Returns a hand-in about which staff decided: one for each student to whom they gave it, or one of nobody. */
function settled(one: Handed, students: readonly string[], name: string): Identified[] {
  if (students.length === 0) return [{ ...one, known: false, student: name, owners: null }];
  return students.map((student) => ({ ...one, known: true, student, owners: null }));
}

/** Attempts that nobody numbered get numbers in the order of handing in, after the numbers that are taken. */
function number(lines: readonly Unnumbered[]): HandedIn[] {
  const groups = grouped(lines, ({ student, assignment }) => JSON.stringify([student, assignment]));
  return [...groups.values()].flatMap((group) => {
    const taken = new Set(group.flatMap(({ attempt }) => attempt ?? []));
    let next = 1;
    const time = ({ submittedAt }: Unnumbered): number => (submittedAt === null ? 0 : Date.parse(submittedAt));
    const numbered = [...group]
      .sort((a, b) => time(a) - time(b))
      .map((line): HandedIn => {
        if (line.attempt !== null) return { ...line, attempt: line.attempt, isNumbered: true };
        while (taken.has(String(next))) next += 1;
        taken.add(String(next));
        return { ...line, attempt: String(next), isNumbered: false };
      });
    return numbered.sort((a, b) => compareAttempts(a.attempt, b.attempt));
  });
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Names that some file systems take for one. */
function collisions(handedIn: readonly HandedIn[]): string[] {
  const byFold = new Map<string, Set<string>>();
  for (const { student } of handedIn) {
    const fold = student.normalize('NFKC').toLowerCase().normalize('NFKC');
    byFold.set(fold, (byFold.get(fold) ?? new Set()).add(student));
  }
  return [...byFold.values()]
    .filter((names) => names.size > 1)
    .map(
      (names) =>
        `${[...names].map((name) => JSON.stringify(name)).join(' and ')} differ in case alone: are they one student?`,
    );
}
