import { statSync } from 'node:fs';
import { messageOf, systemCode, UsageError } from '../../platform/errors.ts';
import { type Attempt, compareAttempts, type RosterEntry } from '../model.ts';
import { isArchive, listArchive } from './archive.ts';
import { listFolder } from './folder.ts';
import { fromGradescope } from './gradescope.ts';
import { type Handed, type HandedFile, isCuda, lastPart } from './handed.ts';
import { type ManifestLine, readManifest } from './manifest.ts';
import { fromCanvas, fromGitHubClassroom, fromMoodle, fromPlain, type Recognized } from './platforms.ts';
import { Students } from './students.ts';
import { classNameOf, type IsStudent, wrapperOf } from './wrapper.ts';

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
}

/**
 * Whose files there are, in a folder, an archive or a manifest; they are read later.
 * @throws UsageError where there is nothing to grade; for a manifest, with every mistake of it
 */
export async function takeIn(input: string, options: IntakeOptions): Promise<Intake> {
  const students = new Students(options.roster);
  const kind = kindOfInput(input);
  if (kind === 'manifest') {
    const lines = readManifest(input, { ...options, students });
    const handedIn = number(lines);
    if (handedIn.length === 0) throw new UsageError(`${input} lists no submission.`);
    return { kind: 'a manifest', handedIn, notes: collisions(handedIn) };
  }
  const { assignment } = options;
  if (assignment === null) {
    throw new UsageError(
      'Which assignment are these for? Give it first, e.g. grade batch run grayscale submissions/, or a manifest with a column assignment.',
    );
  }
  const listed = kind === 'archive' ? await listArchive(input, students.isStudent) : await listFolder(input);
  const { handed, notes: unrecognized, kind: what } = await recognize(listed.files, input, students.isStudent);
  const notes = [...listed.notes, ...unrecognized];
  const lines = identified(handed, students, what === PLAIN, notes).flatMap((one): ManifestLine[] => {
    const { student, known } = one;
    const file = choose(one, student, notes);
    if (file === null) return [];
    if (!known) notes.push(`${student} (${one.from}) is not in the roster; graded all the same.`);
    if (one.markedLate)
      notes.push(`${student} (${one.from}) is marked late, and not by how much: give submitted_at in a manifest.`);
    return [{ student, assignment, attempt: one.attempt, submittedAt: one.submittedAt, file, from: one.from }];
  });
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

async function recognize(
  listed: readonly HandedFile[],
  input: string,
  isStudent: IsStudent | null,
): Promise<Recognized & { readonly kind: string }> {
  const wrapper = wrapperOf(listed, input, isStudent);
  const files =
    wrapper === null ? listed : listed.map((file) => ({ ...file, path: file.path.slice(wrapper.length + 1) }));
  const gradescope = await fromGradescope(files);
  if (gradescope) return { handed: gradescope, notes: [], kind: 'an export of Gradescope' };
  const canvas = fromCanvas(files);
  if (canvas) return { ...canvas, kind: 'a download of Canvas' };
  const moodle = fromMoodle(files);
  if (moodle) return { ...moodle, kind: 'a download of Moodle' };
  const gitHub = fromGitHubClassroom(files, wrapper ?? classNameOf(input));
  if (gitHub) return { ...gitHub, kind: 'repositories of GitHub Classroom' };
  return { ...fromPlain(files), kind: PLAIN };
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
  const found = handed.map((one): Identified => ({ ...one, ...students.find(one.keys) }));
  if (isPlain) return found;
  const byStudent = new Map<string, Identified[]>();
  for (const one of found) byStudent.set(one.student, [...(byStudent.get(one.student) ?? []), one]);
  return found.flatMap((one): Identified[] => {
    const alike = byStudent.get(one.student) ?? [];
    if (alike.length === 1) return [one];
    if (!one.known || !students.isStudent) return [{ ...one, student: `${one.student} (${one.from})` }];
    if (alike[0] === one) {
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
    const found = files.length === 0 ? 'nothing' : names(files);
    notes.push(`${student} (${from}) handed in no .cu file but ${found}: left out.`);
    return null;
  }
  notes.push(
    `${student} (${from}) handed in ${sources.length} .cu files, ${names(sources)}: left out. Say which in a manifest.`,
  );
  return null;
}

/** Attempts that nobody numbered get numbers in the order of handing in, after the numbers that are taken. */
function number(lines: readonly ManifestLine[]): HandedIn[] {
  const groups = new Map<string, ManifestLine[]>();
  for (const line of lines) {
    const key = JSON.stringify([line.student, line.assignment]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
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
