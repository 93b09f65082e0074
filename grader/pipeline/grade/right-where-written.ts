import type { RunResult } from '../../host/index.ts';
import type { CaseEvidence } from '../../judge/index.ts';
import { dependence, type Known, measureInfluence, outputsOf } from '../../judge/influence/index.ts';
import { type AssignmentSpec, agree, type ElementArrays, toleranceOf } from '../../spec/index.ts';
import { LEAST_INFLUENCE, RIGHT } from './shares.ts';

/** The least part of the outputs for which there must be threads that stored. */
const STORING = 1 / 2;
/** The least number of elements that kernels wrote: more than a usual block. */
const ENOUGH_OUTPUTS = 257;
/** The part of them that a tenth of an input must reach, compared with all. */
const REACHED = 0.9;

/**
 * True if threads for half of the outputs stored, over each other, and the few elements that they reached are right. A
 * wrong index is a mistake of its own. The elements must depend on the inputs as much as all outputs do: some outputs
 * are copies of inputs.
 */
export async function isRightWhereWritten(
  spec: AssignmentSpec,
  { run: { launches }, dims }: CaseEvidence,
  known: Known,
  before: RunResult,
  runWith: (inputs: ElementArrays) => Promise<RunResult>,
): Promise<boolean> {
  const expected = await known.expected(known.inputs);
  const outputs = outputsOf(spec, before, expected);
  const sizes = outputs.map(({ want }) => want.length);
  const threads = Math.max(0, ...launches.map(({ outcome }) => outcome.outputThreads));
  if (threads < STORING * Math.max(...sizes)) return false;
  let [reached, right] = [0, 0];
  for (const { parameter, got, want, written } of outputs) {
    const tolerance = toleranceOf(spec, dims, parameter.name);
    for (let at = 0; at < want.length; at++) {
      if (!written[at]) continue;
      reached += 1;
      if (agree(got[at] as number, want[at] as number, tolerance, parameter.type)) right += 1;
    }
  }
  if (reached < ENOUGH_OUTPUTS || right < RIGHT * reached) return false;
  // Nothing else depends on anything.
  const part: Known = {
    ...known,
    expected: async (inputs) => {
      const altered = await known.expected(inputs);
      return Object.fromEntries(
        outputs.map(({ parameter: { name }, written }) => [
          name,
          (expected[name] as Float64Array).map((own, at) => (written[at] ? (altered[name]?.[at] ?? own) : own)),
        ]),
      );
    },
  };
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if ((await dependence(part)) * all < REACHED * (await dependence(known)) * reached) return false;
  const { share, least } = await measureInfluence({ ...part, before, runWith }, LEAST_INFLUENCE);
  return least !== null && share >= LEAST_INFLUENCE;
}
