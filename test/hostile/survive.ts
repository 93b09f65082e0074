import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Group, Lane, loadCorpus } from '../../grader/doctor/index.ts';

/** One named test a submission of the group: graded as `grade doctor --hostile` grades it, all in one process. */
export function survivesAll(group: Group): void {
  const corpus = loadCorpus();
  const cases = corpus.cases.filter((each) => each.group === group);
  let lane: Lane;
  beforeAll(async () => {
    lane = await Lane.open(corpus);
  });
  afterAll(() => lane?.close());

  describe('the grader survives, and the next submission gets its points after', () => {
    it.each(cases.map((each) => [each.name, each] as const))(`${group}/%s`, async (_, each) => {
      const { problems, contained, verdict, told, score } = await lane.judge(each);
      expect(problems).toEqual([]);
      expect(contained).toBe(true);
      expect(verdict).toBe(each.expect.verdict === 'unsupported' ? 'error' : each.expect.verdict);
      // Who does not pass is told why, in a sentence, and got no more than was earned.
      if (verdict !== 'passed') expect(told).toMatch(/[.:]$|[^\s]\.(?:$|\s)/);
      if (verdict === 'failed') expect(score).toBeLessThanOrEqual(each.expect.points);
    });
  });
}
