import { describe, expect, it } from 'vitest';
import {
  commonFindings,
  lineKey,
  locatedFindings,
  messageKey,
  sharedLines,
} from '../../../grader/batch/class-page/findings.ts';
import { countedOf } from '../../../grader/batch/class-page/standing.ts';
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

describe('messages of one kind', () => {
  it.each([
    ['Thread 7 of block 0 writes 4 bytes.', 'Thread 214 of block (3, 1) writes 1 byte.'],
    ['1,042 elements are wrong, the 1st by 0.25.', '7 elements are wrong, the 22nd by 1e-7.'],
    ["'row' is not declared.", "'my_row2' is not declared."],
    ['A block of 64 × 32 has 2,048 threads.', 'A block of 4096 has 4,096 threads.'],
  ])('differ in numbers and quoted names alone: %s', (one, other) => {
    expect(messageKey(one)).toBe(messageKey(other));
  });

  it.each([
    ['Thread 7 reads beyond m.', 'Thread 7 reads beyond n.'],
    ["Expected ';'.", "Expected ')'."],
    ['It uses float4.', 'It uses float2.'],
  ])('are distinguished by everything else: %s', (one, other) => {
    expect(messageKey(one)).not.toBe(messageKey(other));
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
