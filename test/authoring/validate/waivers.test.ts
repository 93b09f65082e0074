import { describe, expect, it } from 'vitest';
import { rejectionOf, withObserved } from '../../../grader/authoring/validate/observe.ts';
import type { Outcome } from '../../../grader/authoring/validate/proof.ts';
import type { Trial } from '../../../grader/authoring/validate/trial.ts';
import { unknownProofs, withWaivers } from '../../../grader/authoring/validate/waivers.ts';

const FAILED: Outcome = {
  status: 'failed',
  seen: '2 cases',
  flaws: [
    { where: 'assignment.yaml', message: 'no visible case has a ragged edge', mend: 'Add one.' },
    { where: null, message: 'something else', mend: 'Fix it.' },
  ],
};
const RAGGED = { proof: 'cases', flaw: 'ragged edge', reason: 'Sizes are multiples of 32 by definition.' };
const ELSE = { proof: 'cases', flaw: 'something else', reason: 'It is right here.' };

describe('waivers', () => {
  it('take flaws out of a proof and give their reasons', () => {
    const { outcome, waived } = withWaivers('cases', FAILED, [RAGGED]);
    expect(outcome).toMatchObject({ status: 'failed', flaws: [{ message: 'something else' }] });
    expect(waived).toEqual([
      { where: 'assignment.yaml', message: 'no visible case has a ragged edge', reason: RAGGED.reason },
    ]);
  });

  it('let a proof pass if no flaw is left', () => {
    expect(withWaivers('cases', FAILED, [RAGGED, ELSE]).outcome).toEqual({ status: 'passed', seen: '2 cases' });
  });

  it('are flaws if nothing needs them', () => {
    const { outcome } = withWaivers('cases', { status: 'passed', seen: '' }, [ELSE]);
    expect(outcome).toMatchObject({
      status: 'failed',
      flaws: [{ message: 'no flaw of this proof contains "something else", which is waived' }],
    });
  });

  it('do not cover accepted submissions', () => {
    const { outcome } = withWaivers('accepted', FAILED, [{ ...ELSE, proof: 'accepted' }]);
    expect(outcome).toMatchObject({
      status: 'failed',
      flaws: [{}, {}, { message: 'the proof accepted cannot be waived' }],
    });
  });

  it('are flaws if they name no proof', () => {
    expect(unknownProofs([{ ...ELSE, proof: 'tolerence' }])[0]?.message).toMatch(
      /no proof tolerence, did you mean tolerance/,
    );
  });
});

describe('a manifest with what was observed', () => {
  const rejected = [{ file: 'guard.cu', checks: ['guards'], rule: 'out-of-bounds-read', line: 4, about: 'No guard.' }];

  it('is written where there is none', () => {
    const text = withObserved('', { accepted: ['right.cu'], rejected, without: [] });
    expect(text).toContain('- file: right.cu');
    expect(text).toContain('rule: out-of-bounds-read');
    expect(text).toContain('about: No guard.');
  });

  it('has a line per key if the lists were empty', () => {
    const empty = 'schemaVersion: 1\naccepted: []\nrejected: []\n';
    const text = withObserved(empty, { accepted: ['right.cu'], rejected, without: [] });
    expect(text).toMatch(
      /^accepted:\n {2}- file: right\.cu\nrejected:\n {2}- file: guard\.cu\n {4}verdict: failed\n {4}checks: \[guards\]/m,
    );
  });

  it('keeps comments, the words of entries and what is still true', () => {
    const before = `schemaVersion: 1
# Ours.
accepted: []
rejected:
  - { file: guard.cu, verdict: failed, checks: [guards], rule: out-of-bounds-read, line: 3, about: "Mine." } # why
`;
    const after = withObserved(before, { accepted: [], rejected, without: [] });
    expect(after).toContain('# Ours.');
    expect(after).toContain('about: "Mine."');
    expect(after).toContain('line: 4');
    expect(after).toContain('# why');
  });
});

describe('the observed verdict of a rejected submission', () => {
  const finding = (rule: string, line: number, check: string) =>
    ({ rule, line, check, severity: 'error', message: rule }) as Trial['findings'][number];
  const trial = (...findings: Trial['findings']): Trial => ({
    file: 'wrong.cu',
    verdict: 'failed',
    responsible: 'student',
    score: 0,
    maxScore: 100,
    timing: null,
    checks: [
      { id: 'correctness', status: 'failed', score: 0, maxScore: 35 },
      { id: 'memory', status: 'failed', score: 0, maxScore: 10 },
    ],
    findings,
    errors: [],
    launches: [],
  });

  it('has the first finding that all seeds show, which is the cause', () => {
    const cause = finding('uninitialized-read', 14, 'memory');
    const result = finding('wrong-output', 15, 'correctness');
    const trials = [trial(finding('launch-error', 3, 'correctness'), cause, result), trial(cause, result)];
    const observed = rejectionOf('wrong.cu', 'Why.', trials, undefined);
    expect(observed).toMatchObject({ checks: ['correctness', 'memory'], rule: 'uninitialized-read', line: 14 });
    expect(rejectionOf('wrong.cu', 'Why.', trials, { rule: 'wrong-output', line: 15 })).toMatchObject({ line: 15 });
  });
});
