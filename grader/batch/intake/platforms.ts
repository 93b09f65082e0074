import { type Handed, type HandedFile, isCuda, lastPart, type StudentKey } from './handed.ts';

/**
 * Platforms are recognized by what is at the root of an import, because platforms name that. Students name what is in
 * their folders, and the ends of some names: nothing of these is looked at.
 */

/** What a platform made of a download, and what at its root is not of that platform. */
export interface Recognized {
  readonly handed: readonly Handed[];
  readonly notes: readonly string[];
}

/** Canvas: `<lastnamefirstname>[_LATE]_<user>_<submission>_<file name>`, all in one folder. */
const CANVAS = /^(?<name>[^_/]+)(?<late>_LATE)?_(?<user>\d+)_(?<submission>\d+)_(?<file>[^/]+)$/;

/** "Download Submissions" of Canvas. */
export function fromCanvas(files: readonly HandedFile[]): Recognized | null {
  const entries = matched(files, CANVAS);
  if (entries === null) return null;
  const byUser = new Map<string, Handed & { files: HandedFile[] }>();
  const others: Handed[] = [];
  for (const { name: entry, files: own, groups } of entries) {
    if (!groups) {
      // A source that staff have added.
      others.push(plain([{ as: 'any', value: stem(entry) }], own, entry));
      continue;
    }
    const { user = '', name = '', late } = groups;
    const known = byUser.get(user);
    if (known) known.files.push(...own);
    else {
      const keys: StudentKey[] = [
        { as: 'canvas', value: user },
        { as: 'name', value: name },
      ];
      byUser.set(user, { ...plain(keys, [...own], entry), ...(late !== undefined && { markedLate: true }) });
    }
  }
  return { handed: [...byUser.values(), ...others], notes: [] };
}

/** Moodle: `<full name>_<participant>_assignsubmission_file_`, a folder or the beginning of a file's name. */
const MOODLE = /^(?<name>[^/]+?)_(?<participant>\d+)_assignsubmission_file_?(?<file>[^/]*)$/;

/** "Download all submissions" of Moodle. */
export function fromMoodle(files: readonly HandedFile[]): Recognized | null {
  const entries = matched(files, MOODLE);
  if (entries === null) return null;
  const byParticipant = new Map<string, Handed & { files: HandedFile[] }>();
  const notes: string[] = [];
  for (const { name: entry, files: own, groups } of entries) {
    if (!groups) {
      notes.push(`${entry} is not Moodle's: left out.`);
      continue;
    }
    const { name = '', participant = '' } = groups;
    const known = byParticipant.get(participant);
    if (known) known.files.push(...own);
    else byParticipant.set(participant, plain([{ as: 'name', value: name }], [...own], entry));
  }
  return { handed: [...byParticipant.values()], notes };
}

/**
 * GitHub Classroom: a folder with a repository a student, `<assignment>-<user name>`. Told by the beginning that all
 * names share, and by the name of the folder, which `gh classroom clone` makes `<assignment>-submissions`.
 */
export function fromGitHubClassroom(files: readonly HandedFile[], folderName: string): Recognized | null {
  const slug = /^(?<slug>.+)-submissions$/.exec(folderName)?.groups?.slug;
  if (slug === undefined) return null;
  const folders = rootEntries(files).filter(({ isFolder }) => isFolder);
  if (folders.length === 0 || !folders.every(({ name }) => name.startsWith(`${slug}-`))) return null;
  const handed = folders.map(({ name, files: own }) =>
    plain([{ as: 'github', value: name.slice(slug.length + 1) }], own, name),
  );
  return { handed, notes: [] };
}

/** A file or a folder a student; in a folder, folders with a number for a name are attempts. */
export function fromPlain(files: readonly HandedFile[]): Recognized {
  const entries = rootEntries(files);
  const single = entries
    .filter(({ name, isFolder }) => !isFolder && isCuda(name))
    .map(({ name, files: own }) => plain([{ as: 'any', value: stem(name) }], own, name));
  const folders = entries
    .filter(({ isFolder }) => isFolder)
    .flatMap(({ name, files: own }): Handed[] => {
      const keys: StudentKey[] = [{ as: 'any', value: name }];
      const inside = new Set(own.map(({ path }) => path.split('/')[1] ?? ''));
      const numbered = [...inside].filter((part) => /^\d+$/.test(part));
      if (numbered.length === 0 || numbered.length !== inside.size) return [plain(keys, own, name)];
      return numbered.map((attempt) => ({
        ...plain(
          keys,
          own.filter(({ path }) => path.startsWith(`${name}/${attempt}/`)),
          `${name}/${attempt}`,
        ),
        attempt,
      }));
    });
  return { handed: [...single, ...folders], notes: [] };
}

interface RootEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly files: readonly HandedFile[];
}

/** Returns what is at the root: files, and folders with the files in them. */
function rootEntries(files: readonly HandedFile[]): RootEntry[] {
  const entries = new Map<string, { name: string; isFolder: boolean; files: HandedFile[] }>();
  for (const file of files) {
    const [name = ''] = file.path.split('/');
    const known = entries.get(name);
    if (known) known.files.push(file);
    else entries.set(name, { name, isFolder: file.path !== name, files: [file] });
  }
  return [...entries.values()];
}

/** Returns the entries of the root that hold a source, or are a folder; null unless most of them have a platform's name. */
function matched(
  files: readonly HandedFile[],
  pattern: RegExp,
): (RootEntry & { readonly groups: Record<string, string> | null })[] | null {
  const entries = rootEntries(files)
    .filter(({ name, isFolder }) => isFolder || isCuda(name))
    .map((entry) => ({ ...entry, groups: pattern.exec(entry.name)?.groups ?? null }));
  return 2 * entries.filter(({ groups }) => groups !== null).length > entries.length ? entries : null;
}

function plain(
  keys: readonly StudentKey[],
  files: readonly HandedFile[],
  from: string,
): Handed & { files: HandedFile[] } {
  return { keys, attempt: null, submittedAt: null, files: [...files], from };
}

function stem(path: string): string {
  return lastPart(path).replace(/\.cu$/i, '');
}
