import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { isRight, judgeProgram, programIn } from './programs.ts';

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null }, { cases: 1 });
});
afterAll(() => local.dispose());

const files = (folder: string) => readdirSync(join(import.meta.dirname, folder)).filter((name) => name.endsWith('.cu'));

/** Host code downloads the inputs, adds them, and lets kernels carry the sums to the output. */
describe('a program that computes on the host', () => {
  it.each(files('laundering'))('does not pass: %s', async (file) => {
    const seen = await judgeProgram(local, 'fused-map', programIn('laundering', file), 'one-over');
    expect(isRight(seen)).toBe(false);
  });
});

/** Host code moves data in every usual way, and kernels compute. */
describe('a program that computes on the device', () => {
  it.each(files('honest'))('passes: %s', async (file) => {
    const seen = await judgeProgram(local, 'vector-add', programIn('honest', file), 'one-over');
    expect(seen.undecided).toBeUndefined();
    expect(isRight(seen)).toBe(true);
    for (const { writtenByKernels, elements } of seen.outputs) expect(writtenByKernels).toBe(elements);
  });
});
