import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '@yowasp/clang';
import { emulatorAssets } from '../platform/root.ts';

/** What `native/emulator/build.mjs` wrote down about its output. */
export interface AssetManifest {
  readonly hash: string;
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

/** Identifies everything that decides how a submission is compiled and run: our assets, this stage, and Clang. */
export function engineHash(assets: Assets, clangVersion: string): string {
  return createHash('sha256')
    .update(`${STAGE_VERSION}\0${clangVersion}\0${assets.manifest.hash}`)
    .digest('hex')
    .slice(0, 16);
}

/** Raise it whenever the passes of this folder change what they make. */
const STAGE_VERSION = 1;
