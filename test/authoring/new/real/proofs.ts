import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { KIND_NAMES, stylesOf } from '../../../../grader/authoring/scaffold/index.ts';
import { Lanes, type ProofId, validateAssignment } from '../../../../grader/authoring/validate/index.ts';
import { type LocalEngine, openEngine } from '../../../../grader/pipeline/engine/index.ts';
import { flaws } from '../../validate/helpers.ts';
import { make } from '../graded.ts';

type Pair = readonly [kind: string, style: string];

/** Each kind in its first style, and `spmv` in torch: all proofs are for these. */
export const WHOLE: readonly Pair[] = [
  ...KIND_NAMES.map((kind): Pair => [kind, stylesOf(kind)[0] ?? '']),
  ['spmv', 'torch'],
];
/** The other styles: the programs are the same but for what is around the kernel. */
export const REST: readonly Pair[] = KIND_NAMES.flatMap((kind) =>
  stylesOf(kind)
    .map((style): Pair => [kind, style])
    .filter((pair) => !WHOLE.some((whole) => whole.join() === pair.join())),
);

/** Returns one half of a list, so that each half is a file of its own: files run side by side. */
export function half<Item>(items: readonly Item[], which: 0 | 1): Item[] {
  return items.filter((_, index) => index % 2 === which);
}

/** Returns what proves a kind in a style as `grade new` writes it. */
export function useProofs(): (pair: Pair, only: readonly ProofId[]) => Promise<void> {
  const into = mkdtempSync(join(tmpdir(), 'grade-new-'));
  let local: LocalEngine;
  beforeAll(async () => {
    local = await openEngine({ dir: 'off', maxMiB: null });
  });
  afterAll(async () => {
    await local.dispose();
    rmSync(into, { recursive: true, force: true });
  });
  return async ([kind, style], only) => {
    const id = `${kind}-in-${style}`;
    const folder = await make(into, id, '--kind', kind, '--style', style);
    const lanes = new Lanes(async () => ({ engines: [local.engine], each: 2 }));
    const signal = new AbortController().signal;
    const { status, proofs } = await validateAssignment({ id, folder, lanes, only, signal });
    expect(proofs.flatMap(flaws)).toEqual([]);
    expect(status).toBe('proven');
  };
}
