import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Grader } from '../../../../grader/cli/grader.ts';
import { createGrader } from '../../../../grader/cli/local-grader.ts';
import { make, wrongVerdicts } from '../graded.ts';

const into = mkdtempSync(join(tmpdir(), 'grade-new-'));
let grader: Grader;
beforeAll(async () => {
  grader = await createGrader({ dir: 'off', maxMiB: null });
});
afterAll(async () => {
  await grader.dispose();
  rmSync(into, { recursive: true, force: true });
});

/** Kinds with quite different fields. */
const EACH: readonly (readonly [name: string, flags: string])[] = [
  ['map-of-nothing', '--kind map --output who:int32:n --output index:uint8:n'],
  ['map-of-two', '--kind map --output who:int32:n --output twice:int32:n'],
  ['map-2d', '--kind map --input a:uint8:h,w --input b:uint8:h,w --output c:uint8:h,w --scalar mix:float32:0.25'],
  ['map-host', '--kind map --style host --input a:uint8:h,w --output b:uint8:h,w --output c:int32:h,w'],
  ['map-kernel', '--kind map --style kernel --input a:float64:h,w --output b:float64:h,w --scalar steps:int32:3'],
  ['map-torch', '--kind map --style torch --input a:uint8:h,w --output b:float32:h,w --scalar mix:float32:0.25'],
  [
    'stencil-double',
    '--kind stencil --input t:float64:rows,columns --output next:float64:rows,columns --scalar decay:float64:0.9 --scalar radius:int32:3',
  ],
  ['matrix-int', '--kind matrix --input p:int32:a,b --input q:uint8:b,c --output r:int32:a,c --scalar c:int32'],
  ['reduction-bytes', '--kind reduction --input v:uint8:r,c --output s:uint32:r --function row_sums'],
];

it.each(EACH)('grade new %s: every submission gets its verdict', { timeout: 300_000 }, async (id, flags) => {
  expect(await wrongVerdicts(grader, await make(into, id, ...flags.split(' ')))).toEqual([]);
});
