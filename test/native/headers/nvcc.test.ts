import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cudaHeaders, measure, structuresIn } from '../../../scripts/lib/layouts.mjs';
import { accepted, marked, refused } from './sources.ts';
import { noNvcc, nvccErrorLines } from './toolchains.ts';

if (noNvcc) console.log(`nvcc is not asked about our headers: ${noNvcc}`);

// Our headers must not accept what CUDA refuses, nor refuse what it accepts.
describe.skipIf(noNvcc)('nvcc', () => {
  test.each(accepted)('accepts $name', async ({ path }) => {
    expect(await nvccErrorLines(path)).toEqual([]);
  });

  test.each(refused)('refuses $name on the marked lines', async ({ path, text }) => {
    expect(await nvccErrorLines(path)).toEqual(marked(text));
  });

  test('has the recorded sizes and offsets of structures', () => {
    const recorded = JSON.parse(readFileSync(new URL('layouts.json', import.meta.url), 'utf8'));
    expect(measure(structuresIn(cudaHeaders() ?? ''))).toEqual(recorded);
  });
});
