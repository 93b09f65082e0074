import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Directory } from '@bjorn3/browser_wasi_shim';
import { clangArchive } from '../platform/clang-module.ts';
import { emulatorAssets } from '../platform/root.ts';
import { sysroot, type Tree } from './files.ts';

/** What `native/emulator/build.mjs` wrote down about its output. */
export interface AssetManifest {
  readonly hash: string;
  /** Version of Clang. */
  readonly clang: string;
  readonly layouts: readonly {
    readonly heapMiB: number;
    readonly hooks: string;
    readonly runtime: string;
    readonly memoryPages: number;
  }[];
  readonly host: string;
  readonly include: string;
  /** Precompiled headers: the last set is for a source that includes one of `when`, the first for all others. */
  readonly precompiled: {
    readonly arguments: readonly string[];
    readonly sets: readonly { readonly device: string; readonly host: string; readonly when: readonly string[] }[];
  } | null;
  readonly exports: readonly string[];
  readonly imports: readonly (readonly [module: string, name: string])[];
  readonly globalBase: number;
}

/** The engine's own files: hooks, runtimes and headers. */
export class Assets {
  readonly manifest: AssetManifest;
  readonly flags: {
    readonly common: readonly string[];
    readonly device: readonly string[];
    readonly host: readonly string[];
  };
  readonly #folder: string;
  readonly #read = new Map<string, Uint8Array>();

  constructor(folder: string = emulatorAssets) {
    this.#folder = folder;
    const text = (name: string) => {
      try {
        return readFileSync(join(folder, name), 'utf8');
      } catch (cause) {
        throw new Error(`${join(folder, name)} is missing: the package was not built (npm run build)`, { cause });
      }
    };
    this.manifest = JSON.parse(text('manifest.json'));
    this.flags = JSON.parse(text('flags.json'));
  }

  /** Clang's own headers and libraries. */
  sysroot(): Directory {
    return sysroot(JSON.parse(readFileSync(join(this.#folder, 'sysroot.json'), 'utf8')), clangArchive());
  }

  file(name: string): Uint8Array {
    const known = this.#read.get(name);
    if (known) return known;
    const bytes = new Uint8Array(readFileSync(join(this.#folder, name)));
    this.#read.set(name, bytes);
    return bytes;
  }

  /** Our headers as Clang's virtual tree sees them, under `/cuda/include`. */
  includeTree(): Tree {
    this.#include ??= tree(join(this.#folder, this.manifest.include));
    return this.#include;
  }
  #include: Tree | null = null;
}

function tree(folder: string): Tree {
  return Object.fromEntries(
    readdirSync(folder).map((name): [string, Tree | Uint8Array] => {
      const path = join(folder, name);
      return [name, statSync(path).isDirectory() ? tree(path) : new Uint8Array(readFileSync(path))];
    }),
  );
}

/** Identifies everything that decides how a submission is compiled and run: our assets, our own code, and Clang. */
export function engineHash(assets: Assets): string {
  const hash = createHash('sha256').update(`${assets.manifest.clang}\0${assets.manifest.hash}`);
  for (const stage of ENGINE_STAGES) {
    for (const [name, bytes] of modulesOf(new URL(`../${stage}/`, import.meta.url))) {
      hash.update(`\0${stage}/${name}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Folders of `grader/` whose code decides what compiling and running gives. */
const ENGINE_STAGES = ['compile', 'devices', 'limits', 'record'];

function modulesOf(folder: URL): [name: string, bytes: Uint8Array][] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(sep, '/'));
  return names
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => [name, readFileSync(new URL(name, folder))]);
}
