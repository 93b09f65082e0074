import { describe, expect, it } from 'vitest';
import { renderCounters, renderGcc } from '../../../grader/pipeline/run/index.ts';
import type { ProgramFinding } from '../../../grader/result/index.ts';

const FINDING: ProgramFinding = {
  rule: 'shared-race',
  severity: 'error',
  message: 'Two threads meet.',
  file: 'lab/a.cu',
  line: 2,
  column: 3,
  kernel: 'tiled',
  block: [0, 0, 0],
  thread: [3, 0, 0],
  count: 12,
  hint: 'Where is the barrier?',
  related: [{ message: 'the other access', file: 'lab/a.cu', line: 3, column: 2 }],
};
const LINES = ['// first', '\ts[i] = 1;\r', ' t = s[0];'];
const lines = (file: string) => (file === 'lab/a.cu' ? LINES : null);

describe('findings in the form of gcc', () => {
  it('have place, severity and rule, the line with a caret, and notes', () => {
    expect(renderGcc([FINDING], { color: false, lines })).toBe(
      [
        'lab/a.cu:2:3: error: shared-race: Two threads meet. [kernel tiled, block (0,0,0), thread (3,0,0), 12 times]',
        '    2 | \ts[i] = 1;',
        '      | \t ^',
        'lab/a.cu:3:2: note: the other access',
        '    3 |  t = s[0];',
        '      |  ^',
        'lab/a.cu:2:3: note: Where is the barrier?',
        '',
      ].join('\n'),
    );
  });

  it('do without what is not known', () => {
    const { rule, severity, message } = FINDING;
    expect(renderGcc([{ rule, severity, message }], { color: false, lines })).toBe(
      'grade: error: shared-race: Two threads meet.\n',
    );
    const elsewhere = { rule, severity, message, file: 'b.cu', line: 1, column: 1, count: 1 };
    expect(renderGcc([elsewhere], { color: false, lines })).toBe('b.cu:1:1: error: shared-race: Two threads meet.\n');
  });

  it('cuts a long line of source around its column', () => {
    const line = `${'a'.repeat(5_000_000)}HERE${'b'.repeat(5_000_000)}`;
    const about = { ...FINDING, related: [], line: 1, column: 5_000_001 };
    const [, source = '', caret = ''] = renderGcc([about], { color: false, lines: () => [line] }).split('\n');
    expect(source.length).toBeLessThan(220);
    expect(source.indexOf('HERE')).toBe(caret.indexOf('^'));
  });

  it('are colourful where that is wanted, and drive no terminal', () => {
    const text = renderGcc([{ ...FINDING, message: 'x\u001b[2Jy' }], { color: true, lines });
    expect(text).toContain('\u001b[1;31merror:\u001b[0m');
    expect(text).not.toContain('\u001b[2J');
  });
});

describe('counters', () => {
  it('stand in a table for each launch', () => {
    const counters = { globalLoadRequests: 1234, globalStoreSectors: 8 };
    const launch = { kernel: 'tiled', grid: [2, 3, 1], block: [32, 1, 1], sharedBytes: 128, counters } as const;
    expect(renderCounters([{ ...launch, grid: [2, 3, 1], block: [32, 1, 1] }])).toBe(
      [
        'launch 1: tiled <<<2 × 3, 32>>>, 128 bytes of shared memory',
        '  globalLoadRequests  1,234',
        '  globalStoreSectors      8',
        '',
      ].join('\n'),
    );
  });
});
