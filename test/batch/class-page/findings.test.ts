import { describe, expect, it } from 'vitest';
import { commonFindings, lineKey, locatedFindings, sharedLines } from '../../../grader/batch/class-page/findings.ts';
import { countedOf } from '../../../grader/batch/class-page/standing.ts';
import { sayingKey } from '../../../grader/explain/index.ts';
import type { Finding } from '../../../grader/result/index.ts';
import { grade } from '../export/fixtures.ts';
import { failedWith, finding, sourcesBy } from './fixtures.ts';

const located = (
  findings: Readonly<Record<string, readonly ReturnType<typeof finding>[]>>,
  sources: Readonly<Record<string, string>> = {},
) => {
  const grades = Object.entries(findings).map(([student, own]) => grade(student, [failedWith(own)]));
  return locatedFindings(countedOf(grades), ({ attempt }) => sourcesBy(sources)(attempt));
};
const students = (common: { readonly students: readonly { readonly grade: { readonly student: string } }[] }) =>
  common.students.map((one) => one.grade.student);

describe('findings that say the same', () => {
  const key = (text: string) => sayingKey(finding(text));

  it.each([
    ['1,042 elements are wrong, the 1st by 0.25.', '7 elements are wrong, the 22nd by 1e-7.'],
    ["'row' is not declared.", "'my_row2' is not declared."],
    ['A block of 64 × 32 has 2,048 threads.', 'A block of 4096 has 4,096 threads.'],
  ])('differ in numbers and quoted names of a tool alone: %s', (one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each([
    ["Expected ';'.", "Expected ')'."],
    ['It uses float4.', 'It uses float2.'],
  ])('are distinguished by everything else that a tool says: %s', (one, other) => {
    expect(key(one)).not.toBe(key(other));
  });

  const outside = (name: string, bytes: number): Finding['detail'] => ({
    ...{ kind: 'out-of-bounds', by: 'thread', reason: 'own-element' },
    beyond: { buffer: { role: 'input', name }, where: 'past', bytes },
    launch: { grid: [bytes, 1, 1], block: [256, 1, 1] },
  });

  it('are one whatever their distances are, and two for two buffers', () => {
    const of = (detail: Finding['detail']) => sayingKey(finding('', { detail }));
    expect(of(outside('m', 4))).toBe(of(outside('m', 1200)));
    expect(of(outside('m', 4))).not.toBe(of(outside('n', 4)));
  });

  it('are one if only their hints differ', () => {
    const of = (reason: string) =>
      sayingKey(finding('', { detail: { ...outside('m', 4), reason } as Finding['detail'] }));
    expect(of('many-blocks')).toBe(of('one-block'));
    expect(of('many-blocks')).not.toBe(of('index-wrap'));
  });

  it('are those of one sentence in a result without data', () => {
    const old = (message: string) => sayingKey(finding(message, { detail: undefined }));
    expect(old('Thread 7 reads.')).toBe(old('Thread 7 reads.'));
    expect(old('Thread 7 reads.')).not.toBe(old('Thread 8 reads.'));
  });
});

describe('common findings', () => {
  it('count each student once, and list the most frequent first', () => {
    const common = commonFindings(
      located({
        ada: [finding('Thread 1 writes.'), finding('Thread 2 writes.', { line: 4 })],
        ben: [finding('It reads.', { rule: 'out-of-bounds-read' })],
        cem: [finding('Thread 3 writes.')],
      }),
    );
    expect(common.map((one) => [one.rule, students(one)])).toEqual([
      ['out-of-bounds-write', ['ada', 'cem']],
      ['out-of-bounds-read', ['ben']],
    ]);
  });

  it('take the shortest submission as the example, and the first of equals', () => {
    const all = { ada: [finding('Thread 1.')], ben: [finding('Thread 2.')], cem: [finding('Thread 3.')] };
    const [longer] = commonFindings(located(all, { ada: 'int a;\n'.repeat(9), ben: 'int b;\n', cem: 'int c;\n' }));
    expect(longer?.example.grade.student).toBe('ben');
    const [unread] = commonFindings(located(all, { cem: 'int c;\n' }));
    expect(unread?.example.grade.student).toBe('cem');
  });

  it('put errors before warnings and leave notes out', () => {
    const warning = finding('Never freed.', { rule: 'leak', severity: 'warning' });
    const common = commonFindings(
      located({ ada: [warning], ben: [warning], cem: [finding('It writes.'), finding('So.', { severity: 'note' })] }),
    );
    expect(common.map(({ severity, students: who }) => [severity, who.length])).toEqual([
      ['error', 1],
      ['warning', 2],
    ]);
  });
});

describe('wrong lines that several have', () => {
  const source = (line: string) => `// by hand\n\n\n\n${line}\n`;

  it('are the same under one rule when only their spaces differ', () => {
    const shared = sharedLines(
      located(
        { ada: [finding('Thread 1.')], ben: [finding('Another thing.')], cem: [finding('Thread 1.')] },
        { ada: source('  out[i] = x[ i ];'), ben: source('\tout[i]=x[i];'), cem: source('out[j] = x[j];') },
      ),
    );
    expect(shared.map(students)).toEqual([['ada', 'ben']]);
  });

  it('are empty if the line is in another file, past the end, or blank', () => {
    const own = {
      ada: [finding('1', { file: 'other.cuh' }), finding('2', { line: 99 })],
      ben: [finding('1', { file: 'other.cuh' }), finding('2', { line: 99 })],
      cem: [finding('3')],
      dee: [finding('3')],
    };
    const sources = { ada: source('out[i] = 1;'), ben: source('out[i] = 1;'), cem: source('}'), dee: source('}') };
    expect(sharedLines(located(own, sources))).toEqual([]);
  });

  it('keep the space between words', () => {
    expect(lineKey('  unsigned   char * p ;')).toBe('unsigned char*p;');
    expect(lineKey('int i;')).not.toBe(lineKey('inti;'));
  });
});
