import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptedSources, compare, givenSources, thresholdOf } from '../../../grader/batch/similarity/index.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { DISGUISES, withoutComments } from './copies.ts';
import { submission } from './harness.ts';
import { variedClass } from './variations.ts';

const HONEST = 112;
/** The students whose programs are copied. */
const COPIED = [3, 30, 60, 90];

describe.each(['grayscale', 'matmul-2d', 'matmul-tiled', 'reduction', 'box-blur'])('a class of 116 for %s', (id) => {
  it('has four copies first, and no honest pair over the threshold', { timeout: 120_000 }, async () => {
    const folder = join(packageRoot, 'assignments', id);
    const [given, accepted] = [givenSources({ folder }), acceptedSources({ folder })];
    const { value: threshold } = await thresholdOf(accepted, given);
    const honest = variedClass(accepted, HONEST, 1);
    const copies = COPIED.map((at) => {
      const { student, source } = honest[at] ?? { student: '', source: '' };
      const copy = DISGUISES.renamed(DISGUISES.reordered(withoutComments(source)));
      return { student: `${student} copied`, source: `// my own work\n${copy}` };
    });
    const { pairs, students, clusters } = await compare({
      assignment: { id, title: id },
      submissions: [...honest, ...copies].map(({ student, source }) => submission(student, source)),
      ...{ skipped: [], given, accepted, threshold: 0.1, top: 1_000 },
    });
    expect(students.current).toBe(116);
    const shown = pairs.map(({ left, right, score }) => ({
      students: [left, right]
        .map(({ document }) => document.submission.student)
        .sort()
        .join('+'),
      score,
    }));
    const planted = COPIED.map((at) => `${honest[at]?.student}+${honest[at]?.student} copied`).sort();
    expect(
      shown
        .slice(0, 4)
        .map((one) => one.students)
        .sort(),
    ).toEqual(planted);
    expect(shown[3]?.score).toBeGreaterThanOrEqual(threshold);
    expect(shown[4]?.score).toBeLessThan(threshold);
    // Far below: the class does not have to be this one.
    expect(shown[4]?.score).toBeLessThan(threshold - 0.05);
    expect(clusters.filter((one) => one.least >= threshold)).toEqual([]);
  });
});

describe('the threshold of an assignment', () => {
  const folder = join(packageRoot, 'assignments', 'matmul-tiled');
  const accepted = acceptedSources({ folder });

  it('is higher if its accepted solutions are more alike', async () => {
    const { value, highest } = await thresholdOf(accepted, givenSources({ folder }));
    const [one = '', two = ''] = accepted;
    const alike = await thresholdOf([one, two, DISGUISES.renamed(one)], []);
    expect(highest).toBeLessThan(0.5);
    expect(value).toBe(0.5);
    expect(alike.value).toBe(0.9);
  });

  it('is the usual one for an assignment with fewer than two', async () => {
    expect(await thresholdOf(accepted.slice(0, 1), [])).toEqual({ value: 0.57, highest: null });
  });
});
