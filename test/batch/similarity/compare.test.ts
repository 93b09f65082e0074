import { describe, expect, it } from 'vitest';
import { similarityReport, similaritySchema } from '../../../grader/batch/similarity/index.ts';
import { honestClass } from './classes.ts';
import { DISGUISES, withoutComments } from './copies.ts';
import { accepted, compareClass, scoresOf, submission } from './harness.ts';

const solutions = accepted('matmul-tiled');
const source = (name: string): string => solutions.get(name) ?? '';

describe('what is not counted', () => {
  it('is what was given', async () => {
    const both = [
      ['ada', source('double-buffered')],
      ['bob', DISGUISES.renamed(source('double-buffered'))],
    ] as const;
    const given = [source('double-buffered')];
    expect(scoresOf(await compareClass('matmul-tiled', both, { given })).size).toBe(0);
    expect(scoresOf(await compareClass('matmul-tiled', both, { given: [] })).size).toBe(1);
  });

  it('is what more than half of the class has', async () => {
    const others = honestClass(6, 3).map(({ student, source }) => [student, source] as const);
    const same = Array.from({ length: 8 }, (_, at) => [`same-${at}`, withoutComments(source('device-load'))] as const);
    expect(scoresOf(await compareClass('matmul-tiled', [...others, ...same])).size).toBe(0);
    expect(scoresOf(await compareClass('matmul-tiled', [...others, ...same.slice(0, 2)])).size).toBe(1);
  });

  it('is a table that repeats itself', async () => {
    const table = (name: string): string => `int ${name}[] = { ${'1, 2, '.repeat(1_000)} 3 };`;
    const both = [
      ['ada', `${table('a')}\n${source('tile-8')}`],
      ['bob', `${table('b')}\n${source('four-outputs')}`],
    ] as const;
    expect(scoresOf(await compareClass('matmul-tiled', both)).size).toBe(0);
  });
});

describe('who is compared with whom', () => {
  it('never compares attempts of one student; the most similar attempts count', async () => {
    const copy = DISGUISES.renamed(source('flat-shared'));
    const comparison = await compareClass('matmul-tiled', [
      submission('ada', source('tile-8'), { attempt: '1' }),
      submission('ada', source('flat-shared'), { attempt: '2' }),
      submission('ada', source('flat-shared'), { attempt: '3' }),
      submission('bob', copy, { attempt: '1' }),
      submission('bob', source('device-load'), { attempt: '2' }),
    ]);
    const attempts = comparison.pairs.map(({ left, right }) =>
      [left, right].map(({ document }) => document.submission),
    );
    expect(attempts.map((pair) => pair.map(({ student, attempt }) => `${student} ${attempt}`))).toEqual([
      ['ada 2', 'bob 1'],
    ]);
    expect(comparison.students.current).toBe(2);
  });

  it('compares earlier terms only with this one', async () => {
    const old = { term: 'previous' } as const;
    const comparison = await compareClass('matmul-tiled', [
      submission('ada', source('tile-8')),
      submission('bob', source('flat-shared')),
      submission('bob', source('tile-8'), old),
      submission('zoe', source('four-outputs'), old),
      submission('zac', source('four-outputs'), old),
    ]);
    expect([...scoresOf(comparison).keys()]).toEqual(['ada+bob']);
    expect(comparison.pairs[0]?.right.document.submission.term).toBe('previous');
    expect(comparison.students).toEqual({ current: 2, previous: 3 });
  });

  it('a class of one with nobody', async () => {
    await expect(compareClass('matmul-tiled', [['ada', source('tile-8')]])).rejects.toThrow(/fewer than two students/);
  });
});

describe('what is shown of a pair', () => {
  it('is every token of a copy, in matches that pair each token once', async () => {
    const [pair] = (
      await compareClass('matmul-tiled', [...solutions, ['~copy', DISGUISES.renamed(source('flat-shared'))]])
    ).pairs;
    expect(pair?.score).toBeCloseTo(1, 1);
    const seen = new Set<number>();
    for (const { left, right, length } of pair?.matches ?? []) {
      for (let at = 0; at < length; at++) {
        expect(pair?.left.document.tokens[left + at]?.kind).toBe(pair?.right.document.tokens[right + at]?.kind);
        expect(seen.has(left + at)).toBe(false);
        seen.add(left + at);
      }
    }
    expect(pair?.matched).toBe(seen.size);
    expect(pair?.longest).toBeGreaterThan(50);
  });

  it('lists comments, names, texts and white space that only the pair has', async () => {
    const mark =
      '// here I was stuck for an hour, the exercise sheet is wrong\nint zwischenwert = 0;  \nconst char* s = "teh result";\n';
    const comparison = await compareClass('matmul-tiled', [
      ...solutions,
      ['~ada', `${mark}${source('flat-shared')}`],
      ['~bob', `${DISGUISES.renamed(source('tile-8'))}${mark}`],
    ]);
    const pair = comparison.pairs.find(({ left }) => left.document.submission.student === '~ada');
    expect(pair?.because).toBe('comments');
    expect(pair?.signals).toEqual({
      comments: ['here I was stuck for an hour, the exercise sheet is wrong'],
      names: ['zwischenwert'],
      texts: ['"teh result"'],
      lines: ['int zwischenwert = 0;  '],
    });
  });

  it('is a telling comment even where many pairs have higher scores', async () => {
    const comment = '// nobody would write these very words twice by chance, would they\n';
    const copies = ['1', '2', '3', '4'].map((number) => [`~${number}`, source('flat-shared')] as const);
    const others = [
      ['~ada', comment + source('tile-8')],
      ['~bob', comment + source('four-outputs')],
    ] as const;
    const { pairs, more } = await compareClass('matmul-tiled', [...solutions, ...copies, ...others], { top: 2 });
    expect(pairs.map(({ because }) => because)).toEqual(['score', 'score', 'comments']);
    expect(more).toBe(10);
  });

  it('leaves out comments that were given', async () => {
    const comment = '// One thread makes one element, and there may be more threads than elements.\n';
    const both = [
      ['ada', comment + source('tile-8')],
      ['bob', comment + source('four-outputs')],
    ] as const;
    expect((await compareClass('matmul-tiled', both, { given: [comment] })).pairs).toEqual([]);
    expect((await compareClass('matmul-tiled', both, { given: [] })).pairs).toHaveLength(1);
  });

  it('is at most what was asked for, with the number of the others, and groups', async () => {
    const copies = ['1', '2', '3'].map((number) => [`~${number}`, source('flat-shared')] as const);
    const all = await compareClass('matmul-tiled', [...solutions, ...copies]);
    expect(all.pairs).toHaveLength(6);
    expect(all.clusters.map(({ students }) => students)).toEqual([['flat-shared', '~1', '~2', '~3']]);
    const some = await compareClass('matmul-tiled', [...solutions, ...copies], { top: 4 });
    expect([some.pairs.length, some.more]).toEqual([4, 2]);
  });
});

it('names what takes too much work, and compares the rest', async () => {
  const comparison = await compareClass('matmul-tiled', [
    ['ada', source('tile-8')],
    ['bob', source('tile-8')],
    ['mallory', 'x++;'.repeat(20_000)],
  ]);
  expect(comparison.pairs).toHaveLength(1);
  expect(comparison.skipped).toEqual([
    { student: 'mallory', file: 'mallory.cu', reason: expect.stringMatching(/mallory\.cu takes too much work/) },
  ]);
});

it('gives the same bytes in whatever order the submissions come', async () => {
  const students = honestClass(30, 11).map(({ student, source }) => submission(student, source));
  const report = async (list: typeof students): Promise<string> =>
    JSON.stringify(similarityReport(await compareClass('matmul-2d', list)));
  expect(await report([...students].reverse())).toBe(await report(students));
});

it('has a machine form that keeps to its schema', async () => {
  const report = similarityReport(await compareClass('matmul-tiled', [...solutions, ['~copy', source('tile-8')]]));
  expect(similaritySchema.parse(report)).toEqual(report);
  expect(report.notice).toMatch(/a reason to look.*never a verdict/);
  const match = report.pairs[0]?.matches[0];
  expect(match?.left).toEqual({ ...match?.right, file: 'tile-8.cu' });
});
