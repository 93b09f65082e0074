import { describe, expect, it } from 'vitest';
import { DEFAULT_THRESHOLD } from '../../../grader/batch/similarity/index.ts';
import { honestClass } from './classes.ts';
import { DISGUISES, type Disguise, halfCopied } from './copies.ts';
import { ASSIGNMENTS, type AssignmentId, accepted, compareClass, ENTRIES, scoresOf } from './harness.ts';

/** The share of the shipped solutions whose copy is found with the default threshold, in the class of all of them. */
const FOUND: Readonly<Record<Disguise | 'half copied', number>> = {
  identical: 1,
  layout: 1,
  renamed: 1,
  literals: 1,
  loops: 1,
  'dead code': 1,
  reordered: 0.9,
  'half copied': 0.75,
  everything: 0.6,
};

describe.each(ASSIGNMENTS)('copies of what ships with %s', (id) => {
  it.each(Object.entries(FOUND))('are found where they are %s: at least %d of them', async (strength, least) => {
    const scores: number[] = [];
    for (const original of accepted(id).keys()) scores.push(await scoreOfCopy(id, original, strength as Disguise));
    const found = scores.filter((score) => score >= DEFAULT_THRESHOLD).length;
    expect(found / scores.length, scores.map((score) => score.toFixed(2)).join(' ')).toBeGreaterThanOrEqual(least);
  });
});

/** The score of a solution with its copy; 0 below the threshold. */
async function scoreOfCopy(id: AssignmentId, original: string, strength: Disguise | 'half copied'): Promise<number> {
  const all = accepted(id);
  const source = all.get(original) ?? '';
  const names = [...all.keys()];
  if (strength === 'half copied') {
    // The copier's own half is that of a solution that is not in the class.
    const other = names[(names.indexOf(original) + 3) % names.length] ?? '';
    const copy = halfCopied(source, all.get(other) ?? '', ENTRIES[id]);
    all.delete(other);
    all.set('~copy', copy);
  } else all.set('~copy', DISGUISES[strength](source));
  return scoresOf(await compareClass(id, all)).get(`${original}+~copy`) ?? 0;
}

describe('solutions written independently', () => {
  it.each(ASSIGNMENTS)('are below the threshold: %s', async (id) => {
    expect(scoresOf(await compareClass(id, accepted(id)))).toEqual(new Map());
  });

  it('are rarely above it if a class makes every choice at random', async () => {
    const students = honestClass(100, 5).map(({ student, source }) => [student, source] as const);
    const { pairs } = await compareClass('matmul-2d', students);
    expect(pairs.length / ((100 * 99) / 2)).toBeLessThan(0.02);
  });

  it('stand behind copies in such a class', async () => {
    const students = new Map(honestClass(100, 5).map(({ student, source }) => [student, source]));
    students.set('~copy', DISGUISES.renamed(students.get('student-0040') ?? ''));
    const [first] = (await compareClass('matmul-2d', students)).pairs;
    expect([first?.left, first?.right].map((side) => side?.document.submission.student)).toEqual([
      'student-0040',
      '~copy',
    ]);
  });
});
