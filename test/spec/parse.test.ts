import { describe, expect, it } from 'vitest';
import { CHECK_IDS } from '../../grader/result/index.ts';
import { formatProblem, parseAssignment } from '../../grader/spec/index.ts';
import { validSpec, yaml } from './specs.ts';

const files: Record<string, number | 'folder'> = { 'baseline.cu': 100, 'data.bin': 20, pictures: 'folder' };

function problemsOf(text: string): string[] {
  const result = parseAssignment(text, { folder: 'matmul-demo', siblings: (file) => files[file] ?? null });
  return result.status === 'valid' ? [] : result.problems.map((problem) => formatProblem('a.yaml', problem));
}

/** Problems of the valid spec with one value replaced (or removed, by undefined). */
function spoilt(path: readonly (string | number)[], value: unknown): string[] {
  const spec = validSpec();
  let target: Record<string | number, unknown> = spec;
  for (const step of path.slice(0, -1)) target = target[step] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete target[last];
  else target[last] = value;
  return problemsOf(yaml(spec));
}

describe('a valid spec', () => {
  it('is read with its defaults', () => {
    const result = parseAssignment(yaml(validSpec()), { folder: null, siblings: (file) => files[file] ?? null });
    if (result.status !== 'valid') throw new Error(JSON.stringify(result.problems));
    expect(result.spec.cases[0]?.seed).toBe(1);
    expect(result.spec.limits.deviceMemoryMiB).toBe(16);
    expect(result.spec.scalars).toEqual({});
  });
});

describe('mistakes of form', () => {
  it('reports every mistake of a file at once, in order, with line and column', () => {
    const text = [
      'schemaVersion: 1',
      'id: matmul-demo',
      'titel: Product',
      'summary: 3',
      'entry:',
      '  style: device-pointers',
      '  function: 1matmul',
      '  parameters:',
      '    - {name: out, role: output, type: flaot32, shape: [h, w]}',
      '    - {name: h, role: scalr, type: int32}',
      'inputs: {}',
      'expected: {operation: simulater}',
      'cases: []',
      'tolerance: {absolute: -1}',
      'technique: {kind: none, size: 1}',
      'timing: {baseline: baseline.cu, dims: {h: 0.5}}',
    ].join('\n');
    const problems = problemsOf(text);
    expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
      'a.yaml:1:1',
      'a.yaml:3:1',
      'a.yaml:4:10',
      'a.yaml:7:13',
      'a.yaml:9:39',
      'a.yaml:10:23',
      'a.yaml:12:23',
      'a.yaml:13:8',
      'a.yaml:14:23',
      'a.yaml:15:25',
      'a.yaml:16:43',
    ]);
    expect(problems[0]).toBe(
      'a.yaml:1:1: `title` is missing; expected text (shown in reports), e.g. Tiled matrix multiplication',
    );
    expect(problems[1]).toContain('unknown key `titel`, did you mean title?');
    expect(problems[2]).toContain('`summary` is of the wrong type; expected text');
    expect(problems[2]).toContain('found 3');
    expect(problems[4]).toContain('did you mean float32?');
    expect(problems[5]).toContain('did you mean scalar?');
    expect(problems[6]).toContain('did you mean simulator?');
    expect(problems[7]).toContain('at least 1 entry');
    expect(problems[9]).toContain('`technique.size`');
    expect(problems[10]).toContain('a whole number');
  });

  it('shows an example of what was expected', () => {
    expect(spoilt(['technique'], undefined)[0]).toContain('e.g. {kind: parallel-outputs, minThreads: 1024');
    expect(spoilt(['hidden', 0, 'dims', 'h'], 3)[0]).toContain('expected a list');
  });

  it.each([
    ['an empty file', '', /the file is empty/],
    ['a comment only', '# nothing\n', /the file is empty/],
    ['a list', '- 1\n', /wrong type; expected a map/],
    ['broken YAML', 'schemaVersion: [1\nid: x', /a\.yaml:\d+:\d+: not valid YAML/],
    ['a tab', 'entry:\n\tfunction: x\n', /a\.yaml:2:1: a tab indents this line; expected spaces/],
    ['an alias inside of what it names', '&a [*a, *a]\n', /an alias stands inside of what it names/],
    ['the same in a value', 'schemaVersion: 1\ntitle: &a { b: [*a] }\n', /an alias stands inside/],
    ['an unknown alias', 'schemaVersion: *one\n', /not valid YAML: .*one/],
  ])('%s is reported separately', (_, text, expected) => {
    expect(problemsOf(text).join('\n')).toMatch(expected);
  });

  it('reports a key that is there twice beside the other mistakes', () => {
    const problems = problemsOf(`${yaml(validSpec())}id: other\nrubrik: {}\n`);
    expect(problems.some((problem) => problem.includes('this key is there twice'))).toBe(true);
    expect(problems.some((problem) => problem.includes('did you mean rubric?'))).toBe(true);
  });

  it('survives an alias bomb', () => {
    const levels = Array.from({ length: 30 }, (_, i) => `l${i}: &l${i} [${i === 0 ? 'x' : `*l${i - 1}, *l${i - 1}`}]`);
    expect(problemsOf(levels.join('\n'))[0]).toMatch(/not valid YAML/);
  });
});

describe('mistakes between the parts', () => {
  it.each<[string, readonly (string | number)[], unknown, RegExp]>([
    ['id differs from the folder', ['id'], 'other', /is not the folder's name; expected matmul-demo; found other/],
    ['a reserved function name', ['entry', 'function'], 'template', /template is reserved/],
    ['main as entry', ['entry', 'function'], 'main', /main is reserved/],
    ['a parameter twice', ['entry', 'parameters', 1, 'name'], 'm', /two parameters have the same name/],
    ['a shape with an unknown name', ['entry', 'parameters', 0, 'shape', 0], 'hh', /hh is not an integer scalar/],
    ['no output', ['entry', 'parameters', 2, 'role'], 'input', /no parameter has the role output/],
    ['an input without distribution', ['inputs', 'n'], undefined, /the input n has no distribution/],
    ['a distribution of nothing', ['inputs', 'q'], { distribution: 'image' }, /q is not an input parameter/],
    ['a picture of floats', ['inputs', 'm'], { distribution: 'image' }, /a picture has uint8 elements/],
    ['an empty range of values', ['inputs', 'm', 'min'], 2, /min is larger than max/],
    [
      'a missing dimension',
      ['cases', 0, 'dims', 'k'],
      undefined,
      /no value for k; expected a value for each of h, w, k/,
    ],
    ['an unknown dimension', ['cases', 0, 'dims', 'q'], 3, /q is not an integer scalar/],
    ['a dimension beyond int', ['timing', 'dims', 'h'], 2 ** 31, /h does not fit int32/],
    ['a case name twice', ['cases', 1, 'name'], 'tiny', /two cases have the same name/],
    ['a hidden name like a visible one', ['cases', 0, 'name'], 'ragged-2', /two cases have the same name/],
    ['a hidden range upside down', ['hidden', 0, 'dims', 'k'], [9, 2], /the range is empty/],
    ['a case beyond memory', ['cases', 0, 'dims'], { h: 4096, w: 4096, k: 1 }, /64\.0 MiB of device memory/],
    ['an unknown tolerance count', ['tolerance', 'perTerm', 'count'], 'kk', /kk is not .*did you mean k\?/],
    ['a missing baseline', ['timing', 'baseline'], 'base.cu', /base\.cu does not exist/],
    ['a baseline elsewhere', ['timing', 'baseline'], '../x.cu', /leads out of the assignment's folder/],
    ['a folder as input file', ['cases', 0, 'files'], { m: 'pictures' }, /pictures is a folder/],
    ['an input file of a wrong size', ['cases', 0, 'files'], { m: 'data.bin' }, /expected 4 bytes; found 20 bytes/],
    ['an input file for an output', ['cases', 0, 'files'], { out: 'data.bin' }, /out is not an input parameter/],
    ['a built-in that does not fit', ['expected', 'operation'], 'luma', /luma does not fit/],
    ['a simulator that is not there', ['expected', 'operation'], 'simulator', /simulator\.ts is missing/],
    ['a rubric without points', ['rubric'], Object.fromEntries(CHECK_IDS.map((id) => [id, 0])), /no check has points/],
    ['generate() without a simulator', ['inputs', 'm'], { distribution: 'generate' }, /simulator\.ts is missing/],
    ['a tolerance of no output', ['tolerance', 'outputs'], { ot: {} }, /ot is not an output, did you mean out\?/],
    ['a comparison of no output', ['comparison'], { ot: { as: 'set' } }, /ot is not an output, did you mean out\?/],
    ['rows of floats in any order', ['comparison'], { out: { as: 'multiset' } }, /rows of float32 in any order/],
    [
      'a check() without a simulator',
      ['comparison'],
      { out: { as: 'check' } },
      /check\(\) is a function of simulator.ts/,
    ],
    ['unwritten elements of values', ['comparison'], { out: { unwritten: 'allowed' } }, /has no value to compare/],
    ['a number of rows that is not there', ['comparison'], { out: { first: 'rows' } }, /rows is not an integer scalar/],
    [
      'a timed output in any order',
      ['comparison'],
      { out: { as: 'set' } },
      /a timed output is compared element by element/,
    ],
    [
      'a technique larger than the cases',
      ['technique'],
      { kind: 'parallel-outputs', minThreads: 1024, minBlocks: 2 },
      /no visible case has that many outputs.*found 50 outputs/,
    ],
    ['a missing reference', ['timing', 'reference'], 'best.cu', /best\.cu does not exist/],
    ['a reference elsewhere', ['timing', 'reference'], '/x.cu', /leads out of the assignment's folder/],
    [
      'operations of an unknown dimension',
      ['timing', 'operations'],
      '2*h*kk',
      /kk is not an integer scalar parameter, did you mean k\?/,
    ],
    [
      'a tier without a threshold',
      ['timing', 'tiers'],
      [{ name: 'a', points: 1 }],
      /a tier has one threshold: minRatio, minReferenceRatio, minBandwidth or minPeak/,
    ],
    [
      'a tier with two thresholds',
      ['timing', 'tiers'],
      [{ name: 'a', points: 1, minRatio: 2, minPeak: 0.5 }],
      /a tier has one threshold/,
    ],
    [
      'more than all of the bandwidth',
      ['timing', 'tiers'],
      [{ name: 'a', points: 1, minBandwidth: 1.5 }],
      /minBandwidth` is too large; expected at most 1/,
    ],
    [
      'a tier with the name of another',
      ['timing', 'tiers'],
      [
        { name: 'a', points: 5, minRatio: 2 },
        { name: 'a', points: 3, minRatio: 1 },
      ],
      /two tiers have the same name/,
    ],
    [
      'tiers with the best one last',
      ['timing', 'tiers'],
      [
        { name: 'fair', points: 3, minRatio: 1 },
        { name: 'fast', points: 5, minRatio: 2 },
      ],
      /fast gives no fewer points than fair.*expected the best tier first, here fewer than 3; found 5/,
    ],
    [
      'a lower tier that asks for more',
      ['timing', 'tiers'],
      [
        { name: 'fast', points: 5, minRatio: 2 },
        { name: 'lean', points: 4, minBandwidth: 0.5 },
        { name: 'fair', points: 3, minRatio: 2 },
      ],
      /fair asks for no less than fast.*expected less than 2; found 2/,
    ],
    [
      'a tier about a reference that is not there',
      ['timing', 'tiers'],
      [{ name: 'a', points: 1, minReferenceRatio: 0.5 }],
      /a is about a reference, and there is none.*reference: reference\.cu/,
    ],
    ['tiers that give too much', ['timing', 'tiers'], [{ name: 'a', points: 11, minRatio: 1 }], /more points than/],
    [
      'a value for a scalar that is not there',
      ['scalars'],
      { alpha: 1 },
      /alpha is not a floating-point scalar parameter/,
    ],
  ])('%s', (_, path, value, expected) => {
    expect(spoilt(path, value).join('\n')).toMatch(expected);
  });

  it('requires the number of operations if a tier needs it', () => {
    const tiers = [{ name: 'a', points: 1, minPeak: 0.5 }];
    const spec = validSpec();
    const timing = { baseline: 'baseline.cu', dims: { h: 8, w: 8, k: 8 }, tiers };
    const simulator = { ...spec, expected: { operation: 'simulator' }, timing };
    expect(problemsOf(yaml(simulator)).join('\n')).toMatch(/number is not known; expected it as `timing\.operations`/);
    const known = { ...simulator, timing: { ...timing, operations: '2*h*w*k' } };
    expect(problemsOf(yaml(known)).join('\n')).not.toMatch(/operations/);
    expect(problemsOf(yaml({ ...spec, timing }))).toEqual([]);
  });

  it('accepts a tier of each kind', () => {
    const tiers = [
      { name: 'as good', points: 9, minReferenceRatio: 0.9 },
      { name: 'lean', points: 8, minBandwidth: 0.6 },
      { name: 'busy', points: 7, minPeak: 0.3 },
      { name: 'fast', points: 6, minRatio: 2 },
      { name: 'fair', points: 5, minRatio: 1 },
    ];
    const timing = { baseline: 'baseline.cu', reference: 'baseline.cu', dims: { h: 8, w: 8, k: 8 }, tiers };
    expect(problemsOf(yaml({ ...validSpec(), timing }))).toEqual([]);
  });

  it('refuses points for a technique that nothing looks for', () => {
    const spec = { ...validSpec(), technique: { kind: 'none' } };
    expect(problemsOf(yaml(spec))).toEqual([]);
    expect(problemsOf(yaml({ ...spec, rubric: { technique: 5 } })).join()).toMatch(/technique has points, yet/);
  });

  it('reports mistakes of consistency beside mistakes of form elsewhere', () => {
    const spec = validSpec();
    spec.title = 7;
    (spec.cases as { dims: object }[])[0]!.dims = { h: 1, w: 1 };
    const problems = problemsOf(yaml(spec)).join('\n');
    expect(problems).toContain('`title` is of the wrong type');
    expect(problems).toContain('no value for k');
  });
});
