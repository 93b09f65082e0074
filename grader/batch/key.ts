import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assignment } from '../spec/index.ts';

/** The parts of a machine that decide a result: the built engine and Clang; where there is a GPU, that and how it is reached. */
export interface EngineIdentity {
  readonly target: 'emulator' | 'gpu';
  /** Hash of the built engine. */
  readonly engine: string;
  readonly clang: string | null;
  readonly nvcc: string | null;
  /** The id of the image that nvcc runs in, `sha256:…`; null without a container. */
  readonly image: string | null;
  readonly gpu: string | null;
  readonly driver: string | null;
  readonly sanitize: boolean;
}

export interface KeyParts {
  /** The hash of the submission's bytes. */
  readonly sha256: string;
  /** Findings name it. */
  readonly fileName: string;
  /** The digest from {@link assignmentDigest}. */
  readonly assignment: string;
  /** Stands for the seed, and does not tell it: students read the key. */
  readonly seed: string;
  readonly engine: EngineIdentity;
  /** Headers that it includes. */
  readonly further?: readonly { readonly name: string; readonly sha256: string }[];
  /** The reason why there is no source. */
  readonly problem?: string | null;
}

/** Equal keys give equal grades: what has this key already need not be graded again. */
export function resultKey({
  sha256,
  fileName,
  assignment,
  seed,
  engine,
  further = [],
  problem = null,
}: KeyParts): string {
  // A submission of one file keeps the key that it had before there were others.
  const more =
    further.length > 0 || problem !== null ? [further.map(({ name, sha256: own }) => [name, own]), problem] : [];
  const { target, engine: hash, clang, nvcc, image, gpu, driver, sanitize } = engine;
  return digest(
    JSON.stringify([
      2,
      sha256,
      fileName,
      assignment,
      seed,
      target,
      hash,
      clang,
      nvcc,
      image,
      gpu,
      driver,
      sanitize,
      ...more,
    ]),
  );
}

/** The part of an identity that a machine can lose or change while a batch runs: all but the grader's own version. */
export type MachineIdentity = Pick<EngineIdentity, (typeof MACHINE_PARTS)[number]>;

export const MACHINE_PARTS = ['target', 'nvcc', 'image', 'gpu', 'driver', 'sanitize'] as const;

/** Returns a line per part in which the second identity differs from the first, e.g. `nvcc: 13.0.88 before, none now`. */
export function differences<Identity extends MachineIdentity>(before: Identity, now: Identity): string[] {
  const names = Object.keys(before) as (keyof Identity & string)[];
  return names.flatMap((name) =>
    before[name] === now[name] ? [] : `${name}: ${before[name] ?? 'none'} before, ${now[name] ?? 'none'} now`,
  );
}

/** Files of an assignment that no grade depends on. */
const NOT_GRADED_BY: ReadonlySet<string> = new Set([
  'submissions',
  'handout.md',
  'starter.cu',
  'docs',
  'mutants.yaml',
  'notes.md',
]);

/** Hash of everything in an assignment's folder that a grade may depend on. */
export function assignmentDigest({ folder }: Assignment): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) {
    if (!NOT_GRADED_BY.has(name) && !name.startsWith('.')) addFiles(hash, folder, name);
  }
  return hash.digest('hex');
}

function addFiles(hash: ReturnType<typeof createHash>, root: string, path: string): void {
  const children = childrenOf(join(root, path));
  if (children) {
    for (const child of children) addFiles(hash, root, `${path}/${child}`);
    return;
  }
  const bytes = readFileSync(join(root, path));
  hash.update(`${path}\0${bytes.length}\0`).update(bytes);
}

function childrenOf(path: string): string[] | null {
  try {
    return readdirSync(path).sort();
  } catch {
    return null;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
