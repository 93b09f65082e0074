import { describe, expect, it } from 'vitest';
import type { ReportInput } from '../../grader/report/index.ts';
import { HOSTILE, inputs, nastyInput } from './fixtures.ts';
import { fileOf, gradescope } from './rendered.ts';
import { timings } from './timing-fixtures.ts';

describe('Gradescope', () => {
  it('has the points at the top, and a test a check that adds up to them', () => {
    const { score, tests = [] } = gradescope(inputs['guard missing']);
    expect(score).toBe(70);
    expect(tests.reduce((sum, test) => sum + (test.score ?? 0), 0)).toBe(70);
    expect(tests.map(({ status }) => status)).toEqual([
      'passed',
      'failed',
      'passed',
      'passed',
      'passed',
      'passed',
      undefined,
    ]);
  });

  it('has no score anywhere for a fault of the machine, and says whose it is', () => {
    const result = gradescope(inputs.infrastructure);
    expect(JSON.stringify({ ...result, extra_data: null })).not.toMatch(/"(max_)?score"/);
    expect(result.output).toContain('It costs no points');
    expect(result.tests?.map(({ status }) => status)).toEqual(Array(7).fill(undefined));
  });

  it('keeps for staff what is theirs', () => {
    const base = inputs.accepted;
    const environment = { ...base.result.environment, seed: '424242' };
    const text = fileOf({ ...base, result: { ...base.result, environment } }, 'gradescope');
    expect(text).not.toContain('424242');
    expect(JSON.parse(text).stdout_visibility).toBe('hidden');
    expect(text).not.toMatch(/hidden case|ragged-1/);
  });

  it('shows a measured speed on the leaderboard, but not a failed one', () => {
    const timing = {
      gpu: 'G',
      studentMs: 1,
      baselineMs: 3,
      ratio: 2.7345,
      interval: [2.7, 2.8] as [number, number],
      repetitions: 9,
      tier: null,
      referenceMs: null,
      cpuMs: null,
    };
    const timed = (input: ReportInput) => ({ ...input, timing: timings.measured, result: { ...input.result, timing } });
    expect(gradescope(timed(inputs.accepted)).leaderboard).toEqual([
      { name: 'times as fast as the baseline', value: 2.73, order: 'desc' },
    ]);
    expect(gradescope(timed(inputs['guard missing'])).leaderboard).toBeUndefined();
  });

  it('shows what students wrote as text', () => {
    const { output = '', tests = [] } = gradescope(nastyInput(HOSTILE));
    for (const text of [output, ...tests.map((test) => test.output ?? '')]) {
      const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '');
      expect(prose).not.toMatch(/(?<!\\)<(?:script|img)|(?<!\\)\[l\]|@team/);
    }
  });
});
