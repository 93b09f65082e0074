import { STUDENT_LIMITS } from '../../limits/index.ts';
import { compareAttempts } from '../model.ts';
import { type Handed, type HandedFile, isCuda, isPython, type Listing, lastPart, type StudentKey } from './handed.ts';
import { Notes, shown } from './left-out.ts';

/**
 * Platforms are recognized by what is at the root of an import, because platforms name that. Students name what is in
 * their folders, and the ends of some names: nothing of these is looked at.
 */

/** What a platform made of a download, and what at its root is not of that platform. */
export interface Recognized {
  readonly handed: readonly Handed[];
  readonly notes: readonly string[];
}

/**
 * Canvas: `<lastnamefirstname>[_LATE]_<user>_<file>_<file name>`, all in one folder. Of a text entry or a link, only
 * `text.html` or `link.html` follows the user.
 */
export const CANVAS =
  /^(?<name>[^_/]+)(?<late>_LATE)?_(?<user>\d+)_(?:(?<upload>\d+)_(?<file>[^/]+)|(?<entry>text\.html|link\.html))$/;

/** "Download Submissions" of Canvas. */
export function fromCanvas({ files, folders }: Listing): Recognized | null {
  const entries = matched(rootEntries(files, folders), CANVAS);
  if (entries === null) return null;
  const byUser = new Map<string, Handed & { files: HandedFile[] }>();
  const others: Handed[] = [];
  for (const { name: entry, files: own, groups } of entries) {
    if (!groups) {
      // A source that staff have added.
      others.push(plain([{ as: 'any', value: stem(entry) }], own, entry));
      continue;
    }
    const { user = '', name = '', late, file = groups.entry } = groups;
    const named = own.map((one) => asUploaded(one, file ?? entry));
    // A name is in the key, because it can end in what looks like another user's number.
    const key = `${user}_${name}`;
    const known = byUser.get(key);
    if (known) known.files.push(...named);
    else {
      const keys: StudentKey[] = [
        { as: 'canvas', value: user },
        { as: 'name', value: name },
      ];
      const identity = `${name}_${user}`;
      byUser.set(key, { ...plain(keys, named, entry), identity, ...(late !== undefined && { markedLate: true }) });
    }
  }
  return { handed: [...byUser.values(), ...others], notes: [] };
}

/** Gives a file the student's own name. Canvas adds a number to the name of a file that was handed in again. */
function asUploaded(file: HandedFile, name: string): HandedFile {
  const numbered = /^(?<stem>.+)-\d+(?<ending>\.[^.]+)$/.exec(name)?.groups;
  return { ...file, name, ...(numbered && { alias: `${numbered.stem}${numbered.ending}` }) };
}

/**
 * Moodle: `<full name>_<participant>_assignsubmission_<plugin>_`, a folder or the beginning of a file's name. Full names
 * are students', so the last such words are Moodle's.
 */
export const MOODLE = /^(?<name>[^/]+)_(?<participant>\d+)_assignsubmission_(?:file|onlinetext)_?(?<file>[^/]*)$/;
const MOODLE_WORDS = /_\d+_assignsubmission_(?:file|onlinetext)/g;

/** "Download all submissions" of Moodle. */
export function fromMoodle({ files, folders }: Listing): Recognized | null {
  const entries = matched(rootEntries(files, folders), MOODLE);
  if (entries === null) return null;
  const byParticipant = new Map<string, Handed & { files: HandedFile[] }>();
  const notes: string[] = [];
  for (const { name: entry, files: own, groups } of entries) {
    if (!groups) {
      notes.push(`${entry} is not Moodle's: left out.`);
      continue;
    }
    const { name = '', participant = '', file = '' } = groups;
    if (file !== '' && (entry.match(MOODLE_WORDS)?.length ?? 0) > 1) {
      // Both the full name and the file's name are the student's, so either can have these words.
      notes.push(`${shown(entry)} names two participants: left out. Give the file and its student in a manifest.`);
      continue;
    }
    const key = `${participant}_${name}`;
    const known = byParticipant.get(key);
    if (known) known.files.push(...own);
    else {
      const identity = `${name}_${participant}`;
      byParticipant.set(key, { ...plain([{ as: 'name', value: name }], [...own], entry), identity });
    }
  }
  return { handed: [...byParticipant.values()], notes };
}

/** The folders of an export of Gradescope. */
const GRADESCOPE = /^submission_\d+$/;

/** Returns whether a platform gives such a name to one student's folder. */
export function isOfPlatform(name: string): boolean {
  return [CANVAS, MOODLE, GRADESCOPE].some((pattern) => pattern.test(name));
}

/**
 * GitHub Classroom: a folder with a repository a student, `<assignment>-<user name>`. Told by the beginning that all
 * names share, and by the name of the folder, which `gh classroom clone` makes `<assignment>-submissions`.
 */
export function fromGitHubClassroom({ files, folders: named }: Listing, folderName: string): Recognized | null {
  const slug = /^(?<slug>.+)-submissions$/.exec(folderName)?.groups?.slug;
  if (slug === undefined) return null;
  const folders = rootEntries(files, named).filter(({ isFolder }) => isFolder);
  const used = folders.filter(({ files: own }) => own.length > 0);
  if (used.length === 0 || !used.every(({ name }) => name.startsWith(`${slug}-`))) return null;
  const repositories = folders.filter(({ name }) => name.startsWith(`${slug}-`));
  const handed = repositories.map(({ name, files: own }) =>
    plain([{ as: 'github', value: name.slice(slug.length + 1) }], own, name),
  );
  return { handed, notes: [] };
}

/**
 * Repositories in one folder, each with a name of one form.
 * @param pattern - the form, e.g. `hw3-{student}`, in which the student is a GitHub user name
 */
export function fromRepositories({ files, folders: named }: Listing, pattern: string): Recognized {
  const [before = '', after = ''] = pattern.split('{student}');
  const notes = new Notes();
  const handed = rootEntries(files, named).flatMap(({ name, isFolder, files: own }): Handed[] => {
    const user = name.slice(before.length, name.length - after.length);
    const isOfForm = name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
    if (isFolder && isOfForm) return [plain([{ as: 'github', value: user }], own, name)];
    notes.add('the folder', `${shown(name)} is not a folder named ${pattern}: left out.`);
    return [];
  });
  return { handed, notes: notes.all() };
}

/** A file or a folder a student; in a folder, folders with a number for a name are attempts. */
export function fromPlain({ files, folders }: Listing, isStudent: ((name: string) => boolean) | null): Recognized {
  const entries = rootEntries(files, folders);
  const notes = new Notes();
  const handed = entries.flatMap(({ name, isFolder, files: own }): Handed[] => {
    if (isFolder) return attemptsOf(name, own, notes);
    if (isCuda(name)) return [plain([{ as: 'any', value: stem(name) }], own, name)];
    if (isPython(name)) return [plain([{ as: 'any', value: stemOf(name) }], own, name)];
    // The name is a student's, or that of a source to which an ending was added.
    const [owner = ''] = name.split('.', 1);
    const named = [owner, stemOf(name)].find((one) => one !== '' && isStudent?.(one) === true);
    if (named !== undefined) return [plain([{ as: 'any', value: named }], own, name)];
    if (isStudent === null && /.\.cu\.[a-z0-9]{1,5}$/i.test(name)) {
      return [plain([{ as: 'any', value: stem(stemOf(name)) }], own, name)];
    }
    notes.add('the folder', `${shown(name)} is not a .cu file; left out.`);
    return [];
  });
  return { handed, notes: notes.all() };
}

/** Returns what is in a student's folder: one attempt, or one per folder if all that is in it has numbers for names. */
function attemptsOf(name: string, files: readonly HandedFile[], notes: Notes): Handed[] {
  const keys: StudentKey[] = [{ as: 'any', value: name }];
  const inside = new Map<string, HandedFile[]>();
  for (const file of files) {
    const [, part = ''] = file.path.split('/', 2);
    const known = inside.get(part);
    if (known) known.push(file);
    else inside.set(part, [file]);
  }
  if (inside.size === 0 || ![...inside.keys()].every((part) => /^\d+$/.test(part))) return [plain(keys, files, name)];
  const attempts = [...inside].sort(([a], [b]) => compareAttempts(a, b));
  const { attempts: most } = STUDENT_LIMITS;
  if (attempts.length > most) {
    notes.add(
      name,
      `${shown(name)} has ${attempts.length} attempts; the maximum is ${most}. Those after them are left out.`,
    );
  }
  return attempts.slice(0, most).map(([attempt, own]) => ({ ...plain(keys, own, `${name}/${attempt}`), attempt }));
}

/** A name at the root. */
export interface RootName {
  readonly name: string;
  readonly isFolder: boolean;
}

interface RootEntry extends RootName {
  readonly files: readonly HandedFile[];
}

/** Returns what is at the root: files, and folders with the files in them. */
function rootEntries(files: readonly HandedFile[], folders: readonly string[]): RootEntry[] {
  const entries = new Map<string, { name: string; isFolder: boolean; files: HandedFile[] }>();
  for (const file of files) {
    const [name = ''] = file.path.split('/', 1);
    const known = entries.get(name);
    if (known) known.files.push(file);
    else entries.set(name, { name, isFolder: file.path !== name, files: [file] });
  }
  for (const name of folders) if (!entries.has(name)) entries.set(name, { name, isFolder: true, files: [] });
  return [...entries.values()];
}

/** Returns whether most of what can be a student's has a platform's name. */
export function isMostly(names: readonly RootName[], pattern: RegExp): boolean {
  const candidates = names.filter(({ name, isFolder }) => isFolder || isCuda(name) || pattern.test(name));
  return 2 * candidates.filter(({ name }) => pattern.test(name)).length > candidates.length;
}

/** Returns the entries that have a platform's name, hold a source, or are a folder; null unless most have such a name. */
function matched(
  entries: readonly RootEntry[],
  pattern: RegExp,
): (RootEntry & { readonly groups: Record<string, string> | null })[] | null {
  const used = entries.filter(({ files }) => files.length > 0);
  if (!isMostly(used, pattern)) return null;
  return entries
    .map((entry) => ({ ...entry, groups: pattern.exec(entry.name)?.groups ?? null }))
    .filter(({ name, isFolder, files, groups }) => groups !== null || (isFolder ? files.length > 0 : isCuda(name)));
}

function plain(
  keys: readonly StudentKey[],
  files: readonly HandedFile[],
  from: string,
): Handed & { files: HandedFile[] } {
  return { keys, attempt: null, submittedAt: null, files: [...files], from };
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}

/** Returns a file's name without the ending of a source. */
export function stem(path: string): string {
  return lastPart(path).replace(/\.cu$/i, '');
}
