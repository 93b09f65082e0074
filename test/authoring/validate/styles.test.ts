import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Lanes } from '../../../grader/authoring/validate/index.ts';
import { type LocalEngine, openEngine } from '../../../grader/pipeline/engine/index.ts';
import type { Parameter } from '../../../grader/spec/index.ts';
import { type TinySpec, tinyAssignments } from '../tiny.ts';
import { flaws, prove } from './helpers.ts';

/** The same small assignment in the styles in which students write more or less than a function over device pointers. */
vi.setConfig({ testTimeout: 300_000 });
const make = tinyAssignments();
let local: LocalEngine;
let lanes: Lanes;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
  lanes = new Lanes(async () => ({ engines: [local.engine], each: 2 }));
});
afterAll(() => local.dispose());

const X: Parameter = { name: 'x', role: 'input', type: 'float32', shape: ['n'] };
const OUT: Parameter = { name: 'out', role: 'output', type: 'float32', shape: ['n'] };
const LAUNCHES: TinySpec['entry']['launches'] = [
  { name: 'one-block', grid: [1], block: [96] },
  { name: 'flat', grid: ['ceil(n/64)', 2], block: [8, 4, 2] },
];

const STYLES: Readonly<
  Record<string, { readonly entry: Partial<TinySpec['entry']>; readonly deeds: readonly string[] }>
> = {
  host: { entry: {}, deeds: ['copies x to the GPU and back, and launches nothing'] },
  kernel: { entry: { launches: LAUNCHES }, deeds: [] },
  torch: {
    entry: { parameters: [X, OUT, { name: 'n', role: 'dimension' }] },
    deeds: ['returns x as it is'],
  },
};

describe.each(Object.entries(STYLES))('the impostors of style %s', (style, { entry, deeds }) => {
  const inStyle = (spec: TinySpec, tolerance: number) => {
    spec.entry = { ...spec.entry, style: style as TinySpec['entry']['style'], ...entry };
    spec.tolerance.absolute = tolerance;
  };

  it('are graded, and fail', async () => {
    const result = await prove(await make({ spec: (spec) => inStyle(spec, 1e-6) }), 'impostors', lanes);
    expect(flaws(result)).toEqual([]);
    expect(result.seen).toContain(`${4 + deeds.length} programs graded`);
  });

  it('are reported if they pass', async () => {
    const found = flaws(await prove(await make({ spec: (spec) => inStyle(spec, 3) }), 'impostors', lanes));
    for (const deed of ['writes zero everywhere', 'copies x', ...deeds]) {
      expect(found).toContainEqual(expect.stringMatching(`^a program that ${deed}: (?:it|correctness) passes`));
    }
    // What was never written is never right.
    expect(found.join('\n')).not.toContain('stores nothing');
  });
});
