import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KIND_NAMES, stylesOf } from '../../../grader/authoring/scaffold/index.ts';
import { Lanes, PROOF_IDS, type ProofId, validateAssignment } from '../../../grader/authoring/validate/index.ts';
import type { Grader } from '../../../grader/cli/grader.ts';
import { createGrader } from '../../../grader/cli/local-grader.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import { flaws } from '../validate/helpers.ts';
import { make, wrongVerdicts } from './graded.ts';

/** Every kind: what `grade new` writes is proven as it is, and with quite different fields each submission gets its verdict. */
const into = mkdtempSync(join(tmpdir(), 'grade-new-'));
let grader: Grader;
let local: LocalEngine;
let lanes: Lanes;
beforeAll(async () => {
  grader = await createGrader({ dir: 'off', maxMiB: null });
  local = await openEngine({ dir: 'off', maxMiB: null });
  lanes = new Lanes(async () => ({ engines: [local.engine], each: 2 }));
});
afterAll(async () => {
  await grader.dispose();
  await local.dispose();
  rmSync(into, { recursive: true, force: true });
});

/** A kind in its first style has all proofs. */
const WHOLE = [...KIND_NAMES.map((kind) => [kind, stylesOf(kind)[0] ?? ''] as const), ['spmv', 'torch'] as const];
/** In the other styles, the programs are the same but for what is around the kernel. */
const REST = KIND_NAMES.flatMap((kind) =>
  stylesOf(kind)
    .map((style) => [kind, style] as const)
    .filter((pair) => !WHOLE.some((whole) => whole.join() === pair.join())),
);

async function expectProven(kind: string, style: string, only: readonly ProofId[]) {
  const id = `${kind}-in-${style}`;
  const folder = await make(into, id, '--kind', kind, '--style', style);
  const { status, proofs } = await validateAssignment({
    id,
    folder,
    lanes,
    only,
    signal: new AbortController().signal,
  });
  expect(proofs.flatMap(flaws)).toEqual([]);
  expect(status).toBe('proven');
}

it.each(WHOLE)(
  'grade new --kind %s --style %s: grade validate proves it',
  { timeout: 300_000 },
  async (kind, style) => {
    await expectProven(kind, style, PROOF_IDS);
  },
);

it.each(REST)('grade new --kind %s --style %s: verdicts are proven', { timeout: 300_000 }, async (kind, style) => {
  await expectProven(
    kind,
    style,
    PROOF_IDS.filter((proof) => proof !== 'impostors'),
  );
});

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
