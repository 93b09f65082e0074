import { statSync } from 'node:fs';
import { messageOf, systemCode, UsageError } from '../../platform/index.ts';
import { type Attempt, compareAttempts, type RosterEntry } from '../model.ts';
import { isArchive, listArchive } from './archive.ts';
import { listFolder } from './folder.ts';
import { fromGradescope } from './gradescope.ts';
import { type Handed, type HandedFile, isCuda, type Listing, lastPart } from './handed.ts';
import { type ManifestLine, readManifest } from './manifest.ts';
import {
  fromCanvas,
  fromGitHubClassroom,
  fromMoodle,
  fromPlain,
  fromRepositories,
  type Recognized,
} from './platforms.ts';
import { Students } from './students.ts';
import { classNameOf, isGuessed } from './wrapper.ts';

export interface HandedIn extends Attempt {
  readonly file: HandedFile;
  /** Where it was found, for messages. */
  readonly from: string;
}

export interface Intake {
  /** What the input was taken for, e.g. `a Canvas download`. */
  readonly kind: string;
  readonly handedIn: readonly HandedIn[];
  /** What was not taken, or needs a look, a sentence each. */
  readonly notes: readonly string[];
}

export interface IntakeOptions {
  /** Of the command line; null where a manifest names them. */
  readonly assignment: string | null;
  /** Ids that there are. */
  readonly assignments: readonly string[];
  readonly roster: ReadonlyMap<string, RosterEntry> | null;
  /** The name of a student's repository with `{student}`; `null` if the names are looked at to recognize a platform. */
  readonly pattern?: string | null;
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
    const handedIn = number(await readable(lines, notes));
    if (handedIn.length === 0) throw new UsageError(`${input} lists no submission.`, { details: notes });
    return { kind: 'a manifest', handedIn, notes: [...notes, ...collisions(handedIn)] };
  }
  const { assignment } = options;
  if (assignment === null) {
    throw new UsageError(
      'Which assignment are these for? Give it first, e.g. grade batch run grayscale submissions/, or a manifest with a column assignment.',
    );
  }
  const listed = await (kind === 'archive' ? listArchive : listFolder)(input, students.isStudent);
  const { handed, notes: unrecognized, kind: what } = await recognize(listed, input, options.pattern ?? null);
  const notes = [...listed.notes, ...unrecognized];
  if (listed.wrapper !== null && isGuessed(listed.wrapper, input)) {
    notes.push(`${listed.wrapper} is taken for the folder of the class: the roster has no student of this name.`);
  }
  if (handed.some(({ keys }) => keys[0]?.as === 'github') && !students.hasColumn('github')) {
    notes.push('The roster has no column github. Add it, with the GitHub user name of each student.');
  }
  const chosen = identified(handed, students, what === PLAIN, notes).flatMap((one): ManifestLine[] => {
    const { student, known } = one;
    const file = choose(one, student, notes);
    if (file === null) return [];
    if (!known) notes.push(`${student} (${one.from}) is not in the roster; graded all the same.`);
    if (one.markedLate)
      notes.push(`${student} (${one.from}) is marked late, and not by how much: give submitted_at in a manifest.`);
    return [{ student, assignment, attempt: one.attempt, submittedAt: one.submittedAt, file, from: one.from }];
  });
  const lines = await readable(chosen, notes);
  if (lines.length === 0) {
    throw new UsageError(`${input} holds no submission. Expected one .cu file, or one folder with one, a student.`, {
      details: notes,
    });
  }
  const handedIn = number(lines);
  return { kind: what, handedIn, notes: [...notes, ...collisions(handedIn)] };
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

const PLAIN = 'a file or folder a student';
const REPOSITORIES = 'repositories of a class';

async function recognize(
  listed: Listing,
  input: string,
  pattern: string | null,
): Promise<Recognized & { readonly kind: string }> {
  if (pattern !== null) return { ...fromRepositories(listed, pattern), kind: REPOSITORIES };
  const gradescope = await fromGradescope(listed.files);
  if (gradescope) return { handed: gradescope, notes: [], kind: 'an export of Gradescope' };
  const canvas = fromCanvas(listed);
  if (canvas) return { ...canvas, kind: 'a download of Canvas' };
  const moodle = fromMoodle(listed);
  if (moodle) return { ...moodle, kind: 'a download of Moodle' };
  const gitHub = fromGitHubClassroom(listed, listed.wrapper ?? classNameOf(input));
  if (gitHub) return { ...gitHub, kind: 'repositories of GitHub Classroom' };
  return { ...fromPlain(listed), kind: PLAIN };
}

/** Returns the lines whose files can be read; a file that cannot costs its student that file, with a note. */
async function readable(lines: readonly ManifestLine[], notes: string[]): Promise<ManifestLine[]> {
  const good: ManifestLine[] = [];
  for (const line of lines) {
    try {
      await line.file.read(1);
      good.push(line);
    } catch (error) {
      notes.push(unreadable(line, error));
    }
  }
  return good;
}

/** Makes the note on a file that cannot be read. */
export function unreadable({ student, from }: Pick<HandedIn, 'student' | 'from'>, error: unknown): string {
  return `The file of ${student} (${from}) cannot be read (${systemCode(error) ?? messageOf(error)}); left out.`;
}

type Identified = Handed & { readonly student: string; readonly known: boolean };

/**
 * Finds whose each hand-in is. A platform has one a student: two that have one name are never attempts of one student.
 * @param isPlain - staff have named what is at the root, so that several of one name are attempts
 * @param notes - gets those that are left out
 */
function identified(
  handed: readonly Handed[],
  students: Students,
  isPlain: boolean,
  notes: string[],
): readonly Identified[] {
  const found = handed.map((one): Identified => {
    const { student, known } = students.find(one.keys);
    // A stranger's name can be a student's id.
    return { ...one, known, student: !known && students.hasId(student) ? `${student} (${one.from})` : student };
  });
  if (isPlain) return found;
  const byStudent = grouped(found, ({ student }) => student);
  return found.flatMap((one): Identified[] => {
    const alike = byStudent.get(one.student) ?? [];
    if (alike.length === 1) return [one];
    if (!one.known || !students.isStudent) return [{ ...one, student: `${one.student} (${one.from})` }];
    const named = alike.filter(({ keys, student }) => students.isNamed(student, keys));
    if (named.length === 1 && named[0] === one) return [one];
    if (named.length === 1) {
      notes.push(`${one.from} has the id of ${one.student} and another name: left out. Say whose it is in a manifest.`);
    } else if (alike[0] === one) {
      const places = alike.map(({ from }) => from).join(' and ');
      notes.push(`${places} are both called ${one.student}: left out. Say whose they are in a manifest.`);
    }
    return [];
  });
}

/** The one source among what a student handed in; what cannot be decided is noted, and left to a person. */
function choose({ files, from }: Handed, student: string, notes: string[]): HandedFile | null {
  const sources = files.filter(({ path }) => isCuda(path));
  const [only, ...others] = sources;
  if (only !== undefined && others.length === 0) return only;
  const names = (list: readonly HandedFile[]): string => {
    const shown = list.slice(0, 4).map(({ path }) => lastPart(path));
    return list.length > 4 ? `${shown.join(', ')} and ${list.length - 4} more` : shown.join(', ');
  };
  if (only === undefined) {
    const found = files.length === 0 ? 'nothing' : `no .cu file but ${names(files)}`;
    notes.push(`${student} (${from}) handed in ${found}: left out.`);
    return null;
  }
  notes.push(
    `${student} (${from}) handed in ${sources.length} .cu files, ${names(sources)}: left out. Say which in a manifest.`,
  );
  return null;
}

/** Attempts that nobody numbered get numbers in the order of handing in, after the numbers that are taken. */
function number(lines: readonly ManifestLine[]): HandedIn[] {
  const groups = grouped(lines, ({ student, assignment }) => JSON.stringify([student, assignment]));
  return [...groups.values()].flatMap((group) => {
    const taken = new Set(group.flatMap(({ attempt }) => attempt ?? []));
    let next = 1;
    const time = ({ submittedAt }: ManifestLine): number => (submittedAt === null ? 0 : Date.parse(submittedAt));
    const numbered = [...group]
      .sort((a, b) => time(a) - time(b))
      .map((line): HandedIn => {
        if (line.attempt !== null) return { ...line, attempt: line.attempt };
        while (taken.has(String(next))) next += 1;
        taken.add(String(next));
        return { ...line, attempt: String(next) };
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
