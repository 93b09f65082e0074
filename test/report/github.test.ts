import { describe, expect, it } from 'vitest';
import { check, guardFinding, HOSTILE, inputs, nastyInput } from './fixtures.ts';
import type { ReadCommand } from './readers.ts';
import { commands, fileOf, PATH } from './rendered.ts';

describe('GitHub', () => {
  const many = (count: number) => {
    const base = inputs['guard missing'];
    const findings = Array.from({ length: count }, (_, at) => ({
      ...guardFinding,
      line: 1 + (at % 9),
      message: `Thread ${at}.`,
    }));
    return { ...base, result: { ...base.result, checks: [check('guards', findings)] } };
  };

  it('tells the verdict, then each finding at its place', () => {
    const [verdict, finding] = commands(inputs['guard missing']);
    expect(verdict).toMatchObject({ command: 'notice', properties: { title: 'Color to gray', file: PATH } });
    expect(verdict?.message).toContain('70 of 90 points');
    expect(finding).toMatchObject({
      command: 'error',
      properties: { file: PATH, line: '5', endLine: '5', col: '5' },
      message: `${guardFinding.message}\n${guardFinding.hint}`,
    });
    expect(finding?.properties.title).toContain('[out-of-bounds-write]');
  });

  it('returns its input, and none of it is a command or a property', () => {
    const read = commands(nastyInput(HOSTILE)).filter((one): one is ReadCommand => one !== null);
    const finding = read.find(({ command }) => command === 'error');
    expect(finding?.message).toContain('::error file=x::owned\n##[error]owned %0A::set-env name=A::b');
    for (const { properties } of read) {
      for (const name of Object.keys(properties)) expect(['file', 'line', 'endLine', 'col', 'title']).toContain(name);
    }
  });

  it('makes ten annotations of a kind, and the summary counts the rest', () => {
    const input = many(25);
    expect(commands(input).filter((one) => one?.command === 'error')).toHaveLength(10);
    expect(fileOf(input, 'github', 1)).toContain('15 more annotations are not shown.');
    expect(fileOf(many(3), 'github', 1)).not.toContain('not shown');
  });

  it('has a summary that GitHub does not refuse for its length', () => {
    const summary = fileOf(many(6000), 'github', 1);
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1 << 20);
    expect(summary).toContain('Not passed yet: look at guards.');
    expect(summary).toContain('5,990 more annotations');
  });

  it('is an error of nobody’s program where the machine failed', () => {
    expect(commands(inputs.infrastructure)[0]).toMatchObject({ command: 'error' });
    expect(commands(inputs.infrastructure)[0]?.message).toContain('It costs no points');
  });
});
