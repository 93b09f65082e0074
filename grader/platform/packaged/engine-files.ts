import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { emulatorAssets } from '../root.ts';
import { readPacked } from './packed.ts';

/** Files by name, folders as trees. */
export interface FileTree {
  [name: string]: FileTree | Uint8Array;
}

/** What `npm run build` made for the engine: hooks, runtime objects, headers, precompiled headers. */
export interface EngineFiles {
  /** @throws Error where it is missing: the package was not built */
  read(name: string): Uint8Array;
  /** Everything below a folder. */
  tree(name: string): FileTree;
}

export function engineFiles(folder: string = emulatorAssets): EngineFiles {
  return {
    read(name) {
      const path = join(folder, name);
      try {
        return readPacked(path);
      } catch (cause) {
        throw new Error(`${path} is missing: the package was not built (npm run build)`, { cause });
      }
    },
    tree: (name) => tree(join(folder, name)),
  };
}

function tree(folder: string): FileTree {
  return Object.fromEntries(
    readdirSync(folder).map((name): [string, FileTree | Uint8Array] => {
      const path = join(folder, name);
      return [name, statSync(path).isDirectory() ? tree(path) : new Uint8Array(readFileSync(path))];
    }),
  );
}

/**
 * Identifies the code of some of our stages, and something else.
 * @param stages - folders of `grader/`
 * @returns 16 hexadecimal digits
 */
export function hashOfStages(also: string, stages: readonly string[]): string {
  const hash = createHash('sha256').update(also);
  const recorded = recordedStages();
  for (const stage of stages) {
    if (recorded) hash.update(`\0${stage}\0${recorded[stage]}`);
    else
      for (const [name, bytes] of modulesOf(new URL(`../../${stage}/`, import.meta.url))) {
        hash.update(`\0${stage}/${name}\0${bytes.length}\0`).update(bytes);
      }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Of bundled code, which has no folders any more, the build wrote down what they held (scripts/lib/program-bundle.mjs). */
function recordedStages(): Readonly<Record<string, string>> | null {
  const path = new URL('../../stages.json', import.meta.url);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function modulesOf(folder: URL): [name: string, bytes: Uint8Array][] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'));
  return names
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => [name, readFileSync(new URL(name, folder))]);
}
