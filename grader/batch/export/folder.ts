import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import { z } from 'zod';
import { isTemporaryName, type ReportFile, writeReports } from '../../platform/files/index.ts';
import { systemCode } from '../../platform/index.ts';

/** The file in a folder of exports that lists what exports wrote there. */
export const EXPORTED_FILE = 'exported.json';

const exportedSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /**
   * The files of the last export of each format, by their paths from this folder, with the SHA-256 of each. While an
   * export writes a file, it has several: that of the file that it replaces, and that of the new one.
   */
  formats: z.record(z.string(), z.record(z.string(), z.string().or(z.array(z.string())))),
});
type ExportedFiles = z.infer<typeof exportedSchema>;

/** The changes that an export made to its folder. */
export interface Exported {
  /** Paths of the files that it wrote. */
  readonly written: readonly string[];
  /** Paths of files of the last export of this format that are no longer made, and were removed. */
  readonly removed: readonly string[];
  /** The same of files that somebody has changed since then, and that therefore stay. */
  readonly kept: readonly string[];
  /** Copies of files of this format that somebody has changed since its last export, and that it makes again. */
  readonly saved: readonly string[];
  /** The SHA-256 of the list of the files, as {@link listDigest} returns it. */
  readonly sha256: string;
}

/**
 * Writes the files of one format, and removes those of its last export that it does not make any more. Only files that
 * an export wrote are removed, and only if they are still as it wrote them.
 * @param folder - of exports
 * @param format - the name under which its files are listed
 * @param files - their names are paths from the folder, with `/`
 * @throws UsageError, or InfrastructureError if the disk is at fault
 */
export async function writeExport(
  folder: string,
  format: string,
  files: readonly ReportFile[],
  option = '--into',
): Promise<Exported> {
  const before = readExported(folder);
  const old = before.formats[format] ?? {};
  const made = new Map(files.map(({ fileName, content }) => [fileName, digest(content)]));
  const isOurs = (path: string, sha256: string): boolean => hashesOf(old, path).includes(sha256);
  // First both: after a kill in between, each file is one that has been listed.
  const both = [...made].map(([path, sha256]): [string, string[]] => [path, [...hashesOf(old, path), sha256]]);
  const listed = { ...old, ...Object.fromEntries(both) };
  await save(folder, { ...before, formats: { ...before.formats, [format]: listed } }, option);
  const saved: string[] = [];
  const isThere = new Set<string>();
  for (const [path, sha256] of made) {
    const now = digestOf(join(folder, path));
    if (now === sha256) isThere.add(path);
    if (now === null || now === sha256 || hashesOf(old, path).length === 0 || isOurs(path, now)) continue;
    const copy = freeName(join(folder, path));
    renameSync(join(folder, path), copy);
    saved.push(copy);
  }
  // A file that is there as it is made needs no second writing.
  const groups = [...byFolder(files)];
  for (const [inner, own] of groups)
    removeUnfinished(join(folder, inner), new Set(own.map(({ fileName }) => fileName)));
  const queue = [...byFolder(files.filter(({ fileName }) => !isThere.has(fileName)))];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [inner, own] = next;
      try {
        await writeReports(join(folder, inner), own, { option });
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  const written = files.map(({ fileName }) => join(folder, fileName));
  const stale = Object.keys(old).filter((path) => !made.has(path) && isInside(path));
  const removed: string[] = [];
  const kept: string[] = [];
  for (const path of stale) {
    const now = digestOf(join(folder, path));
    if (now === null) continue;
    if (!isOurs(path, now)) {
      kept.push(join(folder, path));
      continue;
    }
    rmSync(join(folder, path), { force: true });
    removeEmpty(folder, dirname(path));
    removed.push(join(folder, path));
  }
  await save(folder, { ...before, formats: { ...before.formats, [format]: Object.fromEntries(made) } }, option);
  return { written, removed, kept, saved, sha256: listDigestOf(made) };
}

/** Folders that are written at the same time. */
const AT_ONCE = 8;

function hashesOf(files: Readonly<Record<string, string | string[]>>, path: string): readonly string[] {
  return Object.hasOwn(files, path) ? [files[path] ?? []].flat() : [];
}

/** Removes what an export that was killed has left of files that are written now. Other files can be somebody else's. */
function removeUnfinished(folder: string, names: ReadonlySet<string>): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const own = isTemporaryName(name) && /^\.(.*)\.\d+-[0-9a-f]+\.tmp$/.exec(name)?.[1];
    if (own && names.has(own)) rmSync(join(folder, name), { force: true });
  }
}

/** Returns the SHA-256 of the list of files that an export wrote, as `sha256sum` prints it, in the order of the paths. */
export function listDigest(files: readonly ReportFile[]): string {
  return listDigestOf(new Map(files.map(({ fileName, content }) => [fileName, digest(content)])));
}

/** @param digests - of the files, by their paths */
function listDigestOf(digests: ReadonlyMap<string, string>): string {
  const ordered = [...digests].sort(([a], [b]) => (a < b ? -1 : 1));
  return digest(ordered.map(([path, sha256]) => `${sha256}  ${path}\n`).join(''));
}

/** Returns a name beside a file that nothing has, e.g. `canvas.changed.csv`. */
function freeName(path: string): string {
  const { dir, name, ext } = parse(path);
  for (let number = 1; ; number++) {
    const own = join(dir, `${name}.changed${number === 1 ? '' : `-${number}`}${ext}`);
    if (!existsSync(own)) return own;
  }
}

/** Returns the files by the folder that they are in; each has the rest of its path for a name. */
function byFolder(files: readonly ReportFile[]): Map<string, ReportFile[]> {
  const folders = new Map<string, ReportFile[]>();
  for (const { fileName, content } of files) {
    const inner = dirname(fileName);
    const own = folders.get(inner) ?? [];
    folders.set(inner, own);
    own.push({ fileName: basename(fileName), content });
  }
  return folders;
}

/** Returns what is listed; nothing if there is no list, or it cannot be read: then nothing is removed. */
function readExported(folder: string): ExportedFiles {
  const none: ExportedFiles = { schemaVersion: 1, formats: {} };
  try {
    return exportedSchema.safeParse(JSON.parse(readFileSync(join(folder, EXPORTED_FILE), 'utf8'))).data ?? none;
  } catch {
    return none;
  }
}

async function save(folder: string, exported: ExportedFiles, option: string): Promise<void> {
  const content = `${JSON.stringify(exported, null, 2)}\n`;
  await writeReports(folder, [{ fileName: EXPORTED_FILE, content }], { option });
}

/** The list can have been edited: no path of it may lead out of the folder. */
function isInside(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '..' && part !== '.') && !/^[A-Za-z]:|\\/.test(path);
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function digestOf(path: string): string | null {
  try {
    return digest(readFileSync(path));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}

/** Removes folders that are empty now, from the innermost on. */
function removeEmpty(folder: string, inner: string): void {
  for (let path = inner; path !== '.' && path !== ''; path = dirname(path)) {
    try {
      if (readdirSync(join(folder, path)).length > 0) return;
      rmdirSync(join(folder, path));
    } catch {
      return;
    }
  }
}
