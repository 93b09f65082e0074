import { describe, expect, it } from 'vitest';
import { identicalFiles } from '../../../grader/batch/similarity/identical.ts';
import type { Submission } from '../../../grader/batch/similarity/submissions.ts';

const STARTER = '__global__ void gray(const float *in, float *out) {\n  // your code\n}\n';
const WRONG = STARTER.replace('// your code', 'out[threadIdx.x + 1] = in[0];');

function handedIn(student: string, source: string, term: Submission['term'] = 'current'): Submission {
  return { student, attempt: null, term, files: [{ name: `${student}.cu`, source }] };
}

const groups = (submissions: readonly Submission[]) =>
  identicalFiles(submissions, [STARTER], ({ student }) => student).map(({ students, ownLines }) => [
    students,
    ownLines,
  ]);

describe('identicalFiles', () => {
  it('lists copies of a wrong file, and no starter', () => {
    const all = [handedIn('ada', WRONG), handedIn('ben', WRONG), handedIn('cem', STARTER), handedIn('dan', STARTER)];
    expect(groups([...all, handedIn('eve', `${WRONG}//`)])).toEqual([[['ada', 'ben'], 1]]);
  });

  it('ignores what most of the class handed in', () => {
    expect(groups(['a', 'b', 'c', 'd'].map((name) => handedIn(name, WRONG)))).toEqual([]);
  });

  it('compares an earlier term with this one only', () => {
    const earlier = [handedIn('old', WRONG, 'previous'), handedIn('older', WRONG, 'previous')];
    expect(groups(earlier)).toEqual([]);
    expect(groups([...earlier, handedIn('ada', WRONG)])).toEqual([[['ada', 'old', 'older'], 1]]);
  });
});
