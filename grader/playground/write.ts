import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { z } from 'zod';
import { kindOf, makeFolders, whyFolderUnwritable } from '../platform/files/index.ts';
import {
  diskFault,
  InfrastructureError,
  messageOf,
  packageRoot,
  programVersion,
  systemCode,
  UsageError,
} from '../platform/index.ts';
import { binaryenScript } from '../platform/packaged/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { PlaygroundAssignment } from './assignment.ts';
import { collectAssignment } from './collect-assignment.ts';
import { collectEngine } from './collect-engine.ts';
import { renderPage } from './page.ts';
import type { ListedAssignment, Site, SiteFile } from './site.ts';

/** What a folder that we wrote holds, so that it can be written again and nothing of an older one stays. */
const LIST = 'playground.json';
const listSchema = z.object({ schemaVersion: z.literal(1), files: z.array(z.string()) });

/** A tool that few programs need: loaded when one does, from where the bundle expects it. */
const BINARYEN = 'binaryen.js';

/** The seed of every playground's hidden cases: in a page that anybody may read nothing is hidden. */
export const PLAYGROUND_SEED = '1';

export interface PlaygroundRequest {
  readonly assignments: readonly Assignment[];
  readonly folder: string;
  /** Write into a folder that holds other files. */
  readonly force: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface WrittenPlayground {
  readonly files: number;
  readonly bytes: number;
  /** What a visitor loads before the first grade. */
  readonly firstBytes: number;
}

/**
 * Says before any work is done that a site cannot be written there.
 * @throws UsageError
 */
export function assertPlaygroundFolder(folder: string, force: boolean): void {
  const kind = kindOf(folder);
  if (kind !== null && kind !== 'folder') {
    throw new UsageError(`${folder} is a file. A playground is a folder: give another name.`);
  }
  const why = whyFolderUnwritable(folder);
  if (why !== null) throw new UsageError(`${folder} cannot be written: ${why}. Give another folder.`);
  if (kind === null || force) return;
  const names = readdirSync(folder).sort();
  if (names.length === 0 || filesOfOlder(folder) !== null) return;
  const few = names.slice(0, 5).join(', ');
  throw new UsageError(
    `${folder} holds other files (${few}${names.length > 5 ? ', …' : ''}), and no playground. Give an empty folder, or --force to write beside them.`,
  );
}

/**
 * Writes the site: all of it, or nothing. An older one in the folder is replaced.
 * @throws UsageError where the folder cannot be written; AssignmentError where an assignment is broken
 */
export async function writePlayground(request: PlaygroundRequest): Promise<WrittenPlayground> {
  const { folder, force } = request;
  assertPlaygroundFolder(folder, force);
  const made = await makeSite(request);
  const older = filesOfOlder(folder) ?? [];
  const target = resolve(folder);
  let temporary: string | null = null;
  try {
    makeFolders(target);
    temporary = mkdtempSync(join(target, '.playground-'));
    for (const [path, bytes] of made.files) {
      mkdirSync(dirname(join(temporary, path)), { recursive: true });
      writeFileSync(join(temporary, path), bytes);
    }
    for (const path of made.files.keys()) {
      mkdirSync(dirname(join(target, path)), { recursive: true });
      renameSync(join(temporary, path), join(target, path));
    }
    for (const path of older) if (!made.files.has(path)) rmSync(join(target, path), { force: true });
  } catch (error) {
    throw (
      diskFault(error, `The playground cannot be written to ${folder}`) ??
      new UsageError(`${folder} cannot be written (${systemCode(error) ?? messageOf(error)}). Give another folder.`)
    );
  } finally {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
  }
  const bytes = [...made.files.values()].reduce((sum, { length }) => sum + length, 0);
  return { files: made.files.size, bytes, firstBytes: made.firstBytes };
}

/** Paths that an earlier run wrote; null where the folder is no playground. Nothing outside of it is ever named. */
function filesOfOlder(folder: string): string[] | null {
  try {
    const { files } = listSchema.parse(JSON.parse(readFileSync(join(folder, LIST), 'utf8')));
    return files.filter((path) => !path.split(/[\\/]/).includes('..') && !/^[\\/]|:/.test(path));
  } catch {
    return null;
  }
}

interface MadeSite {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly firstBytes: number;
}

async function makeSite({ assignments, folder, onProgress }: PlaygroundRequest): Promise<MadeSite> {
  const files = new Map<string, Uint8Array>();
  const collected = [];
  for (const assignment of assignments) collected.push(await collectAssignment(assignment, PLAYGROUND_SEED));
  const engine = collectEngine(collected.map(({ assignment: { starter } }) => starter));
  const entries = [...engine.large, ...engine.python, ...engine.optional.flatMap(({ files: group }) => [...group])];
  let done = 0;
  const total = 1 + entries.length + collected.length;
  const add = async (into: string, name: string, bytes: Uint8Array): Promise<SiteFile> => {
    const url = `${into}/${name}.${hashOf([bytes])}.bin`;
    const packed = keptFrom(join(folder, url), bytes) ?? (await compress(bytes));
    files.set(url, packed);
    onProgress?.(++done, total);
    return { url, bytes: packed.length };
  };
  /** A script is a file of its own, as it is: the page's policy forbids code that is made of text. */
  const addScript = (name: string, code: string | null): string | null => {
    if (code === null) return null;
    const bytes = new TextEncoder().encode(code);
    const url = `assignments/${name}.${hashOf([bytes])}.js`;
    files.set(url, bytes);
    return url;
  };
  const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const pack = Object.fromEntries(
    [...engine.small].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]),
  );
  const added = new Map(
    await Promise.all([...entries].map(async ([path, bytes]) => [path, await add('engine', path, bytes)] as const)),
  );
  const group = (of: ReadonlyMap<string, Uint8Array>) =>
    Object.fromEntries([...of.keys()].map((path) => [path, added.get(path) as SiteFile]));
  const listed = await Promise.all(
    collected.map(async ({ assignment, simulator }): Promise<ListedAssignment> => {
      const { id, title } = assignment.spec;
      const one: PlaygroundAssignment = { ...assignment, simulator: addScript(`${id}.simulator`, simulator) };
      return { id, title, file: await add('assignments', id, text(one)) };
    }),
  );
  const { app, scripts, worker } = ownScripts();
  for (const [path, bytes] of scripts) files.set(path, bytes);
  const site: Site = {
    schemaVersion: 1,
    version: programVersion(),
    seed: PLAYGROUND_SEED,
    app,
    engine: {
      pack: await add('engine', 'pack', text(pack)),
      files: group(engine.large),
      python: group(engine.python),
      optional: engine.optional.map(({ when, files: of }) => ({ when, files: group(of) })),
    },
    assignments: listed,
  };
  files.set('index.html', new TextEncoder().encode(renderPage(site)));
  const shell = ['./', ...scripts.keys()].filter((path) => !path.endsWith(`/${BINARYEN}`));
  const all = { shell, rest: [...files.keys()].filter((path) => !shell.includes(path) && path !== 'index.html') };
  const version = hashOf([...files].flat());
  files.set('sw.js', new TextEncoder().encode(`self.SITE = ${JSON.stringify({ version, ...all })};\n${worker}`));
  const written = [...files.keys(), LIST].sort();
  files.set(LIST, new TextEncoder().encode(`${JSON.stringify({ schemaVersion: 1, files: written }, null, 1)}\n`));
  const needed = [site.engine.pack, ...Object.values(site.engine.files)].reduce((sum, { bytes }) => sum + bytes, 0);
  return { files, firstBytes: needed };
}

/** The page's own scripts, from the build. @throws InfrastructureError where the package was not built */
function ownScripts(): { app: string; scripts: Map<string, Uint8Array>; worker: string } {
  const folder = join(packageRoot, 'dist', 'playground');
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  } catch (cause) {
    throw new InfrastructureError(`${folder} is missing: the package was not built (npm run build).`, { cause });
  }
  const read = (name: string): [string, Uint8Array] => [name, readFileSync(join(folder, name))];
  const binaryen: [string, Uint8Array] = [BINARYEN, binaryenScript()];
  const styles: [string, Uint8Array][] = ['report.css', 'playground.css'].map((name) => [
    name,
    readFileSync(join(packageRoot, 'templates', name)),
  ]);
  const own = [
    ...names
      .filter((name) => /\.(js|txt)$/.test(name) && name !== 'sw.js')
      .sort()
      .map(read),
    ...styles,
    binaryen,
  ];
  const app = `app-${hashOf(own.flat())}`;
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  return { app, scripts: new Map(own.map(([name, bytes]) => [`${app}/${name}`, bytes])), worker };
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\0`).update(part);
  return hash.digest('hex').slice(0, 10);
}

/** Compressing the compiler takes seconds: what an older site has of the same bytes is kept. */
function keptFrom(path: string, bytes: Uint8Array): Uint8Array | null {
  try {
    const packed = readFileSync(path);
    return gunzipSync(packed).equals(bytes) ? packed : null;
  } catch {
    return null;
  }
}

const compress = promisify<Uint8Array, Uint8Array>(gzip);
