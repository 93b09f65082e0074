import { type Handed, type HandedFile, isCuda, lastPart } from './handed.ts';

/** Canvas: `<lastnamefirstname>[_LATE]_<user>_<submission>_<file name>`, all in one folder. */
const CANVAS = /^(?<name>[^_/]+)(?<late>_LATE)?_(?<user>\d+)_(?<submission>\d+)_(?<file>[^/]+)$/;

/** "Download Submissions" of Canvas. */
export function fromCanvas(files: readonly HandedFile[]): Handed[] | null {
  const sources = files.filter(({ path }) => isCuda(path));
  const matches = sources.map((file) => ({ file, groups: CANVAS.exec(lastPart(file.path))?.groups }));
  if (sources.length === 0 || matches.filter(({ groups }) => groups).length * 2 < sources.length) return null;
  const byUser = new Map<string, Handed & { files: HandedFile[] }>();
  const others: Handed[] = [];
  for (const { file, groups } of matches) {
    if (!groups) {
      others.push({ keys: [stem(file.path)], attempt: null, submittedAt: null, files: [file], from: file.path });
      continue;
    }
    const { user = '', name = '', late } = groups;
    const known = byUser.get(user);
    if (known) known.files.push(file);
    else {
      byUser.set(user, {
        keys: [user, name],
        attempt: null,
        submittedAt: null,
        files: [file],
        from: file.path,
        ...(late !== undefined && { markedLate: true }),
      });
    }
  }
  return [...byUser.values(), ...others];
}

/** Moodle: `<full name>_<participant>_assignsubmission_file_`, a folder or the beginning of a file's name. */
const MOODLE = /(?:^|\/)(?<name>[^/]+?)_(?<participant>\d+)_assignsubmission_file_?(?:\/|[^/]*$)/;

/** "Download all submissions" of Moodle. */
export function fromMoodle(files: readonly HandedFile[]): Handed[] | null {
  const matches = files.map((file) => ({ file, groups: MOODLE.exec(file.path)?.groups }));
  if (files.length === 0 || matches.filter(({ groups }) => groups).length * 2 < files.length) return null;
  const byName = new Map<string, Handed & { files: HandedFile[] }>();
  for (const { file, groups } of matches) {
    if (!groups) continue;
    const { name = '', participant = '' } = groups;
    const known = byName.get(participant);
    if (known) known.files.push(file);
    else
      byName.set(participant, {
        keys: [name, participant],
        attempt: null,
        submittedAt: null,
        files: [file],
        from: file.path,
      });
  }
  return [...byName.values()];
}

/**
 * GitHub Classroom: a folder with a repository a student, `<assignment>-<user name>`. Told by the beginning that all
 * names share, and by the name of the folder, which `gh classroom clone` makes `<assignment>-submissions`.
 */
export function fromGitHubClassroom(files: readonly HandedFile[], folderName: string): Handed[] | null {
  const slug = /^(?<slug>.+)-submissions$/.exec(folderName)?.groups?.slug;
  if (slug === undefined) return null;
  const folders = topFolders(files);
  if (folders.size === 0 || ![...folders.keys()].every((name) => name.startsWith(`${slug}-`))) return null;
  return [...folders].map(([name, own]) => ({
    keys: [name.slice(slug.length + 1)],
    attempt: null,
    submittedAt: null,
    files: own,
    from: name,
  }));
}

/** A file or a folder a student; in a folder, folders with a number for a name are attempts. */
export function fromPlain(files: readonly HandedFile[]): Handed[] {
  const top = files.filter(({ path }) => !path.includes('/') && isCuda(path));
  const single = top.map((file) => ({
    keys: [stem(file.path)],
    attempt: null,
    submittedAt: null,
    files: [file],
    from: file.path,
  }));
  const folders = [...topFolders(files)].flatMap(([name, own]): Handed[] => {
    const inside = new Set(own.map(({ path }) => path.split('/')[1] ?? ''));
    const numbered = [...inside].filter((part) => /^\d+$/.test(part));
    if (numbered.length === 0 || numbered.length !== inside.size) {
      return [{ keys: [name], attempt: null, submittedAt: null, files: own, from: name }];
    }
    return numbered.map((attempt) => ({
      keys: [name],
      attempt,
      submittedAt: null,
      files: own.filter(({ path }) => path.startsWith(`${name}/${attempt}/`)),
      from: `${name}/${attempt}`,
    }));
  });
  return [...single, ...folders];
}

/** Files without the one folder that an archive was packed with. */
export function unwrap(files: readonly HandedFile[]): {
  readonly files: readonly HandedFile[];
  readonly folder: string | null;
} {
  const [only, ...others] = topFolders(files).keys();
  const isWrapped = only !== undefined && others.length === 0 && files.every(({ path }) => path.includes('/'));
  if (!isWrapped) return { files, folder: null };
  const inner = files.map((file) => ({ ...file, path: file.path.slice(only.length + 1) }));
  // One student's folder holds a source; a class's holds folders or many.
  const isClass = topFolders(inner).size > 0 || inner.filter(({ path }) => isCuda(path)).length > 1;
  return isClass ? { files: inner, folder: only } : { files, folder: null };
}

function topFolders(files: readonly HandedFile[]): Map<string, HandedFile[]> {
  const folders = new Map<string, HandedFile[]>();
  for (const file of files) {
    const slash = file.path.indexOf('/');
    if (slash < 0) continue;
    const name = file.path.slice(0, slash);
    const known = folders.get(name);
    if (known) known.push(file);
    else folders.set(name, [file]);
  }
  return folders;
}

function stem(path: string): string {
  return lastPart(path).replace(/\.cu$/i, '');
}
