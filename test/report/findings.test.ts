import { describe, expect, it } from 'vitest';
import { worded } from '../../grader/explain/index.ts';
import { renderReports, renderText } from '../../grader/report/index.ts';
import { allFindings, checkRows, excerptOf, shownFindings } from '../../grader/report/model.ts';
import { type DetailOf, type Finding, RULES, type Rule } from '../../grader/result/index.ts';
import { check, guardFinding, inputs } from './fixtures.ts';

const finding = (rule: Rule, change: Partial<Finding> = {}): Finding => ({
  ...guardFinding,
  rule,
  message: `About ${rule}.`,
  ...change,
});

function rulesInOrder(rules: readonly Rule[]): Rule[] {
  const checks = [
    check(
      'correctness',
      rules.map((rule) => finding(rule)),
    ),
  ];
  return allFindings({ checks }).map(({ rule }) => rule);
}

describe('the order of findings', () => {
  const causes: Rule[] = [
    'compile-error',
    'policy-violation',
    'launch-error',
    'host-device-pointer',
    'use-after-free',
    'out-of-bounds-write',
    'shared-out-of-bounds',
    'barrier-divergence',
    'shared-race',
    'uninitialized-read',
    'wrong-output',
  ];

  it('has causes before what follows from them', () => {
    expect(rulesInOrder([...causes].reverse())).toEqual(causes);
  });

  it('has a place for every rule', () => {
    const rules = Object.keys(RULES) as Rule[];
    expect(rulesInOrder(rules).toSorted()).toEqual(rules.toSorted());
    expect(rulesInOrder([...rules, 'wrong-output']).indexOf('wrong-output')).toBeGreaterThan(15);
  });

  it('has errors before warnings, and notes last', () => {
    const checks = [
      check('races', [
        finding('global-race', { severity: 'note' }),
        finding('leak', { severity: 'warning' }),
        finding('wrong-output'),
      ]),
    ];
    expect(allFindings({ checks }).map(({ rule }) => rule)).toEqual(['wrong-output', 'leak', 'global-race']);
  });

  it('keeps equals as they were found', () => {
    const lines = [9, 4, 7].map((line) => finding('out-of-bounds-read', { line }));
    const found = allFindings({ checks: [check('guards', lines)] });
    expect(found.map(({ line }) => line)).toEqual([9, 4, 7]);
  });

  it.each(['text', 'html', 'md'])('is the same in every format (%s)', (format) => {
    const base = inputs['guard missing'];
    const checks = [check('correctness', [finding('wrong-output')]), check('races', [finding('shared-race')])];
    const input = { ...base, result: { ...base.result, checks } };
    const text =
      format === 'text'
        ? renderText(input, { color: false, width: 80 })
        : (renderReports(input, [format])[0]?.content ?? '');
    expect(text.indexOf('About shared')).toBeGreaterThan(0);
    expect(text.indexOf('About shared')).toBeLessThan(text.indexOf('About wrong'));
  });
});

describe('what would be said twice', () => {
  it('gives a hint once', () => {
    const checks = [check('guards', [finding('out-of-bounds-read'), finding('out-of-bounds-write', { kernel: 'k' })])];
    expect(shownFindings({ checks }).map(({ hint }) => hint)).toEqual([guardFinding.hint, undefined]);
    expect(allFindings({ checks }).map(({ hint }) => hint)).toEqual([guardFinding.hint, guardFinding.hint]);
  });

  const wrong = (pattern: DetailOf<'wrong-elements'>['pattern']) =>
    worded({
      ...{ rule: 'wrong-output', severity: 'error', line: 9 },
      detail: {
        ...{ kind: 'wrong-elements', output: 'out', cases: { failing: 1, alike: 1, all: 1 }, dimensions: 2, pattern },
        ...{ isCount: false, severalLaunches: false },
      },
    });
  const shown = (findings: Finding[]) =>
    shownFindings({ checks: [check('correctness', findings)] }).find(({ rule }) => rule === 'wrong-output')?.hint;

  it('points a general hint on a wrong output to the error that can cause it', () => {
    const output = wrong(null);
    expect(output.hint).toContain('Compute the first wrong element by hand');
    expect(shown([output])).toBe(output.hint);
    expect(shown([output, finding('uninitialized-read', { line: 4 })])).toBe(
      'The error in line 4 can cause this. Fix that error first, then grade again.',
    );
    expect(shown([output, finding('uninitialized-read', { line: 9 })])).toContain('The error above can cause this');
    // Where the pattern itself says what is wrong, and where the run ended before its outputs were judged, it stands.
    const special = wrong({ kind: 'transposed' });
    expect(shown([special, finding('uninitialized-read')])).toBe(special.hint);
    expect(shown([output, finding('launch-error')])).toBe(output.hint);
    expect(shown([output, finding('uninitialized-read', { severity: 'warning' })])).toBe(output.hint);
  });

  it('takes what is asked of an output of zeros for general too', () => {
    const output = wrong({ kind: 'constant', value: 0 });
    expect(output.hint).toContain('where does it become 0?');
    expect(shown([output])).toBe(output.hint);
    expect(shown([finding('shared-race', { line: 4 }), output])).toBe(
      'The error in line 4 can cause this. Fix that error first, then grade again.',
    );
  });

  it('folds checks that were not judged for one reason into a row', () => {
    const skipped = { status: 'skipped', summary: 'It does not compile.', score: 0, maxScore: 10 } as const;
    const alone = { ...skipped, summary: 'There is no GPU.', maxScore: 0 };
    const checks = [
      check('guards', [], skipped),
      check('races'),
      check('memory', [], skipped),
      check('speedup', [], alone),
    ];
    expect(checkRows(checks).map(({ name, points, summary }) => [name, points, summary])).toEqual([
      ['2 checks', '0/20', 'It does not compile. These are guards and memory.'],
      ['races', expect.any(String), 'About races.'],
      ['speedup', '', 'There is no GPU.'],
    ]);
  });

  it('keeps failed checks with one summary apart', () => {
    const failed = { status: 'failed', summary: 'It is wrong.' } as const;
    expect(checkRows([check('guards', [], failed), check('races', [], failed)])).toHaveLength(2);
  });
});

describe('excerpts of the source', () => {
  const long = `${'\u{1F600}'.repeat(100_000)}HERE${'b'.repeat(100_000)}`;

  it('cuts long lines around the column', () => {
    const excerpt = excerptOf(`${long}\n${long}\nshort`, 2, 200_001);
    expect(excerpt?.lines.every(({ text }) => text.length <= 202)).toBe(true);
    expect(excerpt?.lines[1]?.text.slice(excerpt.caret ?? 0)).toMatch(/^HEREb+…$/);
    for (const { text } of excerpt?.lines ?? []) expect(encodeURIComponent(text)).not.toBe('');
  });

  it('keeps lines of 200 columns', () => {
    expect(excerptOf('x'.repeat(200), 1, 200)).toMatchObject({ lines: [{ text: 'x'.repeat(200) }], caret: 199 });
  });
});
