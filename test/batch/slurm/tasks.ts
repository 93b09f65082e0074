import type { Entry } from '../../../grader/batch/slurm/round.ts';

/** Submissions `s0`, `s1`, … of an assignment that nobody reads. */
export function entriesOf(count: number, tries = 1, out = '/out'): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const attempt = `students/s${index}/1`;
    const into = `${out}/${attempt}`;
    const task = {
      ...{ attempt, into, assignment: '/assignments/grayscale', source: `${into}/gray.cu`, sha256: 'aa', seed: '1' },
      ...{ key: `key-${index}`, reports: [], at: '2026-10-14T00:00:00.000Z' },
    };
    return { task, tries };
  });
}
