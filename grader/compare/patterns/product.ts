import { allowedAt } from '../elements.ts';
import { productInputs } from '../reference.ts';
import type { Guess } from './guess.ts';
import { fewer, type Sample } from './sample.ts';
import type { Sight } from './sight.ts';

/** Elements on which a guess is tested: each costs a sum of k products. */
const TESTS = 128;
/** Elements that choose how many terms were summed. */
const VOTERS = 16;

/** What goes wrong in a product: a factor read the other way round or with another row length, terms left out. */
export function* productGuesses(sight: Sight, sample: Sample): Generator<Guess> {
  const { request } = sight;
  if (request.operation !== 'matrix-product' || !request.inputs || !request.dims) return;
  const { m, n, h, w, k } = productInputs(request.inputs, request.dims);
  if (sight.marks.length !== h * w) return;
  const [mName = 'm', nName = 'n'] = Object.keys(request.inputs);

  type Place = (outer: number, term: number) => number;
  const mAt: Place = (row, term) => row * k + term;
  const nAt: Place = (column, term) => term * w + column;
  /** An index beyond an input says nothing: what lies there is not known. */
  const dot = (i: number, left: Place, right: Place): number => {
    const row = Math.floor(i / w);
    const column = i - row * w;
    let sum = 0;
    for (let term = 0; term < k; term++) {
      sum += (m[left(row, term)] ?? Number.NaN) * (n[right(column, term)] ?? Number.NaN);
    }
    return sum;
  };

  yield {
    pattern: { kind: 'input-transposed', input: mName },
    predict: (i) => dot(i, (row, term) => term * h + row, nAt),
    tests: TESTS,
  };
  yield {
    pattern: { kind: 'input-transposed', input: nName },
    predict: (i) => dot(i, mAt, (column, term) => column * k + term),
    tests: TESTS,
  };
  for (const [name, stride] of Object.entries({ h, w }).filter(([, length]) => length !== k)) {
    const pattern = { kind: 'input-stride', input: mName, name, stride } as const;
    yield { pattern, predict: (i) => dot(i, (row, term) => row * stride + term, nAt), tests: TESTS };
  }
  for (const [name, stride] of Object.entries({ h, k }).filter(([, length]) => length !== w)) {
    const pattern = { kind: 'input-stride', input: nName, name, stride } as const;
    yield { pattern, predict: (i) => dot(i, mAt, (column, term) => term * stride + column), tests: TESTS };
  }

  const votes = new Uint32Array(k + 1);
  const voters = fewer(sample.wrong, VOTERS);
  for (const i of voters) {
    const row = Math.floor(i / w);
    const column = i - row * w;
    let sum = 0;
    for (let term = 0; term < k; term++) {
      if (Math.abs(sum - (sight.got[i] as number)) <= allowedAt(request, sum))
        votes[term] = (votes[term] as number) + 1;
      sum += (m[mAt(row, term)] as number) * (n[nAt(column, term)] as number);
    }
  }
  // 0 terms would be an output of zeros, which has a name of its own.
  const terms = votes.reduce((best, count, index) => (index > 0 && count > (votes[best] as number) ? index : best), 1);
  if (terms >= k || 2 * (votes[terms] as number) < voters.length) return;
  yield {
    pattern: { kind: 'partial-sum', terms, of: k },
    predict: (i) => {
      const row = Math.floor(i / w);
      const column = i - row * w;
      let sum = 0;
      for (let term = 0; term < terms; term++) sum += (m[mAt(row, term)] as number) * (n[nAt(column, term)] as number);
      return sum;
    },
    tests: TESTS,
  };
}
