import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { type HeaderFile, type HeaderPath, sameHeader } from '../../compile/index.ts';
import { isInside, projectFolder, real } from './project.ts';

/** The maximum of headers; no program of a course has as many. */
const MAX_FILES = 1_000;
const MAX_BYTES = 4 << 20;

interface Includer {
  readonly text: string;
  /** The path as in {@link HeaderFile.path}; of the program its name alone. */
  readonly path: string;
  /** Name to report. */
  readonly name: string;
  readonly searched: boolean;
  /** Folder on the disk. */
  readonly folder: string;
  /** The leads of {@link HeaderFile}; null for a source. */
  readonly leads: Record<string, HeaderPath> | null;
}

/** A source of a program, before its headers are looked for. */
export interface ProgramSource {
  /** Path as it was given. */
  readonly file: string;
  readonly text: string;
}

export interface OutsideInclude {
  /** Name of the file that includes it. */
  readonly includer: string;
  readonly path: string;
}

export interface ProgramHeaders {
  readonly headers: readonly HeaderFile[];
  /** Includes of files that exist and are outside the project's folder. */
  readonly outside: readonly OutsideInclude[];
  /** The folder below which quoted includes are read. */
  readonly project: string;
}

export interface HeaderSearch {
  /** Folders of `-I`, in the order in which they are searched. */
  readonly searched?: readonly string[];
  /** Files of `-include`, from the working folder. */
  readonly included?: readonly string[];
  /** Default: `projectFolder` of the first source. */
  readonly project?: string;
}

/**
 * Reads the headers that the sources of a program include, and those that they include: files of the project
 * (`projectFolder`), and of the folders that are searched. A file anywhere else is not read, wherever a path or a symbolic
 * link leads. Folders with the headers of a CUDA toolkit or of the system are left out.
 * @param sources - the first one gives its folder to the paths of headers
 */
export function collectHeaders(
  sources: readonly ProgramSource[],
  {
    searched: folders = [],
    included = [],
    project = projectFolder(dirname(resolve(sources[0]?.file ?? ''))),
  }: HeaderSearch = {},
): ProgramHeaders {
  const folder = dirname(resolve(sources[0]?.file ?? ''));
  const base = posix.dirname(slashes(sources[0]?.file ?? ''));
  const searched = folders.filter((root) => !isOfMachine(root));
  const roots = [project, ...sources.map(({ file }) => dirname(file)), ...searched].flatMap((root) => real(root) ?? []);
  const found = new Map<string, HeaderFile>();
  const outside = new Map<string, OutsideInclude>();
  /** The first header of each file of the disk. */
  const files = new Map<string, HeaderPath>();
  const queue: Includer[] = sources.map(({ file, text }) => ({
    text,
    path: pathFrom(folder, file),
    name: slashes(file),
    searched: false,
    folder: dirname(resolve(file)),
    leads: null,
  }));
  const add = (header: Omit<HeaderFile, 'text'>, file: string, includer: Includer | null): boolean => {
    const key = `${header.searched ?? false} ${header.path}`;
    if (found.has(key)) return true;
    if (found.size >= MAX_FILES) return false;
    const read = readInside(file, roots);
    if (read === null) {
      if (includer && real(file) !== null && !isReadable(file, roots))
        outside.set(`${includer.name} ${header.path}`, { includer: includer.name, path: header.path });
      return false;
    }
    const other = files.get(real(file) ?? '');
    const text = other ? sameHeader(other) : read;
    const leads: Record<string, HeaderPath> = {};
    found.set(key, { ...header, text, ...(header.searched && { leads }) });
    files.set(real(file) ?? '', other ?? header);
    const { path, name } = header;
    if (!other)
      queue.push({ text: read, path, name, searched: header.searched ?? false, folder: dirname(file), leads });
    return true;
  };
  for (const file of included) add({ path: pathFrom(folder, file), name: slashes(file) }, resolve(file), null);
  for (let includer = queue.shift(); includer; includer = queue.shift()) {
    for (const { quoted, path } of includesIn(includer.text)) {
      if (quoted && addBeside(includer, path, { folder, base, searched, add })) continue;
      if (path.split('/').includes('..')) continue;
      for (const root of searched) {
        if (add({ path, searched: true, name: slashes(join(root, path)) }, resolve(root, path), null)) break;
      }
    }
  }
  return { headers: [...found.values()], outside: [...outside.values()], project };
}

/** Files that only a folder of the CUDA toolkit has, or only one of the C library. A program can have one of them. */
const MACHINE_HEADERS = [
  ['cuda_runtime_api.h', 'crt/host_config.h'],
  ['features.h', 'stdio.h'],
];

/** True for the headers of a CUDA toolkit or of the system. The emulator has its own ones, and the two do not mix. */
function isOfMachine(folder: string): boolean {
  return MACHINE_HEADERS.some((headers) => headers.every((header) => existsSync(join(folder, header))));
}

/** Returns the path of a file from a folder, with `/`. */
export function pathFrom(folder: string, file: string): string {
  return slashes(relative(folder, resolve(file)));
}

type Add = (header: Omit<HeaderFile, 'text'>, file: string, includer: Includer) => boolean;

interface Search {
  /** Folder of the program on the disk. */
  readonly folder: string;
  /** The same folder, as it was given. */
  readonly base: string;
  readonly searched: readonly string[];
  readonly add: Add;
}

/** A quoted include is looked for beside the file that it stands in. */
function addBeside(includer: Includer, given: string, { folder: program, base, searched, add }: Search): boolean {
  const path = posix.join(posix.dirname(includer.path), given);
  const file = resolve(includer.folder, given);
  if (!includer.searched) return add({ path, name: posix.join(base, path) }, file, includer);
  // Beside a header that was found in a folder that is searched.
  const folder = searched.find(
    (candidate) => resolve(candidate, includer.path) === join(includer.folder, posix.basename(includer.path)),
  );
  if (folder === undefined) return false;
  if (!path.startsWith('..')) return add({ path, searched: true, name: slashes(join(folder, path)) }, file, includer);
  const lead = { path: pathFrom(program, file) };
  if (!add({ ...lead, name: slashes(join(folder, path)) }, file, includer)) return false;
  if (includer.leads) includer.leads[given] = lead;
  return true;
}

function includesIn(text: string): { readonly quoted: boolean; readonly path: string }[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm)]
    .map(([, quoted, angled]) => ({ quoted: quoted !== undefined, path: quoted ?? angled ?? '' }))
    .filter(({ path }) => !path.startsWith('/') && !path.includes('\\'));
}

function isReadable(file: string, roots: readonly string[]): boolean {
  const path = real(file);
  return path !== null && roots.some((root) => isInside(path, root));
}

/** @returns null where there is no such file, or it is in none of the folders */
function readInside(file: string, roots: readonly string[]): string | null {
  const path = real(file);
  if (path === null || !isReadable(file, roots)) return null;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MAX_BYTES) return null;
  try {
    return new TextDecoder().decode(readFileSync(path));
  } catch {
    // It cannot be read: for the program it is not there.
    return null;
  }
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
